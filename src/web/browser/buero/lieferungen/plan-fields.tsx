import { planfelder } from "../../../../lib/felder/lieferung.ts"
import { PrintedField } from "../../ui/fields/field.tsx"
import type { FormState } from "../../ui/forms/form.tsx"
import { WhenFields } from "../../ui/records/when-fields.tsx"
import type { PlanValues } from "./plan.ts"
import { StandortField } from "./standort.tsx"

/** When, who drives, and what the driver is to know. */
export const PlanFields = ({ form }: { form: FormState<PlanValues> }) => (
  <>
    <StandortField form={form} />
    <WhenFields form={form} />
    <PrintedField
      {...form.field("hinweis")}
      label="Hinweis für den Fahrer"
      lines={2}
      maxLength={planfelder.hinweis.max}
    />
  </>
)
