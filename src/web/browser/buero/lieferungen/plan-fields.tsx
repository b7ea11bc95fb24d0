import { NOBODY, useDrivers } from "../../ui/state/drivers.ts"
import { Choice, DateField, TextField, TimeField } from "../../ui/fields/field.tsx"
import type { FormState } from "../../ui/forms/form.tsx"
import type { PlanValues } from "./plan.ts"

type WhenValues = Pick<PlanValues, "datum" | "fahrer_id" | "zeit_von" | "zeit_bis">

type WhenProps = { values: WhenValues; set: (part: Partial<WhenValues>) => void; autoFocus?: boolean }

/** When, and who drives. */
export function WhenFields({ values: { datum, fahrer_id, zeit_von, zeit_bis }, set, autoFocus }: WhenProps) {
  const { drivers, nameOf } = useDrivers()
  // Somebody who has left may still stand in an old plan.
  const isKnown = fahrer_id === NOBODY || drivers.some(({ id }) => id === fahrer_id)
  const left = isKnown ? [] : [{ id: fahrer_id, name: nameOf(fahrer_id) || "…" }]
  const options = [{ id: NOBODY, name: "Ohne Fahrer" }, ...left, ...drivers]
  return (
    <div className="when">
      <DateField
        label="Tag"
        name="datum"
        value={datum}
        onChange={(day) => day && set({ datum: day })}
        isRequired
        autoFocus={autoFocus}
      />
      <Choice
        label="Fahrer"
        name="fahrer_id"
        value={fahrer_id}
        onChange={(id) => set({ fahrer_id: id })}
        options={options.map(({ id, name }) => ({ id, label: name }))}
      />
      <TimeField
        label="Zeit von"
        name="zeit_von"
        value={zeit_von}
        onChange={(time) => set({ zeit_von: time })}
      />
      <TimeField label="bis" name="zeit_bis" value={zeit_bis} onChange={(time) => set({ zeit_bis: time })} />
    </div>
  )
}

/** When, who drives, and what the driver is to know. */
export const PlanFields = ({ form }: { form: FormState<PlanValues> }) => (
  <>
    <WhenFields values={form.values} set={form.set} />
    <TextField label="Hinweis für den Fahrer" lines={2} maxLength={2000} {...form.field("hinweis")} />
  </>
)
