import { Link } from "react-aria-components"
import { Button } from "../../ui/parts/button.tsx"
import { date } from "../../ui/values/format.ts"
import type { Redelivered } from "./begin-lines.ts"

type Props = { lieferung: Redelivered; onRemove: () => void }

/** Says for which delivery this is booked anew. */
export const ForLieferung = ({ lieferung: { id, datum }, onRemove }: Props) => (
  <div className="remark for-lieferung">
    <span>
      Zur <Link href={`/lieferungen/${id}`}>Lieferung vom {date(datum)}</Link>: Es zählt für den Wagen als
      das, was bei ihr hin- und zurückging.
    </span>
    <Button look="quiet" onPress={onRemove}>
      Nicht zu dieser Lieferung
    </Button>
  </div>
)
