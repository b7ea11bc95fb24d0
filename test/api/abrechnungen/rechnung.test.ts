import { afterAll, beforeAll, describe, expect, setSystemTime, test } from "bun:test"
import { createApp } from "../../../src/app.ts"
import { createTestApp } from "../../helpers/app.ts"
import { pdfText } from "../../helpers/pdf.ts"
import { ANSCHRIFT, RECHNUNG, type Yard, yard } from "../../helpers/pfand.ts"
import { travel } from "../../helpers/zeit.ts"

/** A settlement is a record for the invoicing elsewhere, or the invoice: the company says which. */

const app = createTestApp()
afterAll(() => {
  setSystemTime()
  app.close()
})
let hof: Yard
beforeAll(async () => {
  hof = await yard(app, "hof")
  await travel(app, hof, "2026-10-15T10:00:00.000Z")
  await call("PATCH", "datev/einstellungen", { berater: 1001, mandant: 55, debitor_basis: 10_000 })
})

const call = (method: string, path: string, body?: object) =>
  app.call(method, `/api/${path}`, { token: hof.admin.token, ...(body && { body }) })
async function printed(id: string): Promise<string> {
  const headers = { host: "localhost", authorization: `Bearer ${hof.admin.token}` }
  const request = new Request(`http://localhost/api/abrechnungen/${id}/abrechnung.pdf`, { headers })
  await new Promise(setImmediate)
  return pdfText(await (await createApp(app.deps)(request)).bytes())
}
const set = (patch: object) => call("PATCH", "tenant", patch)
const book = (kunde_id: string, art = "ausgabe", menge = 10) =>
  call("POST", "pfandbuchungen", { kunde_id, positionen: [{ pfandartikel_id: hof.leer, art, menge }] })
const settle = (kunde_id: string) => call("POST", "abrechnungen", { kunde_id, bis: "2026-10-15" })
async function kunde(more: object = {}): Promise<string> {
  const reply = await call("POST", "kunden", { name: "Gasthaus", abrechnung: "monatlich", ...more })
  await book(reply.body.id)
  return reply.body.id
}
const VAT = /USt(?!-IdNr)|\d %|Zu zahlen|Gutschrift|11,9|2,85|17,85/

describe("a record", () => {
  test("is what every company's settlements are until it says otherwise, as agreed and without VAT", async () => {
    const { body } = await settle(await kunde())
    expect(body).toMatchObject({ abrechnung_ist: "beleg", summe_cent: 1500, betrag_cent: 1500 })
    expect(body.positionen).toMatchObject([{ einheit: "stueck" }])
    const storno = (await call("POST", `abrechnungen/${body.id}/storno`, { grund: "x" })).body
    expect(storno).toMatchObject({ abrechnung_ist: "beleg", betrag_cent: -1500 })
    const text = await printed(body.id)
    expect(text).toContain("Pfand: 15,00 €")
    expect(text).toContain("Die Umsatzsteuer auf das Pfand wird mit der Rechnung über die Ware abgerechnet")
    expect(text).not.toMatch(VAT)
    const counter = await printed(storno.id)
    expect(counter).toContain("Guthaben: 15,00 €")
    expect(counter).not.toMatch(VAT)
  })

  test("books nothing but security at DATEV, and this is said; the journal has the same by its last column", async () => {
    const kunde_id = await kunde()
    const geraet = { geraet_id: hof.geraete[0], art: "ausgabe", menge: 1 }
    await call("POST", "pfandbuchungen", { kunde_id, positionen: [geraet] })
    const { nummer } = (await settle(kunde_id)).body
    const pruefung = (await call("GET", "datev/pruefung?monat=2026-10")).body
    expect(pruefung).toMatchObject({ abrechnungen: 1, buchungen: 1, brutto_cent: 5000, hindernisse: [] })
    expect(pruefung.hinweise[0].meldung).toStartWith(
      "3 Abrechnungen dieses Monats sind Belege: Pfand und Umsatzsteuer daraus bucht die Rechnung über die Ware, hier gebucht werden nur Kautionen.",
    )
    const journal = (await call("GET", "datev/journal.csv?monat=2026-10")).text.split("\r\n")
    const own = journal.filter((line) => line.startsWith(nummer)).map((line) => line.split(";"))
    expect(own.map((cells) => [cells[8], cells.at(-1)]).toSorted()).toEqual([
      ["Kaution", "ja"],
      ["Pfand Warenumschließung", "nein: mit der Rechnung über die Ware"],
    ])
  })
})

