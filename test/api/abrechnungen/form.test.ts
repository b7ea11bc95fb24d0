import { Database } from "bun:sqlite"
import { afterAll, beforeAll, describe, expect, setSystemTime, test } from "bun:test"
import { join } from "node:path"
import { unzipSync } from "fflate"
import { createApp } from "../../../src/app.ts"
import { composeAbrechnung } from "../../../src/api/abrechnungen/beleg.ts"
import { runAuftrag } from "../../../src/api/auftraege/run.ts"
import { printPdf } from "../../../src/print/pdf/print.ts"
import { createTestApp } from "../../helpers/app.ts"
import { pdfText, readAttachments } from "../../helpers/pdf.ts"
import { ANSCHRIFT, RECHNUNG, type Yard, yard } from "../../helpers/pfand.ts"
import { rowsOf } from "../../helpers/pruefer.ts"
import { all, checkSchema, type XmlNode, readXml, text } from "../../helpers/rechnung/baum.ts"
import { findings } from "../../helpers/rechnung/regeln.ts"
import { travel } from "../../helpers/zeit.ts"

/** In which form a settlement goes out, by who gets it and what it comes to; and that each form is handed out whole. */

const app = createTestApp()
const front = createApp(app.deps)
afterAll(() => {
  setSystemTime()
  app.close()
})
let hof: Yard
beforeAll(async () => {
  hof = await yard(app, "hof")
  await travel(app, hof, "2026-10-15T10:00:00.000Z")
  await set({ ...RECHNUNG, rechnung_kontakt: "Frau Lind", telefon: "05141 1", email: "post@hof.example" })
})

const call = (method: string, path: string, body?: object) =>
  app.call(method, `/api/${path}`, { token: hof.admin.token, ...(body && { body }) })
async function file(path: string): Promise<Uint8Array> {
  const headers = { host: "localhost", authorization: `Bearer ${hof.admin.token}` }
  await new Promise(setImmediate)
  const reply = await front(new Request(`http://localhost/api/${path}`, { headers }))
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return reply.bytes()
}
const set = (patch: object) => call("PATCH", "tenant", patch)
const book = (kunde_id: string, menge: number, art = "ausgabe") =>
  call("POST", "pfandbuchungen", { kunde_id, positionen: [{ pfandartikel_id: hof.leer, art, menge }] })
const LEITWEG = { kaeuferreferenz: "04011000-1234512345-06" }
async function kunde(more: object): Promise<string> {
  const person = {
    name: "Krone & Co. <Süd>",
    ...ANSCHRIFT,
    email: "post@krone.example",
    abrechnung: "monatlich",
  }
  return (await call("POST", "kunden", { ...person, ...more })).body.id
}
async function settle(kunde_id: string): Promise<any> {
  const { status, body } = await call("POST", "abrechnungen", { kunde_id, bis: "2026-10-15" })
  if (status !== 201) throw new Error(body.error)
  return body
}
async function settled(more: object, menge: number, art?: string): Promise<any> {
  const kunde_id = await kunde(more)
  await book(kunde_id, menge, art)
  return settle(kunde_id)
}
const cancel = async (id: string) =>
  (await call("POST", `abrechnungen/${id}/storno`, { grund: "Irrtum" })).body
const xml = async (id: string, name: "xrechnung" | "factur-x"): Promise<XmlNode> => {
  const bytes = await file(`abrechnungen/${id}/${name}.xml`)
  expect(checkSchema(bytes)).toBeUndefined()
  const doc = readXml(bytes)
  expect(findings(doc)).toEqual([])
  return doc
}
const HEAD = "ExchangedDocument"
const SETTLEMENT = "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement"
const TOTALS = `${SETTLEMENT}/SpecifiedTradeSettlementHeaderMonetarySummation`

