import { type Draft, enteredOf, type StopLines, type Stoppzeile } from "./form.ts"
import type { Direction } from "./plan.ts"
import { unbroken } from "../../ui/values/format.ts"

/** @returns the lines with pieces, in German: `7 × Kasten Bier zurück` */
export const countsInWords = (
  lines: StopLines,
  isMeant: (zeile: Stoppzeile, direction: Direction) => boolean = () => true,
): string[] =>
  (["ausgabe", "ruecknahme"] as const).flatMap((direction) =>
    lines[direction]
      .filter((zeile) => zeile.menge > 0 && isMeant(zeile, direction))
      .map(
        ({ menge, name }) =>
          `${menge} × ${unbroken(name)} ${direction === "ausgabe" ? "abgegeben" : "zurück"}`,
      ),
  )

/** @returns in German what the driver has entered, without lines that are merely as planned */
export function enteredInWords(lines: StopLines, draft: Draft): string[] {
  const [name, notiz] = [draft.empfaenger_name.trim(), draft.notiz.trim()]
  return [
    ...countsInWords(lines, (zeile, direction) => enteredOf(draft, { ...zeile, direction }) !== undefined),
    ...(name ? [`Name: ${name}`] : []),
    ...(draft.unterschrift ? ["Unterschrift"] : []),
    ...(notiz ? [`Notiz: ${notiz}`] : []),
  ]
}
