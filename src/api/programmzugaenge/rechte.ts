import { bereicheOnlyRead, bereichInWords } from "../../lib/arten.ts"
import { forbidden } from "../../lib/refusal.ts"
import type { Route } from "../frame/route.ts"

type Bereich = keyof typeof bereichInWords

/** The last line that fits an address holds. `null`: no program. */
const areas: readonly (readonly [address: RegExp, bereich: Bereich | null])[] = [
  [/^/, null],
  [/^(kunden|standorte)/, "kunden"],
  [/^kunden\/:id\/(pfandkonto|pfandbuchungen|pfandalter|ereignisse|rueckgaben)/, "buchungen"],
  [/^kunden\/:id\/(kontoauszug|saldenbestaetigung|erinnerung)/, "buchungen"],
  [/^pfandartikel/, "artikel"],
  [/^(geraete|pruefplaene)/, "geraete"],
  [/^(lieferungen|liefertage|touren|klaerungen|feierabend)/, "lieferungen"],
  [/^(pfandbuchungen|pfandsalden|pfandverlauf|pfandalter)/, "buchungen"],
  [/^(abrechnungen|belege|datev|jahresausgleich)/, "abrechnungen"],
  [/^(lager|inventuren|schwund)/, "lager"],
  [/^(mitarbeiter|tenant)$/, "mitarbeiter"],
  [/^ereignisse/, "ereignisse"],
  // Whether something goes out to customers, people decide.
  [/^(versand|nachrichten)|\/versand$/, null],
  // Tables are taken over by people, who are shown what comes of them.
  [/\/import/, null],
]

/** A right, such as `kunden.lesen`. */
export type Recht = `${Bereich}.${"lesen" | "schreiben"}`

export const rechte = (Object.keys(bereichInWords) as Bereich[]).flatMap((bereich): Recht[] =>
  bereicheOnlyRead.has(bereich) ? [`${bereich}.lesen`] : [`${bereich}.lesen`, `${bereich}.schreiben`],
)

/** @returns the right that a program needs for a route; undefined where no program may call it */
export function rechtOf({ method, path, options: { scope, roles } }: Route): Recht | undefined {
  if (scope !== "tenant" || !roles?.includes("user")) return undefined
  const place = path.replace(/^\/api\//, "")
  const bereich = areas.findLast(([address]) => address.test(place))?.[1]
  if (!bereich) return undefined
  const recht: Recht = `${bereich}.${method === "GET" ? "lesen" : "schreiben"}`
  return rechte.includes(recht) ? recht : undefined
}

/** @throws Refusal forbidden where the program lacks the right, or none is enough */
export function requireRecht(given: ReadonlySet<string>, needed: Recht | undefined): void {
  if (needed === undefined) throw forbidden("Programme dürfen das nicht; bitte als Mitarbeiter anmelden")
  if (!given.has(needed)) throw forbidden(`Dem Programm fehlt das Recht ${needed}`)
}
