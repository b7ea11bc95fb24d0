import { planfelder } from "../../../../lib/felder/lieferung.ts"
import { faultBefore } from "../api/fault.ts"
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

export const PAST = "Dieser Tag ist schon vorbei"
export const isPast = (datum: string): boolean => datum !== "" && datum < today()
/** The fault of moving a delivery to a past day. */
export const FROM_TODAY = "Bitte einen Tag ab heute wählen"

/**
 * @param before the day that it is planned for now, which it may keep even if past
 * @throws ApiFault for any other past day
 */
export function requireToCome(datum: string, before?: string): void {
  if (isPast(datum) && datum !== before) throw faultBefore("datum", FROM_TODAY)
}

type WhenProps = { form: Pick<FormState<WhenValues>, "values" | "set" | "field">; autoFocus?: boolean }

/** When a delivery is to come, and who drives. */
export function WhenFields({ form: { values, set, field }, autoFocus }: WhenProps) {
  return (
    <div className="when">
      <DateField
        label={labels.datum}
        {...field("datum")}
        onChange={(day) => day && set({ datum: day })}
        hint={isPast(values.datum) && <strong role="status">{PAST}</strong>}
        isRequired
        autoFocus={autoFocus}
      />
      <DriverChoice label={labels.fahrer_id} {...field("fahrer_id")} />
      <TimeField label={labels.zeit_von} {...field("zeit_von")} />
      <TimeField label={labels.zeit_bis} {...field("zeit_bis")} />
    </div>
  )
}
