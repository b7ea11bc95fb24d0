import { differs } from "./merge.ts"

/** Unsent values of a form. */
export type Draft<V> = {
  id: string
  values: V
  /** The values that the form began with, to tell own changes from those of others. */
  base?: V
  /** Version of the record that is changed. */
  version: number | undefined
  /** Unreadable text in fields for figures, by their names. */
  unread?: Record<string, string>
  /** It was sent, and nobody knows what came of it: sent again, it needs the same id. */
  isUncertain?: boolean
}

/**
 * @returns whether the draft holds input: one that was typed back to its beginning does not, one that was sent without
 *   an answer always does
 */
export const isUnsent = ({ values, base, unread = {}, isUncertain = false }: Draft<unknown>): boolean =>
  isUncertain || differs(values, base) || Object.keys(unread).length > 0

/** The same for the stored text of a draft; false for any other text. */
export function holdsUnsent(text: string | null): boolean {
  const draft = parsed(text) as Draft<unknown> | null | undefined
  return typeof draft?.values === "object" && isUnsent(draft)
}

/** @returns what is said when it is discarded. @param done what it was for: `gebucht` */
export const discarded = (done: string, { isUncertain }: Draft<unknown>): string =>
  isUncertain
    ? `Verworfen. Vielleicht ist es trotzdem ${done}: Der Server hat das nicht bestätigt.`
    : `Verworfen, nichts davon ist ${done}`

/** @returns the parsed JSON; undefined for none, or for nonsense */
export function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "")
  } catch {
    return undefined
  }
}
