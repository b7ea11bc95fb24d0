import { useRef } from "react"
import { bestandteilfelder } from "../../../../lib/felder/artikel.ts"
import { ArtikelSelect } from "../../ui/fields/artikel-select.tsx"
import { Button } from "../../ui/parts/button.tsx"
import { useFault } from "../../ui/fields/faults.tsx"
import { count } from "../../ui/values/figure.ts"
import { FigureInput } from "../../ui/fields/figure-input.tsx"
import { euro } from "../../ui/values/format.ts"
import { useFocusLater } from "../../ui/keys/focus-trail.ts"
import type { Item } from "../../ui/state/list.ts"
import { useRemove } from "../../ui/lines/rows.ts"

const PIECES = count({ max: bestandteilfelder.menge.max })

/** One part of a gebinde, as it is entered. */
export type Part = {
  pfandartikel_id: string
  nummer: string
  bezeichnung: string
  pfand_cent: number
  menge: number | null
}

type Artikel = Item<"/api/pfandartikel">
type Props = { parts: Part[]; set: (parts: Part[]) => void; hint: string | undefined }

const sumOf = (parts: Part[]): number =>
  parts.reduce((cent, { menge, pfand_cent }) => cent + (menge ?? 0) * pfand_cent, 0)

const goToSearch = (box: HTMLElement | null): void =>
  box?.querySelector<HTMLElement>("[role=combobox]")?.focus()

/** Parts of a gebinde; its deposit is the sum of theirs. */
export function Parts({ parts, set, hint }: Props) {
  const fault = useFault("bestandteile")
  const box = useRef<HTMLFieldSetElement>(null)
  const focusLater = useFocusLater(box)
  const remove = useRemove({
    goTo: (id) => (id ? focusLater(`[data-part="${id}"] input`) : goToSearch(box.current)),
    lines: parts,
    rowOf: ({ pfandartikel_id }) => pfandartikel_id,
    isSent: () => true,
    set,
  })
  const add = ({ id, nummer, bezeichnung, pfand_cent }: Artikel): void => {
    focusLater(`[data-part="${id}"] input`)
    if (parts.some(({ pfandartikel_id }) => pfandartikel_id === id)) return
    set([...parts, { pfandartikel_id: id, nummer, bezeichnung, pfand_cent, menge: 1 }])
  }
  return (
    <fieldset ref={box} className="parts" data-field="bestandteile" data-invalid={fault ? true : undefined}>
      <legend className="label">Bestandteile</legend>
      {parts.map((part, index) => (
        <PartRow
          key={part.pfandartikel_id}
          part={part}
          index={index}
          change={(menge) => set(parts.map((one) => (one === part ? { ...one, menge } : one)))}
          remove={() => remove(part)}
          next={() => goToSearch(box.current)}
        />
      ))}
      <ArtikelSelect
        label="Artikel dazu"
        aktiv={1}
        chosen=""
        onChoose={(artikel) => artikel && add(artikel)}
        placeholder="Einzelnen Artikel dazunehmen: Nummer oder Name"
        clears
      />
      {fault && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
      <p className="parts-sum" aria-live="polite">
        <span className="muted">Pfand des Gebindes</span>
        <strong className="figures">{euro(sumOf(parts))}</strong>
      </p>
      {hint && <p className="hint">{hint}</p>}
    </fieldset>
  )
}

type RowProps = {
  part: Part
  index: number
  change: (menge: number | null) => void
  remove: () => void
  /** Enter goes on to the next part. */
  next: () => void
}

function PartRow({ part, index, change, remove, next }: RowProps) {
  const { bezeichnung, nummer, menge, pfand_cent } = part
  const path = `bestandteile[${index}].pfandartikel_id`
  const fault = useFault(path)
  return (
    <div className="part" data-part={part.pfandartikel_id}>
      <FigureInput
        kind={PIECES}
        label={`Stück ${bezeichnung}`}
        name={`stueck ${part.pfandartikel_id}`}
        path={`bestandteile[${index}].menge`}
        value={menge}
        onChange={change}
        onEnter={next}
      />
      <span className="part-name" data-field={path} data-invalid={fault ? true : undefined}>
        {bezeichnung} <span className="muted">{nummer}</span>
        {fault && <span className="fault"> {fault}</span>}
      </span>
      <span className="figures muted">{euro(pfand_cent)}</span>
      <span className="figures">{euro((menge ?? 0) * pfand_cent)}</span>
      <Button look="quiet" icon="close" label={`${bezeichnung} entfernen`} onPress={remove} />
    </div>
  )
}
