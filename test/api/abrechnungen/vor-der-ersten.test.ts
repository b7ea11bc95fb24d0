import { afterAll, expect, test } from "bun:test"
import { join } from "node:path"
import { mitarbeiter } from "../../../src/db/schema.ts"
import { extractCompany } from "../../../src/db/transfer.ts"
import { createTestApp } from "../../helpers/app.ts"
import { today } from "../../helpers/day.ts"
import { ARTIKEL, FIRMA, frueher, KUNDE, PERSON } from "../../helpers/frueher.ts"
import { temporaryDir } from "../../helpers/temporary.ts"

/** A ledger from before there were settlements: what was booked then, the company has settled in its own way. */

const { dir, db, book } = frueher(15)
book("ausgabe", 10, { erfasst_am: "2020-08-01T10:00:00.000Z" })
book("ruecknahme", 5, { erfasst_am: "2021-02-01T10:00:00.000Z" })
// It shifts what came back from 16 to 19 %, as it was there first.
book("anfangsbestand", 5, { erfasst_am: "2020-05-01T10:00:00.000Z" })
db.close()

const app = createTestApp({ dir })
afterAll(app.close)
const account = app.deps.system.tenant(FIRMA).get(mitarbeiter, PERSON)
const call = async (method: string, path: string, body?: object) =>
  app.call(method, `/api/${path}`, { token: await app.deps.tokens.sign(account), ...(body && { body }) })

test("what an opening balance shifted then is made up for in no settlement", async () => {
  const positionen = [{ pfandartikel_id: ARTIKEL, art: "ausgabe", menge: 3 }]
  expect((await call("POST", "pfandbuchungen", { kunde_id: KUNDE, positionen })).status).toBe(201)
  const { body } = await call("GET", `abrechnungen/vorschau?kunde_id=${KUNDE}&bis=${today()}`)
  expect(body).toMatchObject({ anfang_cent: 1000, summe_cent: 300, buchungen: 1 })
  expect(body.steuern.map(({ satz, netto_cent }: any) => [satz, netto_cent])).toEqual([[19, 300]])
})

test("a company from then moves, though upgrades wrote its balances once more than its bookings do", () => {
  expect(extractCompany(join(dir, "pfandwerk.db"), "firma", temporaryDir()).rows).toBeGreaterThan(0)
})
