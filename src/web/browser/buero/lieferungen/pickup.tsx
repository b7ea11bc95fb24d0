import type { Doubt } from "../../ui/forms/use-doubt.tsx"
import { isNamed, isUnfilled, type Line } from "../../ui/lines/lines.ts"

/** Whether nothing is planned to go out or to come back: the driver counts what there is. */
const isPickup = (lines: Line[]): boolean => !lines.some(isNamed)

/** Fate of a plan without a number of pieces. It stands below the lines: they stay where they are as it goes. */
export const PickupRemark = ({ lines }: { lines: Line[] }) =>
  isPickup(lines) && (
    <p className="muted">
      {lines.length === 0 ? "Bitte Artikel oder Geräte dazunehmen. Ohne Positionen" : "Ohne Stückzahlen"} ist
      es eine Abholung: Was zurückkommt, zählt der Fahrer.
    </p>
  )

/** Asked where lines stand and none of them has a number: it may have been forgotten. */
export const pickupDoubt = ({ lines }: { lines: Line[] }): Doubt | undefined =>
  lines.length > 0 && isPickup(lines) && !lines.some(isUnfilled)
    ? {
        title: "Nur als Abholung planen?",
        action: "Als Abholung planen",
        look: "primary",
        cancel: "Zurück zu den Zeilen",
        question: [
          "In keiner Zeile steht eine Stückzahl. Der Fahrer bringt dann nichts, und zählt, was zurückkommt.",
        ],
      }
    : undefined
