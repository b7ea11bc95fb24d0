import { query } from "../../db/query.ts"
import { abrechnungen, datev_posten, protokoll } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import type { Meldung } from "./model.ts"
import type { Journalposten } from "./posten.ts"

const cancelled = query<{ nummer: string; kunde_id: string; exportiert_am: string }, { id: string }>`
  SELECT v.nummer, v.kunde_id, p.erstellt_am AS exportiert_am
  FROM ${abrechnungen} s CROSS JOIN ${abrechnungen} v ON v.id = s.storno_von
  CROSS JOIN ${datev_posten} p ON p.abrechnung_id = v.id
  WHERE s.id = :id LIMIT 1`

type Change = { tabelle: "kunden"; kunde_id: string; exportiert_am: string; feld: string }

/** The debtor's account follows from the customer's number where no other one is given. */
const changed = query<{ id: string }, Change>`
  SELECT l.id FROM ${protokoll} l
  WHERE l.tabelle = :tabelle AND l.datensatz_id = :kunde_id AND +l.erstellt_am > :exportiert_am
    AND json_extract(l.aenderungen, :feld) IS NOT NULL LIMIT 1`

/** @returns counter-documents that go to another account than what they cancel: an item stays open on the old one */
export function* listMovedStornos(tenant: TenantReader, all: readonly Journalposten[]): Generator<Meldung> {
  for (const { id, nummer, art, debitor, debitor_nr } of all) {
    const before = art === "storno" ? tenant.first(cancelled, { id }) : undefined
    if (!before || debitor === undefined) continue
    const { kunde_id, exportiert_am } = before
    const wasChanged = (field: string) =>
      tenant.first(changed, { tabelle: "kunden", kunde_id, exportiert_am, feld: `$.${field}` }) !== undefined
    if (!wasChanged("debitor_nr") && (debitor_nr !== null || !wasChanged("kundennummer"))) continue
    yield {
      abrechnung_id: id,
      nummer,
      meldung: `Das Debitorenkonto des Kunden wurde geändert, nachdem ${before.nummer} exportiert war: Ihr Storno geht auf das Konto ${debitor}. Bitte eines von beiden umbuchen`,
    }
  }
}
