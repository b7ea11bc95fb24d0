import { bodyOf, type Entry } from "../outbox/entry.ts"
import type { Gezaehlt } from "../phone/deeds.ts"
import { aufDemWagen, type Day, type Menge, sacheId } from "../phone/tag.ts"
import { nameOf } from "../teile/words.ts"

/** A count that is being entered. Its keys are those of the lines. */
export type Draft = { gezaehlt: Record<string, number>; mehr: string[]; bemerkung: string }
export const blank: Draft = { gezaehlt: {}, mehr: [], bemerkung: "" }

export type Line = Menge & { art: Gezaehlt["art"]; name: string }

/** The count of today that was sent last from this telephone. */
export type Sent = { entry: Entry; positionen: Gezaehlt[] }

export const folgeOf = (heute: string): string => `feierabend ${heute}`

/** @returns the last count of that day, if there is one */
export function sentOf(entries: Entry[], heute: string): Sent | undefined {
  const entry = entries.findLast(({ art, folge }) => art === "feierabend" && folge === folgeOf(heute))
  return entry && { entry, ...(bodyOf(entry) as { positionen: Gezaehlt[] }) }
}

export const keyOf = ({ art, key }: Pick<Line, "art" | "key">): string => `${art} ${key}`

/** Count of a line: as entered, as sent before, or else the expected pieces. */
export const countOf = (line: Line, { gezaehlt }: Draft, sent: Sent | undefined): number =>
  gezaehlt[keyOf(line)] ??
  sent?.positionen.find((one) => one.art === line.art && sacheId(one) === line.key)?.gezaehlt ??
  line.menge

/** @returns what is expected on the truck, what was counted besides, and what the driver is adding */
export function linesOf(day: Day, stopps: Day["stopps"], mehr: string[], sent: Sent | undefined): Line[] {
  const { leergut, ware } = aufDemWagen(stopps)
  const of = (art: Line["art"], expected: Menge[], added: Menge[]): Line[] => {
    const known = new Set(expected.map(({ key }) => key))
    const more = new Map(added.filter(({ key }) => !known.has(key)).map((menge) => [menge.key, menge]))
    return [...expected, ...more.values()].map((menge) => ({ ...menge, art, name: nameOf(day, menge) }))
  }
  const counted = (art: Line["art"]): Menge[] =>
    (sent?.positionen ?? []).filter((one) => one.art === art && one.gezaehlt > 0).map(unexpected)
  const more = mehr.map((pfandartikel_id) => unexpected({ pfandartikel_id }))
  return [...of("leergut", leergut, [...counted("leergut"), ...more]), ...of("ware", ware, counted("ware"))]
}

const unexpected = (one: { pfandartikel_id?: string; geraet_id?: string }): Menge => ({
  key: sacheId(one),
  pfandartikel_id: one.pfandartikel_id ?? null,
  geraet_id: one.geraet_id ?? null,
  menge: 0,
})

/** Pieces that are there beyond the expected ones; below zero where some are missing. */
export type Difference = { line: Line; difference: number }

export const differencesOf = (lines: Line[], draft: Draft, sent: Sent | undefined): Difference[] =>
  lines
    .map((line) => ({ line, difference: countOf(line, draft, sent) - line.menge }))
    .filter(({ difference }) => difference !== 0)

export const inWords = (difference: number): string =>
  difference > 0 ? `${difference} zu viel` : `${-difference} ${difference === -1 ? "fehlt" : "fehlen"}`
