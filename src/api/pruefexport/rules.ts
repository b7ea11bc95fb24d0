import { query } from "../../db/query.ts"
import {
  abrechnungen,
  abrechnungsbuchungen,
  abrechnungspositionen,
  abrechnungskoepfe,
  abrechnungssteuern,
  belege,
  geraete,
  kunden,
  pfandartikel,
  pfandbuchungen,
  pfandsalden,
  pfandverluste,
  protokoll,
  tenants,
} from "../../db/schema.ts"
import type { Query } from "../../db/query.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"
import { invalid } from "../../lib/refusal.ts"
import type { ZipFile } from "../../lib/zip.ts"
import { type Z3Tabelle, type Z3Wert, Z3_DTD, z3Heading, z3Index, z3Row } from "../../print/export/z3.ts"
import * as z3 from "../../print/export/z3-tabellen.ts"
import { readDatei } from "../belege/ablage.ts"
import { getFirma, listGebucht } from "../belege/kopf.ts"
import { ANFANG, type Buchung } from "../pfandbuchungen/kette.ts"
import { instants, localTime } from "../shared/time.ts"

/** A file of the archive; its parts are read when they are wanted. */
type Datei = Pick<ZipFile, "name" | "teile">

type Zeitraum = { von: string; bis: string }
type Zeile = Record<string, Z3Wert>
type Nach = { nach: string; limit: number }

/** Rows that are read at once: others' requests go between. */
const PAGE = 500

const buchungenNach = query<Buchung, { nr: number; limit: number }>`
  SELECT b.* FROM ${pfandbuchungen} b WHERE b.lfd_nr > :nr ORDER BY b.lfd_nr LIMIT :limit`
/** From the newest backwards: they are booked in the order of their numbers. */
const letzteVor = query<{ lfd_nr: number; hash: string }, { seit: string }>`
  SELECT b.lfd_nr, b.hash FROM ${pfandbuchungen} b WHERE b.gebucht_am < :seit ORDER BY b.lfd_nr DESC LIMIT 1`
const kontenNach = query<{ kunde_id: string }, Nach>`
  SELECT s.kunde_id FROM ${pfandsalden} s WHERE s.kunde_id > :nach ORDER BY s.kunde_id LIMIT :limit`
const abrechnungenNach = query<Row<typeof abrechnungen>, Nach>`
  SELECT a.* FROM ${abrechnungen} a WHERE a.id > :nach ORDER BY a.id LIMIT :limit`
const positionenVon = query<Row<typeof abrechnungspositionen>, { id: string }>`
  SELECT p.* FROM ${abrechnungspositionen} p WHERE p.abrechnung_id = :id ORDER BY p.position`
const steuernVon = query<Row<typeof abrechnungssteuern>, { id: string }>`
  SELECT s.* FROM ${abrechnungssteuern} s WHERE s.abrechnung_id = :id ORDER BY s.position`
const buchungenVon = query<Row<typeof abrechnungsbuchungen>, { id: string }>`
  SELECT b.* FROM ${abrechnungsbuchungen} b WHERE b.abrechnung_id = :id ORDER BY b.buchung_id`
const verlusteNach = query<Row<typeof pfandverluste>, Nach>`
  SELECT v.* FROM ${pfandverluste} v WHERE v.id > :nach ORDER BY v.id LIMIT :limit`
const kundenNach = query<Row<typeof kunden>, Nach>`
  SELECT k.* FROM ${kunden} k WHERE k.id > :nach ORDER BY k.id LIMIT :limit`
const artikelNach = query<Row<typeof pfandartikel>, Nach>`
  SELECT a.* FROM ${pfandartikel} a WHERE a.id > :nach ORDER BY a.id LIMIT :limit`
const geraeteNach = query<Row<typeof geraete>, Nach>`
  SELECT g.* FROM ${geraete} g WHERE g.id > :nach ORDER BY g.id LIMIT :limit`
const protokollNach = query<Row<typeof protokoll>, Nach>`
  SELECT p.* FROM ${protokoll} p WHERE p.id > :nach ORDER BY p.id LIMIT :limit`
