import { query } from "../../db/query.ts"
import { abrechnungen, abrechnungssteuern, datev_posten, kunden, tenants } from "../../db/schema.ts"
import type { Row, TenantDb } from "../../db/tenant-db.ts"
import { formatDatum } from "../../lib/format.ts"
import { conflict } from "../../lib/refusal.ts"
import { DATEV_ZEILEN, type Datevbuchung, datevFile, datevFilename } from "../../print/export/datev.ts"
import { journalCsv } from "../../print/export/journal.ts"
import { type Beleg, keepBeleg } from "../belege/ablage.ts"
import type { Actor } from "../session.ts"
import { debitorOf, type Einstellungen, getEinstellungen, kontoOf } from "./einstellungen.ts"

type Zeile = Pick<
  Row<typeof abrechnungen>,
  "id" | "nummer" | "art" | "datum" | "von" | "bis" | "erstellt_am" | "netto_cent" | "ust_cent"
> & { kundennummer: string; name: string; debitor_nr: number | null; exportiert: 0 | 1 }

type Steuer = Pick<
  Row<typeof abrechnungssteuern>,
  "abrechnung_id" | "klasse" | "satz" | "netto_cent" | "ust_cent"
>

const imMonat = query<Zeile, { von: string; bis: string }>`
  SELECT a.id, a.nummer, a.art, a.datum, a.von, a.bis, a.erstellt_am, a.netto_cent, a.ust_cent,
    k.kundennummer, k.name, k.debitor_nr,
    EXISTS (SELECT 1 FROM ${datev_posten} p WHERE p.abrechnung_id = a.id) AS exportiert
  FROM ${abrechnungen} a CROSS JOIN ${kunden} k ON k.id = a.kunde_id
  WHERE a.datum >= :von AND a.datum <= :bis ORDER BY a.datum, a.nummer`

const steuernImMonat = query<Steuer, { von: string; bis: string }>`
  SELECT s.abrechnung_id, s.klasse, s.satz, s.netto_cent, s.ust_cent
  FROM ${abrechnungen} a CROSS JOIN ${abrechnungssteuern} s ON s.abrechnung_id = a.id
  WHERE a.datum >= :von AND a.datum <= :bis ORDER BY a.datum, a.nummer, s.position`

/** A settlement with its taxes, as it is in the books of a month. */
export type Posten = Zeile & { steuern: Steuer[]; debitor: number | undefined }

/** @param monat `YYYY-MM` @returns its first and last day */
export function daysOf(monat: string): { von: string; bis: string } {
  const [jahr, nummer] = monat.split("-").map(Number) as [number, number]
  return { von: `${monat}-01`, bis: new Date(Date.UTC(jahr, nummer, 0)).toISOString().slice(0, 10) }
}

/** @returns the settlements and counter-documents that were made out in a month, by day and number */
export function listPosten(tenant: TenantDb, monat: string, einstellungen: Einstellungen): Posten[] {
  const tage = daysOf(monat)
  const steuern = Map.groupBy(tenant.all(steuernImMonat, tage), ({ abrechnung_id }) => abrechnung_id)
  return tenant.all(imMonat, tage).map((zeile) => ({
    ...zeile,
    steuern: steuern.get(zeile.id) ?? [],
    debitor: debitorOf(einstellungen, zeile),
  }))
}

type Hindernis = { abrechnung_id: string | null; nummer: string | null; meldung: string }

export type Pruefung = {
  monat: string
  abrechnungen: number
  schon_exportiert: number
  buchungen: number
  brutto_cent: number
  hindernisse: Hindernis[]
}

type Vorbereitet = {
  pruefung: Pruefung
  posten: Posten[]
  zeilen: Datevbuchung[]
  einstellungen: Einstellungen
}

/** What a file would hold, and everything that stands in its way: nothing is left out without a word. */
function prepare(tenant: TenantDb, monat: string, wiederholen: boolean): Vorbereitet {
  const einstellungen = getEinstellungen(tenant)
  const alle = listPosten(tenant, monat, einstellungen)
  const posten = wiederholen ? alle : alle.filter(({ exportiert }) => exportiert === 0)
  const hindernisse: Hindernis[] = []
  const missing = (meldung: string) => hindernisse.push({ abrechnung_id: null, nummer: null, meldung })
  if (einstellungen.berater === null) missing("In den DATEV-Einstellungen fehlt die Beraternummer")
  if (einstellungen.mandant === null) missing("In den DATEV-Einstellungen fehlt die Mandantennummer")
  for (const { id, nummer, debitor, kundennummer, name } of posten) {
    if (debitor !== undefined) continue
    const meldung = `Der Kunde ${kundennummer} (${name}) hat kein Debitorenkonto mit ${einstellungen.kontenlaenge + 1} Stellen`
    hindernisse.push({ abrechnung_id: id, nummer, meldung })
  }
  const zeilen = posten.flatMap((one) => buchungenOf(einstellungen, one))
  if (zeilen.length > DATEV_ZEILEN) missing(`Mehr als ${DATEV_ZEILEN} Buchungen passen nicht in eine Datei`)
  const brutto_cent = zeilen.reduce((sum, { umsatz_cent }) => sum + umsatz_cent, 0)
  const schon_exportiert = alle.filter(({ exportiert }) => exportiert === 1).length
  const pruefung = {
    monat,
    abrechnungen: posten.length,
    schon_exportiert,
    buchungen: zeilen.length,
    brutto_cent,
    hindernisse,
  }
  return { pruefung, posten, zeilen, einstellungen }
}

