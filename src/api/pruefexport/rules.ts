import { query, type TenantTable } from "../../db/query.ts"
import {
  abrechnungen,
  abrechnungsbuchungen,
  abrechnungsverschiebungen,
  abrechnungskoepfe,
  anfangsvorgaenge,
  belege,
  pfandbuchungen,
  pfandsalden,
  pfandumbewertungen,
  pfandverluste,
  protokoll,
  tenants,
} from "../../db/schema.ts"
import { tableNamed } from "../../db/tables.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"
import { invalid } from "../../lib/refusal.ts"
import type { ZipFile } from "../../lib/zip.ts"
import { HASHKETTE, HASHKETTE_PY } from "../../print/export/hashkette.ts"
import { type Z3Table, type Z3Value, Z3_DTD, z3Heading, z3Index, z3Row } from "../../print/export/z3.ts"
import { z3Stammdaten, z3Tables } from "../../print/export/z3-tabellen.ts"
import { positionenOf, steuernOf } from "../abrechnungen/read.ts"
import { readPieces } from "../belege/ablage.ts"
import { bookedUntil } from "../belege/bestand.ts"
import { getFirma } from "../belege/kopf.ts"
import { everyRow, pagesById } from "../export/every-row.ts"
import { START, type Buchung, hashForm } from "../pfandbuchungen/chain.ts"
import { ROWS_AT_ONCE } from "../shared/page.ts"
import { instants, localTime } from "../shared/time.ts"

/** A file of the archive; its parts are read when they are wanted. */
type File = Pick<ZipFile, "name" | "pieces">

type Period = { von: string; bis: string }
type Z3Zeile = Record<string, Z3Value>
/** A Vorgang that has a row in a table of its own, as losses, revaluations and opening balances do. */
type Marked = Row<typeof anfangsvorgaenge>

const buchungenAfter = query<Buchung, { nr: number; limit: number }>`
  SELECT b.* FROM ${pfandbuchungen} b WHERE b.lfd_nr > :nr ORDER BY b.lfd_nr LIMIT :limit`
/** Searches from the newest backwards, as bookings are booked in the order of their numbers. */
const lastBefore = query<{ lfd_nr: number; hash: string }, { seit: string }>`
  SELECT b.lfd_nr, b.hash FROM ${pfandbuchungen} b WHERE b.gebucht_am < :seit ORDER BY b.lfd_nr DESC LIMIT 1`
const kontenAfter = query<{ id: string }, { nach: string; limit: number }>`
  SELECT s.kunde_id AS id FROM ${pfandsalden} s WHERE s.kunde_id > :nach ORDER BY s.kunde_id LIMIT :limit`
const buchungenOf = query<Row<typeof abrechnungsbuchungen>, { id: string }>`
  SELECT b.* FROM ${abrechnungsbuchungen} b WHERE b.abrechnung_id = :id ORDER BY b.buchung_id`
const verschiebungenOf = query<Row<typeof abrechnungsverschiebungen>, { id: string }>`
  SELECT v.* FROM ${abrechnungsverschiebungen} v WHERE v.abrechnung_id = :id ORDER BY v.buchung_id`
const every = {
  abrechnungen: everyRow(abrechnungen),
  verluste: everyRow(pfandverluste),
  umbewertungen: everyRow(pfandumbewertungen),
  anfangsvorgaenge: everyRow(anfangsvorgaenge),
  protokoll: everyRow(protokoll),
  belege: everyRow(belege),
}

const stammdaten = Object.entries(z3Stammdaten).map(([name, tabelle]) => {
  const stored: TenantTable | undefined = tableNamed(name)
  if (!stored) throw new Error(`there is no table ${name}`)
  return { tabelle, rows: everyRow<TenantTable, Z3Zeile & { id: string }>(stored) }
})

/** @returns pages of what each row becomes: a row, several, or none */
function* eachOf<R, S>(pages: Iterable<R[]>, become: (row: R) => S | readonly S[]): Generator<S[]> {
  for (const page of pages) yield page.flatMap(become)
}

/** Bytes of a document that are packed at once; compressing takes longer than reading. */
const SLICE = 128 * 1024

const encoder = new TextEncoder()

const table = (tabelle: Z3Table, pages: Iterable<Z3Zeile[]>): File => ({
  name: tabelle.datei,
  pieces: lines(tabelle, pages),
})

