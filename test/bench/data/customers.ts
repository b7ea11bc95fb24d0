import type { Database } from "bun:sqlite"
import { derivedColumns } from "../../../src/api/kunden/rules.ts"
import { kundensuche } from "../../../src/lib/felder/search-text.ts"
import { inserter } from "./bulk.ts"
import { customerWords, seeded } from "./words.ts"

/** Three years of business end here. */
export const END = Date.parse("2026-06-30T16:00:00Z")
export const YEARS = 3 * 365 * 86_400_000

/** The number that the service would give first. */
const FIRST_NUMBER = 10_001

const COLUMNS =
  "tenant_id, id, kundennummer, nummer_wert, name, name_sort, name_ordnung, strasse, plz, ort, ort_sort, telefon, lieferzeit_von, lieferzeit_bis, anlieferungshinweis, abrechnung, erstellt_am, aktualisiert_am"

/**
 * Writes customers as the service stores them, each with its search text and its entry in the log.
 *
 * @returns their ids
 */
export function fillCustomers(db: Database, tenantId: string, count: number): string[] {
  const random = seeded(1)
  const kunde = inserter(db, "kunden", COLUMNS)
  const text = inserter(db, "kunden_suchtexte", "tenant_id, id, text, filter, erstellt_am, aktualisiert_am")
  const entry = inserter(
    db,
    "protokoll",
    "tenant_id, id, mitarbeiter_name, aktion, tabelle, datensatz_id, aenderungen, erstellt_am, aktualisiert_am",
  )
  return Array.from({ length: count }, (_, i) => {
    const time = END - YEARS + Math.floor((YEARS * i) / count)
    const now = new Date(time).toISOString()
    const id = Bun.randomUUIDv7("hex", time)
    const words = customerWords(i, random)
    const kundennummer = String(FIRST_NUMBER + i)
    const { name_sort, name_ordnung, ort_sort, nummer_wert } = derivedColumns({ ...words, kundennummer })
    const { name, strasse, plz, ort, telefon } = words
    kunde(
      tenantId,
      id,
      kundennummer,
      nummer_wert ?? null,
      name,
      name_sort ?? "",
      name_ordnung ?? "",
      strasse,
      plz,
      ort,
      ort_sort ?? "",
      telefon,
      "08:00",
      "15:00",
      "Hintereingang, bitte klingeln",
      // Settled by the month: completing a delivery is measured without a settlement, as the floor makes none.
      "monatlich",
      now,
      now,
    )
    const searched = kundensuche({ ...words, kundennummer, ort_sort: ort_sort ?? "", aktiv: 1 })
    text(tenantId, id, searched.text, searched.filter, now, now)
    const changes = JSON.stringify({ name: [null, name], kundennummer: [null, kundennummer] })
    entry(tenantId, Bun.randomUUIDv7("hex", time), "Anna", "kunden.angelegt", "kunden", id, changes, now, now)
    return id
  })
}
