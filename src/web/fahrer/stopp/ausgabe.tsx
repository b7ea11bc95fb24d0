import type { Stopp } from "../phone/tag.ts"
import { useDay } from "../phone/use.ts"
import { Stepper } from "../teile/stepper.tsx"
import { nameOf } from "../teile/words.ts"
import type { Draft } from "./form.ts"

type Props = { stopp: Stopp; draft: Draft; change: (draft: Draft) => void }

/** What is handed over: as planned, unless somebody changes it. */
export function Ausgabe({ stopp, draft, change }: Props) {
  const day = useDay()
  const geplant = stopp.positionen.filter(({ soll_ausgabe }) => soll_ausgabe > 0)
  if (geplant.length === 0) return null
  return (
    <section>
      <h2>Abgeben</h2>
      {geplant.map(({ pfandartikel_id, geraet_id, soll_ausgabe }) => {
        const name = nameOf(day, pfandartikel_id, geraet_id)
        if (geraet_id) {
          const wahl = draft.geraete[geraet_id] ?? {}
          return (
            <label key={geraet_id} className="haken">
              <input
                type="checkbox"
                checked={wahl.ausgabe ?? false}
                onChange={({ target }) =>
                  change({
                    ...draft,
                    geraete: { ...draft.geraete, [geraet_id]: { ...wahl, ausgabe: target.checked } },
                  })
                }
              />
              {name}
            </label>
          )
        }
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
    </section>
  )
}