function* lines(tabelle: Z3Table, pages: Iterable<Z3Zeile[]>): Generator<Uint8Array> {
  yield encoder.encode(z3Heading(tabelle))
  for (const page of pages) yield encoder.encode(page.map((zeile) => z3Row(tabelle, zeile)).join(""))
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
 * @throws Refusal invalid for a period that ends before it begins, or is not over
 */
export function exportForAuditor(tenant: TenantReader, period: Period): Generator<File> {
  const { von, bis } = period
  if (von > bis) throw invalid("von", "liegt nach dem Ende des Zeitraums", "query")
  if (bis > localTime(tenant).datum) throw invalid("bis", "liegt in der Zukunft", "query")
  const { seit = "", vor = "" } = instants(tenant, period)
  const within = ({ erstellt_am }: { erstellt_am: string }) => erstellt_am >= seit && erstellt_am < vor
  return (function* () {
    const text = (name: string, inhalt: string): File => ({ name, pieces: [encoder.encode(inhalt)] })
    yield text("index.xml", z3Index(getFirma(tenant), period, Object.values(z3Tables)))
    yield text("gdpdu-01-09-2004.dtd", Z3_DTD)
    yield text("HASHKETTE.txt", HASHKETTE)
    yield text("hashkette.py", HASHKETTE_PY)
    yield table(z3Tables.buchungen, ledger(tenant, seit, vor))
    yield table(z3Tables.salden, balances(tenant, vor))
    yield* settlements(tenant, period)
    for (const art of ["verluste", "umbewertungen", "anfangsvorgaenge"] as const) {
      const vorgaenge: Iterable<Marked[]> = every[art](tenant)
      yield table(
        z3Tables[art],
        eachOf(vorgaenge, (one) => (within(one) ? { ...one, vorgang_id: one.id } : [])),
      )
    }
    for (const { tabelle, rows } of stammdaten) yield table(tabelle, rows(tenant))
    yield table(
      z3Tables.protokoll,
      eachOf(every.protokoll(tenant), (one) => (within(one) ? one : [])),
    )
    yield* documents(tenant, within)
  })()
}

/** Bookings stand in the order of their making: those of a period are one piece of the chain. */
function* ledger(tenant: TenantReader, seit: string, vor: string): Generator<Z3Zeile[]> {
  const limits = tenant.get(tenants, tenant.id)
  let { lfd_nr: nr, hash: previous } = tenant.first(lastBefore, { seit }) ?? { lfd_nr: 0, hash: START }
  for (;;) {
    const page = tenant.all(buchungenAfter, { nr, limit: ROWS_AT_ONCE })
    const rows = page.filter(({ gebucht_am }) => gebucht_am < vor)
    yield rows.map((buchung) => {
      const hash_form = hashForm(buchung.lfd_nr, limits)
      const row = { ...buchung, hash_form, hash_davor: previous }
      previous = buchung.hash
      return row
    })
    if (rows.length < ROWS_AT_ONCE) return
    nr = rows.at(-1)?.lfd_nr ?? nr
  }
}

function* balances(tenant: TenantReader, vor: string): Generator<Z3Zeile[]> {
  const bookedFor = bookedUntil(tenant, new Date(Date.parse(vor) - 1).toISOString())
  yield* eachOf(pagesById(tenant, kontenAfter, 50), ({ id }) =>
    bookedFor(id).map(({ geraet, ...one }) => ({ ...one, kunde_id: id, art: geraet ? "geraet" : "artikel" })),
  )
}

function* settlements(tenant: TenantReader, { von, bis }: Period): Generator<File> {
  const each = (become: (one: Row<typeof abrechnungen>) => Z3Zeile | readonly Z3Zeile[]) =>
    eachOf(every.abrechnungen(tenant), (one) => (one.datum >= von && one.datum <= bis ? become(one) : []))
  // Finds recipients who were erased as well: this export is for the auditor.
  const recipient = (id: string) => tenant.find(abrechnungskoepfe, id)?.an ?? null
  yield table(
    z3Tables.abrechnungen,
    each((one) => ({ ...one, empfaenger: recipient(one.id) })),
  )
  yield table(
    z3Tables.positionen,
    each(({ id }) => tenant.all(positionenOf, { id })),
  )
  yield table(
    z3Tables.steuern,
    each(({ id }) => tenant.all(steuernOf, { id })),
  )
  yield table(
    z3Tables.zuordnung,
    each(({ id }) => tenant.all(buchungenOf, { id })),
  )
  yield table(
    z3Tables.verschiebungen,
    each(({ id }) => tenant.all(verschiebungenOf, { id })),
  )
}

type Belegzeile = Row<typeof belege>

function* documents(tenant: TenantReader, within: (beleg: Belegzeile) => boolean): Generator<File> {
  const kept = () =>
    eachOf(every.belege(tenant), (beleg) =>
      within(beleg) ? { ...beleg, datei: `belege/${beleg.id}-${beleg.dateiname}` } : [],
    )
  yield table(z3Tables.belege, kept())
  for (const page of kept())
    for (const beleg of page) yield { name: beleg.datei, pieces: slices(readPieces(tenant, beleg)) }
}
