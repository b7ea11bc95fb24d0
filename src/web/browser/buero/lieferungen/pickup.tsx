import type { Doubt } from "../../ui/forms/use-doubt.tsx"
import { isNamed, isUnfilled, type Line } from "../../ui/lines/lines.ts"

/** @returns whether no line has a number: the driver then counts what comes back */
const isPickup = (lines: Line[]): boolean => !lines.some(isNamed)

/** Says what becomes of a plan without numbers. Below the lines, which do not move when it disappears. */
export const PickupRemark = ({ lines }: { lines: Line[] }) =>
  isPickup(lines) && (
    <p className="muted">
      {lines.length === 0 ? "Bitte Artikel oder Geräte dazunehmen. Ohne Positionen" : "Ohne Stückzahlen"} ist
      es eine Abholung: Was zurückkommt, zählt der Fahrer.
    </p>
  )

/** @returns a question where there are lines without any number, which may have been forgotten */
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
