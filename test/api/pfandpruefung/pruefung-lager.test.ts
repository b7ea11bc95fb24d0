import { Database } from "bun:sqlite"
import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test"
import { join } from "node:path"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { travel } from "../../helpers/zeit.ts"

/** The proof recomputes what the company itself holds. */

const app = createTestApp()
afterAll(() => {
  setSystemTime()
  app.close()
})
let hof: Yard

const call = async (method: string, path: string, body?: object) =>
  (await app.call(method, `/api/${path}`, { token: hof.admin.token, ...(body && { body }) })).body
const at = (moment: string) => travel(app, hof, `2026-06-${moment}:00.000Z`)
const book = (art: string, menge: number, more = {}) =>
  call("POST", "pfandbuchungen", {
    kunde_id: hof.kunden[0],
    grund: "x",
    positionen: [{ pfandartikel_id: hof.fass, art, menge }],
    ...more,
  })
const move = (art: string, menge: number, more = {}) =>
  call("POST", "lager/bewegungen", { pfandartikel_id: hof.fass, art, menge, ...more })
const reverse = ({ vorgang_id }: { vorgang_id: string }) =>
  call("POST", `pfandbuchungen/${vorgang_id}/storno`, { grund: "x" })
async function count(menge: number, more: () => Promise<unknown> = async () => {}): Promise<void> {
  const { id } = await call("POST", "inventuren", { bezeichnung: "Juni", mit_geraeten: 0 })
  const positionen = [{ pfandartikel_id: hof.fass, menge }]
  await call("POST", `inventuren/${id}/zaehlungen`, { positionen })
  await more()
  expect((await call("POST", `inventuren/${id}/abschluss`, {})).status).toBe("abgeschlossen")
}
const fehler = async () => (await call("GET", "pfandpruefung")).fehler

beforeAll(async () => {
  hof = await yard(app, "hof")
  await at("14T08:00")
  const before = await book("ausgabe", 3)
  await at("15T08:00")
  await count(100)
  await at("15T09:00")
  const issued = await book("ausgabe", 7)
  await at("16T08:00")
  await count(40, async () => {
    await at("16T08:30")
    await book("ausgabe", 2)
    await move("zukauf", 9)
  })
  await at("17T09:00")
  await book("ruecknahme", 5)
  await book("ausgabe", 4, { erfasst_am: "2026-06-15T08:30:00.000Z" })
  await reverse(await book("ausgabe", 6))
  await reverse(before)
  await reverse(issued)
  await move("verkauf", 1)
  await move("verschrottung", 2, { erfasst_am: "2026-06-15T12:00:00.000Z" })
  const { bewegungen } = await move("zukauf", 11)
  await call("POST", `lager/bewegungen/${bewegungen[0].id}/storno`, {})
  const verlust = { kunde_id: hof.kunden[0], pfandartikel_id: hof.fass, menge: 1 }
  expect((await call("POST", "pfandverluste", verlust)).buchungen).toHaveLength(1)
})

test("and is content with counts, late and reversed bookings, purchases, and losses of customers", async () => {
  const { items } = await call("GET", "lager")
  const { stand } = items.find(({ id }: { id: string }) => id === hof.fass)
  expect(stand).toMatchObject({
    gezaehlt: 40,
    ausgegeben: 2,
    zurueckgekommen: 5,
    zugekauft: 9,
    verkauft: 1,
    verschrottet: 0,
  })
  expect(await fehler()).toEqual([])
})

for (const [feld, told] of [
  ["gezaehlt", "gezählt 41 statt 40"],
  ["ausgegeben", "ausgegeben 3 statt 2"],
  ["zurueckgekommen", "zurückgekommen 6 statt 5"],
  ["zugekauft", "zugekauft 10 statt 9"],
  ["verkauft", "verkauft 2 statt 1"],
  ["verschrottet", "verschrottet 1 statt 0"],
] as const)
  test(`and says the difference where ${feld} was changed`, async () => {
    const db = new Database(join(app.dir, "pfandwerk.db"))
    try {
      const changed = db.query(`UPDATE lagerartikel SET ${feld} = ${feld} + 1 WHERE id = ?`).run(hof.fass)
      expect(changed.changes).toBe(1)
      expect(await fehler()).toEqual([
        { art: "lager", msg: `Der eigene Bestand von FASS stimmt nicht: ${told}` },
      ])
    } finally {
      db.query(`UPDATE lagerartikel SET ${feld} = ${feld} - 1 WHERE id = ?`).run(hof.fass)
      db.close()
    }
    expect(await fehler()).toEqual([])
  })

test("and reads a busy article's bookings in pieces", async () => {
  for (let round = 0; round < 3; round++) {
    const zeile = (art: string) => ({ pfandartikel_id: hof.fass, art, menge: 1 })
    const positionen = Array.from({ length: 200 }, (_, i) => zeile(i % 2 ? "ruecknahme" : "ausgabe"))
    for (let i = 0; i < 2; i++) await book("", 0, { positionen })
  }
  const { items } = await call("GET", "lager")
  expect(items.find(({ id }: { id: string }) => id === hof.fass).stand).toMatchObject({
    ausgegeben: 602,
    zurueckgekommen: 605,
  })
  expect(await fehler()).toEqual([])
})

test("and finds what was booked before the clock was set back by a day", async () => {
  await at("18T08:00")
  await count(30)
  await at("18T09:00")
  await book("ausgabe", 3)
  await at("17T20:00")
  await book("ausgabe", 1)
  await at("18T20:00")
  expect(await fehler()).toEqual([])
})
