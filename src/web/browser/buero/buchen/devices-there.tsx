import { nameOf } from "../../ui/values/contents.ts"
import { pieces } from "../../ui/values/format.ts"
import type { Art, Konto } from "../../ui/lines/unusual.ts"
import type { Thing } from "../../ui/state/thing.ts"
import { Button } from "../../ui/parts/button.tsx"
import type { BookingLine } from "./lines.ts"

/** A customer with more of them is asked for the number on the device. */
const SHOWN = 6

type Props = {
  art: Art
  konto: Konto | undefined
  lines: readonly BookingLine[]
  add: (thing: Thing) => void
}

/** The devices that the customer has: one press takes one back. What the customer usually brings are articles only. */
export function DevicesThere({ art, konto, lines, add }: Props) {
  const there = (konto?.geraete ?? []).filter(
    ({ geraet_id, beim_kunden }) => beim_kunden && !lines.some(({ id }) => id === geraet_id),
  )
  if (art !== "ruecknahme" || there.length === 0) return null
  return (
    <ul className="devices-there" aria-label="Geräte bei diesem Kunden">
      {there.slice(0, SHOWN).map(({ geraet_id, geraetenummer: nummer, bezeichnung }) => (
        <li key={geraet_id}>
          <Button
            look="quiet"
            icon="plus"
            onPress={() =>
              add({ id: geraet_id, isDevice: true, nummer, bezeichnung, place: "bei diesem Kunden" })
            }
          >
            {nameOf({ bezeichnung, nummer, geraet_id })}
          </Button>
        </li>
      ))}
      {there.length > SHOWN && (
        <li className="muted">und {pieces(there.length - SHOWN)} weitere: Nummer eintippen</li>
      )}
    </ul>
  )
}
