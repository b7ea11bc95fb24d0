import { call } from "../../ui/api/call.ts"
import { Dialog } from "../../ui/dialogs/dialog.tsx"
import { NOBODY, useDrivers } from "../../ui/state/drivers.ts"
import { Form, useForm } from "../../ui/forms/form.tsx"
import { date, shifted, today } from "../../ui/values/format.ts"
import { toast } from "../../ui/parts/toast.tsx"
import { FormButtons } from "../../ui/parts/form-buttons.tsx"
import { labels, type Lieferung } from "./plan.ts"
import { WhenFields, type WhenValues } from "./plan-fields.tsx"
import { refreshBooked } from "../../ui/lines/refresh-booked.ts"

const valuesOf = ({ datum, fahrer_id, zeit_von, zeit_bis }: Lieferung): WhenValues => ({
  datum,
  fahrer_id: fahrer_id ?? NOBODY,
  zeit_von,
  zeit_bis,
})

/** To another day, time or driver; a delivery that failed is planned anew by it. */
export function Move({ lieferung, onClose }: { lieferung: Lieferung; onClose: () => void }) {
  const { nameOf } = useDrivers()
  const { id, status, datum, versuch } = lieferung
  const isFailed = status === "nicht_zugestellt"
  // Today's stop may only go to another driver; one that was missed is for tomorrow.
  const day = datum >= today() && !isFailed ? datum : shifted(today(), 1)
  const form = useForm<WhenValues, Lieferung>({
    draft: `lieferungen/${id}/tag/${versuch}`,
    initial: { ...valuesOf(lieferung), datum: day },
    save: (values, _id, version) => {
      const body = { ...values, fahrer_id: values.fahrer_id === NOBODY ? null : values.fahrer_id }
      const path = { id }
      return isFailed
        ? call("post", "/api/lieferungen/{id}/neu-planen", { path, body })
        : call("patch", "/api/lieferungen/{id}", { path, body, ifMatch: version })
    },
    saved: (moved) => {
      void refreshBooked()
      toast(`Geplant für den ${date(moved.datum)}`)
      onClose()
    },
    record: {
      values: valuesOf(lieferung),
      version: lieferung.version,
      labels,
      words: { datum: date, fahrer_id: (driver) => nameOf(driver === NOBODY ? null : driver) },
      read: async () => {
        const now = await call("get", "/api/lieferungen/{id}", { path: { id } })
        return { values: valuesOf(now), version: now.version }
      },
    },
  })
  return (
    <Dialog title={isFailed ? "Lieferung neu planen" : "Lieferung verschieben"} isOpen onClose={onClose}>
      <Form form={form} label="Tag und Fahrer">
        <WhenFields form={form} autoFocus />
        <FormButtons action={isFailed ? "Neu planen" : "Verschieben"} busy={form.busy} cancel={onClose} />
      </Form>
    </Dialog>
  )
}
