import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { unzipSync } from "fflate"
import { runAuftrag } from "../src/api/auftraege/run.ts"
import { createApp } from "../src/app.ts"
import { makeDemo } from "../src/cli/demo.ts"
import { createTestApp, type TestApp } from "./helpers/app.ts"
import { readDatev } from "./helpers/datev.ts"
import { readAttachments } from "./helpers/pdf.ts"
import { ANSCHRIFT, RECHNUNG, yard } from "./helpers/pfand.ts"
import { rowsOf } from "./helpers/pruefer.ts"
import { all, checkSchema, readXml, text } from "./helpers/rechnung/baum.ts"
import { findings } from "./helpers/rechnung/regeln.ts"
import { checkArchive, verapdf } from "./helpers/verapdf/verapdf.ts"
import { today } from "./helpers/day.ts"

/** Companies bill their months, with a Storno and a month below zero: all files hold, and all books say the same. */

type Firma = {
  app: TestApp
  id: string
  call(method: string, path: string, body?: object): Promise<any>
  file(path: string): Promise<Uint8Array>
}

function asFirma(app: TestApp, id: string, token: string): Firma {
  const front = createApp(app.deps)
  return {
    app,
    id,
    async call(method, path, body) {
      const reply = await app.call(method, `/api/${path}`, { token, ...(body && { body }) })
      if (reply.status >= 400) throw new Error(`${path}: ${reply.body?.error}`)
      return reply.body
    },
    async file(path) {
      const headers = { host: "localhost", authorization: `Bearer ${token}` }
      await new Promise(setImmediate)
      const reply = await front(new Request(`http://localhost/api/${path}`, { headers }))
      if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
      return reply.bytes()
    },
  }
}

const TODAY = today()

/** Bills everything up to today, cancels the first of it, and makes that anew. */
async function bill({ app, id, call }: Firma): Promise<string> {
  const run = await call("POST", "auftraege", { art: "abrechnungslauf", bis: TODAY })
  const { system, config } = app.deps
  const commit = <T>(task: () => T) => system.write(task, id)
  await runAuftrag({ tenant: system.tenant(id), commit, quota: config.quotaPerTenant }, run.id)
  expect(await call("GET", `auftraege/${run.id}`)).toMatchObject({ status: "fertig", fehler: 0 })
  const one = (await call("GET", "abrechnungen?limit=200")).items.find(
    ({ form, lieferung_id }: any) => form === "zugferd" && lieferung_id === null,
  )
  await call("POST", `abrechnungen/${one.id}/storno`, { grund: "Falsche Menge" })
  await call("POST", "abrechnungen", { kunde_id: one.kunde_id, bis: TODAY })
  await call("PATCH", "datev/einstellungen", { berater: 29_098, mandant: 55_003 })
  return run.id
}

async function settlements({ call }: Firma): Promise<any[]> {
  const items: any[] = []
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: any = await call("GET", `abrechnungen?limit=200${cursor && `&cursor=${cursor}`}`)
    items.push(...page.items)
    cursor = page.next_cursor
  }
  return items
}

const SETTLEMENT = "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement"
const TOTALS = `${SETTLEMENT}/SpecifiedTradeSettlementHeaderMonetarySummation`
const XML = { zugferd: "factur-x.xml", xrechnung: "xrechnung.xml" } as const
/** `-12.50`, `12,50` → cents */
const cent = (amount = ""): number => Math.round(Number(amount.replace(",", ".")) * 100)

/** Net (what is rounded belongs to it), VAT and total of each settlement, by its number. */
type Sums = Record<string, { netto: number; ust: number; brutto: number }>

const add = (sums: Sums, nummer: string, netto: number, ust: number, brutto = netto + ust): void => {
  const before = sums[nummer] ?? { netto: 0, ust: 0, brutto: 0 }
  sums[nummer] = { netto: before.netto + netto, ust: before.ust + ust, brutto: before.brutto + brutto }
}

function ofXml(xml: Uint8Array): [string, number, number, number] {
  const doc = readXml(xml)
  // A credit counts up what came back.
  const sign = text(doc, "ExchangedDocument/TypeCode") === "381" ? -1 : 1
  const total = (name: string) => sign * cent(text(doc, `${TOTALS}/${name}`))
  return [
    text(doc, "ExchangedDocument/ID"),
    total("TaxBasisTotalAmount") + total("RoundingAmount"),
    total("TaxTotalAmount"),
    total("DuePayableAmount"),
  ]
}

