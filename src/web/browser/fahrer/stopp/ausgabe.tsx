import type { ChangeDraft } from "../phone/draft.ts"
import { Sign } from "../parts/signs.tsx"
import { Stepper } from "../parts/stepper.tsx"
import { Device } from "./device.tsx"
import { type Draft, type Stoppzeile, withChoice, withQuantity } from "./form.ts"

type Props = { zeilen: Stoppzeile[]; change: ChangeDraft<Draft> }

/** Pieces to hand over; filled in as planned. */
export function Ausgabe({ zeilen, change }: Props) {
  if (zeilen.length === 0) return null
  return (
    <section className="hin">
      <h2>
        <Sign name="hin" />
        Abgeben
      </h2>
      {zeilen.map(({ id, name, isGeraet, soll, menge, barred }) =>
        isGeraet ? (
          <Device
            key={id}
            name={name}
            ticked={menge > 0}
            tick={(ausgabe) => change((before) => withChoice(before, id, { ausgabe }))}
            barred={barred}
          />
        ) : (
          <Stepper
            key={id}
            label={name}
            artikel_id={id}
            soll={soll}
            more={soll > 0 ? "" : "nicht geplant"}
            value={menge}
            change={(pieces) => change((before) => withQuantity(before, "ausgabe", id, pieces))}
          />
        ),
      )}
    </section>
  )
}
