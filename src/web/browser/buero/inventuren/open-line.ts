import { readDraft } from "../../ui/forms/draft.ts"
import type { Thing } from "../../ui/state/thing.ts"
import { countOf } from "../../ui/values/contents.ts"

/** A line that somebody counts. */
export type Line = { thing: Thing | null; menge: number | null; ort: string }

/** @returns the name of its draft, by the count's id */
export const lineDraft = (id: string): string => `inventuren/${id}/zeile`

/** @returns the line that stands in the form and is not counted yet, such as `33 × Fass 30 l`; undefined without one */
export function openLine(account: string, id: string): string | undefined {
  const draft = readDraft<Line>(account, lineDraft(id))
  if (!draft?.values.thing) return undefined
  const { isDevice, bezeichnung } = draft.values.thing
  const { menge } = draft.values
  if (!isDevice && menge !== null) return countOf(menge, bezeichnung)
  return isDevice || draft.unread?.["menge"] ? bezeichnung : undefined
}
