import { Database } from "bun:sqlite"
import { afterAll, beforeEach, expect, test } from "bun:test"
import { join } from "node:path"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** Figures beyond all reason: a slip of the finger or of a program must not spoil the books. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
beforeEach(async () => {
  hof = await yard(app, `hof-${Bun.randomUUIDv7()}`)
})

const post = (path: string, body: object) =>
  app.call("POST", `/api/${path}`, { token: hof.admin.token, body })
const get = async (path: string) => (await app.call("GET", `/api/${path}`, { token: hof.admin.token })).body
const bookVorgang = (positionen: object[]) => post("pfandbuchungen", { kunde_id: hof.kunden[0], positionen })
const konto = () => get(`kunden/${hof.kunden[0]}/pfandkonto`)

async function expensive(pfand_cent: number, menge: number): Promise<string> {
  const ust_klasse = "warenumschliessung"
  const part = { nummer: "T", bezeichnung: "Teil", art: "einzeln", pfand_cent, ust_klasse }
  const { id } = (await post("pfandartikel", part)).body
  const bestandteile = [{ pfandartikel_id: id, menge }]
  const whole = { nummer: "G", bezeichnung: "Ganzes", art: "gebinde", bestandteile, ust_klasse }
  return (await post("pfandartikel", whole)).body.id
}

test("a booking that no whole number below 2^53 could hold is refused, and nothing is kept of it", async () => {
  const id = await expensive(999_999_999, 9_999)
  const reply = await bookVorgang([
    { pfandartikel_id: hof.fass, art: "ausgabe", menge: 1 },
    { pfandartikel_id: id, art: "ausgabe", menge: 99_999 },
  ])
  expect([reply.status, reply.body]).toEqual([
    409,
    { error: "Der Betrag ist zu groß: eine Buchung hat höchstens 10 Milliarden Euro" },
  ])
  expect(await konto()).toMatchObject({ wert_cent: 0, artikel: [] })
})

test("many large bookings end before an account loses cents, in either direction", async () => {
  const id = await expensive(10_000_000, 1)
  for (const art of ["ausgabe", "ruecknahme"]) {
    // A thousand million million cents, minus one position.
    const many = Array.from({ length: 199 }, () => ({ pfandartikel_id: id, art, menge: 99_999 }))
    const replies = []
    for (let i = 0; i < 12; i++) replies.push(await bookVorgang(many))
    const refused = replies.findLast(({ status }) => status !== 201)
    expect([refused?.status, refused?.body.error]).toEqual([
      409,
      "Das Konto des Kunden würde zu groß; bitte Mengen und Beträge prüfen",
    ])
    expect(Math.abs((await konto()).wert_cent)).toBeLessThan(Number.MAX_SAFE_INTEGER)
  }
  expect((await get("pfandpruefung")).in_ordnung).toBe(true)
})

test("pieces that cost nothing are counted no further than a number goes, either", async () => {
  const one = [{ pfandartikel_id: hof.fass, art: "ausgabe", menge: 1 }]
  await bookVorgang(one)
  const db = new Database(join(app.dir, "pfandwerk.db"))
  db.run(`UPDATE pfandkonten SET bestand = 999999999999999 WHERE kunde_id = '${hof.kunden[0]}'`)
  db.close()
  expect((await bookVorgang(one)).status).toBe(201)
  expect((await bookVorgang(one)).status).toBe(409)
})

/** A Gebinde of twenty parts, each a single article. */
async function vielteilig(): Promise<string> {
  const ust_klasse = "warenumschliessung"
  const bestandteile: object[] = []
  for (let i = 0; i < 20; i++) {
    const part = { nummer: `T-${i}`, bezeichnung: "Teil", art: "einzeln", pfand_cent: 1, ust_klasse }
    bestandteile.push({ pfandartikel_id: (await post("pfandartikel", part)).body.id, menge: 1 })
  }
  const whole = { nummer: "VIEL", bezeichnung: "Sortiment", art: "gebinde", bestandteile, ust_klasse }
  return (await post("pfandartikel", whole)).body.id
}

test("one request makes 500 bookings and no more, however small it is", async () => {
  const pfandartikel_id = await vielteilig()
  const posten = (n: number) =>
    Array.from({ length: n }, () => ({ pfandartikel_id, art: "ausgabe", menge: 1 }))
  const refused = await bookVorgang(posten(26))
  expect(refused.status).toBe(400)
  expect(refused.body.errors[0]).toMatchObject({
    path: "positionen",
    msg: "zu viel auf einmal: mit den Teilen der Gebinde 520 Buchungen, höchstens 500",
  })
  expect((await get("pfandbuchungen?total=true")).total).toBe(0)
  const { vorgang_id, buchungen } = (await bookVorgang(posten(25))).body
  expect(buchungen).toHaveLength(500)
  expect((await post(`pfandbuchungen/${vorgang_id}/storno`, { grund: "Verzählt" })).status).toBe(201)
})

test("what could not be booked at once is not planned for one delivery", async () => {
  const much = await vielteilig()
  const ust_klasse = "warenumschliessung"
  const plan = (positionen: object[]) =>
    post("lieferungen", { kunde_id: hof.kunden[0], datum: "2026-03-31", positionen })
  const singles: object[] = []
  for (let i = 0; i < 200; i++) {
    const neu = { nummer: `E-${i}`, bezeichnung: "Einzeln", art: "einzeln", pfand_cent: 1, ust_klasse }
    singles.push({ pfandartikel_id: (await post("pfandartikel", neu)).body.id, soll_ausgabe: 1 })
  }
  expect((await plan(singles)).status).toBe(201)
  const more = [...singles.slice(0, 199), { pfandartikel_id: much, soll_ausgabe: 1 }]
  expect((await plan(more)).status).toBe(201)
  const twice = { nummer: "V2", bezeichnung: "Sortiment 2", art: "gebinde", ust_klasse }
  const teile = singles.slice(0, 20).map((e) => ({ ...(e as { pfandartikel_id: string }), menge: 1 }))
  const bestandteile = teile.map(({ pfandartikel_id, menge }) => ({ pfandartikel_id, menge }))
  const ids = [much]
  for (const nummer of ["V2", "V3", "V4"])
    ids.push((await post("pfandartikel", { ...twice, nummer, bestandteile })).body.id)
  const tooMuch = [
    ...singles.slice(0, 196),
    ...ids.map((pfandartikel_id) => ({ pfandartikel_id, soll_ausgabe: 1 })),
  ]
  const refused = await plan(tooMuch)
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, "positionen"])
})
