import { describe, expect, test } from "bun:test"
import { resolve } from "node:path"
import fc from "fast-check"
import { formatCent } from "../../src/lib/format.ts"
import { openFonts } from "../../src/print/pdf/fonts.ts"
import { kontoauszug } from "../../src/print/dokumente/kontoauszug.ts"
import { print } from "../../src/api/belege/printing.ts"
import { joinPdfs } from "../../src/print/pdf/join.ts"
import { printPdf } from "../../src/print/pdf/print.ts"
import { toPrintable } from "../../src/lib/reencode.ts"
import { drawing } from "../helpers/jedes-dokument.ts"
import { an, bestand, erstellt_am, firma, withMovements } from "../helpers/dokumente.ts"
import { pdfInfo, pdfPages, pdfText } from "../helpers/pdf.ts"

/** Width and height in points. */
const A4 = [595, 842]

test("the same data gives the same bytes, another moment gives others", async () => {
  const first = await printPdf(kontoauszug(withMovements(80)))
  expect(Buffer.compare(await printPdf(kontoauszug(withMovements(80))), first)).toBe(0)
  const later = { ...withMovements(80), erstellt_am: "2026-11-02T06:00:00.000Z" }
  expect(Buffer.compare(await printPdf(kontoauszug(later)), first)).not.toBe(0)
})

test("also where a picture has to be unpacked, however long that takes", async () => {
  const logo = await toPrintable(drawing(530, 265), [530, 530], "drawing")
  const long = { ...withMovements(900), firma: { ...firma, logo } }
  const printed = () => printPdf(kontoauszug(long))
  const first = await printed()
  // Unpacked at the same time as others, each comes at another moment.
  for (const again of await Promise.all([printed(), printed(), printed()]))
    expect(Buffer.compare(again, first)).toBe(0)
}, 120_000)

test("nothing is taken from the reader's machine: fonts are inside, and no Helvetica is asked for", async () => {
  const file = Buffer.from(await printPdf(kontoauszug(withMovements(3)))).toString("latin1")
  expect(file).toContain("SourceSans3")
  expect(file).toContain("/FontFile2")
  expect(file).toContain("/Lang (de-DE)")
  expect(file).not.toContain("Helvetica")
})

test("any text that a field can hold is printed without a fault", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary", maxLength: 200 }), async (text) => {
      const druck = kontoauszug({
        ...withMovements(1),
        an: { ...an, name: text, strasse: text },
        firma: { ...firma, name: text },
        ende: [{ ...bestand[0]!, bezeichnung: text }],
      })
      expect((await printPdf(druck)).length).toBeGreaterThan(1000)
    }),
    { numRuns: 40 },
  )
}, 120_000)

