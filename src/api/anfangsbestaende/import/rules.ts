import { query } from "../../../db/query.ts"
import { anfangsimporte, anfangsvorgaenge, kunden, pfandbuchungen } from "../../../db/schema.ts"
import type { TenantDb } from "../../../db/tenant-db.ts"
import { isSameName } from "../../../lib/fold.ts"
import { formatEuro, listSome } from "../../../lib/format.ts"
import { derivedId } from "../../shared/claim.ts"
import { asOf } from "../../import/table/day.ts"
import type { Importer, ImportOrder, ImportRow, RowFault, HintContext } from "../../import/table/importer.ts"
import {
  kundeInWords,
  type FoundKunde,
  type Kundenangabe,
  kundenFinder,
  kundenHints,
} from "../../import/table/kunde.ts"
import { hintsOf } from "../../import/table/hints.ts"
import { findTwice } from "../../import/rows/taken.ts"
import { lastBuchung } from "../../pfandbuchungen/vorgang.ts"
import { localTime } from "../../shared/time.ts"
import { Bestandszeile } from "../model.ts"
import { reverseAnfangsimport } from "../rules.ts"
import { type Artikel, artikelFinder, artikelHints, depositHints } from "./artikel.ts"
import { type Anfangsposten, book, compareWithBooked, sumOf, worth } from "./posten.ts"
import { askUnit } from "./einheit.ts"
import { ignoredColumnHints, otherDepositHints } from "./ignored-columns.ts"
import { tooMany } from "./pieces.ts"
import { BY_HEADING, pivotOf } from "./pivot.ts"
import { differences, pivotHints } from "./pivot-hints.ts"
import { withSigns } from "./soll-haben.ts"
import { bestandColumns } from "./spalten.ts"

type Bestand = Kundenangabe & {
  artikel: string
  artikelname?: string
  menge: number
  betrag_cent?: number
  kunde_id?: string
  pfandartikel_id?: string
  gefunden?: FoundKunde
  artikelnummer?: string
  /** Names of customer and article. */
  namen?: string[]
  /** Deposit of one piece, as it is booked. */
  pfand_cent?: number
  /** The same today. */
  heute_cent?: number
  /** What the row books: of a Gebinde, its parts. */
  teile?: Anfangsposten[]
  /** What the customer's Vorgang books, kept in the first of the customer's rows. */
  posten?: Anfangsposten[]
}

const booked = query<Anfangsposten & { kunde_id: string }, { ids: string }>`
  SELECT b.kunde_id, b.pfandartikel_id, b.betrag_cent, sum(b.summe) AS menge FROM (
    SELECT a.id, a.kunde_id, a.pfandartikel_id, a.betrag_cent, a.menge AS summe
    FROM json_each(:ids) j CROSS JOIN ${pfandbuchungen} a ON a.kunde_id = j.value AND a.art = 'anfangsbestand'
    WHERE a.pfandartikel_id IS NOT NULL
    UNION ALL
    SELECT a.id, a.kunde_id, a.pfandartikel_id, a.betrag_cent, -a.menge AS summe
    FROM json_each(:ids) j CROSS JOIN ${anfangsvorgaenge} m ON m.kunde_id = j.value
    CROSS JOIN ${pfandbuchungen} a ON a.vorgang_id = m.id
    WHERE a.art = 'korrektur_minus' AND a.storno_von IS NULL
  ) b
  WHERE NOT EXISTS (SELECT 1 FROM ${pfandbuchungen} s WHERE s.storno_von = b.id)
  GROUP BY b.kunde_id, b.pfandartikel_id, b.betrag_cent`

/** Customers with other bookings than opening balances and their reversals. */
const withBuchungen = query<{ name: string }, { ids: string }>`
  SELECT k.name FROM json_each(:ids) j CROSS JOIN ${kunden} k ON k.id = j.value
  WHERE EXISTS (SELECT 1 FROM ${pfandbuchungen} b
    WHERE b.kunde_id = k.id AND +b.art <> 'anfangsbestand' AND +b.storno_von IS NULL
      AND NOT EXISTS (SELECT 1 FROM ${anfangsvorgaenge} m WHERE m.id = b.vorgang_id))
  ORDER BY k.name_sort, k.id`

