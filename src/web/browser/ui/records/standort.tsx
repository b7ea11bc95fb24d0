import { Choice } from "../fields/field.tsx"
import type { FormState } from "../forms/form.tsx"
import type { Item } from "../state/list.ts"
import { useGet } from "../state/query.ts"
import { address } from "../values/format.ts"

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

type Props = {
  form: Pick<FormState<{ standort_id: string | null }>, "values" | "set" | "field">
  /** Empty: of nobody yet. */
  kunde_id: string
}

/** At which of the customer's Standorte; not asked if there is none. */
export function StandortField({ form: { values, set, field }, kunde_id }: Props) {
  const { standort_id } = values
  const { items, wordsOf } = useStandorte(kunde_id)
  // One that was chosen when it was still active is kept.
  const offered = items.filter(({ id, aktiv }) => aktiv === 1 || id === standort_id)
  if (offered.length === 0) return null
  return (
    <Choice
      {...field("standort_id")}
      label="Standort"
      value={standort_id ?? OWN}
      onChange={(id) => set({ standort_id: id === OWN ? null : id })}
      options={[
        { id: OWN, label: wordsOf(null) },
        ...offered.map((one) => ({ id: one.id, label: inWords(one) })),
      ]}
    />
  )
}
