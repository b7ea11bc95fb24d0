import { routes } from "./routes.ts"

const DAY = "2026-03-11"

/** Whose records are asked for at an address with an id, by the folder that it stands in. */
const asked: Record<string, string[]> = {
  kunden: ["adler", "krone"],
  geraete: ["kuehler", "ofen"],
  pfandartikel: ["leer", "fass"],
  mitarbeiter: ["person"],
  inventuren: ["jahr"],
  lieferungen: ["erste", "zweite"],
  liefertage: ["liefertag"],
  klaerungen: ["klaerung"],
  abrechnungen: ["abrechnung"],
  auftraege: ["papiere"],
  firmenexport: ["export"],
  webhooks: ["webhook"],
}

/** Values of the parameters that an address does not go without. */
const wanted: Record<string, string> = {
  jahr: "2026",
  datum: DAY,
  von: "2026-03-09",
  bis: "2026-03-19",
  woche: "2026-03-16",
  monat: "2026-03",
  menge: "1",
  q: "gasthaus",
  kunde_id: ":adler",
  fahrer_id: ":fahrer",
  pfandartikel_id: ":leer",
}

/** @returns each address of what a company reads as JSON, with the ids and parameters that it does not go without */
export function addressesOf(): string[] {
  const needs = (name: string) => `${name}=${wanted[name] ?? ""}`
  return routes.flatMap(({ method, path, options: { scope, reply, query, undocumented } }) => {
    // What may stand in tables to import is the same whatever was done.
    if (path === "/api/einrichtung") return []
    if (method !== "GET" || scope !== "tenant" || !reply || undocumented) return []
    const [, folder = "", name] = /(\w+)\/:(\w+)/.exec(path) ?? []
    const owners = name === undefined ? [""] : (asked[folder] ?? [])
    const required = ((query as { required?: string[] } | undefined)?.required ?? []).map(needs)
    const extra = path === "/api/pfandverluste/vorschau" ? [needs("pfandartikel_id")] : []
    const pages = query && "limit" in query.properties ? ["limit=6"] : []
    const search = [...required, ...extra, ...pages].join("&")
    return owners.map(
      (id) => `${path.slice("/api/".length).replace(/:\w+/, `:${id}`)}${search && `?${search}`}`,
    )
  })
}

/** A line for each field, and for each record of a list. */
export function linesOf(body: object): string[] {
  return Object.entries(body).flatMap(([name, value]) =>
    Array.isArray(value) && value.length > 0
      ? [`  ${name}:`, ...value.map((one) => `    ${JSON.stringify(one)}`)]
      : [`  ${name}: ${JSON.stringify(value)}`],
  )
}
