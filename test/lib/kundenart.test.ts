import { afterAll, beforeAll, expect, test } from "bun:test"
import { type Company, createTestApp } from "../helpers/app.ts"
import { importForm } from "../helpers/import-form.ts"

/** Kinds of customers, as far as the form of an invoice depends on it. */

const app = createTestApp()
afterAll(() => app.close())
let firma: Company
beforeAll(async () => {
  firma = await app.company("firma")
})

const call = (method: string, path: string, body?: object) =>
  app.call(method, `/api/${path}`, { token: firma.admin.token, ...(body && { body }) })
const neu = async (more: object) => (await call("POST", "kunden", { name: "Gasthaus", ...more })).body
const faults = ({ errors }: any) => errors.map(({ path }: any) => path)

test("who a customer is follows from the country, and stays what somebody said", async () => {
  expect(await neu({})).toMatchObject({ land: "DE", art: "unternehmen" })
  const wien = await neu({ land: "AT" })
  expect(wien.art).toBe("ausland")
  expect((await call("PATCH", `kunden/${wien.id}`, { land: "DE" })).body.art).toBe("unternehmen")
  const person = await neu({ art: "verbraucher" })
  expect((await call("PATCH", `kunden/${person.id}`, { land: "AT" })).body.art).toBe("verbraucher")
  const amt = await neu({ art: "behoerde" })
  expect((await call("PATCH", `kunden/${amt.id}`, { telefon: "1" })).body.art).toBe("behoerde")
  for (const wrong of [
    { land: "AT", art: "unternehmen" },
    { land: "DE", art: "ausland" },
    { land: "AT", art: "behoerde" },
  ]) {
    const reply = await neu(wrong)
    expect([wrong, faults(reply)]).toEqual([wrong, ["art"]])
  }
})

test("numbers are checked by their digits, and kept without what people put between", async () => {
  expect((await neu({ ust_id: "de 136 695 976" })).ust_id).toBe("DE136695976")
  expect(faults(await neu({ ust_id: "DE136695977" }))).toEqual(["ust_id"])
  expect((await neu({ kaeuferreferenz: "Küche 7" })).kaeuferreferenz).toBe("Küche 7")
  const amt = await neu({ art: "behoerde", kaeuferreferenz: "04011000-1234512345-06" })
  expect(amt.kaeuferreferenz).toBe("04011000-1234512345-06")
  const wrong = await call("PATCH", `kunden/${amt.id}`, { kaeuferreferenz: "04011000-1234512345-07" })
  expect(faults(wrong.body)).toEqual(["kaeuferreferenz"])
})

test("import and export have it in the same words, and so have articles their unit", async () => {
  const form = (kind: string, text: string) => {
    const raw = importForm(text, { ausfuehren: "ja" })
    return app.call("POST", `/api/${kind}/import`, { token: firma.admin.token, raw })
  }
  const kunden = "Name;Kundenart;USt-IdNr.;Leitweg-ID;E-Mail für Rechnungen"
  const ok = await form(
    "kunden",
    `${kunden}\r\nRathaus;Behörde;DE136695976;04011000-1234512345-06;amt@stadt.example\r\n`,
  )
  expect(ok.body).toMatchObject({ angelegt: 1, fehler: [] })
  const bad = await form(
    "kunden",
    `${kunden}\r\nRathaus;Amt;;;\r\nRathaus;Behörde;;04011000-1234512345-07;\r\n`,
  )
  expect(bad.body.fehler.map(({ zeile, msg }: any) => [zeile, msg])).toEqual([
    [2, "muss Unternehmen, Verbraucher, Behörde oder Ausland sein"],
    [3, "ist keine gültige Leitweg-ID: bitte Form und Prüfziffern vergleichen"],
  ])
  const table = (await call("GET", "export/kunden")).text
  expect(table).toContain("Kundenart;USt-IdNr.;Käuferreferenz;E-Mail für Rechnungen")
  expect(table).toContain("Behörde;DE136695976;04011000-1234512345-06;amt@stadt.example")

  const artikel = "Nummer;Bezeichnung;Pfand;Einheit"
  await form("pfandartikel", `${artikel}\r\nA;Rollwagen;10,00;Kasten\r\nB;CO₂-Flasche 10 kg;80,00;\r\n`)
  const einheiten = (await call("GET", "pfandartikel?sort=nummer")).body.items
  expect(einheiten.map((one: any) => one.einheit)).toEqual(["kasten", "gasflasche"])
  expect((await call("GET", "export/pfandartikel")).text).toContain("Gasflasche")
  const [a] = einheiten
  expect((await call("PATCH", `pfandartikel/${a.id}`, { einheit: "stueck" })).body.einheit).toBe("stueck")
})
