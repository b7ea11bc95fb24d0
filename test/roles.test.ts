import { expect, test } from "bun:test"
import { routes } from "./helpers/routes.ts"

/**
 * The product's table of roles, area by area: who reads it, and who changes it. The last line that fits a route holds,
 * so that an area's exceptions stand below it, and a new route of an area is as open as the area is. That each route
 * keeps to its roles is tested in isolation.test.ts.
 * s = superadmin, a = admin, u = user (office), f = fahrer; "-" no token needed, "*" any account.
 */
const table: [area: RegExp, read: string, change: string][] = [
  [/^/, "sau", "sau"],
  [/^(health|uploads)/, "-", "-"],
  [/^auth\/login/, "-", "-"],
  [/^auth\/(me|change-password|logout-all)/, "*", "*"],
  [/^sitzung/, "*", "*"],
  [/^(tenants|zustand)/, "s", "s"],
  // The own one; everybody's screens read of it what they show with whatever else they ask for.
  [/^tenant(\/|$)/, "sau", "sa"],
  [/^mitarbeiter/, "sa", "sa"],
  // kunden: all, user all but erase, fahrer read; what a person asks for by law is the admin's, the books are the office's.
  [/^kunden/, "sauf", "sau"],
  [/^kunden\/:id\/(loeschung|auskunft)/, "sa", "sa"],
  [/^kunden\/:id\/(pfandbuchungen|ereignisse|pfandalter)/, "sau", "sau"],
  [/^kunden\/:id\/(kontoauszug|saldenbestaetigung|erinnerung)/, "sau", "sau"],
  [/^standorte/, "sauf", "sau"],
  // pfandartikel: user and fahrer read.
  [/^pfandartikel/, "sauf", "sa"],
  [/^pfandartikel\/:id\/umbewertung/, "sa", "sa"],
  [/^pfandartikel\/:id\/bei-kunden/, "sau", "sau"],
  // geraete: fahrer read, look up by code; tests, plans and labels of devices are the office's, whole tables the admin's.
  [/^geraete/, "sauf", "sau"],
  [/^geraete\/:id\/(pruefungen|geplant|pfand-offen)/, "sau", "sau"],
  [/^geraete\/import/, "sa", "sa"],
  [/^(geraete|pfandartikel)\/etiketten/, "sau", "sau"],
  // lieferungen: fahrer those assigned to them: read, start, complete, fail, add photos.
  [/^(lieferungen|touren)/, "sauf", "sau"],
  [/^lieferungen\/:id\/(start|abschluss|fehlschlag|link)/, "sauf", "sauf"],
  [/^lieferungen\/:id\/lieferschein\/versand/, "sau", "sau"],
  [/^touren\/(unbeendet|woche)/, "sau", "sau"],
  [/^(fahrer|feierabend)/, "sauf", "sauf"],
  [/^feierabend\/(fehlend|ungezaehlt|erwartet)/, "sau", "sau"],
  [/^fahrer\/einstellungen/, "sauf", "sa"],
  // The telephone hands over whatever it could not book; the office decides on it.
  [/^klaerungen$/, "sau", "sauf"],
  // A driver counts, and knows what was counted, but not what should be there.
  [/^inventuren/, "sauf", "sau"],
  [/^inventuren\/:id\/zaehlungen/, "sauf", "sauf"],
  [/^inventuren\/:id\/(abschluss|ergebnis|positionen|bericht)/, "sau", "sau"],
  // abrechnungen, belege, DATEV: user make, print; settings read.
  [/^abrechnungen\/:id\/storno/, "sa", "sa"],
  [/^(datev|tenant\/logo|versand)/, "sau", "sa"],
  [/^nachrichten\/freigabe/, "sa", "sa"],
  [/^(pfandpruefung|pfandverluste|anfangsbestaende)/, "sa", "sa"],
  [/^(protokoll|pruefexport|firmenexport|programmzugaenge|webhooks)/, "sa", "sa"],
  [/^export\/(kunden|standorte|mitarbeiter|protokoll)/, "sa", "sa"],
]

/** Routes whose reading and changing are not of one kind. */
const exceptions: Record<string, string> = {
  // Signing in.
  "POST sitzung": "-",
  // user: list (id, name, rolle, aktiv).
  "GET mitarbeiter": "sau",
  // kunden_bilder, fahrer: read, add.
  "POST kunden/:id/bilder": "sauf",
  "POST lieferungen/:id/bilder": "sauf",
}

test("every route has just the roles that the product's table gives it", () => {
  const used = new Set<unknown>()
  const served = routes.filter(({ options }) => !options.undocumented)
  expect(served.length).toBeGreaterThan(150)
  for (const { method, path, options } of served) {
    const place = path.replace(/^\/(api\/)?/, "")
    const name = `${method} ${place}`
    const rule = table.findLast(([area]) => area.test(place))!
    used.add(rule)
    if (exceptions[name]) used.add(name)
    expect([name, exceptions[name] ?? rule[method === "GET" ? 1 : 2]]).toEqual([name, lettersOf(options)])
  }
  // Neither a rule nor an exception of something that is gone.
  expect([...table, ...Object.keys(exceptions)].filter((one) => !used.has(one))).toEqual([])
})

function lettersOf({ scope, roles }: (typeof routes)[number]["options"]): string {
  if (scope === "public") return "-"
  if (scope === "account") return "*"
  const all = ["superadmin", "admin", "user", "fahrer"] as const
  return all
    .filter((rolle) => roles?.includes(rolle))
    .map((rolle) => rolle.charAt(0))
    .join("")
}
