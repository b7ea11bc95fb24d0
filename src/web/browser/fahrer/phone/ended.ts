import { bodyOf, type Entry, endings, isOpen, type NewEntry } from "../outbox/entry.ts"

/**
 * Marks of stops that this telephone has ended, stored in the same transaction as the entry. The entry is deleted after
 * days, or at once on a full telephone; its mark stays until a day is stored that knows the end.
 */

/** Prefix of the key of a mark, before the key of the draft. */
export const END_MARK = "beendet "

/** How and when an attempt at a stop has ended. */
export type Ended = Pick<Entry, "art" | "folge" | "lieferung_id"> & {
  /** Key of the draft that it has ended. */
  entwurf: string
  versuch: number | null
  erfasst_am: string | null
}

export const draftOfStopp = (id: string, versuch: number): string => `entwurf stopp ${id} ${versuch}`

/** @returns the key of the draft that an entry has ended; undefined for one that ends nothing */
export function endedDraftOf(entry: Pick<Entry, "art" | "folge" | "body">): string | undefined {
  if (!endings.has(entry.art)) return undefined
  if (entry.art === "ungeplant") return `entwurf ungeplant ${entry.folge}`
  return draftOfStopp(entry.folge, bodyOf(entry).versuch ?? 1)
}

/** @returns the mark that is kept with an entry; undefined for one that ends nothing */
export function endedBy(entry: NewEntry): Ended | undefined {
  const entwurf = endedDraftOf(entry)
  if (entwurf === undefined) return undefined
  const { art, folge, lieferung_id } = entry
  const { versuch = null, erfasst_am = null } = bodyOf(entry)
  return { entwurf, art, folge, lieferung_id, versuch, erfasst_am }
}

type Known = { entries: Entry[]; ended: Ended[] }

/** @returns whether this telephone has ended the stop of a draft, whatever has become of the entry */
export const isEnded = ({ entries, ended }: Known, entwurf: string): boolean =>
  ended.some((one) => one.entwurf === entwurf) || entries.some((entry) => endedDraftOf(entry) === entwurf)

/** @returns keys of ended drafts, without those whose entry may still be sent or taken back */
export function settledDrafts({ entries, ended }: Known): string[] {
  const open = new Set(entries.filter(isOpen).map(endedDraftOf))
  const drafts = [...ended.map(({ entwurf }) => entwurf), ...entries.map(endedDraftOf)]
  return [...new Set(drafts)].filter((key) => key !== undefined && !open.has(key)) as string[]
}
