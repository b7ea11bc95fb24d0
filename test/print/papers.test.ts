import { afterAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { lieferschein, lieferscheinSeite } from "../../src/print/dokumente/lieferschein.ts"
import { feierabend } from "../../src/print/dokumente/feierabend.ts"
import type { Belegseite } from "../../src/print/dokumente/seite.ts"
import { saldenbestaetigung, saldenbestaetigungSeite } from "../../src/print/dokumente/saldenbestaetigung.ts"
import { ladeliste, tourenliste } from "../../src/print/dokumente/tour.ts"
import { type LabelSheet, printEtiketten, SHEETS } from "../../src/print/pdf/etiketten.ts"
import { joinPdfs } from "../../src/print/pdf/join.ts"
import { type Druck, printPdf } from "../../src/print/pdf/print.ts"
import { erstellt_am } from "../helpers/dokumente.ts"
import { pdfInfo } from "../helpers/pdf.ts"
import { sheetsOf } from "../helpers/sheets.ts"
import { abrechnungen } from "./papers/abrechnungen.ts"
import { files } from "./papers/files.ts"
import * as letters from "./papers/letters.ts"
import { lieferungen } from "./papers/lieferscheine.ts"
import * as lists from "./papers/lists.ts"
import { rechnungen } from "./papers/rechnungen.ts"
import { baseOf, tell, tellShortly } from "./papers/told.ts"

/**
 * What every paper and every file of the service says, held against `papers.json`: a line that is gone, two columns
 * that are turned, a sentence that stands where it should not. The first look of a paper stands there as a whole, with
 * its lines, pictures and structure; others as what they have otherwise. `PAPERS=write bun test` this file and `bun fmt`
 * write it anew, to be read as a change.
 */
const WRITES = process.env["PAPERS"] === "write"
const FILE = join(import.meta.dir, "papers.json")

const pinned: Record<string, Record<string, string[]>> = WRITES ? {} : await Bun.file(FILE).json()

/** Papers by the functions that describe them, each in several looks. */
const papers: Record<string, Record<string, Druck>> = {
  abrechnung: abrechnungen,
  lieferschein: mapped(lieferungen, lieferschein),
  kontoauszug: letters.kontoauszuege,
  saldenbestaetigung: mapped(letters.bestaetigungen, saldenbestaetigung),
  saldenuebernahme: letters.uebernahmen,
  erinnerung: letters.erinnerungen,
  ausgabeschein: letters.ausgabescheine,
  tourenliste: mapped(lists.touren, tourenliste),
  ladeliste: mapped(lists.touren, ladeliste),
  feierabend: mapped(lists.evenings, feierabend),
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

const print = once((druck: Druck) => printPdf(druck))

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

function linesOfSeite({ firma, kontakt, angaben, tabellen, saetze, ...others }: Belegseite): string[] {
  expect(others).toEqual({})
  const tables = tabellen.flatMap(({ titel, spalten, zeilen, summe }) => [
    titel,
    ...[spalten, ...zeilen, ...(summe ? [summe] : [])].map((cells) => cells.join(" | ")),
  ])
  return [firma, ...kontakt, ...angaben.map((one) => one.join(": ")), ...tables, ...saetze]
}

const etiketten = [
  { code: "40000001", nummer: "K-001", bezeichnung: "Flaschenkühler mit sehr langem Namen 320 l, weiß" },
  { code: "K-2", nummer: "K-2 Ü/999999999999", bezeichnung: "" },
]

/** They begin at the last place of a sheet, and go on with the next. */
async function labels(form: LabelSheet): Promise<string[]> {
  const place = { start: form.spalten * form.zeilen, versatz_x: -0.5, versatz_y: 1 }
  const { signal } = new AbortController()
  return linesOf(await printEtiketten(etiketten, form, place, "", { signal }), true)
}

type Looks = Record<string, () => string[] | Promise<string[]>>

const all: Record<string, Looks> = {
  ...mapped(papers, (looks) => {
    const [first] = Object.values(looks)
    return mapped(looks, (druck) => async () => linesOf(await print(druck), druck === first))
  }),
  ...mapped(seiten, (looks) => mapped(looks, (seite) => () => linesOfSeite(seite))),
  ...files,
  "rechnung.xml": rechnungen,
  etiketten: mapped(SHEETS, (form) => () => labels(form)),
}

const draw = once((look: Looks[string]) => Promise.resolve(look()))

/** @returns a function that does it once for each thing, also where a single test is run */
function once<T extends object, R>(work: (one: T) => R): (one: T) => R {
  const done = new Map<T, R>()
  return (one) => {
    const known = done.get(one) ?? work(one)
    done.set(one, known)
    return known
  }
}

describe.each(Object.entries(all))("%s", (name, looks) => {
  test.each(Object.entries(looks))(
    "%s",
    async (look, lines) => {
      const now = await draw(lines)
      const told = async (other: string) => [other, await draw(looks[other]!)] as const
      if (WRITES) {
        const names = Object.keys(looks)
        const others = await Promise.all(names.slice(0, names.indexOf(look)).map(told))
        ;(pinned[name] ??= {})[look] = tellShortly(now, others)
        return
      }
      const was = pinned[name]?.[look] ?? []
      const base = baseOf(was)
      const is = tell(now, base === undefined ? undefined : await told(base))
      expect({ name, look, lines: is }).toEqual({ name, look, lines: was })
    },
    60_000,
  )
})

afterAll(async () => {
  if (WRITES) await Bun.write(FILE, `${JSON.stringify(pinned, null, 2)}\n`)
})

test("every kind of document is among them, and nothing that there is no more", async () => {
  const folder = join(import.meta.dir, "../../src/print/dokumente")
  const paths = [...new Bun.Glob("*.ts").scanSync(folder)].map((file) => join(folder, file))
  const sources = await Promise.all(paths.map((path) => Bun.file(path).text()))
  const kinds = sources.flatMap((source) => [
    ...source.matchAll(/^export (?:function|const) (\w+)[^\n]*: (?:Druck|Belegseite)\b/gm),
  ])
  const named = [...Object.keys(papers), ...Object.keys(seiten)]
  expect(kinds.map(([, name]) => name).toSorted()).toEqual(named.toSorted())
  const looksOf = (some: Record<string, object>) => mapped(some, (looks) => Object.keys(looks))
  if (!WRITES) expect(looksOf(pinned)).toEqual(looksOf(all))
})

test("many in one file for a printer have a table of objects that is right, and a font each", async () => {
  const pdfs = await Promise.all(Object.values(papers).flatMap((looks) => Object.values(looks).map(print)))
  const joined = Buffer.concat([...joinPdfs("Käse (5 0 R) €", erstellt_am, pdfs)])
  const text = joined.toString("latin1")
  const { title, pages } = pdfInfo(joined)
  expect([title, pages.length]).toEqual([
    "Käse (5 0 R) €",
    pdfs.reduce((sum, pdf) => sum + pdfInfo(pdf).pages.length, 0),
  ])
  const fonts = [...text.matchAll(/\/FontName \/([A-Z]{6})\+/g)].map(([, prefix]) => prefix)
  expect(new Set(fonts).size).toBe(pdfs.length)
  const objects = text.split("\nendobj\n")
  const [catalog, , info] = objects.slice(-4)
  expect([text.slice(0, 9), catalog, info]).toEqual([
    "%PDF-1.7\n",
    "1 0 obj\n<<\n/Type /Catalog\n/Pages 2 0 R\n/Lang (de-DE)\n/ViewerPreferences << /DisplayDocTitle true >>\n>>",
    `3 0 obj\n<<\n/Producer (Pfandwerk)\n/Creator (Pfandwerk)\n/CreationDate (D:20261101060000Z)\n/Title <${TITLE}>\n>>`,
  ])
}, 60_000)

/** "Käse (5 0 R) €", as PDF spells what is not written in ASCII alone. */
const TITLE = "feff004b00e40073006500200028003500200030002000520029002020ac"
