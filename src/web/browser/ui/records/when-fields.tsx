import { planfelder } from "../../../../lib/felder/lieferung.ts"
import { faultBefore } from "../api/fault.ts"
import { DriverChoice } from "../fields/driver-choice.tsx"
import { DateField, TimeField } from "../fields/field.tsx"
import { formOf } from "../forms/form-of.ts"
import type { FormState } from "../forms/form.tsx"
import { shifted, today } from "../values/format.ts"

export type WhenValues = {
  datum: string
  /** `NOBODY` without one. */
  fahrer_id: string
  zeit_von: string | null
  zeit_bis: string | null
}

/** Names of a delivery's fields. */
export const labels = { ...formOf(planfelder).labels, zeit_bis: "bis", lines: "Positionen" }

export const isPast = (datum: string): boolean => datum !== "" && datum < today()
/** Days ahead beyond which a delivery's day is taken for a slip: somebody planned for 2126. */
const USUAL = 366

/** @returns what is strange about a delivery's day; undefined if nothing is */
export function remarkOnDay(datum: string): string | undefined {
  if (isPast(datum)) return "Dieser Tag ist schon vorbei"
  return datum > shifted(today(), USUAL) ? "Dieser Tag ist erst in mehr als einem Jahr" : undefined
}

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
  const remark = remarkOnDay(values.datum)
  return (
    <div className="when">
      <DateField
        label={labels.datum}
        {...field("datum")}
        onChange={(day) => day && set({ datum: day })}
        hint={remark && <strong role="status">{remark}</strong>}
        isRequired
        autoFocus={autoFocus}
      />
      <DriverChoice label={labels.fahrer_id} {...field("fahrer_id")} />
      <TimeField label={labels.zeit_von} {...field("zeit_von")} />
      <TimeField label={labels.zeit_bis} {...field("zeit_bis")} />
    </div>
  )
}
