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
const changes = [
  ["2025-12-31", { kleinunternehmer: [0, 1] }],
  ["2026-01-03", { kleinunternehmer: [1, 0] }],
  ["2026-01-05", { ust_verfahren: ["jahresausgleich", "laufend"] }],
] as const
for (const [tag, aenderungen] of changes)
  before.run(
    `INSERT INTO protokoll (tenant_id, id, mitarbeiter_name, aktion, tabelle, datensatz_id, aenderungen, erstellt_am, aktualisiert_am)
       VALUES (?1, ?2, 'M', 'tenants.geaendert', 'tenants', ?1, ?3, ?4, ?4)`,
    [FIRMA, Bun.randomUUIDv7(), JSON.stringify(aenderungen), `${tag}T10:00:00.000Z`],
  )
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

test("what is entered late is booked as the company was then, as its log tells", async () => {
  const bookAt = async (tag: string) => {
    const positionen = [{ pfandartikel_id: ARTIKEL, art: "ausgabe", menge: 1 }]
    const what = { kunde_id: KUNDE, erfasst_am: `2026-01-${tag}T12:00:00.000Z`, positionen }
    const [booked] = (await call("POST", "pfandbuchungen", what)).body.buchungen
    return [booked.kleinunternehmer, booked.ust_verfahren]
  }
  expect(await bookAt("02")).toEqual([1, "jahresausgleich"])
  expect(await bookAt("04")).toEqual([0, "jahresausgleich"])
  expect(await bookAt("06")).toEqual([0, "laufend"])
})
