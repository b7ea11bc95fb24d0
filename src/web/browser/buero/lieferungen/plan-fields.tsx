import { planfelder } from "../../../../lib/felder/lieferung.ts"
import { PrintedField } from "../../ui/fields/field.tsx"
import type { FormState } from "../../ui/forms/form.tsx"
import { StandortField } from "../../ui/records/standort.tsx"
import { WhenFields } from "../../ui/records/when-fields.tsx"
import type { PlanValues } from "./plan.ts"

/** When, who drives, and what the driver is to know. */
export const PlanFields = ({ form }: { form: FormState<PlanValues> }) => (
  <>
    <StandortField form={form} kunde_id={form.values.kunde_id} />
    <WhenFields form={form} />
    <PrintedField
      {...form.field("hinweis")}
      label="Hinweis für den Fahrer"
      lines={2}
      maxLength={planfelder.hinweis.max}
    />
  </>
)
