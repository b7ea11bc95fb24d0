import { query } from "../../db/query.ts"
import { abrechnungen, datev_posten, protokoll } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { debitorOf, type Einstellungen } from "./einstellungen.ts"
import type { Meldung } from "./model.ts"
import type { Journalposten } from "./posten.ts"

/** Debtors' accounts that changed after something was exported: its item stays open on the old one. */

const cancelled = query<{ nummer: string; kunde_id: string; exportiert_am: string }, { id: string }>`
  SELECT v.nummer, v.kunde_id, p.erstellt_am AS exportiert_am
  FROM ${abrechnungen} s CROSS JOIN ${abrechnungen} v ON v.id = s.storno_von
  CROSS JOIN ${datev_posten} p ON p.abrechnung_id = v.id
  WHERE s.id = :id LIMIT 1`

type Change = {
  tabelle: "kunden" | "datev_einstellungen"
  datensatz_id: string
  exportiert_am: string
  feld: string
}

/** The first change of a field after something was exported: it tells what stood there then. */
const firstChange = query<{ vorher: string | number | null }, Change>`
  SELECT json_extract(l.aenderungen, :feld || '[0]') AS vorher FROM ${protokoll} l
  WHERE l.tabelle = :tabelle AND l.datensatz_id = :datensatz_id AND +l.erstellt_am > :exportiert_am
    AND json_extract(l.aenderungen, :feld) IS NOT NULL ORDER BY l.id LIMIT 1`

type Exported = { kunde_id: string; exportiert_am: string }

/** @returns whether a customer had another account than now when something was exported */
function isMoved(
  tenant: TenantReader,
  einstellungen: Einstellungen,
  { kundennummer, debitor_nr, debitor }: Journalposten,
  at: Exported,
): boolean {
  const { kunde_id: datensatz_id, exportiert_am } = at
  const first = (field: string) =>
    tenant.first(firstChange, { tabelle: "kunden", datensatz_id, exportiert_am, feld: `$.${field}` })
  const [nr, nummer] = [first("debitor_nr"), first("kundennummer")]
  const then = {
    debitor_nr: nr ? (nr.vorher as number | null) : debitor_nr,
    kundennummer: String(nummer?.vorher ?? kundennummer),
  }
  return debitorOf(einstellungen, then) !== debitor
}

/** @returns a message for each counter-document that goes to another account than what it cancels */
export function* listMovedStornos(
  tenant: TenantReader,
  einstellungen: Einstellungen,
  all: readonly Journalposten[],
): Generator<Meldung> {
  for (const one of all) {
    const { id, nummer, art, debitor } = one
    const before = art === "storno" ? tenant.first(cancelled, { id }) : undefined
    if (!before || debitor === undefined || !isMoved(tenant, einstellungen, one, before)) continue
    yield {
      abrechnung_id: id,
      nummer,
      meldung: `Das Debitorenkonto des Kunden wurde geändert, nachdem ${before.nummer} exportiert war: Ihr Storno geht auf das Konto ${debitor}. Bitte eines von beiden umbuchen`,
    }
  }
}

const changedSince = query<Exported & { id: string }, { tabelle: Change["tabelle"]; ids: string }>`
  SELECT a.id, a.kunde_id, p.erstellt_am AS exportiert_am
  FROM json_each(:ids) j CROSS JOIN ${abrechnungen} a ON a.id = j.value
  CROSS JOIN ${datev_posten} p ON p.abrechnung_id = a.id
  WHERE EXISTS (
    SELECT 1 FROM ${protokoll} l
    WHERE l.tabelle = :tabelle AND l.datensatz_id = a.kunde_id AND +l.erstellt_am > p.erstellt_am
      AND (json_extract(l.aenderungen, '$.debitor_nr') IS NOT NULL
        OR json_extract(l.aenderungen, '$.kundennummer') IS NOT NULL)
  ) LIMIT 1000`

/** @returns a message for each customer whose settlements are exported again, to another account than before */
export function* listMovedAgain(
  tenant: TenantReader,
  einstellungen: Einstellungen,
  some: readonly Journalposten[],
): Generator<Meldung> {
  const ids = JSON.stringify(some.flatMap(({ id, exportiert }) => (exportiert === 1 ? id : [])))
  const changed = new Map(tenant.all(changedSince, { tabelle: "kunden", ids }).map((one) => [one.id, one]))
  const told = new Set<string>()
  for (const one of some) {
    const { id, nummer, kundennummer, name, debitor } = one
    const at = changed.get(id)
    if (!at || debitor === undefined || told.has(kundennummer)) continue
    if (!isMoved(tenant, einstellungen, one, at)) continue
    told.add(kundennummer)
    yield {
      abrechnung_id: id,
      nummer,
      meldung: `Das Debitorenkonto des Kunden ${kundennummer} (${name}) wurde nach dem Export geändert: Die neue Datei bucht auf das Konto ${debitor}. Ist die frühere schon eingelesen, bitte dort umbuchen; sie steht unverändert unter „Bisher exportiert“`,
    }
  }
}

const lastExport = query<{ exportiert_am: string }>`
  SELECT p.erstellt_am AS exportiert_am FROM ${datev_posten} p ORDER BY p.beleg_id DESC LIMIT 1`

const firstExport = query<{ exportiert_am: string }, { ids: string }>`
  SELECT p.erstellt_am AS exportiert_am FROM json_each(:ids) j
  CROSS JOIN ${datev_posten} p ON p.abrechnung_id = j.value ORDER BY p.beleg_id LIMIT 1`

/**
 * @param posten of the next file
 * @returns one message where customers have other accounts than in earlier files, as the company has changed how it
 *   numbers them
 */
export function* listRenumbered(
  tenant: TenantReader,
  einstellungen: Einstellungen,
  posten: readonly Journalposten[],
): Generator<Meldung> {
  const ids = JSON.stringify(posten.flatMap(({ id, exportiert }) => (exportiert === 1 ? id : [])))
  const at = tenant.first(firstExport, { ids }) ?? tenant.first(lastExport, {})
  if (!at) return
  const then = (feld: "debitor_basis" | "kontenlaenge"): number => {
    const change = {
      tabelle: "datev_einstellungen",
      datensatz_id: tenant.id,
      ...at,
      feld: `$.${feld}`,
    } as const
    return (tenant.first(firstChange, change)?.vorher as number | undefined) ?? einstellungen[feld]
  }
  const before = {
    ...einstellungen,
    debitor_basis: then("debitor_basis"),
    kontenlaenge: then("kontenlaenge"),
  }
  const moved = posten.flatMap((one) => {
    const old = debitorOf(before, one)
    return old === one.debitor || old === undefined || one.debitor === undefined ? [] : { ...one, old }
  })
  const [first] = moved
  if (!first) return
  const { kundennummer, name, old, debitor } = first
  yield {
    abrechnung_id: null,
    nummer: null,
    meldung: `Seit einem früheren Export beginnen die Debitorenkonten bei einer anderen Nummer: Der Kunde ${kundennummer} (${name}) hat jetzt das Konto ${debitor}, dort ${old}${describeOthers(new Set(moved.map((one) => one.kundennummer)).size - 1)}. Was aus früheren Dateien offen ist, steht weiter auf dem alten Konto: bitte mit dem Steuerberater klären`,
  }
}

const describeOthers = (others: number): string => {
  if (others === 0) return ""
  return others === 1 ? ", und ein weiterer Kunde ebenso" : `, und ${others} weitere Kunden ebenso`
}
