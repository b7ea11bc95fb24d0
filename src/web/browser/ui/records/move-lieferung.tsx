import { type Answer, call } from "../api/call.ts"
import { messageOf } from "../api/fault.ts"
import { Dialog } from "../dialogs/dialog.tsx"
import { Form, useForm } from "../forms/form.tsx"
import { FormButtons } from "../parts/form-buttons.tsx"
import { toast } from "../parts/toast.tsx"
import { NOBODY, useDrivers } from "../state/drivers.ts"
import { refreshAll } from "../state/query.ts"
import { date, dateInWords, shifted, today } from "../values/format.ts"
import { AlreadyPlanned } from "./already-planned.tsx"
import { labels, requireToCome, WhenFields, type WhenValues } from "./when-fields.tsx"

type Lieferung = Answer<"get", "/api/lieferungen/{id}">
type When = Pick<Lieferung, keyof WhenValues>

const whenOf = ({ datum, fahrer_id, zeit_von, zeit_bis }: Lieferung): When => ({
  datum,
  fahrer_id,
  zeit_von,
  zeit_bis,
})

const valuesOf = (lieferung: Lieferung): WhenValues => ({
  ...whenOf(lieferung),
  fahrer_id: lieferung.fahrer_id ?? NOBODY,
})

type Props = {
  lieferung: Lieferung
  /** Name of its customer. */
  name: string
  /** Id of the open stop that follows it in its tour; null if it is the last. */
  vor?: string | null
  onClose: () => void
}

/** Moves a delivery to another day, time or driver, or plans a failed one again; both can be undone. */
export function MoveLieferung({ lieferung, name, vor = null, onClose }: Props) {
  const { nameOf } = useDrivers()
  const { id, status, datum, versuch, kunde_id } = lieferung
  const isFailed = status === "nicht_zugestellt"
  // A stop of today keeps its day, as it may only change its driver; a failed or past one is suggested for tomorrow.
  const day = datum >= today() && !isFailed ? datum : shifted(today(), 1)
  const form = useForm<WhenValues, Lieferung>({
    draft: `lieferungen/${id}/tag/${versuch}`,
    initial: { ...valuesOf(lieferung), datum: day },
    save: async (values, _id, version) => {
      requireToCome(values.datum, isFailed ? undefined : datum)
      const body = { ...values, fahrer_id: values.fahrer_id === NOBODY ? null : values.fahrer_id }
      const path = { id }
      return isFailed
        ? call("post", "/api/lieferungen/{id}/neu-planen", { path, body })
        : call("patch", "/api/lieferungen/{id}", { path, body, ifMatch: version })
    },
    saved: (moved) => {
      const run = (): void =>
        void (isFailed ? unplan(moved, name) : putBack(moved, name, whenOf(lieferung), vor))
      toast(`${name} ist für ${dateInWords(moved.datum)} geplant`, { action: { label: "Rückgängig", run } })
    },
    leave: onClose,
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
    <Dialog title={`Lieferung ${isFailed ? "neu planen" : "verschieben"}: ${name}`} isOpen onClose={onClose}>
      <Form form={form} label="Tag und Fahrer">
        <WhenFields form={form} autoFocus />
        {form.values.datum !== datum && (
          <AlreadyPlanned kunde_id={kunde_id} datum={form.values.datum} except={id} />
        )}
        <FormButtons action={isFailed ? "Neu planen" : "Verschieben"} busy={form.busy} cancel={onClose} />
      </Form>
    </Dialog>
  )
}

/** Undoes the move, including its place in the tour; refused if somebody has changed it meanwhile. */
const putBack = ({ id, version }: Lieferung, name: string, before: When, vor: string | null): Promise<void> =>
  undo(async () => {
    const { datum, fahrer_id } = before
    await call("patch", "/api/lieferungen/{id}", { path: { id }, body: before, ifMatch: version })
    if (fahrer_id !== null && vor !== null)
      await call("post", "/api/touren/{datum}/verschieben", {
        path: { datum },
        body: { lieferung_id: id, fahrer_id, vor },
      })
    return `${name} ist wieder für ${dateInWords(datum)} geplant`
  })

/** Undoes planning it again, so that it has failed as before; refused if somebody has changed it meanwhile. */
const unplan = ({ id, version }: Lieferung, name: string): Promise<void> =>
  undo(async () => {
    const path = { id }
    await call("post", "/api/lieferungen/{id}/neu-planen/ruecknahme", { path, ifMatch: version })
    return `${name} ist nicht mehr neu geplant: Die Lieferung ist wieder nicht zugestellt`
  })

/** @param work returns the message of success */
async function undo(work: () => Promise<string>): Promise<void> {
  try {
    toast(await work())
  } catch (error) {
    toast(messageOf(error), { bad: true })
  }
  void refreshAll()
}
