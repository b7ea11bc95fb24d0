import type { Answer } from "../../ui/api/call.ts"
import { Button } from "../../ui/parts/button.tsx"
import { Dialog } from "../../ui/dialogs/dialog.tsx"
import { date, pieces } from "../../ui/values/format.ts"

export type Kept = NonNullable<Answer<"post", "/api/kunden/{id}/loeschung">>["aufbewahrt"][number]

/** Information for an erased person: records that are kept, until when and why. */
export function KeptByLaw({ kept, onClose }: { kept: Kept[]; onClose: () => void }) {
  return (
    <Dialog
      title="Was das Gesetz noch aufbewahrt"
      isOpen={kept.length > 0}
      onClose={onClose}
      actions={
        <Button look="primary" onPress={onClose}>
          Verstanden
        </Button>
      }
    >
      <p>
        Gelöscht ist alles, was die Person nennt. Folgendes darf noch nicht gelöscht werden. Die Papiere sieht
        in der Firma niemand mehr; nach der Frist verschwinden sie von selbst.
      </p>
      <ul>
        {kept.map(({ was, anzahl, bis, grund }) => (
          <li key={was}>
            {was} ({pieces(anzahl)}) bis {date(bis)} <span className="muted">{grund}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
