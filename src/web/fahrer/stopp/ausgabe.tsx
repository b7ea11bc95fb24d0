import type { Stopp } from "../phone/tag.ts"
import { useDay } from "../phone/use.ts"
import { Stepper } from "../teile/stepper.tsx"
import { nameOf } from "../teile/words.ts"
import type { Draft } from "./form.ts"
import type { Change } from "../phone/draft.ts"

type Props = { stopp: Stopp; draft: Draft; change: Change<Draft> }

/** What is handed over: as planned, unless somebody changes it. */
export function Ausgabe({ stopp, draft, change }: Props) {
  const day = useDay()
  const geplant = stopp.positionen.filter(({ soll_ausgabe }) => soll_ausgabe > 0)
  // Scanned at the door: nobody planned these.
  const dazu = [...day.geraete.values(), ...draft.gefunden].filter(
    ({ id }) =>
      draft.geraete[id]?.ausgabe !== undefined && !geplant.some(({ geraet_id }) => geraet_id === id),
  )
  if (geplant.length + dazu.length === 0) return null
  const hand = (id: string, ausgabe: boolean): void =>
    change({ ...draft, geraete: { ...draft.geraete, [id]: { ...draft.geraete[id], ausgabe } } })
  return (
    <section>
      <h2>Abgeben</h2>
      {geplant.map(({ pfandartikel_id, geraet_id, soll_ausgabe }) => {
        const name = nameOf(day, pfandartikel_id, geraet_id)
        if (geraet_id)
          return (
            <Device
              key={geraet_id}
              name={name}
              given={draft.geraete[geraet_id]?.ausgabe}
              hand={(given) => hand(geraet_id, given)}
            />
          )
        const id = pfandartikel_id ?? ""
        return (
          <Stepper
            key={id}
            label={name}
            hint={`geplant ${soll_ausgabe}`}
            value={draft.ausgabe[id] ?? 0}
            change={(menge) => change({ ...draft, ausgabe: { ...draft.ausgabe, [id]: menge } })}
          />
        )
      })}
      {dazu.map(({ id, bezeichnung, geraetenummer }) => (
        <Device
          key={id}
          name={`${bezeichnung} ${geraetenummer}`}
          given={draft.geraete[id]?.ausgabe}
          hand={(given) => hand(id, given)}
        />
      ))}
    </section>
  )
}

type DeviceProps = { name: string; given: boolean | undefined; hand: (given: boolean) => void }

const Device = ({ name, given = false, hand }: DeviceProps) => (
  <label className="haken">
    <input type="checkbox" checked={given} onChange={({ target }) => hand(target.checked)} />
    {name}
  </label>
)