/** Sums of the invoices' XML, the journal, DATEV's files and the auditor's tables. */
async function readBooks(firma: Firma, made: any[]) {
  const [xml, journal, datev, z3]: [Sums, Sums, Record<string, number>, Sums] = [{}, {}, {}, {}]
  for (const { id, form } of made)
    if (form !== "papier")
      add(xml, ...ofXml(await firma.file(`abrechnungen/${id}/${XML[form as "zugferd"]}`)))
  for (const monat of new Set(made.map(({ datum }) => datum.slice(0, 7)))) {
    const lines = Buffer.from(await firma.file(`datev/journal.csv?monat=${monat}`))
      .toString()
      .split("\r\n")
    for (const line of lines.slice(1).filter(Boolean)) {
      const cells = line.split(";")
      add(journal, cells[0]!, cent(cells[11]), cent(cells[12]), cent(cells[13]))
    }
    const { id } = await firma.call("POST", "datev/exporte", { monat })
    for (const row of readDatev(await firma.file(`belege/${id}/datei`)).rows) {
      const nummer = row[11]!.replaceAll('"', "")
      datev[nummer] = (datev[nummer] ?? 0) + (row[2] === '"H"' ? -1 : 1) * cent(row[1])
    }
  }
  const auditor = unzipSync(await firma.file(`pruefexport?von=2020-01-01&bis=${TODAY}`))
  for (const { nummer, netto, ust } of rowsOf(auditor["abrechnungen.csv"]))
    add(z3, nummer!, cent(netto), cent(ust))
  return { xml, journal, datev, z3, auditor }
}

/** Every book has what the interface says, to the cent; and the export has each XML that is kept. */
async function expectSame(firma: Firma): Promise<void> {
  const made = await settlements(firma)
  const said: Sums = {}
  for (const { nummer, netto_cent, ust_cent } of made) add(said, nummer, netto_cent, ust_cent)
  const { xml, journal, datev, z3, auditor } = await readBooks(firma, made)
  expect(journal).toEqual(said)
  expect(z3).toEqual(said)
  const brutto = Object.entries(said).map(([nummer, one]) => [nummer, one.brutto] as const)
  expect(datev).toEqual(Object.fromEntries(brutto.filter(([, amount]) => amount !== 0)))
  const electronic = made.filter(({ form }) => form !== "papier").map(({ nummer }) => nummer)
  expect(Object.keys(xml).toSorted()).toEqual(electronic.toSorted())
  for (const nummer of electronic) expect([nummer, xml[nummer]]).toEqual([nummer, said[nummer]])
  const kept = rowsOf(auditor["belege.csv"]).filter(({ profil }) => profil !== "")
  for (const { datei } of kept) {
    const [nummer, netto, ust, total] = ofXml(auditor[datei!]!)
    expect({ nummer, netto, ust, brutto: total }).toEqual({ nummer, ...said[nummer]! })
  }
  expect(kept.length).toBeGreaterThanOrEqual(electronic.length)
}

