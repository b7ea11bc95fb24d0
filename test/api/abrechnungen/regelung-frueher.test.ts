import { afterAll, expect, test } from "bun:test"
import { mitarbeiter } from "../../../src/db/schema.ts"
import { openMigrated } from "../../../src/db/migrate.ts"
import { migrations } from "../../../src/db/migrations.ts"
import { createTestApp } from "../../helpers/app.ts"
import { today } from "../../helpers/day.ts"
import { ARTIKEL, FIRMA, frueher, KUNDE, PERSON } from "../../helpers/frueher.ts"

/** A company that was a small trader, settled so, and is none any more: before bookings knew what held for them. */

const { dir, db, book, settle } = frueher(23)
db.run("UPDATE tenants SET strasse = 'Weg 1', plz = '12345', ort = 'Ort', ust_id = 'DE123456789'")
const settled = settle(1, book("ausgabe", 10), 1000)
book("ausgabe", 5)
db.close()
const before = openMigrated(dir, {
  migrations: migrations.filter(({ name }) => name < "0050_regelung_der_buchung"),
})
const [frozen] = before
  .query("SELECT sql FROM sqlite_schema WHERE name = 'abrechnungen_nie_aendern'")
  .values()
before.run("DROP TRIGGER abrechnungen_nie_aendern")
before.run(`UPDATE abrechnungen SET kleinunternehmer = 1 WHERE id = '${settled}'`)
before.run(String(frozen))
before.close()

const app = createTestApp({ dir })
afterAll(app.close)
const account = app.deps.system.tenant(FIRMA).get(mitarbeiter, PERSON)
const call = async (method: string, path: string, body?: object) =>
  app.call(method, `/api/${path}`, { token: await app.deps.tokens.sign(account), ...(body && { body }) })

test("what was settled without VAT comes back without, what was open has what holds now, and the chain proves", async () => {
  expect((await call("GET", "pfandpruefung")).body.fehler).toEqual([])
  const positionen = [{ pfandartikel_id: ARTIKEL, art: "ruecknahme", menge: 12 }]
  await call("POST", "pfandbuchungen", { kunde_id: KUNDE, positionen })
  const { body } = await call("GET", `abrechnungen/vorschau?kunde_id=${KUNDE}&bis=${today()}`)
  // Ten of the twelve had gone out under § 19, and five with 19 % are open.
  expect(body.steuern.map(({ satz, netto_cent }: any) => [satz, netto_cent])).toEqual([
    [19, 500 - 200],
    [null, -1000],
  ])
  expect((await call("GET", "pfandpruefung")).body.fehler).toEqual([])
})
