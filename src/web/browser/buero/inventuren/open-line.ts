import { readDraft } from "../../ui/forms/draft.ts"
import type { Thing } from "../../ui/state/thing.ts"
import { pieces } from "../../ui/values/format.ts"

/** A line that somebody counts. */
export type Line = { thing: Thing | null; menge: number | null; ort: string }

/** @returns the name of its draft, by the count's id */
export const lineDraft = (id: string): string => `inventuren/${id}/zeile`

/** @returns the line that stands in the form and is not counted yet, such as `33 × Fass 30 l`; undefined without one */
export function openLine(account: string, id: string): string | undefined {
  const { thing, menge } = readDraft<Line>(account, lineDraft(id))?.values ?? {}
  if (!thing) return undefined
  if (thing.isDevice) return thing.bezeichnung
  return menge == null ? undefined : `${pieces(menge)} × ${thing.bezeichnung}`
}
