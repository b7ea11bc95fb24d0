import { planfelder } from "../../../../lib/felder/lieferung.ts"
import { DriverChoice } from "../../ui/fields/driver-choice.tsx"
import { DateField, TextField, TimeField } from "../../ui/fields/field.tsx"
import { today } from "../../ui/values/format.ts"
import type { FormState } from "../../ui/forms/form.tsx"
import { labels, type PlanValues } from "./plan.ts"
import { StandortField } from "./standort.tsx"

export type WhenValues = Pick<PlanValues, "datum" | "fahrer_id" | "zeit_von" | "zeit_bis">

type WhenProps = { form: Pick<FormState<WhenValues>, "values" | "set" | "field">; autoFocus?: boolean }

/** When, and who drives. */
export function WhenFields({ form: { values, set, field }, autoFocus }: WhenProps) {
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
      <DriverChoice label={labels.fahrer_id} {...field("fahrer_id")} />
      <TimeField label={labels.zeit_von} {...field("zeit_von")} />
      <TimeField label={labels.zeit_bis} {...field("zeit_bis")} />
    </div>
  )
}

/** When, who drives, and what the driver is to know. */
export const PlanFields = ({ form }: { form: FormState<PlanValues> }) => (
  <>
    <StandortField form={form} />
    <WhenFields form={form} />
    <TextField
      {...form.field("hinweis")}
      label="Hinweis für den Fahrer"
      lines={2}
      maxLength={planfelder.hinweis.max}
    />
  </>
)
