import { chunksOf } from "../../lib/chunks.ts"
import { formatDecimal, formatMoment } from "../../lib/format.ts"
import { encodeWindows1252 } from "../../lib/windows-1252.ts"
import { DATEV_COLUMNS, DATEV_TEXTSPALTEN } from "./datev-spalten.ts"

/** Contents of a file's first line. Days are `YYYY-MM-DD`. */
export type Datevstapel = {
  berater: number
  mandant: number
  /** The day on which the fiscal year of all bookings begins. */
  wj_beginn: string
  /** Digits of an account of the general ledger, 4 to 8; debtors have one more. */
  kontenlaenge: number
  von: string
  bis: string
  bezeichnung: string
  skr: "03" | "04"
  festschreibung: boolean
  erzeugt_am: string
  zeitzone: string
}

export type Datevbuchung = {
  /** As seen from `konto`: plus is debit. Never 0. */
  umsatz_cent: number
  konto: number
  gegenkonto: number
  /** Four digits, or null where the account itself says which tax. */
  bu_schluessel: string | null
  belegdatum: string
  belegfeld1: string
  belegfeld2: string
  buchungstext: string
  leistungsdatum: string
}

/** Most rows that DATEV reads from one file. */
const DATEV_ZEILEN = 99_999

/** Quotes a text in which `oneLine` has left no quotes. */
const text = (value: string): string => `"${value}"`
const dense = (datum: string): string => datum.replaceAll("-", "")
const ttmm = (datum: string): string => datum.slice(8, 10) + datum.slice(5, 7)
const ttmmjjjj = (datum: string): string => ttmm(datum) + datum.slice(0, 4)

/** @returns a voucher's number with only those signs that it may have, cut to `most` */
const belegfeld = (value: string, most: number): string =>
  value.replace(/[^A-Za-z0-9$&%*+\-/]/g, "-").slice(0, most)

// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u001f"]+/g

/** Cuts a text to one line of `most` signs; a quote would be counted twice. */
const oneLine = (value: string, most: number): string =>
  [...value.replace(unprintable, " ")].slice(0, most).join("")

/** 17 digits, as the company's clocks had it; seconds and below are those of the instant. */
function createdAt({ erzeugt_am, zeitzone }: Datevstapel): string {
  const local = formatMoment(erzeugt_am, zeitzone)
  const day = local.slice(6, 10) + local.slice(3, 5) + local.slice(0, 2)
  return `${day}${local.slice(12).replace(":", "")}${erzeugt_am.slice(17, 19)}${erzeugt_am.slice(20, 23)}`
}

function headerOf(batch: Datevstapel): string {
  const { berater, mandant, wj_beginn, kontenlaenge, von, bis, bezeichnung, skr, festschreibung } = batch
  return [
    '"EXTF";700;21;"Buchungsstapel";13',
    createdAt(batch),
    ';"RE";"";""',
    `${berater};${mandant};${dense(wj_beginn)};${kontenlaenge};${dense(von)};${dense(bis)}`,
    text(oneLine(bezeichnung, 30)),
    '"";1;0',
    festschreibung ? "1" : "0",
    `"EUR";;"";;;"${skr}";;;"";""`,
  ].join(";")
}

function rowOf(buchung: Datevbuchung, festschreibung: boolean): string {
  const filled = new Map<number, string | null>([
    [1, formatDecimal(Math.abs(buchung.umsatz_cent))],
    [2, buchung.umsatz_cent < 0 ? "H" : "S"],
    [3, "EUR"],
    [7, String(buchung.konto)],
    [8, String(buchung.gegenkonto)],
    [9, buchung.bu_schluessel],
    [10, ttmm(buchung.belegdatum)],
    [11, belegfeld(buchung.belegfeld1, 36)],
    [12, belegfeld(buchung.belegfeld2, 12)],
    [14, oneLine(buchung.buchungstext, 60)],
    [114, festschreibung ? "1" : "0"],
    [115, ttmmjjjj(buchung.leistungsdatum)],
  ])
  return DATEV_COLUMNS.map((_, index) => {
    const value = filled.get(index + 1) ?? ""
    return DATEV_TEXTSPALTEN.has(index + 1) ? text(value) : value
  }).join(";")
}

/** Rows that are written before others have their turn. */
const AT_ONCE = 100

/**
 * A file for DATEV: header, headings, one line per booking. The same data gives the same bytes. Written in pieces.
 *
 * @returns Windows-1252 with CRLF
 * @throws RangeError for what DATEV would refuse and the caller should have told people before: no amount, too
 *   many rows, a day outside the period, an account that is missing or too long
 */
export function* datevFile(
  batch: Datevstapel,
  buchungen: readonly Datevbuchung[],
): Generator<undefined, Uint8Array> {
  if (buchungen.length > DATEV_ZEILEN) throw new RangeError("too many bookings for one file")
  for (const { umsatz_cent, belegdatum, konto, gegenkonto } of buchungen) {
    if (umsatz_cent === 0 || Math.abs(umsatz_cent) > 999_999_999_999)
      throw new RangeError("impossible amount")
    if (belegdatum < batch.von || belegdatum > batch.bis) throw new RangeError("a day outside the period")
    if (!(konto > 0) || !(gegenkonto > 0)) throw new RangeError("an account is missing")
    if (gegenkonto >= 10 ** batch.kontenlaenge || konto >= 10 ** (batch.kontenlaenge + 1))
      throw new RangeError("an account is too long")
  }
  const encode = (lines: string[]) => encodeWindows1252(lines.map((line) => `${line}\r\n`).join(""))
  const parts = [encode([headerOf(batch), DATEV_COLUMNS.join(";")])]
  for (const rows of chunksOf(buchungen, AT_ONCE)) {
    yield
    parts.push(encode(rows.map((buchung) => rowOf(buchung, batch.festschreibung))))
  }
  return Buffer.concat(parts)
}

/** Name of a file, by which DATEV recognises it. */
export const datevFilename = ({ von, bis }: Datevstapel): string =>
  `EXTF_Buchungsstapel_${dense(von)}_${dense(bis)}.csv`
