import { Database } from "bun:sqlite"
import { afterAll, expect, test } from "bun:test"
import { join } from "node:path"
import { mitarbeiter } from "../../../src/db/schema.ts"
import { createTestApp } from "../../helpers/app.ts"
import { ARTIKEL, FIRMA, frueher, KUNDE, PERSON } from "../../helpers/frueher.ts"
import { recompute, rowsOf } from "../../helpers/pruefer.ts"
import { temporaryDir } from "../../helpers/temporary.ts"
import { unzipSync } from "fflate"
import { createApp } from "../../../src/app.ts"
import { extractCompany } from "../../../src/db/transfer.ts"
import { today } from "../../helpers/day.ts"

/** A ledger from before its hashes covered the tax, and before opening balances stood in no settlement. */

const { dir, db, book, settle } = frueher(23)
db.run(`
  UPDATE tenants SET strasse = 'Weg 1', plz = '12345', ort = 'Ort', ust_id = 'DE123456789';
  UPDATE pfandartikel SET steuersatz = 'ermaessigt'`)

const settled = book("anfangsbestand", 100)
const first = settle(1, settled, 10_000)
const auch = book("anfangsbestand", 20)
const second = settle(2, auch, 2000)
book("anfangsbestand", 30)
book("korrektur_minus", 7, { storno_von: book("anfangsbestand", 7) })
book("ausgabe", 10)
db.close()

const app = createTestApp({ dir })
afterAll(app.close)
const account = app.deps.system.tenant(FIRMA).get(mitarbeiter, PERSON)
const call = async (method: string, path: string, body?: object) =>
  app.call(method, `/api/${path}`, { token: await app.deps.tokens.sign(account), ...(body && { body }) })
const proof = async () => (await call("GET", "pfandpruefung")).body.fehler
const heute = today()
const preview = async () => (await call("GET", `abrechnungen/vorschau?kunde_id=${KUNDE}&bis=${heute}`)).body
const post = (art: string, menge: number) =>
  call("POST", "pfandbuchungen", {
    kunde_id: KUNDE,
    grund: "x",
    positionen: [{ pfandartikel_id: ARTIKEL, art, menge }],
  })

test("an old chain still proves, with what comes after it, here and in the auditor's export", async () => {
  expect(await proof()).toEqual([])
  await call("PATCH", `pfandartikel/${ARTIKEL}`, { steuersatz: "regel" })
  expect((await post("ausgabe", 5)).status).toBe(201)
  expect(await proof()).toEqual([])
  const headers = { host: "localhost", authorization: `Bearer ${await app.deps.tokens.sign(account)}` }
  const request = new Request("http://localhost/api/pruefexport?von=2026-01-01", { headers })
  const files = unzipSync(await (await createApp(app.deps)(request)).bytes())
  const rows = rowsOf(files["buchungen.csv"])
  expect(rows.map(({ hash_form, steuersatz }) => `${hash_form} ${steuersatz}`)).toEqual([
    ...Array(6).fill("1 ermaessigt"),
    "3 regel",
  ])
  expect(recompute(rows)).toBeUndefined()
})

test("a booking of before proves in its own form only", () => {
  const file = new Database(join(dir, "pfandwerk.db"))
  expect(() => file.run("UPDATE tenants SET steuer_nach_nr = 0")).toThrow("steht fest")
  file.close()
})

test("opening balances that were open are billed no more, and what was settled stays", async () => {
  expect(await preview()).toMatchObject({ anfang_cent: 15_000, summe_cent: 1500, buchungen: 2 })
  // 10 at 7 %, 5 at 19 %
  expect((await preview()).steuern.map(({ satz, netto_cent }: any) => [satz, netto_cent])).toEqual([
    [19, 500],
    [7, 1000],
  ])
  expect((await call("GET", `abrechnungen/${first}`)).body).toMatchObject({
    summe_cent: 10_000,
    nummer: "ABR-2026-00001",
  })
})

test("one that had been billed is given back when it is reversed, and charged nowhere when that was cancelled", async () => {
  const { body } = await call("POST", `pfandbuchungen/${settled}/storno`, { grund: "x" })
  expect(body.buchungen).toMatchObject([{ summe_cent: -10_000, steuersatz: "ermaessigt" }])
  expect(await preview()).toMatchObject({ summe_cent: -8500, buchungen: 3 })
  expect(await proof()).toEqual([])
  move()
  await call("POST", `abrechnungen/${first}/storno`, { grund: "x" })
  expect(await preview()).toMatchObject({ anfang_cent: 5000, summe_cent: 1500, buchungen: 2 })
  expect(await proof()).toEqual([])
})

test("one that was given back is charged again where what charged it is cancelled, and both are one day even", async () => {
  await call("POST", `pfandbuchungen/${auch}/storno`, { grund: "x" })
  const settleAll = async () => (await call("POST", "abrechnungen", { kunde_id: KUNDE, bis: heute })).body
  const back = await settleAll()
  expect(back).toMatchObject({ summe_cent: 1500 - 2000, ende_cent: 4500 })
  await call("POST", `abrechnungen/${second}/storno`, { grund: "x" })
  expect(await preview()).toMatchObject({ summe_cent: 2000, buchungen: 1 })
  expect(await settleAll()).toMatchObject({ summe_cent: 2000, ende_cent: 4500 })
  expect(await proof()).toEqual([])
  move()
  await call("POST", `abrechnungen/${back.id}/storno`, { grund: "x" })
  expect(await preview()).toMatchObject({ summe_cent: 1500 - 2000, buchungen: 3 })
  expect(await proof()).toEqual([])
})

/** All triggers see every row once more when a company is moved, and what is open must come out the same. */
const move = (): void =>
  expect(extractCompany(join(dir, "pfandwerk.db"), "firma", temporaryDir()).rows).toBeGreaterThan(0)