const belegeNach = query<Row<typeof belege>, Nach>`
  SELECT b.* FROM ${belege} b WHERE b.id > :nach ORDER BY b.id LIMIT :limit`

/** Reads all rows, a page at a time, in the order of their ids. */
function* pages<R extends { id: string }>(tenant: TenantReader, of: Query<R, Nach>): Generator<R[]> {
  for (let nach = ""; ;) {
    const page = tenant.all(of, { nach, limit: PAGE })
    const last = page.at(-1)
    if (!last) return
    yield page
    nach = last.id
  }
}

/** Bytes of a document that are packed at once; compressing takes longer than reading. */
const SLICE = 128 * 1024

const encoder = new TextEncoder()

function* table(tabelle: Z3Tabelle, pagesOf: Iterable<Zeile[]>): Generator<Datei> {
  yield { name: tabelle.datei, teile: lines(tabelle, pagesOf) }
}

function* lines(tabelle: Z3Tabelle, pagesOf: Iterable<Zeile[]>): Generator<Uint8Array> {
  yield encoder.encode(z3Heading(tabelle))
  for (const page of pagesOf) yield encoder.encode(page.map((zeile) => z3Row(tabelle, zeile)).join(""))
}

function* slices(parts: Iterable<Uint8Array>): Generator<Uint8Array> {
  for (const part of parts)
    for (let at = 0; at < part.length; at += SLICE) yield part.subarray(at, at + SLICE)
}

/**
 * The auditor's data (Z3): the ledger of a period with its hash chain, balances, settlements, master data, the log, and
 * all kept documents, even locked ones.
 *
 * @returns the files of the archive, read as they are wanted
 * @throws Refusal invalid for a period that is none, or not over
 */
export function exportForAuditor(tenant: TenantReader, zeitraum: Zeitraum): Generator<Datei> {
  const { von, bis } = zeitraum
  if (von > bis) throw invalid("von", "liegt nach dem Ende des Zeitraums", "query")
  if (bis > localTime(tenant).datum) throw invalid("bis", "liegt in der Zukunft", "query")
  const { seit = "", vor = "" } = instants(tenant, zeitraum)
  const within = ({ erstellt_am }: { erstellt_am: string }) => erstellt_am >= seit && erstellt_am < vor
  return (function* () {
    const text = (name: string, inhalt: string): Datei => ({ name, teile: [encoder.encode(inhalt)] })
    yield text("index.xml", z3Index(getFirma(tenant), zeitraum, z3.Z3_TABELLEN))
    yield text("gdpdu-01-09-2004.dtd", Z3_DTD)
    yield text("HASHKETTE.txt", z3.HASHKETTE)
    yield text("hashkette.py", z3.HASHKETTE_PY)
    yield* table(z3.BUCHUNGEN, ledger(tenant, seit, vor))
    yield* table(z3.SALDEN, balances(tenant, vor))
    yield* settlements(tenant, zeitraum)
    yield* table(
      z3.VERLUSTE,
      filtered(pages(tenant, verlusteNach), within, ({ id, ...row }) => ({ ...row, vorgang_id: id })),
    )
    yield* table(z3.KUNDEN, pages(tenant, kundenNach))
    yield* table(
      z3.ARTIKELLISTE,
      mapped(pages(tenant, artikelNach), (artikel) => ({ ...artikel, pfand: artikel.pfand_cent })),
    )
    yield* table(
      z3.GERAETELISTE,
      mapped(pages(tenant, geraeteNach), (geraet) => ({ ...geraet, pfand: geraet.pfand_cent })),
    )
    yield* table(z3.PROTOKOLL, filtered(pages(tenant, protokollNach), within))
    yield* documents(tenant, within)
  })()
}

function* mapped<R>(pagesOf: Iterable<R[]>, map: (row: R) => Zeile): Generator<Zeile[]> {
  for (const page of pagesOf) yield page.map(map)
}

