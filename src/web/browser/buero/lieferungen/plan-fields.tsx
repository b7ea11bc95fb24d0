import { planfelder } from "../../../../lib/felder/lieferung.ts"
import { Choice, PrintedField } from "../../ui/fields/field.tsx"
import type { FormState } from "../../ui/forms/form.tsx"
import { labels, WhenFields } from "../../ui/records/when-fields.tsx"
import type { Item } from "../../ui/state/list.ts"
import { useGet } from "../../ui/state/query.ts"
import { address } from "../../ui/values/format.ts"
import type { PlanValues } from "./plan.ts"

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

/** The customer's own address. */
const OWN = "kunde"
const MOST = 200

const inWords = (standort: Item<"/api/standorte">): string =>
  [standort.name, address(standort)].filter(Boolean).join(", ") + (standort.aktiv === 0 ? " (inaktiv)" : "")

/** @returns the customer's Standorte, and a function that puts one of them into words */
export function useStandorte(kunde_id: string) {
  const query = { kunde_id, limit: MOST }
  const { data } = useGet("/api/standorte", { query }, { enabled: kunde_id !== "", watch: true })
  const items = data?.items ?? []
  const find = (id: string | null) => items.find((one) => one.id === id)
  return {
    items,
    wordsOf: (id: string | null): string => {
      const standort = find(id)
      return standort ? inWords(standort) : id ? "…" : "Anschrift des Kunden"
    },
  }
}

type Props = { form: Pick<FormState<PlanValues>, "values" | "set" | "field"> }

/** Where it goes; not asked if the customer has no Standort. */
function StandortField({ form: { values, set, field } }: Props) {
  const { kunde_id, standort_id } = values
  const { items, wordsOf } = useStandorte(kunde_id)
  // An inactive one may still be part of an old plan.
  const offered = items.filter(({ id, aktiv }) => aktiv === 1 || id === standort_id)
  if (offered.length === 0) return null
  return (
    <Choice
      {...field("standort_id")}
      label={labels.standort_id}
      value={standort_id ?? OWN}
      onChange={(id) => set({ standort_id: id === OWN ? null : id })}
      options={[
        { id: OWN, label: wordsOf(null) },
        ...offered.map((one) => ({ id: one.id, label: inWords(one) })),
      ]}
    />
  )
}
