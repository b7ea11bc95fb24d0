import { differs } from "./merge.ts"

/** Unsent values of a form. */
export type Draft<V> = {
  id: string
  values: V
  /** Values that the form began with, as the record was read: by them one's own changes are told from others'. */
  base?: V
  /** Version of the record that it changes. */
  version: number | undefined
  /** Unreadable text in fields for figures, by their names. */
  unread?: Record<string, string>
}

/** @returns whether something was entered that is not stored: a draft stays when it is typed back to what it was */
export const isUnsent = ({ values, base, unread = {} }: Draft<unknown>): boolean =>
  differs(values, base) || Object.keys(unread).length > 0

/** @returns the same of a draft's text; what is no draft holds nothing */
export function holdsUnsent(text: string | null): boolean {
  const draft = parsed(text) as Draft<unknown> | null | undefined
  return typeof draft?.values === "object" && isUnsent(draft)
}

/** @returns the value of stored text; undefined where there is none, or other versions or people wrote nonsense */
export function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "")
  } catch {
    return undefined
  }
}