test("a long table goes on: its head, the sum carried over and the page of how many", async () => {
  const pages = pdfPages(await printPdf(kontoauszug(withMovements(100))))
  expect(pages.length).toBeGreaterThan(2)
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Seite ${index + 1} von ${pages.length}`)
    expect(page).toContain("Kontoauszug 10023, 01.10.2026 bis 31.10.2026")
    expect(page).toContain("Steuernummer 33/270/01234")
  }
  const carried = (page: string) => [...page.matchAll(/Übertrag +([\d.,]+)/g)].map((match) => match[1]!)
  expect(carried(pages[0]!)).toEqual([carried(pages[1]!)[0]!])
  const printed = pages[0]!.split("\n").filter((line) => / Ausgabe /.test(line)).length
  expect(carried(pages[0]!)[0]).toBe(`${printed * 3},00`)
  expect(pages.join("").split(" Ausgabe ").length - 1).toBe(100)
  for (const page of pages.slice(0, -1)) expect(page).toMatch(/Datum +Vorgang +Artikel oder Gerät/)
})

test("a reader's program is told title, language and structure", async () => {
  const pdf = await printPdf(kontoauszug(withMovements(1)))
  const info = pdfInfo(pdf)
  expect(info).toMatchObject({
    title: "Kontoauszug 10023, 01.10.2026 bis 31.10.2026",
    isTagged: true,
    scripts: 0,
  })
  expect(info.pages.map((size) => size.map(Math.round))).toEqual([A4])
  expect(pdfText(pdf)).toContain("Große Straße 12 21335 Lüneburg")
  expect(pdfText(pdf)).toContain("Getränke Sommer GmbH · Am Ochsenmarkt 3 · 21335 Lüneburg")
})

describe("many documents in one file for a printer", () => {
  const documents = () => Promise.all([70, 1, 70].map((count) => printPdf(kontoauszug(withMovements(count)))))
  const join = (pdfs: Iterable<Uint8Array>) =>
    Buffer.concat([...joinPdfs("Käse (5 0 R) €", erstellt_am, pdfs)])

  test("have the pages that were kept: what they draw is taken over byte for byte", async () => {
    const pdfs = await documents()
    const drawn = (pdf: Uint8Array) =>
      [
        ...Buffer.from(pdf)
          .toString("latin1")
          .matchAll(/<<\n((?:(?!>>)[^])*\/FlateDecode)\n>>\nstream\n(.*?)\nendstream/gs),
      ]
        // The colours of an archival file are not drawn.
        .filter(([, dictionary]) => !dictionary!.includes("/N 3"))
        .map(([, , stream]) => stream!)
    const joined = new Set(drawn(join(pdfs)))
    for (const pdf of pdfs) for (const stream of drawn(pdf)) expect(joined.has(stream)).toBe(true)
    expect(Buffer.compare(join(pdfs), join(pdfs))).toBe(0)
    // Each document has its own letters of a font, under a name of its own, as PDF spells such names.
    const fonts = [
      ...join(pdfs)
        .toString("latin1")
        .matchAll(/\/FontName \/(.*?)SourceSans3/g),
    ]
    expect([...new Set(fonts.map(([, letters]) => letters))]).toEqual(["AAAAAA+", "AAAAAB+", "AAAAAC+"])
  })

  test("are read one after the other, and none is one that is damaged", async () => {
    const read: number[] = []
    const pdfs = await documents()
    const parts = joinPdfs(
      "x",
      erstellt_am,
      (function* () {
        for (const [index, pdf] of pdfs.entries()) {
          read.push(index)
          yield pdf
        }
      })(),
    )
    parts.next()
    parts.next()
    expect(read).toEqual([0])
    expect(() => join([new TextEncoder().encode("%PDF-1.7 und sonst nichts")])).toThrow(
      "not a document of ours",
    )
  })

  test("stand behind each other, each with its own numbers of pages", async () => {
    const pdfs = await documents()
    const pages = pdfPages(join(pdfs))
    expect(pages).toEqual(pdfs.flatMap((pdf) => pdfPages(pdf)))
    expect(pages.map((page) => /Seite (\d+ von \d+)/.exec(page)![1])).toEqual([
      "1 von 3",
      "2 von 3",
      "3 von 3",
      "1 von 1",
      "1 von 3",
      "2 von 3",
      "3 von 3",
    ])
    const { title, pages: sizes } = pdfInfo(join(pdfs))
    expect([title, sizes.length]).toEqual(["Käse (5 0 R) €", 7])
  })

  test("have each object where the table at the end says: a printer mends no file", async () => {
    const text = join(await documents()).toString("latin1")
    const end = text.slice(Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]))
    const [, count, table, size] = /^xref\n0 (\d+)\n(.*)trailer\n<<\n\/Size (\d+)\n/s.exec(end)!
    const entries = table!.trimEnd().split("\n")
    expect([count, size]).toEqual([String(entries.length), String(entries.length)])
    const lost = entries.flatMap((entry, nr) =>
      nr === 0 || text.startsWith(`${nr} 0 obj\n`, Number.parseInt(entry, 10)) ? [] : [entry],
    )
    expect(lost).toEqual([])
  })
})

test("a text that is longer than a page goes on in the next, and none of it is lost", async () => {
  const words = Array.from({ length: 3000 }, (_, index) => `w${index}`)
  const data = withMovements(1)
  const long = { ...data, bewegungen: [{ ...data.bewegungen[0]!, bezeichnung: words.join(" ") }] }
  const printed = pdfText(await printPdf(kontoauszug(long)))
  for (const word of words) expect(printed).toContain(word)
})

/** @returns how often others had their turn during it */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let working = true
  const others = (): void => {
    turns++
    if (working) setImmediate(others)
  }
  setImmediate(others)
  await work()
  working = false
  return turns
}

test("a statement of thousands of lines leaves room for others while it is printed", async () => {
  let pdf: Uint8Array = new Uint8Array()
  const turns = await turnsDuring(async () => {
    pdf = await printPdf(kontoauszug(withMovements(2000)))
  })
  // Without it there are three: before the first line, after the last, and before the fonts.
  expect(turns).toBeGreaterThan(20)
  // It is collected in several pieces; the reader refuses a file that lacks one of them.
  expect(pdf.length).toBeGreaterThan(1.5 * 1024 * 1024)
  expect(pdfInfo(pdf).pages.length).toBeGreaterThan(20)
}, 120_000)

test("short documents of one company that are asked for at once leave room before each, and in it", async () => {
  const document = kontoauszug(withMovements(1))
  await printPdf(document)
  const caller = { tenant: { id: "firma" }, signal: new AbortController().signal }
  const all = () => Promise.all(Array.from({ length: 10 }, () => print(caller, document)))
  expect(await turnsDuring(all)).toBeGreaterThan(19)
})

test("ten thousand movements take little more memory than their file", async () => {
  const script = [process.execPath, resolve(import.meta.dir, "memory.ts"), "10000"]
  const child = Bun.spawn(script, { stdout: "pipe", stderr: "ignore" })
  // With all pages and cells kept to the end they took 357 MB, and now 207.
  expect(Number(await child.stdout.text())).toBeWithin(50, 280)
}, 120_000)

test("figures stand where the font would put each of them", async () => {
  const { regular } = await openFonts()
  // Asked with a list of features, the font itself answers.
  const pen = (text: string, features?: string[]) => {
    const { positions } = regular.layout(text, features) as { positions: { xAdvance: number }[] }
    return positions.map(({ xAdvance }) => xAdvance)
  }
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cent) => {
      expect(pen(formatCent(cent))).toEqual(pen(formatCent(cent), []))
    }),
  )
})