/** One line for each account; what comes to nothing books nothing. */
function buchungenOf(einstellungen: Einstellungen, posten: Posten): Datevbuchung[] {
  const { steuern, debitor = 0, nummer, art, datum, bis, name } = posten
  return steuern.flatMap(({ klasse, satz, netto_cent, ust_cent }) => {
    const umsatz_cent = netto_cent + ust_cent
    if (umsatz_cent === 0) return []
    const { konto, bu_schluessel } = kontoOf(einstellungen, klasse, satz)
    const was = `${art === "storno" ? "Storno " : ""}Pfand${satz === null ? "" : ` ${satz} %`} ${name}`
    return {
      umsatz_cent,
      konto: debitor,
      gegenkonto: konto,
      bu_schluessel,
      belegdatum: datum,
      belegfeld1: nummer,
      belegfeld2: "",
      buchungstext: was,
      leistungsdatum: bis,
    }
  })
}

/** @returns what a file of that month would hold, and what stands in its way */
export const checkExport = (tenant: TenantDb, monat: string, wiederholen = false): Pruefung =>
  prepare(tenant, monat, wiederholen).pruefung

/**
 * Makes the file for a month and keeps it. A settlement goes out once, unless that is asked for again.
 *
 * @returns the kept file
 * @throws Refusal conflict when something stands in the way, or nothing is left to export
 */
export function createExport(
  tenant: TenantDb,
  actor: Actor,
  { monat, wiederholen = false }: { monat: string; wiederholen?: boolean },
  quota: number,
): Beleg {
  const { pruefung, posten, zeilen, einstellungen } = prepare(tenant, monat, wiederholen)
  const { berater, mandant } = einstellungen
  const [erstes] = pruefung.hindernisse
  if (erstes || berater === null || mandant === null) {
    const weitere = pruefung.hindernisse.length - 1
    throw conflict(`${erstes?.meldung}${weitere > 0 ? `; und ${weitere} weitere Hindernisse` : ""}`)
  }
  if (posten.length === 0) throw conflict("In diesem Monat ist nichts (mehr) zu exportieren")
  const { von, bis } = daysOf(monat)
  const stapel = {
    berater,
    mandant,
    wj_beginn: wirtschaftsjahr(einstellungen.wj_beginn, von),
    kontenlaenge: einstellungen.kontenlaenge,
    von,
    bis,
    bezeichnung: `Pfand ${monat.slice(5)}/${monat.slice(0, 4)}`,
    skr: einstellungen.skr,
    festschreibung: einstellungen.festschreibung === 1,
    // Not of this moment: the same settlements make the same file.
    erzeugt_am: posten.reduce((max, { erstellt_am }) => (erstellt_am > max ? erstellt_am : max), ""),
    zeitzone: tenant.get(tenants, tenant.id).zeitzone,
  }
  const beleg = keepBeleg(
    tenant,
    actor,
    {
      art: "datev",
      titel: `DATEV-Buchungsstapel ${formatDatum(von)} bis ${formatDatum(bis)}`,
      dateiname: datevFilename(stapel),
      typ: "text/csv",
      von,
      bis,
      saldo_cent: pruefung.brutto_cent,
      daten: datevFile(stapel, zeilen),
    },
    quota,
  )
  for (const { id, exportiert } of posten)
    if (exportiert === 0) tenant.insert(datev_posten, { beleg_id: beleg.id, abrechnung_id: id })
  return beleg
}

/** @returns the day on which the fiscal year of that day began */
function wirtschaftsjahr(beginn: string, tag: string): string {
  const jahr = Number(tag.slice(0, 4))
  return beginn <= tag.slice(5) ? `${jahr}-${beginn}` : `${jahr - 1}-${beginn}`
}

const WOFUER = {
  warenumschliessung: "Pfand Warenumschließung",
  transporthilfsmittel: "Transporthilfsmittel",
  geraetepfand: "Gerätepfand",
  kaution: "Kaution",
}

/** @returns the settlements of a month as a table, for everybody without DATEV */
export function writeJournal(tenant: TenantDb, monat: string): string {
  const einstellungen = getEinstellungen(tenant)
  return journalCsv(
    listPosten(tenant, monat, einstellungen).flatMap(({ steuern, art, ...posten }) =>
      steuern.map(({ klasse, satz, netto_cent, ust_cent }) => ({
        ...posten,
        storno: art === "storno",
        wofuer: WOFUER[klasse],
        konto: kontoOf(einstellungen, klasse, satz).konto,
        satz,
        netto_cent,
        ust_cent,
      })),
    ),
  )
}
