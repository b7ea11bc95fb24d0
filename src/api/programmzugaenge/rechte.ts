import { bereicheOnlyRead, bereichInWords } from "../../lib/arten.ts"
import { forbidden } from "../../lib/refusal.ts"
import type { Route } from "../frame/route.ts"
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

/** A right, such as `kunden.lesen`. */
export type Recht = `${Bereich}.${"lesen" | "schreiben"}`

/** Every right that a program can be given. */
export const rechte = (Object.keys(bereichInWords) as Bereich[]).flatMap((bereich): Recht[] =>
  bereicheOnlyRead.has(bereich) ? [`${bereich}.lesen`] : [`${bereich}.lesen`, `${bereich}.schreiben`],
)

/** @returns the right that a program needs for a route; undefined where no program may call it */
export function rechtOf({ method, path, options: { scope, roles } }: Route): Recht | undefined {
  if (scope !== "tenant" || !roles?.includes("user")) return undefined
  const place = path.replace(/^\/api\//, "")
  const other = others.findLast(([address]) => address.test(place))
  const bereich = other ? other[1] : topics[place.split("/")[0] ?? ""]?.bereich
  if (!bereich) return undefined
  const recht: Recht = `${bereich}.${method === "GET" ? "lesen" : "schreiben"}`
  return rechte.includes(recht) ? recht : undefined
}

/** @throws Refusal forbidden where the program lacks the right, or none is enough */
export function requireRecht(given: ReadonlySet<string>, needed: Recht | undefined): void {
  if (needed === undefined) throw forbidden("Programme dürfen das nicht; bitte als Mitarbeiter anmelden")
  if (!given.has(needed)) throw forbidden(`Dem Programm fehlt das Recht ${needed}`)
}
