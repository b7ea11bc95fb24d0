import { expect, test } from "bun:test"
import fc from "fast-check"
import { DATEV_COLUMNS, DATEV_TEXTSPALTEN } from "../../src/print/export/datev-spalten.ts"
import {
  type Datevbuchung,
  type Datevstapel,
  datevFile,
  datevFilename,
} from "../../src/print/export/datev.ts"
import { readDatev } from "../helpers/datev.ts"

const made = (...input: Parameters<typeof datevFile>) => {
  const pieces = datevFile(...input)
  for (;;) {
    const { done, value } = pieces.next()
    if (done) return value
  }
}

const batch: Datevstapel = {
  berater: 1001,
  mandant: 10_001,
  wj_beginn: "2026-01-01",
  kontenlaenge: 4,
  von: "2026-10-01",
  bis: "2026-10-31",
  bezeichnung: 'Pfand "Oktober"',
  skr: "03",
  festschreibung: false,
  erzeugt_am: "2026-11-01T06:00:01.234Z",
  zeitzone: "Europe/Berlin",
}

const buchung: Datevbuchung = {
  umsatz_cent: 1816,
  konto: 10_023,
  gegenkonto: 8540,
  bu_schluessel: null,
  belegdatum: "2026-10-31",
  belegfeld1: "ABR-2026-00017",
  belegfeld2: "",
  buchungstext: "Pfand Müller & Söhne; 19 %",
  leistungsdatum: "2026-09-30",
}

test("a file has DATEV's header, its 125 headings and a line for each booking", () => {
  const { header, headings, rows } = readDatev(made(batch, [buchung, { ...buchung, umsatz_cent: -5 }]))
  expect(header.join(";")).toBe(
    '"EXTF";700;21;"Buchungsstapel";13;20261101070001234;;"RE";"";"";1001;10001;20260101;4;20261001;20261031;"Pfand  Oktober ";"";1;0;0;"EUR";;"";;;"03";;;"";""',
  )
  expect(headings).toEqual([...DATEV_COLUMNS])
  expect(new Set(headings).size).toBe(125)
  expect(DATEV_TEXTSPALTEN.size).toBe(84)
  const filled = rows.map((row) =>
    row.flatMap((field, nr) => (field === "" || field === '""' ? [] : [`${nr} ${field}`])),
  )
  expect(filled[0]).toEqual([
    "1 18,16",
    '2 "S"',
    '3 "EUR"',
    "7 10023",
    "8 8540",
    "10 3110",
    '11 "ABR-2026-00017"',
    '14 "Pfand Müller & Söhne; 19 %"',
    "114 0",
    "115 30092026",
  ])
  expect(filled[1]!.slice(0, 2)).toEqual(["1 0,05", '2 "H"'])
  const odd = { bu_schluessel: "0009", belegfeld1: 'RE/1 "ä"', belegfeld2: "B_2" }
  const [row = []] = readDatev(made(batch, [{ ...buchung, ...odd }])).rows
  expect([row[9], row[11], row[12]]).toEqual(['"0009"', '"RE/1----"', '"B-2"'])
  const fixed = readDatev(made({ ...batch, festschreibung: true }, [buchung]))
  expect([fixed.header[20], fixed.rows[0]?.[114]]).toEqual(["1", "1"])
  expect(datevFilename(batch)).toBe("EXTF_Buchungsstapel_20261001_20261031.csv")
})

test("the same data gives the same bytes, in Windows-1252", () => {
  const file = made(batch, [{ ...buchung, buchungstext: "ÄÖÜäöüß€ „ő“ 漢 ń" }])
  expect(Buffer.compare(file, made(batch, [{ ...buchung, buchungstext: "ÄÖÜäöüß€ „ő“ 漢 ń" }]))).toBe(0)
  expect(new TextDecoder("windows-1252").decode(file)).toContain('"ÄÖÜäöüß€ „o“ ? n"')
  expect(() => new TextDecoder("utf-8", { fatal: true }).decode(file)).toThrow()
  // Sixty signs are sixty, also of those that need two units in a text of ours.
  const long = made(batch, [{ ...buchung, buchungstext: "😀".repeat(61) }])
  expect(new TextDecoder("windows-1252").decode(long)).toContain(`"${"?".repeat(60)}"`)
})

test("whatever a company and its customers are called, every field keeps to DATEV's pattern", () => {
  const name = fc.string({ unit: "grapheme", maxLength: 120, size: "max" })
  const row = fc.record({
    umsatz_cent: fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }).filter((cent) => cent !== 0),
    konto: fc.integer({ min: 1, max: 99_999 }),
    gegenkonto: fc.integer({ min: 1, max: 9999 }),
    bu_schluessel: fc.constantFrom(null, "0009", "9001"),
    belegdatum: fc.constantFrom("2026-10-01", "2026-10-31"),
    belegfeld1: name,
    belegfeld2: name,
    buchungstext: name,
    leistungsdatum: fc.constantFrom("2026-09-30", "2026-10-31"),
  })
  fc.assert(
    fc.property(name, fc.array(row, { maxLength: 5 }), fc.boolean(), (bezeichnung, rows, festschreibung) => {
      const read = readDatev(made({ ...batch, bezeichnung, festschreibung }, rows))
      expect(read.rows.length).toBe(rows.length)
      const sum = read.rows.reduce(
        (all, one) => all + Number(one[1]!.replace(",", "")) * (one[2] === '"S"' ? 1 : -1),
        0,
      )
      expect(sum).toBe(rows.reduce((all, one) => all + one.umsatz_cent, 0))
    }),
    { numRuns: 300 },
  )
})

test("what DATEV would refuse is no file, and what it takes is one", () => {
  const broken: [string, Partial<Datevbuchung>][] = [
    ["impossible amount", { umsatz_cent: 0 }],
    ["impossible amount", { umsatz_cent: 1e12 }],
    ["a day outside the period", { belegdatum: "2026-11-01" }],
    ["a day outside the period", { belegdatum: "2026-09-30" }],
    ["an account is missing", { konto: 0 }],
    ["an account is missing", { konto: Number.NaN }],
    ["an account is missing", { gegenkonto: 0 }],
    ["an account is missing", { gegenkonto: Number.NaN }],
    ["an account is too long", { gegenkonto: 10_000 }],
    ["an account is too long", { konto: 100_000 }],
  ]
  for (const [message, one] of broken)
    expect(() => made(batch, [{ ...buchung, ...one }])).toThrow(new RangeError(message))
  expect(readDatev(made(batch, [{ ...buchung, umsatz_cent: 1e12 - 1 }])).rows).toHaveLength(1)
  const many = Array.from({ length: 250 }, (_, i) => ({ ...buchung, umsatz_cent: i + 1 }))
  expect(readDatev(made(batch, many)).rows.map((row) => Number(row[1]!.replace(",", "")))).toEqual(
    many.map(({ umsatz_cent }) => umsatz_cent),
  )
  const begun = (length: number) =>
    datevFile(
      batch,
      Array.from({ length }, () => buchung),
    ).next()
  expect(begun(99_999).done).toBe(false)
  expect(() => begun(100_000)).toThrow(new RangeError("too many bookings for one file"))
})
