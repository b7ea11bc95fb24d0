import { Database } from "bun:sqlite"
import { afterAll, beforeAll, expect, test } from "bun:test"
import { join } from "node:path"
import { inPieces } from "../../../src/api/pfandpruefung/rules.ts"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** The proof of a customer who has more bookings than can be read at once. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
const VORGAENGE = 26

const post = async (path: string, body: object) =>
  (await app.call("POST", path, { token: hof.admin.token, body })).body
const book = (count: number) => {
  const positionen = Array.from({ length: count }, (_, i) => ({
    pfandartikel_id: [hof.leer, hof.flasche, hof.fass][i % 3],
    art: i % 4 === 3 ? "ruecknahme" : "ausgabe",
    menge: 1 + (i % 5),
  }))
  return post("/api/pfandbuchungen", { kunde_id: hof.kunden[0], positionen })
}

beforeAll(async () => {
  hof = await yard(app, "sommer")
  for (let i = 0; i < VORGAENGE; i++) await book(200)
  await post("/api/pfandbuchungen", {
    kunde_id: hof.kunden[1],
    positionen: [{ pfandartikel_id: hof.leer, art: "ausgabe", menge: 1 }],
  })
}, 120_000)

const proof = async () => (await app.call("GET", "/api/pfandpruefung", { token: hof.admin.token })).body

/** Makes one thing wrong, behind the back of the triggers, and sets it right again. */
async function whileWrong(sql: string, restore: string): Promise<{ art: string; msg: string }[]> {
  const db = new Database(join(app.dir, "pfandwerk.db"))
  try {
    db.run(sql, [hof.kunden[0], hof.fass])
    return (await proof()).fehler
  } finally {
    db.run(restore, [hof.kunden[0], hof.fass])
    db.close()
  }
}

test("it is right, however much is booked for them between its pieces", async () => {
  let booked = 0
  const pieces = inPieces(app.deps.system.tenant(hof.id))
  let piece = pieces.next()
  for (; !piece.done; piece = pieces.next()) booked += (await book(3)).buchungen.length
  expect(piece.value).toMatchObject({ in_ordnung: true, fehler: [] })
  expect(booked).toBeGreaterThan(20)
})

test("their accounts and how old each of them is are still looked at", async () => {
  const konto = "WHERE kunde_id = ? AND pfandartikel_id = ?"
  expect(
    await whileWrong(
      `UPDATE pfandkonten SET bestand = bestand + 1 ${konto}`,
      `UPDATE pfandkonten SET bestand = bestand - 1 ${konto}`,
    ),
  ).toContainEqual({ art: "saldo", msg: expect.stringContaining(String(hof.kunden[0])) })
  const ages = await whileWrong(
    `UPDATE pfandkonten SET seit_am = '1' || substr(seit_am, 2) ${konto}`,
    `UPDATE pfandkonten SET seit_am = '2' || substr(seit_am, 2) ${konto}`,
  )
  expect(ages).toContainEqual({ art: "alter", msg: expect.stringContaining(String(hof.kunden[0])) })
  expect((await proof()).fehler).toEqual([])
})

test("theirs are read in pieces: others have their turn in between", async () => {
  const pieces = [...inPieces(app.deps.system.tenant(hof.id))].length
  const { buchungen } = await proof()
  // The chain of hashes is read 250 at a time.
  expect(pieces - Math.ceil(buchungen / 250)).toBeGreaterThan(6)
})
