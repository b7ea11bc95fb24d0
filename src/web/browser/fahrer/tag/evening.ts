import { bodyOf, type Entry } from "../outbox/entry.ts"
import type { Counted } from "../phone/new-entries.ts"
import { isOver, onTheTruck, type Day, type Quantity, quantityOf, type Stopp, thingId } from "../phone/tag.ts"
import { nameOf } from "../parts/words.ts"

/** Draft of a count. `gezaehlt` is by the keys of the lines, `mehr` has ids of added articles. */
type Draft = { gezaehlt: Record<string, number>; mehr: string[]; bemerkung: string }
export const blank: Draft = { gezaehlt: {}, mehr: [], bemerkung: "" }

/** The expected pieces (`menge`) of a thing, and the counted ones: entered now, else sent before, else as expected. */
export type Line = Quantity & { art: Counted["art"]; name: string; gezaehlt: number }

/** The last count of the day by this telephone. */
export type Sent = { entry: Entry; erfasst_am: string; positionen: Counted[] }

export const sequenceOf = (today: string): string => `feierabend ${today}`

/** @returns the last count of that day by this telephone; undefined for none, or if a later one has replaced it */
export function sentOf(entries: Entry[], tag: Day["tag"]): Sent | undefined {
  const { heute, gezaehlt_am } = tag
  const entry = entries.findLast(
    (one) => one.art === "feierabend" && one.folge === sequenceOf(heute) && !isOver(tag, one),
  )
  const sent = entry && { entry, ...(bodyOf(entry) as Omit<Sent, "entry">) }
  return sent?.entry.stand === "gesendet" && (gezaehlt_am ?? "") > sent.erfasst_am ? undefined : sent
}

/** @returns whether a stop was delivered after a count */
export const isAfter = ({ status, erfasst_am }: Stopp, gezaehlt_am: string): boolean =>
  status === "zugestellt" && (erfasst_am ?? "") > gezaehlt_am

/** @returns the stops as they were at a count, when later ones had not been delivered yet */
const asOf = (stopps: Stopp[], gezaehlt_am: string): Stopp[] =>
  stopps.map((stopp) =>
    isAfter(stopp, gezaehlt_am)
      ? {
          ...stopp,
          positionen: stopp.positionen.map((one) => ({ ...one, ist_ausgabe: 0, ist_ruecknahme: 0 })),
        }
      : stopp,
  )

export const keyOf = ({ art, key }: Pick<Line, "art" | "key">): string => `${art} ${key}`

/** @returns lines for what is expected on the truck, what else was counted before, and what the driver adds now */
export function linesOf(day: Day, stopps: Day["stopps"], draft: Draft, sent: Sent | undefined): Line[] {
  const before = new Map(
    sent?.positionen.map((one) => [keyOf({ art: one.art, key: thingId(one) }), one.gezaehlt]),
  )
  const { leergut: back, ware } = onTheTruck(stopps)
  // A device that one customer gave back and the next one got is not on the truck, and if it came back again, once.
  const leergut = back.flatMap((one) =>
    one.geraet_id ? (day.geraete.get(one.key)?.kunde_id ? [] : { ...one, menge: 1 }) : one,
  )
  // The change since the last count is added to it, so that what was missing then is still missing.
  const then = onTheTruck(sent ? asOf(stopps, sent.erfasst_am) : [])
  const of = (art: Line["art"], expected: Quantity[], added: Quantity[]): Line[] => {
    const known = new Set(expected.map(({ key }) => key))
    const more = new Map(added.filter(({ key }) => !known.has(key)).map((menge) => [menge.key, menge]))
    return [...expected, ...more.values()].map((menge) => {
      const key = keyOf({ ...menge, art })
      const since = menge.menge - (then[art].find((one) => one.key === menge.key)?.menge ?? 0)
      const counted = before.get(key)
      const gezaehlt =
        draft.gezaehlt[key] ?? (counted === undefined ? menge.menge : Math.max(0, counted + since))
      return { ...menge, art, name: nameOf(day, menge), gezaehlt }
    })
  }
  const counted = (art: Line["art"]): Quantity[] =>
    (sent?.positionen ?? [])
      .filter((one) => one.art === art && one.gezaehlt > 0)
      .map((one) => quantityOf(one, 0))
  const more = draft.mehr.map((pfandartikel_id) => quantityOf({ pfandartikel_id }, 0))
  return [...of("leergut", leergut, [...counted("leergut"), ...more]), ...of("ware", ware, counted("ware"))]
}

/** @param difference counted minus expected pieces */
export const inWords = (difference: number): string =>
  difference > 0 ? `${difference} zu viel` : `${-difference} ${difference === -1 ? "fehlt" : "fehlen"}`