describe("the time of supply", () => {
  const period = (doc: XmlNode): (string | undefined)[] =>
    ["Start", "End"].map((end) =>
      text(doc, `${SETTLEMENT}/BillingSpecifiedPeriod/${end}DateTime/DateTimeString`),
    )

  test("reaches back to what was captured late, on the paper, in its XML and in what cancels it; the month stays", async () => {
    const kunde_id = await kunde({})
    const late = (tag: string) =>
      call("POST", "pfandbuchungen", {
        kunde_id,
        erfasst_am: `${tag}T08:00:00.000Z`,
        positionen: [{ pfandartikel_id: hof.leer, art: "ausgabe", menge: 100 }],
      })
    const month = { kunde_id, von: "2026-09-01", bis: "2026-09-30" }
    const settleMonth = async () => (await call("POST", "abrechnungen", month)).body
    await late("2026-09-10")
    await late("2026-08-20")
    const made = await settleMonth()
    expect(made).toMatchObject({ von: "2026-09-01", leistung_von: "2026-08-20", bis: "2026-09-30" })
    expect(period(await xml(made.id, "factur-x"))).toEqual(["20260820", "20260930"])
    const papers = [made.id]
    const storno = await cancel(made.id)
    expect(storno).toMatchObject({ von: "2026-09-01", leistung_von: "2026-08-20" })
    expect(period(await xml(storno.id, "factur-x"))).toEqual(["20260820", "20260930"])
    papers.push(storno.id)
    for (const id of papers)
      expect(await pdfText(await file(`abrechnungen/${id}/abrechnung.pdf`))).toContain(
        "Leistungszeit 20.08.2026 bis 30.09.2026",
      )
  })

  test("is the whole period where nothing is older", async () => {
    const made = await settled({}, 200)
    expect(made).toMatchObject({ von: "2026-10-15", leistung_von: "2026-10-15" })
    expect(period(await xml(made.id, "factur-x"))).toEqual(["20261015", "20261015"])
    const kunde_id = await kunde({})
    await book(kunde_id, 200)
    const month = { kunde_id, von: "2026-10-01", bis: "2026-10-15" }
    const whole = (await call("POST", "abrechnungen", month)).body
    expect(whole).toMatchObject({ leistung_von: "2026-10-01" })
    expect(period(await xml(whole.id, "factur-x"))).toEqual(["20261001", "20261015"])
  })
})

