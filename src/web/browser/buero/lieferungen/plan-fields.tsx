import { planfelder } from "../../../../lib/felder/lieferung.ts"
import { NOBODY, useDrivers } from "../../ui/state/drivers.ts"
import { Choice, DateField, TextField, TimeField } from "../../ui/fields/field.tsx"
import { today } from "../../ui/values/format.ts"
import type { FormState } from "../../ui/forms/form.tsx"
import { labels, type PlanValues } from "./plan.ts"

type WhenValues = Pick<PlanValues, "datum" | "fahrer_id" | "zeit_von" | "zeit_bis">

type WhenProps = { form: Pick<FormState<WhenValues>, "values" | "set" | "field">; autoFocus?: boolean }

/** When, and who drives. */
export function WhenFields({ form: { values, set, field }, autoFocus }: WhenProps) {
  const { fahrer_id } = values
  const { drivers, nameOf } = useDrivers()
  // Somebody who has left may still stand in an old plan.
  const isKnown = fahrer_id === NOBODY || drivers.some(({ id }) => id === fahrer_id)
  const left = isKnown ? [] : [{ id: fahrer_id, name: nameOf(fahrer_id) || "…" }]
  const options = [{ id: NOBODY, name: "Ohne Fahrer" }, ...left, ...drivers]
  return (
    <div className="when">
      <DateField
        label={labels.datum}
        {...field("datum")}
        onChange={(day) => day && set({ datum: day })}
        hint={values.datum < today() && <strong role="status">Dieser Tag ist schon vorbei</strong>}
        isRequired
        autoFocus={autoFocus}
      />
      <Choice
        label={labels.fahrer_id}
        {...field("fahrer_id")}
        options={options.map(({ id, name }) => ({ id, label: name }))}
      />
      <TimeField label={labels.zeit_von} {...field("zeit_von")} />
      <TimeField label={labels.zeit_bis} {...field("zeit_bis")} />
    </div>
  )
}

/** When, who drives, and what the driver is to know. */
export const PlanFields = ({ form }: { form: FormState<PlanValues> }) => (
  <>
    <WhenFields form={form} />
    <TextField
      {...form.field("hinweis")}
      label="Hinweis für den Fahrer"
      lines={2}
      maxLength={planfelder.hinweis.max}
    />
  </>
)