const firstNr = query<{ lfd_nr: number }, { vorgang_id: string }>`
  SELECT b.lfd_nr FROM ${pfandbuchungen} b WHERE b.vorgang_id = :vorgang_id ORDER BY b.lfd_nr LIMIT 1`

/** @param parse reads one row */
export const bestandImporter = (parse: (input: unknown) => unknown): Importer<Bestand> => ({
  art: "anfangsbestaende",
  one: "Bestand",
  many: "Bestände",
  was: "Anfangsbestände",
  about:
    "Stück je Kunde und Artikel zum Stichtag, einmal gebucht als Anfangsbestand. Ein Gebinde wird als seine Teile gebucht.",
  isJob: true,
  zeile: Bestandszeile,
  spalten: bestandColumns,
  key: "kunde",
  counted: "artikel",
  pivot: pivotOf,
  asks: askUnit,
  compose: withSigns,
  otherFields: BY_HEADING,
  check: ({ wert: _, gesamt: __, ...input }) => parse(input) as Bestand,
  number: ({ kunde, debitor, kundenname }) => kunde ?? debitor?.toString() ?? kundenname,
  name: ({ artikel, menge }) => `${menge} × ${artikel}`,
  details: (input) => [...(input.namen ?? []), `Pfand ${formatEuro(worth(input))}`],
  worth,
  hints,
  unique: [],
  resolve,
  checkTogether,
  create: (tenant, actor, { input: { kunde_id = "", posten } }, { id, stichtag }) => {
    if (posten) book(tenant, actor, { kunde_id, posten, id, stichtag })
    return undefined
  },
  finish: (tenant, actor, rows, { id, stichtag = localTime(tenant).datum, isJob }) => {
    const first = rows.filter(({ existing, input }) => !existing && input.posten)
    const [earliest] = first
    if (!earliest) return undefined
    const vorgang_id = derivedId(id, earliest.input.kunde_id ?? "")
    const size = { zeilen: rows.filter(({ existing }) => !existing).length, kunden: first.length }
    const whole = isJob && tenant.find(anfangsimporte, id)
    if (whole)
      tenant.update(anfangsimporte, id, {
        zeilen: whole.zeilen + size.zeilen,
        kunden: whole.kunden + size.kunden,
      })
    return tenant.insert(anfangsimporte, {
      ...(isJob && !whole && { id }),
      teil_von: whole ? id : null,
      stichtag,
      von_nr: tenant.getFirst(firstNr, { vorgang_id }).lfd_nr,
      bis_nr: lastBuchung(tenant).lfd_nr,
      ...size,
      erstellt_von: actor.id,
      erstellt_von_name: actor.name,
    }).id
  },
  together: ({ kunde_id = "" }) => kunde_id,
  undo: (tenant, actor, id) => void reverseAnfangsimport(tenant, actor, { id, grund: "Import abgebrochen" }),
})

function hints(tenant: TenantDb, rows: ImportRow<Bestand>[], context: HintContext): string[] {
  return [
    ...pivotHints(rows, context),
    ...ignoredColumnHints(context),
    ...otherDepositHints(rows, context),
    ...tooMany(rows),
    ...differences(rows, context),
    ...kundenHints(rows),
    ...artikelHints(rows.map(({ input }) => input)),
    ...depositHints(rows.map(({ input }) => input)),
    ...(context.isDone ? [] : [...otherNames(rows), ...bookedAlready(tenant, rows)]),
  ]
}

/** @returns a hint, in German, of articles with another name beside their number */
function otherNames(rows: ImportRow<Bestand>[]): string[] {
  const named = rows.flatMap(({ input: { artikel, artikelname, namen } }) => {
    const [, bezeichnung = ""] = namen ?? []
    return namen && artikelname !== undefined && !isSameName(artikelname, bezeichnung)
      ? [`${artikel}: ${artikelname} → ${bezeichnung}`]
      : []
  })
  return hintsOf("[Ein Artikel heißt|# Artikel heißen] hier anders. Stimmen die Nummern?", new Set(named))
}

/** @returns a hint, in German, of customers with bookings: the imported balances may include them */
function bookedAlready(tenant: TenantDb, rows: ImportRow<Bestand>[]): string[] {
  const ids = new Set(rows.flatMap(({ existing, input }) => (existing ? [] : (input.kunde_id ?? []))))
  const found = tenant.all(withBuchungen, { ids: JSON.stringify([...ids]) })
  if (found.length === 0) return []
  return [
    `Bei ${found.length === 1 ? "einem" : found.length} Kunden ist schon gebucht: ${listSome(found.map(({ name }) => name))}. Der Anfangsbestand kommt dazu: Was in diesen Buchungen schon steht, zählt dann doppelt`,
  ]
}