describe("the form", () => {
  // 140 crates are 249.90 with VAT, 141 are 251.69.
  test.each([
    ["a company above 250 euros", {}, 141, "zugferd", true],
    ["a company up to 250 euros", {}, 140, "papier", true],
    ["a public body, whatever it comes to", { art: "behoerde", ...LEITWEG }, 1, "xrechnung", true],
    ["a consumer", { art: "verbraucher" }, 1000, "papier", false],
    ["a company abroad", { land: "AT", plz: "5020" }, 1000, "papier", false],
  ])("of %s", async (_, more, menge, form, xrechnung) => {
    const kunde_id = await kunde(more)
    await book(kunde_id, menge)
    const vorschau = await call("GET", `abrechnungen/vorschau?kunde_id=${kunde_id}&bis=2026-10-15`)
    expect(vorschau.body).toMatchObject({ form, hindernis: null })
    const run = (await call("GET", "abrechnungen/lauf?bis=2026-10-15&limit=200")).body.items
    expect(run.find((one: any) => one.kunde_id === kunde_id)).toMatchObject({ form })
    const made = await settle(kunde_id)
    expect(made).toMatchObject({ form, xrechnung })
    const { items } = (await call("GET", `abrechnungen?kunde_id=${made.kunde_id}`)).body
    expect(items).toMatchObject([{ form }])
    const { status } = await call("GET", `abrechnungen/${made.id}/factur-x.xml`)
    expect(status === 409).toBe(form !== "zugferd")
  })

  test("of what comes back counts as that of what went out", async () => {
    expect(await settled({}, 141, "ruecknahme")).toMatchObject({ form: "zugferd", betrag_cent: -25_169 })
  })

  test("of security, or of what is taxed at the end of the year, is paper; beside something taxed it is in the XML", async () => {
    const kunde_id = await kunde({})
    const geraet = { geraet_id: hof.geraete[0], art: "ausgabe", menge: 1 }
    await call("POST", "pfandbuchungen", { kunde_id, positionen: [geraet] })
    await call("PATCH", `geraete/${hof.geraete[0]}`, { pfand_cent: 100_000 })
    expect(await settle(kunde_id)).toMatchObject({ form: "papier", xrechnung: false })
    const other = await kunde({})
    await book(other, 141)
    // Handed out by a small trader, it is security all the same.
    await set({ kleinunternehmer: 1 })
    await call("POST", "pfandbuchungen", {
      kunde_id: other,
      positionen: [{ ...geraet, geraet_id: hof.geraete[1] }],
    })
    await set({ kleinunternehmer: 0 })
    const made = await settle(other)
    const doc = await xml(made.id, "factur-x")
    expect(all(doc, `${SETTLEMENT}/ApplicableTradeTax`).map((one) => text(one, "ExemptionReason"))).toEqual([
      "",
      "Kaution ist eine Sicherheit und kein Entgelt.",
    ])
    expect(pdfText(await file(`abrechnungen/${made.id}/abrechnung.pdf`))).toContain(
      "Kaution ist eine Sicherheit und kein Entgelt.",
    )
    await set({ ust_verfahren: "jahresausgleich" })
    const third = await kunde({})
    await book(third, 1000)
    expect(await settle(third)).toMatchObject({ form: "papier", xrechnung: false })
    await set({ ust_verfahren: "laufend" })
  })

  test("of a small trader is paper, but to a public body", async () => {
    await set({ kleinunternehmer: 1 })
    expect(await settled({}, 1000)).toMatchObject({ form: "papier", xrechnung: true })
    const made = await settled({ art: "behoerde", ...LEITWEG }, 10)
    expect(made).toMatchObject({ form: "xrechnung" })
    expect(
      text(await xml(made.id, "xrechnung"), `${SETTLEMENT}/ApplicableTradeTax/ExemptionReason`),
    ).toContain("§ 19 UStG")
    await set({ kleinunternehmer: 0 })
  })

  test("says of each kind of deposit why it bears no VAT, also of what went out under other rules", async () => {
    const artikel = async (more: object): Promise<string> => {
      const neu = { nummer: Bun.randomUUIDv7(), bezeichnung: "Kasten", art: "einzeln", pfand_cent: 1000 }
      const { body } = await call("POST", "pfandartikel", {
        ...neu,
        ust_klasse: "warenumschliessung",
        ...more,
      })
      return body.id
    }
    const kasten = await artikel({})
    const palette = await artikel({ ust_klasse: "transporthilfsmittel" })
    const without = await artikel({ steuersatz: "keine" })
    const kunde_id = await kunde({ art: "behoerde", ...LEITWEG })
    const move = (art: string, ...ids: string[]) => {
      const positionen = ids.map((pfandartikel_id) => ({ pfandartikel_id, art, menge: 1 }))
      return call("POST", "pfandbuchungen", { kunde_id, positionen })
    }
    const reasons = async (day: string) => {
      await travel(app, hof, `2026-10-${day}T10:00:00.000Z`)
      const made = (await call("POST", "abrechnungen", { kunde_id, bis: `2026-10-${day}` })).body
      return all(await xml(made.id, "xrechnung"), `${SETTLEMENT}/ApplicableTradeTax`)
        .map((one) => text(one, "ExemptionReason"))
        .filter(Boolean)
    }
    await set({ kleinunternehmer: 1 })
    await move("ausgabe", kasten, palette)
    expect(await reasons("15")).toEqual([
      "Als Kleinunternehmer im Sinne des § 19 UStG weisen wir keine Umsatzsteuer aus.",
    ])
    await set({ kleinunternehmer: 0 })
    await move("ruecknahme", kasten)
    await move("ausgabe", palette, without)
    expect(await reasons("16")).toEqual([
      "Pfand aus der Zeit als Kleinunternehmer (§ 19 UStG): darauf ist keine Umsatzsteuer berechnet. " +
        "Pfand, auf das keine Umsatzsteuer berechnet wird.",
    ])
    await set({ ust_verfahren: "jahresausgleich" })
    await move("ausgabe", kasten, palette)
    expect(await reasons("17")).toEqual([
      "Die Umsatzsteuer auf Pfand für Warenumschließungen wird nach der Vereinfachung des UStAE 10.1 Abs. 8 einmal im Jahr auf den Saldo berechnet.",
    ])
    await set({ ust_verfahren: "laufend" })
    await travel(app, hof, "2026-10-15T10:00:00.000Z")
  })

  test("of a record is paper, and it is had as nothing else", async () => {
    await set({ abrechnung_ist: "beleg" })
    const made = await settled({ art: "behoerde", ...LEITWEG }, 1000)
    await set(RECHNUNG)
    expect(made).toMatchObject({ form: "papier", xrechnung: false })
    for (const name of ["xrechnung", "factur-x"]) {
      const reply = await call("GET", `abrechnungen/${made.id}/${name}.xml`)
      expect([reply.status, reply.body.error]).toEqual([409, expect.stringContaining("gibt es nur als PDF")])
    }
  })
})

