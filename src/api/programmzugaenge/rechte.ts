import { bereicheOnlyRead, bereichInWords } from "../../lib/arten.ts"
import { forbidden } from "../../lib/refusal.ts"
import type { Route } from "../frame/route.ts"
import type { Actor } from "../frame/session.ts"
import { type Bereich, topics } from "../frame/topics.ts"

/** Addresses whose Bereich is not their topic's; the last line that fits counts. `null`: no program may call them. */
const others: readonly (readonly [address: RegExp, bereich: Bereich | null])[] = [
  [/^kunden\/:id\/(pfandkonto|pfandbuchungen|pfandalter|ereignisse|rueckgaben)/, "buchungen"],
  [/^kunden\/:id\/(kontoauszug|saldenbestaetigung|erinnerung)/, "buchungen"],
  [/^(mitarbeiter|tenant)$/, "mitarbeiter"],
  // Whether something goes out to customers, people decide.
  [/\/versand$/, null],
  // Tables are taken over by people, who are shown what comes of them.
  [/\/import/, null],
]

/** Addresses that need more than the right of their Bereich: what they tell is of another one too, or more than is read. */
const further: readonly (readonly [address: RegExp, recht: Recht])[] = [
  [/^schwund\/(kunden|geraete|pfand)/, "buchungen.lesen"],
  [/^pfandartikel\/:id\/bei-kunden$/, "buchungen.lesen"],
  [/^geraete\/:id\/pfand-offen$/, "buchungen.lesen"],
  [/^jahresausgleich/, "buchungen.lesen"],
  // The paper carries a link with which anybody answers in the customer's name.
  [/^kunden\/:id\/saldenbestaetigung\.pdf$/, "buchungen.schreiben"],
]

/** A right, such as `kunden.lesen`. */
export type Recht = `${Bereich}.${"lesen" | "schreiben"}`

/** Every right that a program can be given. */
export const rechte = (Object.keys(bereichInWords) as Bereich[]).flatMap((bereich): Recht[] =>
  bereicheOnlyRead.has(bereich) ? [`${bereich}.lesen`] : [`${bereich}.lesen`, `${bereich}.schreiben`],
)

/** @returns the rights that a program needs for a route; none where no program may call it */
export function rechteOf(route: Route): Recht[] {
  const recht = rechtOf(route)
  const place = placeOf(route)
  return recht ? [recht, ...further.flatMap(([address, more]) => (address.test(place) ? more : []))] : []
}

const placeOf = ({ path }: Pick<Route, "path">): string => path.replace(/^\/api\//, "")

function rechtOf({ method, path, options: { scope, roles } }: Route): Recht | undefined {
  if (scope !== "tenant" || !roles?.includes("user")) return undefined
  const place = placeOf({ path })
  const other = others.findLast(([address]) => address.test(place))
  const bereich = other ? other[1] : topics[place.split("/")[0] ?? ""]?.bereich
  if (!bereich) return undefined
  const recht: Recht = `${bereich}.${method === "GET" ? "lesen" : "schreiben"}`
  return rechte.includes(recht) ? recht : undefined
}

/** @throws Refusal forbidden where the program lacks a right, or none is enough */
export function requireRechte(given: ReadonlySet<string>, needed: readonly Recht[]): void {
  if (needed.length === 0) throw forbidden("Programme dürfen das nicht; bitte als Mitarbeiter anmelden")
  const lacking = needed.find((recht) => !given.has(recht))
  if (lacking) throw forbidden(`Dem Programm fehlt das Recht ${lacking}`)
}

/**
 * Asks for a right where the address alone does not say that it is needed. People have those of their role.
 *
 * @param why a sentence that says what it is needed for
 * @throws Refusal forbidden
 */
export function requireRecht({ rechte: given }: Pick<Actor, "rechte">, needed: Recht, why: string): void {
  if (given && !given.has(needed)) throw forbidden(`${why} Dem Programm fehlt das Recht ${needed}`)
}
