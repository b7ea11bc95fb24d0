import { call } from "../../ui/api/call.ts"
import { NOBODY, useDrivers } from "../../ui/state/drivers.ts"
import { EditPanel } from "../../ui/forms/edit-panel.tsx"
import type { FormState } from "../../ui/forms/form.tsx"
import { date } from "../../ui/values/format.ts"
import { isNamed, linesInWords, requirePieces } from "../../ui/lines/lines.ts"
import { LinesEditor } from "../../ui/lines/lines-editor.tsx"
import { useLinesFocus } from "../../ui/lines/rows.ts"
import { AlreadyPlanned } from "../../ui/records/already-planned.tsx"
import { labels, requireToCome } from "../../ui/records/when-fields.tsx"
import { bodyOf, type Lieferung, type PlanValues, valuesOf } from "./plan.ts"
import { PickupRemark } from "./pickup.tsx"
import { useStandorte } from "../../ui/records/standort.tsx"
import { PlanFields } from "./plan-fields.tsx"

type Props = { lieferung: Lieferung; name: string; onClose: () => void }

/** Panel that changes what is planned. */
export function Edit({ lieferung, name, onClose }: Props) {
  const path = { id: lieferung.id }
  const { nameOf } = useDrivers()
  const { wordsOf } = useStandorte(lieferung.kunde_id)
  const driverInWords = (id: string): string => nameOf(id === NOBODY ? null : id)
  return (
    <EditPanel<PlanValues, Lieferung>
      title="Lieferung ändern"
      draft={`lieferungen/${lieferung.id}`}
      record={lieferung}
      valuesOf={(now) => valuesOf(now, name)}
      labels={labels}
      words={{ lines: linesInWords, datum: date, fahrer_id: driverInWords, standort_id: wordsOf }}
      read={() => call("get", "/api/lieferungen/{id}", { path })}
      save={async (values, version) => {
        requireToCome(values.datum, lieferung.datum)
        requirePieces(values.lines, (line) => !isNamed(line))
        return call("patch", "/api/lieferungen/{id}", { path, body: bodyOf(values), ifMatch: version })
      }}
      onClose={onClose}
    >
      {(form) => <Fields form={form} lieferung={lieferung} />}
    </EditPanel>
  )
}

/** A component of its own, drawn again with each new line: only so can it move the focus there. */
function Fields({ form, lieferung }: { form: FormState<PlanValues>; lieferung: Lieferung }) {
  const focus = useLinesFocus()
  const { lines, kunde_id, datum } = form.values
  return (
    <>
      <PlanFields form={form} />
      {datum !== lieferung.datum && (
        <AlreadyPlanned kunde_id={kunde_id} datum={datum} except={lieferung.id} />
      )}
      <LinesEditor focus={focus} kundeId={kunde_id} day={datum} form={form} />
      <PickupRemark lines={lines} />
    </>
  )
}
