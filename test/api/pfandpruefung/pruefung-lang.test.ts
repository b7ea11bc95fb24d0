import { Database } from "bun:sqlite"
import { afterAll, beforeAll, expect, test } from "bun:test"
import { join } from "node:path"
import { checkAbrechnungen } from "../../../src/api/pfandpruefung/abrechnungen.ts"
import { checkLager } from "../../../src/api/pfandpruefung/lager.ts"
import type { Faults, Hinweise } from "../../../src/api/pfandpruefung/model.ts"
import { inPieces } from "../../../src/api/pfandpruefung/rules.ts"
import { checkSalden } from "../../../src/api/pfandpruefung/salden.ts"
import { createApp } from "../../../src/app.ts"
import { createTestApp } from "../../helpers/app.ts"
import { until } from "../../helpers/eventually.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** The proof of a ledger that is looked at in many pieces. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
const CUSTOMERS = 210
const kunden: string[] = []

beforeAll(async () => {
  hof = await yard(app, "sommer")
  const post = async (path: string, body: object) =>
    (await app.call("POST", path, { token: hof.admin.token, body })).body
  const position = { pfandartikel_id: hof.leer, art: "ausgabe", menge: 1 }
  for (let i = 0; i < CUSTOMERS; i++) kunden.push((await post("/api/kunden", { name: `Kunde ${i}` })).id)
  const book = (kunde_id: string | undefined, positionen: object[]) =>
    post("/api/pfandbuchungen", { kunde_id, grund: "Bestand", positionen })
  await Promise.all(kunden.map((kunde_id) => book(kunde_id, [position])))
  const fifty = Array.from({ length: 50 }, () => position)
  for (let i = 0; i < 16; i++) await book(kunden[0], fifty)
}, 120_000)

function inDatabase<T>(work: (db: Database) => T): T {
  const db = new Database(join(app.dir, "pfandwerk.db"))
  try {
    return work(db)
  } finally {
    db.close()
  }
}

const stored = () =>
  inDatabase((db) => Number(db.query("SELECT count(*) FROM pfandpruefungen").values()[0]?.[0]))

const proof = () => app.call("GET", "/api/pfandpruefung", { token: hof.admin.token })

function abortable() {
  const caller = new AbortController()
  const headers = { host: "localhost", authorization: `Bearer ${hof.admin.token}` }
  const request = new Request("http://localhost/api/pfandpruefung", { headers, signal: caller.signal })
  return { hangUp: () => caller.abort(), reply: Promise.resolve(front(request)) }
}
let front: ReturnType<typeof createApp>
beforeAll(() => {
  front = createApp(app.deps)
})

test("eight who ask at once get the result of one proof, and others are answered meanwhile", async () => {
  // It waits for no disk, as /health may, which tries whether writing works.
  const beside = () => app.call("GET", "/gibt-es-nicht")
  // Its route is loaded with the first request, which takes longer than a proof where the disk is slow.
  await beside()
  const before = stored()
  const answered: string[] = []
  const proofs = Array.from({ length: 8 }, () =>
    proof().then((reply) => {
      answered.push("proof")
      return reply
    }),
  )
  await beside().then(() => answered.push("other"))
  const replies = await Promise.all(proofs)
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect(replies[0]?.body).toMatchObject({ in_ordnung: true, buchungen: CUSTOMERS + 800 })
  expect(stored()).toBe(before + 1)
  expect(answered[0]).toBe("other")
  // It is over: who asks now gets a new one.
  await proof()
  expect(stored()).toBe(before + 2)
})

test("each part of a proof lets others have their turn", () => {
  const tenant = app.deps.system.tenant(hof.id)
  const [faults, hinweise]: [Faults, Hinweise] = [[], []]
  const parts = [
    checkSalden(tenant, { faults, hinweise }),
    checkAbrechnungen(tenant, faults),
    checkLager(tenant, faults),
  ]
  // Hundreds of customers, and one piece where there is next to nothing.
  expect(parts.map((part) => [...part].length)).toEqual([6, 1, 1])
  expect([...inPieces(tenant)].length).toBeGreaterThan(8)
})

test("a proof goes on for whoever still waits, and is kept if nobody does", async () => {
  const before = stored()
  const leaving = abortable()
  const staying = abortable()
  await new Promise(setImmediate)
  leaving.hangUp()
  expect((await staying.reply).status).toBe(200)
  expect(stored()).toBe(before + 1)
  const alone = abortable()
  await new Promise(setImmediate)
  alone.hangUp()
  await until("the proof is kept", () => stored() === before + 2)
})

test("what is wrong behind the first thousand bookings and two hundred customers is found", async () => {
  inDatabase((db) => {
    for (const [name] of db.query("SELECT name FROM sqlite_schema WHERE type = 'trigger'").values())
      db.run(`DROP TRIGGER ${name}`)
    db.run("UPDATE pfandbuchungen SET grund = 'anders' WHERE lfd_nr = 1007")
    db.run("UPDATE pfandkonten SET bestand = 7 WHERE kunde_id = ?", [kunden.at(-1) ?? ""])
  })
  const { fehler } = (await proof()).body
  expect(fehler).toContainEqual({ art: "kette", msg: "Buchung 1007 wurde nachträglich verändert" })
  expect(fehler.map(({ art }: { art: string }) => art)).toContain("saldo")
})