describe("an invoice", () => {
  test("is not made before company and customer have all that it names, and nothing is lost by that", async () => {
    await set({ abrechnung_ist: "rechnung" })
    const kunde_id = await kunde({ art: "behoerde" })
    const refused = async () => (await settle(kunde_id)).body.error
    expect((await call("GET", "tenant")).body.briefkopf_fehlt).toEqual(["IBAN"])
    expect(await refused()).toContain("fehlt im Briefkopf: IBAN.")
    await set(RECHNUNG)
    const message = "fehlt: Straße, Postleitzahl, Ort, Leitweg-ID, E-Mail für Rechnungen. Bitte beim Kunden"
    expect(await refused()).toContain(message)
    const { items } = (await call("GET", "abrechnungen/lauf?bis=2026-10-15")).body
    const zeile = items.find((one: any) => one.kunde_id === kunde_id)
    expect([zeile.hindernis, zeile.form]).toEqual([expect.stringContaining(message), null])
    const vorschau = (await call("GET", `abrechnungen/vorschau?kunde_id=${kunde_id}&bis=2026-10-15`)).body
    expect(vorschau.hindernis).toContain(message)
    const authority = { kaeuferreferenz: "04011000-1234512345-06", email: "rechnung@stadt.example" }
    await call("PATCH", `kunden/${kunde_id}`, { ...ANSCHRIFT, ...authority })
    // Of the letterhead's telephone and mail nothing has to be entered twice.
    await set({ telefon: "05141 1", email: null, rechnung_kontakt: null })
    expect(await refused()).toContain(
      "Für XRechnungen fehlt im Briefkopf: Ansprechpartner für Rechnungen, E-Mail. Die Verwaltung trägt es unter „Firma",
    )
    expect((await call("GET", "tenant")).body).toMatchObject({
      briefkopf_fehlt: [],
      xrechnung_fehlt: ["Ansprechpartner für Rechnungen", "E-Mail"],
    })
    await set({ email: "hof@hof.example", rechnung_kontakt: "Frau Lind" })
    expect((await call("GET", "tenant")).body.xrechnung_fehlt).toEqual([])
    expect((await settle(kunde_id)).body).toMatchObject({ abrechnung_ist: "rechnung", betrag_cent: 1785 })
  })

  test("of an erased person is made without a name up to 250 €; above, what is open and what can be done is said", async () => {
    await set({ ...RECHNUNG, abrechnung_ist: "rechnung" })
    const [klein, gross] = [await kunde(ANSCHRIFT), await kunde(ANSCHRIFT)]
    await book(gross, "ausgabe", 200)
    for (const id of [klein, gross]) expect((await call("POST", `kunden/${id}/loeschung`)).status).toBe(200)
    const lauf = async (id: string) =>
      (await call("GET", "abrechnungen/lauf?bis=2026-10-15&limit=100")).body.items.find(
        (one: any) => one.kunde_id === id,
      )
    expect(await lauf(klein)).toMatchObject({ hindernis: null, betrag_cent: 1785, form: "papier" })
    const made = (await settle(klein)).body
    expect(made).toMatchObject({ betrag_cent: 1785, versand_offen: 0, versand: "entfaellt" })
    const storno = (await call("POST", `abrechnungen/${made.id}/storno`, { grund: "x" })).body
    expect(storno).toMatchObject({ betrag_cent: -1785, versand_offen: 0 })
    const { hindernis } = await lauf(gross)
    for (const part of [
      "sind gelöscht",
      "374,85 € sind noch abzurechnen",
      "mehr als 250 €",
      "wieder löschen",
    ])
      expect(hindernis.replaceAll("\u00a0", " ")).toContain(part)
    expect((await settle(gross)).body.error).toBe(hindernis)
    expect((await call("GET", `abrechnungen/vorschau?kunde_id=${gross}&bis=2026-10-15`)).body.hindernis).toBe(
      hindernis,
    )
    await call("PATCH", `kunden/${gross}`, { name: "Gasthaus", ...ANSCHRIFT })
    expect((await settle(gross)).body).toMatchObject({ betrag_cent: 37_485, versand_offen: 1 })
  })

  test("with a delivery waits for the office, and keeps no driver from completing", async () => {
    await set(RECHNUNG)
    const [kunde_id] = hof.kunden
    const body = { kunde_id, positionen: [{ pfandartikel_id: hof.leer, ist_ruecknahme: 2 }] }
    const done = await app.call("POST", "/api/fahrer/ungeplant", { token: hof.fahrer.token, body })
    expect(done.status).toBe(201)
    expect((await call("GET", `abrechnungen?kunde_id=${kunde_id}`)).body.items).toEqual([])
    await call("PATCH", `kunden/${kunde_id}`, ANSCHRIFT)
    await app.call("POST", "/api/fahrer/ungeplant", { token: hof.fahrer.token, body })
    const { items } = (await call("GET", `abrechnungen?kunde_id=${kunde_id}`)).body
    expect(items).toMatchObject([{ abrechnung_ist: "rechnung", summe_cent: -600 }])
  })

  test("has every datum of § 14 (4) UStG on its paper, as it was when it was made", async () => {
    const kontakt = {
      rechnung_kontakt: "Frau Lind",
      rechnung_telefon: "04131 55",
      rechnung_email: "r@hof.example",
    }
    await set({ ...RECHNUNG, ...kontakt, zahlungsziel_tage: 10 })
    await call("PATCH", `pfandartikel/${hof.leer}`, { einheit: "kasten" })
    const angaben = { ust_id: "DE 136 695 976", kaeuferreferenz: "Küche 7" }
    const kunde_id = await kunde({ ...ANSCHRIFT, ...angaben })
    const { body } = await settle(kunde_id)
    // Later changes of the records do not change it.
    await set({ abrechnung_ist: "beleg", zahlungsziel_tage: 30, rechnung_kontakt: null, iban: null })
    await call("PATCH", `kunden/${kunde_id}`, { ust_id: null, kaeuferreferenz: null, strasse: "Neu 1" })
    await call("PATCH", `pfandartikel/${hof.leer}`, { einheit: "fass" })
    const text = await printed(body.id)
    for (const part of [
      `Rechnung über Pfand ${body.nummer}`,
      "Firma hof",
      "Am Hof 1",
      "29221 Celle",
      "Steuernummer 33/270/01234",
      "Gasthaus",
      "Gasse 2",
      "21339 Lüneburg",
      "Ihre USt-IdNr. DE136695976",
      "Ihre Referenz Küche 7",
      "Frau Lind, 04131 55, r@hof.example",
      "Datum 15.10.2026",
      "Leistungszeit 15.10.2026 bis 15.10.2026",
      "Kasten 10 1,50 19 % 15,00",
      "19 % 15,00 2,85 17,85",
      "Zu zahlen: 17,85 €",
      "bis 25.10.2026 ohne Abzug auf das Konto DE02120300000000202051",
    ])
      expect(text).toContain(part)
    expect(text).not.toContain("keine Rechnung")
    // Its Storno is an invoice as well, whatever the company's settlements are by now, and asks for the same.
    const refused = await call("POST", `abrechnungen/${body.id}/storno`, { grund: "x" })
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining("Briefkopf: IBAN.")])
    await set({ iban: RECHNUNG.iban })
    const storno = (await call("POST", `abrechnungen/${body.id}/storno`, { grund: "x" })).body
    const counter = await printed(storno.id)
    for (const part of [
      `Stornorechnung über Pfand ${storno.nummer}`,
      `hebt ${body.nummer} vom 15.10.2026 vollständig auf, auch die darin ausgewiesene Umsatzsteuer`,
      "Grund: x",
      "-17,85",
      "Guthaben: 17,85 €",
    ])
      expect(counter).toContain(part)
    expect(counter).not.toContain("Gutschrift")
    // It books nothing.
    expect(counter).toContain("Das Pfandkonto bleibt, wie es ist")
    expect(counter).not.toContain("Endsaldo")
  })

  test("that takes a credit back asks for nothing that may never have been paid out", async () => {
    await set({ abrechnung_ist: "rechnung" })
    const kunde_id = await kunde(ANSCHRIFT)
    await book(kunde_id, "ruecknahme", 400)
    const credit = (await settle(kunde_id)).body
    expect(await printed(credit.id)).toContain("Guthaben: 696,15 €")
    const storno = (await call("POST", `abrechnungen/${credit.id}/storno`, { grund: "x" })).body
    const text = await printed(storno.id)
    expect(text).toContain("Guthaben aufgehoben: 696,15 €")
    expect(text).toContain("Zu zahlen ist davon nur, was schon ausgezahlt oder verrechnet ist.")
    expect(text).not.toContain("Bitte zahlen Sie")
    const { text: xml } = await call("GET", `abrechnungen/${storno.id}/factur-x.xml`)
    expect(xml).toContain("Zu zahlen ist davon nur")
    expect(xml).not.toContain("DueDateDateTime")
  })
})
