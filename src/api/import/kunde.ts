import { query } from "../../db/query.ts"
import { kunden } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { fold } from "../../lib/fold.ts"

export type Kopf = { id: string; kundennummer: string; name: string }

const byNumbers = query<Kopf, { werte: string }>`
  SELECT k.id, k.kundennummer, k.name FROM json_each(:werte) j CROSS JOIN ${kunden} k ON k.kundennummer = j.value`

const byNames = query<Kopf & { gesucht: string }, { werte: string }>`
  SELECT k.id, k.kundennummer, k.name, j.value AS gesucht
  FROM json_each(:werte) j CROSS JOIN ${kunden} k ON k.name_sort = j.value LIMIT 20000`

export const NO_KUNDE = "ist kein Kunde der Firma: weder eine Kundennummer noch ein Name, den nur einer hat"

/** @returns finds a customer by the number, or by a name that no other has */
export function kundenFinder(tenant: TenantDb, words: string[]): (word: string) => Kopf | undefined {
  const values = JSON.stringify([...new Set(words)])
  const byNumber = new Map(
    tenant.all(byNumbers, { werte: values }).map((kunde) => [kunde.kundennummer, kunde]),
  )
  const unnumbered = [...new Set(words.filter((word) => !byNumber.has(word)).map(fold))]
  const named = Map.groupBy(
    tenant.all(byNames, { werte: JSON.stringify(unnumbered) }),
    ({ gesucht }) => gesucht,
  )
  return (word) => {
    const found = named.get(fold(word)) ?? []
    return byNumber.get(word) ?? (found.length === 1 ? found[0] : undefined)
  }
}

/** Headings under which other programs name the customer of a row: of a number beside a name, the number is taken. */
export const kundenworte = [
  "Kundennummer",
  "Kunden-Nr.",
  "Kundennr",
  "KdNr",
  "Kd.-Nr.",
  "Kunde",
  "Kundenname",
  "Debitor",
  "Debitorennummer",
  "Standort",
  "Customer",
]
