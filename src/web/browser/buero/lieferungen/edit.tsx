import { call } from "../../ui/api/call.ts"
import { NOBODY, useDrivers } from "../../ui/state/drivers.ts"
import { EditPanel } from "../../ui/forms/edit-panel.tsx"
import { date } from "../../ui/values/format.ts"
import { linesInWords } from "../../ui/lines/lines.ts"
import { LinesEditor } from "../../ui/lines/lines-editor.tsx"
import { useLinesFocus } from "../../ui/lines/rows.ts"
import { bodyOf, labels, type Lieferung, type PlanValues, valuesOf } from "./plan.ts"
import { PickupRemark } from "./pickup.tsx"
import { PlanFields } from "./plan-fields.tsx"
import { refreshBooked } from "../../ui/lines/refresh-booked.ts"

type Props = { lieferung: Lieferung; name: string; onClose: () => void }

/** Changes what is planned, beside the page. */
export function Edit({ lieferung, name, onClose }: Props) {
  const path = { id: lieferung.id }
  const focus = useLinesFocus()
  const { nameOf } = useDrivers()
  const driverInWords = (id: string): string => nameOf(id === NOBODY ? null : id)
  return (
    <EditPanel<PlanValues, Lieferung>
      title="Lieferung ändern"
      draft={`lieferungen/${lieferung.id}`}
      record={lieferung}
      valuesOf={(now) => valuesOf(now, name)}
      labels={labels}
      words={{ lines: linesInWords, datum: date, fahrer_id: driverInWords }}
      read={() => call("get", "/api/lieferungen/{id}", { path })}
      save={(values, version) =>
        call("patch", "/api/lieferungen/{id}", { path, body: bodyOf(values), ifMatch: version })
      }
      saved={() => void refreshBooked()}
      onClose={onClose}
    >
      {(form) => (
        <>
          <PlanFields form={form} />
          <PickupRemark lines={form.values.lines} />
          <LinesEditor focus={focus} kundeId={form.values.kunde_id} day={form.values.datum} form={form} />
        </>
      )}
    </EditPanel>
  )
}