/** Balances that are booked already count as existing; other balances of the same articles are faults. */
function checkTogether(tenant: TenantDb, rows: ImportRow<Bestand>[], { stichtag }: ImportOrder): RowFault[] {
  asOf(tenant, stichtag)
  const faults: RowFault[] = []
  const found = rows.filter(({ input }) => input.teile)
  const twice = findTwice(
    found,
    ({ input: { kunde_id, pfandartikel_id, betrag_cent } }) =>
      `${kunde_id} ${pfandartikel_id} ${betrag_cent ?? ""}`,
  )
  for (const { zeile, first, column } of twice)
    faults.push({ zeile, column, feld: "artikel", msg: `steht für diesen Kunden schon in Zeile ${first}` })
  const ids = JSON.stringify([...new Set(found.map(({ input }) => input.kunde_id))])
  const known = Map.groupBy(tenant.all(booked, { ids }), ({ kunde_id }) => kunde_id)
  for (const [kunde_id, some] of Map.groupBy(found, ({ input }) => input.kunde_id ?? "")) {
    const posten = sumOf(some)
    const { isBooked, isNew } = compareWithBooked(posten, known.get(kunde_id) ?? [])
    const first = some.find(({ input }) => input.menge !== 0)
    for (const row of some) {
      delete row.input.posten
      row.existing =
        isBooked || row.input.menge === 0
          ? { id: `${kunde_id} ${row.zeile}`, version: 1, felder: {} }
          : undefined
      if (isNew && !isBooked && row === first) row.input.posten = posten
      if (!isNew && !isBooked)
        faults.push({
          zeile: row.zeile,
          column: row.column,
          feld: "menge",
          msg: "passt nicht: der Kunde hat von diesen Artikeln schon einen anderen Anfangsbestand",
        })
    }
  }
  return faults
}

function resolve(tenant: TenantDb, rows: ImportRow<Bestand>[], { stichtag }: ImportOrder): RowFault[] {
  const moment = asOf(tenant, stichtag)
  const kundeOf = kundenFinder(
    tenant,
    rows.map(({ input }) => input),
  )
  const artikelOf = artikelFinder(tenant, moment)
  return rows.flatMap(({ zeile, column, input, faulty }) => {
    const found = kundeOf(input) ?? { feld: "kunde", msg: "fehlt" }
    const artikel = faulty?.has("artikel") ? { msg: "" } : artikelOf(input.artikel, input.artikelname)
    if ("msg" in found || "msg" in artikel)
      return [
        ...("msg" in found ? [{ zeile, ...found }] : []),
        ...("msg" in artikel ? [{ zeile, column, feld: "artikel", msg: artikel.msg }] : []),
      ]
    if (isOtherSum(input, artikel)) return [{ zeile, feld: "betrag_cent", msg: otherSum(artikel) }]
    const { kunde } = found
    input.kunde_id = kunde.id
    input.gefunden = kunde
    input.pfandartikel_id = artikel.id
    input.artikelnummer = artikel.nummer
    input.namen = [input.kunde === kunde.kundennummer ? kunde.name : kundeInWords(kunde), artikel.bezeichnung]
    input.pfand_cent = artikel.pfand_cent
    input.heute_cent = artikel.heute_cent
    const own = artikel.isGebinde || input.betrag_cent === undefined ? {} : { betrag_cent: input.betrag_cent }
    input.teile = artikel.teile.map((part) => ({ ...part, ...own, menge: part.menge * input.menge }))
    return []
  })
}

/** Parts of a Gebinde are booked at their own deposits: another amount cannot be split among them. */
const isOtherSum = ({ betrag_cent }: Bestand, { isGebinde, pfand_cent }: Artikel): boolean =>
  isGebinde && betrag_cent !== undefined && betrag_cent !== pfand_cent

const otherSum = ({ pfand_cent }: Artikel): string =>
  `passt nicht: gebucht werden die Teile des Gebindes, zusammen ${formatEuro(pfand_cent)}`
