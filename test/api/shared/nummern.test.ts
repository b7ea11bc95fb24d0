import { afterAll, beforeAll, expect, test } from "bun:test"
import { type Company, createTestApp } from "../../helpers/app.ts"

const app = createTestApp()
afterAll(() => app.close())
let firma: Company
beforeAll(async () => {
  firma = await app.company("hof")
})

const article = { bezeichnung: "Kiste", art: "einzeln", pfand_cent: 150, ust_klasse: "warenumschliessung" }
/** Fields by which a record is found again, each in a body that is good otherwise. */
const fields = [
  ["kunden", "kundennummer", { name: "Gasthaus" }],
  ["pfandartikel", "nummer", article],
  ["pfandartikel", "barcode", { ...article, nummer: "b" }],
  ["geraete", "geraetenummer", { bezeichnung: "Kühler" }],
  ["geraete", "barcode", { bezeichnung: "Kühler", geraetenummer: "b" }],
] as const

const post = (path: string, body: object) =>
  app.call("POST", `/api/${path}`, { token: firma.admin.token, body })

test("a number that only looks like another one is refused in words, and a plain one is taken", async () => {
  for (const [path, field, body] of fields) {
    for (const value of [
      "K\u201191",
      "K\u201391",
      "K\u00a091",
      "K-91\u200b!",
      "K\u00ad91",
      "\u202aK-91\u202c",
    ]) {
      const { status, body: said } = await post(path, { ...body, [field]: value })
      expect([field, value, status, said.errors?.[0].path]).toEqual([field, value, 400, field])
      expect(said.errors[0].msg).toMatch(/als Strich nur den einfachen|unsichtbare Zeichen/)
    }
    expect([field, (await post(path, { ...body, [field]: `K-91 ${field}/Ä` })).status]).toEqual([field, 201])
  }
})

test("telephone numbers and postcodes keep their dashes, and lose no sign that nobody sees without a word", async () => {
  for (const [field, seen, unseen] of [
    ["telefon", "04131 – 12 34‑5", "\u202a04131 12345\u202c"],
    ["plz", "00–950", "21\u200b335"],
  ] as const) {
    const take = (value: string) => post("kunden", { name: "Gasthaus", land: "PL", [field]: value })
    expect((await take(seen)).status).toBe(201)
    expect((await take(unseen)).body.errors[0].path).toBe(field)
  }
})

test("a text of which nobody sees anything is empty", async () => {
  for (const name of ["\u200b", "\u3164", "\u2800 \u2800", "\u00ad\u2060"])
    expect((await post("kunden", { name })).body.errors).toMatchObject([
      { path: "name", msg: "darf nicht leer sein" },
    ])
  expect((await post("kunden", { name: "👨\u200d👩 Bar" })).body.name).toBe("👨\u200d👩 Bar")
})
