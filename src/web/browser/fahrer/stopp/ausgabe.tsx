import type { Change } from "../phone/draft.ts"
import { Planned } from "../teile/planned.tsx"
import { Sign } from "../teile/sign.tsx"
import { Stepper } from "../teile/stepper.tsx"
import { Thing } from "../teile/thing.tsx"
import { Device } from "./device.tsx"
import type { Draft, Zeile } from "./form.ts"

type Props = { zeilen: Zeile[]; change: Change<Draft> }

/** Pieces to hand over, by default as planned. */
export function Ausgabe({ zeilen, change }: Props) {
  if (zeilen.length === 0) return null
  const hand = (id: string, ausgabe: boolean): void =>
    change((before) => ({
      ...before,
      geraete: { ...before.geraete, [id]: { ...before.geraete[id], ausgabe } },
    }))
  return (
    <section className="hin">
      <h2>
        <Sign name="hin" />
        Abgeben
      </h2>
      {zeilen.map(({ id, name, isGeraet, soll, menge, verbot }) =>
        isGeraet ? (
          <Device
            key={id}
            name={name}
            ticked={menge > 0}
            tick={(given) => hand(id, given)}
            forbidden={verbot !== undefined}
          >
            {verbot && (
              <p className="verbot" role="note">
                {verbot}
              </p>
            )}
          </Device>
        ) : (
          <Stepper
            key={id}
            label={name}
            sign={<Thing artikel_id={id} />}
            hint={<Planned soll={soll} more={soll > 0 ? [] : ["nicht geplant"]} />}
            value={menge}
            change={(pieces) =>
              change((before) => ({ ...before, ausgabe: { ...before.ausgabe, [id]: pieces } }))
            }
          />
        ),
      )}
    </section>
  )
}
