import { query } from "../../db/query.ts"
import { abrechnungen, datev_posten, kunden, protokoll } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import type { Meldung } from "./model.ts"
import type { Journalposten } from "./posten.ts"

/** Accounts that changed after something was exported: an item stays open on the old one. */

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

/** @returns counter-documents that go to another account than what they cancel */
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

const movedSince = query<{ id: string }, { tabelle: Change["tabelle"]; ids: string }>`
  SELECT a.id FROM json_each(:ids) j CROSS JOIN ${abrechnungen} a ON a.id = j.value
  CROSS JOIN ${datev_posten} p ON p.abrechnung_id = a.id CROSS JOIN ${kunden} k ON k.id = a.kunde_id
  WHERE EXISTS (
    SELECT 1 FROM ${protokoll} l
    WHERE l.tabelle = :tabelle AND l.datensatz_id = a.kunde_id AND +l.erstellt_am > p.erstellt_am
      AND (json_extract(l.aenderungen, '$.debitor_nr') IS NOT NULL
        OR k.debitor_nr IS NULL AND json_extract(l.aenderungen, '$.kundennummer') IS NOT NULL)
  ) LIMIT 1000`

/** @returns customers whose settlements are exported again, to another account; each with one of these settlements */
export function* listMovedAgain(tenant: TenantReader, some: readonly Journalposten[]): Generator<Meldung> {
  const ids = JSON.stringify(some.flatMap(({ id, exportiert }) => (exportiert === 1 ? id : [])))
  const moved = new Set(tenant.all(movedSince, { tabelle: "kunden", ids }).map(({ id }) => id))
  const told = new Set<string>()
  for (const { id, nummer, kundennummer, name, debitor } of some) {
    if (!moved.has(id) || debitor === undefined || told.has(kundennummer)) continue
    told.add(kundennummer)
    yield {
      abrechnung_id: id,
      nummer,
      meldung: `Das Debitorenkonto des Kunden ${kundennummer} (${name}) wurde nach dem Export geändert: Die neue Datei bucht auf das Konto ${debitor}. Ist die frühere schon eingelesen, bitte dort umbuchen; sie steht unverändert unter „Bisher exportiert“`,
    }
  }
}
