import type { Quittung } from "./deeds.ts"

/** Parts of a draft that tell whether the driver has entered anything. */
export type Entered = { ausgabe: object; ruecknahme: object; geraete: object } & Required<Quittung>

/** @returns whether the driver has entered anything */
export function isTouched(draft: Entered): boolean {
  const sets = [draft.ausgabe, draft.ruecknahme, draft.geraete]
  const texts = [draft.empfaenger_name, draft.unterschrift, draft.notiz]
  return sets.some((set) => Object.keys(set).length > 0) || texts.some((text) => text.trim() !== "")
}
