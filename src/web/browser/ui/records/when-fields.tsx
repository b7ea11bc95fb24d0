import { planfelder } from "../../../../lib/felder/lieferung.ts"
import { DriverChoice } from "../fields/driver-choice.tsx"
import { DateField, TimeField } from "../fields/field.tsx"
import { formOf } from "../forms/form-of.ts"
import type { FormState } from "../forms/form.tsx"
import { today } from "../values/format.ts"

export type WhenValues = {
  datum: string
  /** `NOBODY` without one. */
  fahrer_id: string
  zeit_von: string | null
  zeit_bis: string | null
}

/** Names of a delivery's fields. */
export const labels = { ...formOf(planfelder).labels, zeit_bis: "bis", lines: "Positionen" }

type WhenProps = { form: Pick<FormState<WhenValues>, "values" | "set" | "field">; autoFocus?: boolean }

/** When a delivery is to come, and who drives. */
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