describe("the demo company", () => {
  let demo: Firma
  let run: string
  beforeAll(async () => {
    let past: number | undefined = Date.now()
    const app = createTestApp({ clock: () => new Date(past ?? Date.now()) })
    await makeDemo(app.deps, (time) => (past = time))
    past = undefined
    const body = { email: "admin@demo.example", password: "pfandwerk-demo", tenant_slug: "demo" }
    const { token } = (await app.call("POST", "/api/auth/login", { body })).body
    demo = asFirma(app, app.deps.system.tenants.bySlug("demo")!.id, token)
    run = await bill(demo)
  }, 180_000)
  afterAll(() => demo?.app.close())

  test("bills companies by ZUGFeRD, the town hall by XRechnung, and a consumer on paper", async () => {
    const made = await settlements(demo)
    const customers = (form: string) =>
      new Set(made.filter((one) => one.form === form).map((one) => one.kunde_name))
    expect(customers("zugferd").size).toBe(58)
    expect([...customers("xrechnung")]).toEqual(["Rathaus Lüneburg"])
    expect([...customers("papier")]).toContain("Schützenverein Jäger")
    expect(
      made.some(
        ({ form, art, betrag_cent }) => form === "zugferd" && art === "abrechnung" && betrag_cent < 0,
      ),
    ).toBe(true)
    expect(made.filter(({ form, art }) => form === "zugferd" && art === "storno")).toHaveLength(1)
  }, 120_000)

  test("gets files that keep to schema and rules, and the PDF has the XML inside that is kept", async () => {
    for (const { id, form, nummer } of await settlements(demo)) {
      if (form === "papier") continue
      const xml = await demo.file(`abrechnungen/${id}/${XML[form as "zugferd"]}`)
      expect([nummer, checkSchema(xml), findings(readXml(xml))]).toEqual([nummer, undefined, []])
      if (form !== "zugferd") continue
      // A recipient who wants an XRechnung instead can have it.
      const other = await demo.file(`abrechnungen/${id}/xrechnung.xml`)
      expect([nummer, checkSchema(other), findings(readXml(other))]).toEqual([nummer, undefined, []])
      const inside = readAttachments(await demo.file(`abrechnungen/${id}/abrechnung.pdf`))
      expect(Buffer.compare(inside["factur-x.xml"]!, xml)).toBe(0)
    }
  }, 300_000)

  test.skipIf(!verapdf)(
    "gets PDF/A-3a, whatever is inside",
    async () => {
      const made = (await settlements(demo)).filter(
        ({ form, lieferung_id }) => form !== "papier" || !lieferung_id,
      )
      // Three of each kind: checking all 60 takes ten seconds of a processor.
      const kinds = Map.groupBy(made, ({ form, art, betrag_cent }) => `${form} ${art} ${betrag_cent < 0}`)
      expect(kinds.size).toBeGreaterThan(4)
      const pdfs: Uint8Array[] = []
      for (const { id } of [...kinds.values()].flatMap((kind) => kind.slice(0, 3)))
        pdfs.push(await demo.file(`abrechnungen/${id}/abrechnung.pdf`))
      expect(await checkArchive(pdfs)).toEqual(pdfs.map(() => ["compliant"]))
    },
    300_000,
  )

  test("finds in all its books what the invoices say, to the cent", () => expectSame(demo), 300_000)

  test("gets all of it again as it was", async () => {
    const first = unzipSync(await demo.file(`auftraege/${run}/belege.zip`))
    const again = unzipSync(await demo.file(`auftraege/${run}/belege.zip`))
    expect(Object.keys(first).filter((name) => name.endsWith(".xml"))).toEqual([
      expect.stringContaining("XRechnung.xml"),
    ])
    for (const name of Object.keys(first)) expect(Buffer.compare(first[name]!, again[name]!)).toBe(0)
  }, 120_000)
})

describe("a company that reckons gross", () => {
  test("finds in all its books what the invoices say, to the cent", async () => {
    const app = createTestApp()
    const hof = await yard(app, "hof")
    const firma = asFirma(app, hof.id, hof.admin.token)
    await firma.call("PATCH", "tenant", { ...RECHNUNG, preise: "brutto" })
    await firma.call("PATCH", `pfandartikel/${hof.flasche}`, { steuersatz: "ermaessigt" })
    // Amounts of which net and VAT make up the gross, or are a cent beside it; of two rates; and of what comes back.
    for (const [i, flaschen] of [1, 2, 13, 20, 24, 31, 38, 4001].entries()) {
      const kunde = { name: `Krone ${i}`, ...ANSCHRIFT, abrechnung: "monatlich" }
      const { id } = await firma.call("POST", "kunden", kunde)
      const book = (pfandartikel_id: string, menge: number, art = i === 7 ? "ruecknahme" : "ausgabe") =>
        firma.call("POST", "pfandbuchungen", { kunde_id: id, positionen: [{ pfandartikel_id, art, menge }] })
      await book(hof.fass, 10 + i)
      await book(hof.flasche, flaschen)
      await book(hof.leer, i + 1, "ruecknahme")
    }
    await bill(firma)
    const made = await settlements(firma)
    expect(made.map(({ form }) => form)).toEqual(made.map(() => "zugferd"))
    expect(made.some(({ art, betrag_cent }) => art === "abrechnung" && betrag_cent < 0)).toBe(true)
    await expectSame(firma)
    let rounded = 0
    for (const { id } of made) {
      const doc = readXml(await firma.file(`abrechnungen/${id}/factur-x.xml`))
      expect(findings(doc)).toEqual([])
      rounded += all(doc, `${TOTALS}/RoundingAmount`).length
    }
    expect(rounded).toBeGreaterThan(1)
    app.close()
  }, 120_000)
})