function* filtered<R extends Zeile>(
  pagesOf: Iterable<R[]>,
  keep: (row: R) => boolean,
  map: (row: R) => Zeile = (row) => row,
): Generator<Zeile[]> {
  for (const page of pagesOf) yield page.filter(keep).map(map)
}

/** Bookings stand in the order of their making: those of a period are one piece of the chain. */
function* ledger(tenant: TenantReader, seit: string, vor: string): Generator<Zeile[]> {
  const { steuer_nach_nr } = tenant.get(tenants, tenant.id)
  let { lfd_nr: nr, hash: previous } = tenant.first(letzteVor, { seit }) ?? { lfd_nr: 0, hash: ANFANG }
  for (;;) {
    const page = tenant.all(buchungenNach, { nr, limit: PAGE })
    const rows = page.filter(({ gebucht_am }) => gebucht_am < vor)
    yield rows.map((buchung) => {
      const hash_form = buchung.lfd_nr > steuer_nach_nr ? 2 : 1
      const row = { ...buchung, hash_form, hash_davor: previous }
      previous = buchung.hash
      return row
    })
    if (rows.length < PAGE) return
    nr = rows.at(-1)?.lfd_nr ?? nr
  }
}

function* balances(tenant: TenantReader, vor: string): Generator<Zeile[]> {
  const bis = new Date(Date.parse(vor) - 1).toISOString()
  for (let nach = ""; ;) {
    const page = tenant.all(kontenNach, { nach, limit: 50 })
    const last = page.at(-1)
    if (!last) return
    yield page.flatMap(({ kunde_id }) =>
      listGebucht(tenant, kunde_id, bis).map(({ nummer, bezeichnung, menge, wert_cent }) => ({
        kunde_id,
        nummer,
        bezeichnung,
        menge,
        wert: wert_cent,
      })),
    )
    nach = last.kunde_id
  }
}

function* settlements(tenant: TenantReader, { von, bis }: Zeitraum): Generator<Datei> {
  const inPeriod = function* () {
    for (const page of pages(tenant, abrechnungenNach))
      yield page.filter(({ datum }) => datum >= von && datum <= bis)
  }
  const each = (of: (id: string) => Zeile[]) => mappedFlat(inPeriod(), ({ id }) => of(id))
  yield* table(
    z3.ABRECHNUNGEN,
    mapped(inPeriod(), (one) => ({
      ...one,
      anfang: one.anfang_cent,
      summe: one.summe_cent,
      netto: one.netto_cent,
      ust: one.ust_cent,
      // Also of those who were erased: this export is for the auditor.
      empfaenger: tenant.find(abrechnungskoepfe, one.id)?.an ?? null,
    })),
  )
  yield* table(
    z3.POSITIONEN,
    each((id) =>
      tenant
        .all(positionenVon, { id })
        .map((one) => ({ ...one, betrag: one.betrag_cent, summe: one.summe_cent })),
    ),
  )
  yield* table(
    z3.STEUERN,
    each((id) =>
      tenant.all(steuernVon, { id }).map((one) => ({ ...one, netto: one.netto_cent, ust: one.ust_cent })),
    ),
  )
  yield* table(
    z3.ZUORDNUNG,
    each((id) => tenant.all(buchungenVon, { id })),
  )
}

function* mappedFlat<R>(pagesOf: Iterable<R[]>, map: (row: R) => Zeile[]): Generator<Zeile[]> {
  for (const page of pagesOf) yield page.flatMap(map)
}

type Belegzeile = Row<typeof belege>
const fileOf = ({ id, dateiname }: Belegzeile): string => `belege/${id}-${dateiname}`

function* documents(tenant: TenantReader, within: (beleg: Belegzeile) => boolean): Generator<Datei> {
  const kept = function* () {
    for (const page of pages(tenant, belegeNach)) yield page.filter(within)
  }
  yield* table(
    z3.BELEGE,
    mapped(kept(), (beleg) => ({ ...beleg, datei: fileOf(beleg) })),
  )
  for (const page of kept())
    for (const beleg of page) yield { name: fileOf(beleg), teile: slices(readDatei(tenant, beleg)) }
}