describe("ZUGFeRD", () => {
  test("is the PDF with the invoice inside, kept with it, and the same bytes again", async () => {
    const { id, nummer, kunde_id } = await settled({ ust_id: "DE136695976", kaeuferreferenz: "Küche 7" }, 200)
    const pdf = await file(`abrechnungen/${id}/abrechnung.pdf`)
    const inside = readAttachments(pdf)["factur-x.xml"]!
    const belege = (await call("GET", `belege?kunde_id=${kunde_id}`)).body.items
    expect(belege.map((one: any) => [one.typ, one.profil]).toSorted()).toEqual([
      ["application/pdf", null],
      ["application/xml", "en16931"],
    ])
    // Later changes of the records do not change it.
    await set({ rechnung_kontakt: "Neu", zahlungsziel_tage: 3 })
    await call("PATCH", `kunden/${kunde_id}`, { name: "Neu", ust_id: null, kaeuferreferenz: null })
    expect(Buffer.compare(await file(`abrechnungen/${id}/factur-x.xml`), inside)).toBe(0)
    expect(Buffer.compare(await file(`abrechnungen/${id}/abrechnung.pdf`), pdf)).toBe(0)
    const first = await file(`abrechnungen/${id}/xrechnung.xml`)
    expect(Buffer.compare(await file(`abrechnungen/${id}/xrechnung.xml`), first)).toBe(0)
    const { gruppen, zeilen_anzahl } = (await call("GET", `abrechnungen/${id}/rechnungsfelder`)).body
    const buyer = gruppen.find(({ titel }: any) => titel === "Käufer").felder
    expect(buyer).toContainEqual({ name: "Name", nr: "BT-44", wert: "Krone & Co. <Süd>" })
    expect(zeilen_anzahl).toBe(1)
    for (const name of ["factur-x", "xrechnung"] as const) {
      const doc = await xml(id, name)
      expect(text(doc, `${HEAD}/ID`)).toBe(nummer)
      const agreement = all(doc, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement")[0]!
      expect(text(agreement, "BuyerReference")).toBe("Küche 7")
      expect(text(agreement, "BuyerTradeParty/Name")).toBe("Krone & Co. <Süd>")
      expect(text(agreement, "BuyerTradeParty/URIUniversalCommunication/URIID")).toBe("post@krone.example")
      expect(text(agreement, "SellerTradeParty/DefinedTradeContact/PersonName")).toBe("Frau Lind")
      expect(text(doc, `${SETTLEMENT}/SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString`)).toBe(
        "20261029",
      )
      expect(text(doc, `${TOTALS}/DuePayableAmount`)).toBe("357.00")
    }
    expect(pdfText(pdf)).toContain("(ZUGFeRD, EN 16931)")
    // A later version may write another one: what is kept is given out.
    const kept = belege.find((one: any) => one.profil !== null).id
    const db = new Database(join(app.dir, "pfandwerk.db"))
    db.run("DROP TRIGGER belegdateien_nie_aendern")
    db.run("UPDATE belegdateien SET daten = CAST(replace(daten, 'Lind', 'Lang') AS BLOB) WHERE id = ?", [
      kept,
    ])
    db.close()
    expect(Buffer.from(await file(`abrechnungen/${id}/factur-x.xml`)).toString()).toContain("Frau Lang")
    await set({ rechnung_kontakt: "Frau Lind", zahlungsziel_tage: 14 })
  })

  test("below zero is 381, and its Storno 384 with the number and day of what it cancels", async () => {
    const made = await settled({}, 150, "ruecknahme")
    const doc = await xml(made.id, "factur-x")
    expect([text(doc, `${HEAD}/TypeCode`), text(doc, `${TOTALS}/DuePayableAmount`)]).toEqual([
      "381",
      "267.75",
    ])
    const storno = await cancel(made.id)
    expect(storno).toMatchObject({ form: "zugferd", betrag_cent: 26_775 })
    const against = await xml(storno.id, "factur-x")
    expect([text(against, `${HEAD}/TypeCode`), text(against, `${TOTALS}/DuePayableAmount`)]).toEqual([
      "384",
      "267.75",
    ])
    const before = all(against, `${SETTLEMENT}/InvoiceReferencedDocument`)[0]!
    expect(text(before, "IssuerAssignedID")).toBe(made.nummer)
    expect(text(before, "FormattedIssueDateTime/DateTimeString")).toBe("20261015")
    const why = "Zurückgegebenes Pfand mindert das Entgelt (§ 17 UStG)."
    const notes = (from: XmlNode) => all(from, `${HEAD}/IncludedNote/Content`).map((one) => one.text)
    expect([notes(doc), notes(against)]).toEqual([
      expect.arrayContaining([why]),
      expect.arrayContaining(["Grund: Irrtum", why]),
    ])
  })

  test("an XRechnung of it that lacked something says what, and that it is too late for this one", async () => {
    const { id, kunde_id } = await settled({ email: null }, 200)
    await call("PATCH", `kunden/${kunde_id}`, { email: "spaet@krone.example" })
    const reply = await call("GET", `abrechnungen/${id}/xrechnung.xml`)
    expect([reply.status, reply.body.error]).toEqual([
      409,
      expect.stringMatching(/fehlte: E-Mail des Kunden für Rechnungen\. Ist das eingetragen/),
    ])
  })
})

describe("gross amounts", () => {
  test("stand net on paper as in the XML, with the cent that is rounded", async () => {
    const laden = await yard(app, "laden")
    const own = (method: string, path: string, body?: object) =>
      app.call(method, `/api/${path}`, { token: laden.admin.token, ...(body && { body }) })
    await own("PATCH", "tenant", { ...RECHNUNG, preise: "brutto" })
    const kunde_id = (await own("POST", "kunden", { name: "Krone", ...ANSCHRIFT, abrechnung: "monatlich" }))
      .body.id
    // 301.04 gross have 48.07 of VAT, which no net amount has that makes up the rest: a cent is rounded.
    const menge = [
      [laden.fass, 10],
      [laden.flasche, 13],
    ] as const
    for (const [pfandartikel_id, stueck] of menge)
      await own("POST", "pfandbuchungen", {
        kunde_id,
        positionen: [{ pfandartikel_id, art: "ausgabe", menge: stueck }],
      })
    const { body: made } = await own("POST", "abrechnungen", { kunde_id, bis: "2026-10-15" })
    const headers = { host: "localhost", authorization: `Bearer ${laden.admin.token}` }
    const get = async (name: string) => {
      await new Promise(setImmediate)
      const request = new Request(`http://localhost/api/abrechnungen/${made.id}/${name}`, { headers })
      return (await front(request)).bytes()
    }
    const doc = readXml(await get("factur-x.xml"))
    expect(findings(doc)).toEqual([])
    const paper = pdfText(await get("abrechnung.pdf"))
    const de = (amount: string) => amount.replace(".", ",")
    const lines = all(doc, "SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem").map((one) =>
      text(one, "SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount"),
    )
    for (const netto of lines) expect(paper).toContain(de(netto))
    const tax = all(doc, `${SETTLEMENT}/ApplicableTradeTax`)[0]!
    const [netto, ust] = [text(tax, "BasisAmount"), text(tax, "CalculatedAmount")]
    expect(paper).toContain(`19 % ${de(netto)} ${de(ust)}`)
    const rounding = text(doc, `${TOTALS}/RoundingAmount`)
    expect(Math.abs(Number(rounding))).toBe(0.01)
    expect(paper).toContain(`Rundung ${de(rounding)}`)
    expect(paper).toContain(`Zu zahlen: ${de(text(doc, `${TOTALS}/DuePayableAmount`))} €`)
  })
})

describe("a month's run", () => {
  test("keeps the XML of a public body beside its PDF, and prints pages only", async () => {
    const [stadt, firma] = [
      await kunde({ art: "behoerde", ...LEITWEG, name: "Rathaus" }),
      await kunde({ name: "Krone" }),
    ]
    for (const id of [stadt, firma]) await book(id, 200)
    // Its invoice was handed out before anything of it was printed.
    const early = await kunde({})
    await book(early, 200)
    const month = { kunde_id: early, von: "2026-10-01", bis: "2026-10-15" }
    const { id: handed } = (await call("POST", "abrechnungen", month)).body
    await file(`abrechnungen/${handed}/factur-x.xml`)
    const { body: run } = await call("POST", "auftraege", { art: "abrechnungslauf", bis: "2026-10-15" })
    const { system, config } = app.deps
    const commit = <T>(task: () => T) => system.write(task, hof.id)
    await runAuftrag({ tenant: system.tenant(hof.id), commit, quota: config.quotaPerTenant }, run.id)
    expect((await call("GET", `auftraege/${run.id}`)).body).toMatchObject({ status: "fertig", fehler: 0 })
    const letters = (await call("GET", `belege?kunde_id=${early}`)).body.items
    expect(letters.map(({ profil }: any) => profil).toSorted()).toEqual(["en16931", null])
    const files = unzipSync(await file(`auftraege/${run.id}/belege.zip`))
    const of = async (kunde_id: string) =>
      (await call("GET", `abrechnungen?kunde_id=${kunde_id}`)).body.items[0]
    const { id, nummer } = await of(stadt)
    const names = [`Rechnung über Pfand ${nummer}.pdf`, `Rechnung über Pfand ${nummer} XRechnung.xml`]
    expect(Object.keys(files).filter((name) => name.includes(nummer))).toEqual(names)
    expect(Buffer.compare(files[names[1]!]!, await file(`abrechnungen/${id}/xrechnung.xml`))).toBe(0)
    const other = (await of(firma)).nummer
    expect(Object.keys(files).filter((name) => name.includes(other))).toEqual([
      `Rechnung über Pfand ${other}.pdf`,
    ])
    const druck = await file(`auftraege/${run.id}/druck.pdf`)
    expect(readAttachments(druck)).toEqual({})
    expect(pdfText(druck)).toContain("Rathaus")
    const { headers } = await call("GET", `auftraege/${run.id}/druck.pdf`)
    expect(decodeURIComponent(headers.get("content-disposition")!)).toContain(
      "ohne die elektronischen Rechnungen",
    )
  })
})

describe("an erased customer's invoice", () => {
  test("is gone in every form, but for the auditor; and its Storno too", async () => {
    const made = await settled({ name: "Wirtin Alt" }, 200)
    const bytes = await file(`abrechnungen/${made.id}/factur-x.xml`)
    await call("POST", `kunden/${made.kunde_id}/loeschung`, {})
    const storno = await cancel(made.id)
    expect(storno).toMatchObject({ form: "zugferd", xrechnung: false })
    for (const id of [made.id, storno.id])
      for (const name of ["abrechnung.pdf", "factur-x.xml", "xrechnung.xml", "rechnungsfelder"])
        expect((await call("GET", `abrechnungen/${id}/${name}`)).status).toBe(404)
    const z3 = unzipSync(await file("pruefexport?von=2026-01-01&bis=2026-10-15"))
    const rows = rowsOf(z3["abrechnungen.csv"]).filter(({ id }) => id === made.id || id === storno.id)
    expect(rows.map(({ form, empfaenger }) => [form, JSON.parse(empfaenger!).name])).toEqual([
      ["zugferd", "Wirtin Alt"],
      ["zugferd", "Wirtin Alt"],
    ])
    const beleg = rowsOf(z3["belege.csv"]).find(({ bezug_id }) => bezug_id === made.id)
    expect(beleg).toMatchObject({ profil: "en16931" })
    expect(Buffer.compare(z3[beleg!["datei"]!]!, bytes)).toBe(0)
  })
})

describe("a settlement of before", () => {
  test("is printed as it was, and its Storno says what it corrects", async () => {
    const made = await settled({}, 200)
    const { system } = app.deps
    const db = new Database(join(app.dir, "pfandwerk.db"))
    db.run("DROP TRIGGER abrechnungen_nie_aendern")
    db.run("UPDATE abrechnungen SET form = NULL, abrechnung_ist = NULL WHERE id = ?", [made.id])
    db.close()
    expect((await call("GET", `abrechnungen/${made.id}`)).body).toMatchObject({
      form: null,
      xrechnung: false,
    })
    const pdf = await file(`abrechnungen/${made.id}/abrechnung.pdf`)
    expect(readAttachments(pdf)).toEqual({})
    expect(pdfText(pdf)).toContain("keine Rechnung im Sinne des § 14 UStG")
    for (const name of ["xrechnung.xml", "rechnungsfelder"])
      expect((await call("GET", `abrechnungen/${made.id}/${name}`)).status).toBe(409)
    const storno = await cancel(made.id)
    expect(storno).toMatchObject({ form: "papier", abrechnung_ist: null, xrechnung: false })
    const counter = pdfText(await file(`abrechnungen/${storno.id}/abrechnung.pdf`))
    expect(counter).toContain(
      `hebt ${made.nummer} vom 15.10.2026 vollständig auf, auch die darin ausgewiesene`,
    )
    expect(counter).toContain("Guthaben: 357,00 €")
    expect(counter).toContain("§ 31 Abs. 5 UStDV")
    expect(counter).not.toMatch(/Gutschrift|keine Rechnung/)
    // A Storno that was made before is printed as it was, too: what was given out is what is kept.
    const again = new Database(join(app.dir, "pfandwerk.db"))
    again.run("UPDATE abrechnungen SET form = NULL WHERE id = ?", [storno.id])
    again.close()
    const { druck } = composeAbrechnung(system.tenant(hof.id), storno.id)
    expect(pdfText(await printPdf(druck))).toContain("Gutschrift: 357,00 €")
  })
})
