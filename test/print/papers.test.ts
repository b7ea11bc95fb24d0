import { afterAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { lieferscheinSeite } from "../../src/print/dokumente/lieferschein.ts"
import type { Belegseite } from "../../src/print/dokumente/seite.ts"
import { saldenbestaetigungSeite } from "../../src/print/dokumente/saldenbestaetigung.ts"
import { printEtiketten, SHEETS } from "../../src/print/pdf/etiketten.ts"
import { joinPdfs } from "../../src/print/pdf/join.ts"
import { type Druck, printPdf } from "../../src/print/pdf/print.ts"
import { erstellt_am } from "../helpers/dokumente.ts"
import { pdfInfo } from "../helpers/pdf.ts"
import { sheetsOf } from "../helpers/sheets.ts"
import { abrechnungen } from "./papers/abrechnungen.ts"
import { files } from "./papers/files.ts"
import * as letters from "./papers/letters.ts"
import { lieferscheine, lieferungen } from "./papers/lieferscheine.ts"
import * as lists from "./papers/lists.ts"
import { encode } from "./papers/told.ts"

/**
 * What every paper and every file of the service says, held against `papers.json`: a line that is gone, two columns
 * that are turned, a sentence that stands where it should not. The first look of a paper stands there as a whole, with
 * its lines, pictures and structure; others as what they have otherwise. `PAPERS=write bun test` this file and `bun fmt`
 * write it anew, to be read as a change.
 */
const WRITES = process.env["PAPERS"] === "write"
const FILE = join(import.meta.dir, "papers.json")

type Told = Record<string, Record<string, string[]>>
const pinned: Told = WRITES ? {} : await Bun.file(FILE).json()
const told: Told = {}

/** Papers by the functions that describe them. */
const papers: Record<string, Record<string, Druck>> = {
  abrechnung: abrechnungen,
  lieferschein: lieferscheine,
  kontoauszug: letters.kontoauszuege,
  saldenbestaetigung: letters.saldenbestaetigungen,
  saldenuebernahme: letters.uebernahmen,
  erinnerung: letters.erinnerungen,
  ausgabeschein: letters.ausgabescheine,
  tourenliste: lists.tourenlisten,
  ladeliste: lists.ladelisten,
  feierabend: lists.feierabende,
  inventur: lists.inventuren,
  pruefbericht: lists.pruefberichte,
  verfahrensdokumentation: lists.verfahren,
}

/** The same for the page of a link. */
const seiten: Record<string, Record<string, Belegseite>> = {
  lieferscheinSeite: mapped(lieferungen, lieferscheinSeite),
  saldenbestaetigungSeite: mapped(letters.bestaetigungen, saldenbestaetigungSeite),
}

function mapped<T, R>(looks: Record<string, T>, become: (data: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(looks).map(([look, data]) => [look, become(data)]))
}

/** Holds the lines of a paper's look against what is pinned: as a whole, or as what is not as in another look. */
function hold(name: string, look: string, lines: string[]): void {
  const before = Object.entries((told[name] ??= {}))
  told[name][look] = lines
  const was = pinned[name]?.[look]
  if (!WRITES)
    return expect({ name, look, lines: encode(lines, before, was) }).toEqual({ name, look, lines: was ?? [] })
  ;(pinned[name] ??= {})[look] = encode(lines, before)
}

/** @returns a printed file page by page; the first look of a paper with all that is drawn */
function linesOf(pdf: Uint8Array, withShapes: boolean): string[] {
  const { title, isTagged } = pdfInfo(pdf)
  const sheets = sheetsOf(pdf)
  expect(sheets.flatMap(({ spoilt }) => spoilt)).toEqual([])
  return [
    `${title}${isTagged ? ", tagged" : ""}`,
    ...sheets.flatMap(({ lines, drawn }, index) => [
      `--- page ${index + 1}`,
      ...lines,
      ...(withShapes ? drawn : []),
    ]),
  ]
}

const printed: Uint8Array[] = []

describe.each(Object.entries(papers))("%s", (name, looks) => {
  test.each(Object.entries(looks))("%s", async (look, druck) => {
    const pdf = await printPdf(druck)
    printed.push(pdf)
    hold(name, look, linesOf(pdf, look === Object.keys(looks)[0]))
  })
})

describe.each(Object.entries(seiten))("%s", (name, looks) => {
  test.each(Object.entries(looks))("%s", (look, seite) => {
    const { firma, kontakt, angaben, tabellen, saetze, ...others } = seite
    expect(others).toEqual({})
    const tables = tabellen.flatMap(({ titel, spalten, zeilen, summe }) => [
      titel,
      ...[spalten, ...zeilen, ...(summe ? [summe] : [])].map((cells) => cells.join(" | ")),
    ])
    hold(name, look, [firma, ...kontakt, ...angaben.map((one) => one.join(": ")), ...tables, ...saetze])
  })
})

describe.each(Object.entries(files))("%s", (name, looks) => {
  test.each(Object.entries(looks))("%s", (look, lines) => hold(name, look, lines))
})

const etiketten = [
  { code: "40000001", nummer: "K-001", bezeichnung: "Flaschenkühler mit sehr langem Namen 320 l, weiß" },
  { code: "K-2", nummer: "K-2 Ü/999999999999", bezeichnung: "" },
]
describe("etiketten", () => {
  test.each(Object.entries(SHEETS))("%s", async (form, sheet) => {
    const { signal } = new AbortController()
    const place = { start: sheet.spalten * sheet.zeilen, versatz_x: -0.5, versatz_y: 1 }
    hold("etiketten", form, linesOf(await printEtiketten(etiketten, sheet, place, "", { signal }), true))
  })
})

test("every kind of document is among them", async () => {
  const folder = join(import.meta.dir, "../../src/print/dokumente")
  const sources = [...new Bun.Glob("*.ts").scanSync(folder)].map((file) =>
    Bun.file(join(folder, file)).text(),
  )
  const described = (await Promise.all(sources)).flatMap((source) =>
    [...source.matchAll(/^export (?:function|const) (\w+)[^\n]*: (?:Druck|Belegseite)\b/gm)].map(
      ([, name]) => name!,
    ),
  )
  expect(described.toSorted()).toEqual([...Object.keys(papers), ...Object.keys(seiten)].toSorted())
})

test("many in one file for a printer have a table of objects that is right, and a font each", () => {
  const joined = Buffer.concat([...joinPdfs("Käse (5 0 R) €", erstellt_am, printed)])
  const text = joined.toString("latin1")
  const pages = printed.map((pdf) => pdfInfo(pdf).pages.length).reduce((sum, count) => sum + count, 0)
  expect(pdfInfo(joined)).toMatchObject({ title: "Käse (5 0 R) €", isTagged: false })
  expect(pdfInfo(joined).pages.length).toBe(pages)
  const fonts = [...text.matchAll(/\/FontName \/([A-Z]{6})\+/g)].map(([, prefix]) => prefix)
  expect(new Set(fonts).size).toBe(printed.length)
  hold("joined", "its head", [
    text.slice(0, 8),
    ...[1, 2, 3]
      .flatMap((nr) => new RegExp(`\n${nr} 0 obj\n(.*?)\nendobj`, "s").exec(text)![1]!.split("\n"))
      .filter((line) => !line.startsWith("/Kids")),
    ...text
      .slice(text.lastIndexOf("trailer"))
      .replace(/\/Size \d+|\n\d+\n/g, "")
      .split("\n"),
  ])
})

afterAll(async () => {
  if (WRITES) return void (await Bun.write(FILE, `${JSON.stringify(pinned, null, 2)}\n`))
})

test("nothing is pinned that is no longer drawn", () => {
  const names = (all: Told) =>
    Object.entries(all).flatMap(([name, looks]) => Object.keys(looks).map((look) => `${name}, ${look}`))
  expect(names(pinned).toSorted()).toEqual(names(told).toSorted())
})
