import { Dialog } from "../../ui/dialogs/dialog.tsx"
import { isNamed, type Line } from "../../ui/lines/lines.ts"
import { Button } from "../../ui/parts/button.tsx"

/** Whether nothing is planned to go out or to come back: the driver counts what there is. */
export const isPickup = (lines: Line[]): boolean => !lines.some(isNamed)

/** Fate of a plan without a number of pieces. */
export const PickupRemark = ({ lines }: { lines: Line[] }) =>
  isPickup(lines) && (
    <p className="muted">
      {lines.length === 0 ? "Bitte Artikel oder Geräte dazunehmen. Ohne Positionen" : "Ohne Stückzahlen"} ist
      es eine Abholung: Was zurückkommt, zählt der Fahrer.
    </p>
  )

type Props = { isOpen: boolean; onClose: () => void; plan: () => void }

/** Asks where lines stand and none of them has a number: it may have been forgotten. */
export const PickupQuestion = ({ isOpen, onClose, plan }: Props) => (
  <Dialog
    role="alertdialog"
    title="Nur als Abholung planen?"
    isOpen={isOpen}
    onClose={onClose}
    actions={
      <>
        <Button onPress={onClose}>Zurück zu den Zeilen</Button>
        <Button look="primary" onPress={plan}>
          Als Abholung planen
        </Button>
      </>
    }
  >
    <p>In keiner Zeile steht eine Stückzahl. Der Fahrer bringt dann nichts, und zählt, was zurückkommt.</p>
  </Dialog>
)
