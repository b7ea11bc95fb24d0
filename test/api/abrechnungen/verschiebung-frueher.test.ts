import { expect, test } from "bun:test"
import { mitarbeiter } from "../../../src/db/schema.ts"
import { createTestApp } from "../../helpers/app.ts"
import { today } from "../../helpers/day.ts"
import { FIRMA, frueher, KUNDE, PERSON } from "../../helpers/frueher.ts"

/** Ledgers of a version in which the next booking took along what an opening balance had moved of others. */

/** @returns what is to be settled once it is a database of this version, by rate */
async function openTaxes({ dir, db }: ReturnType<typeof frueher>) {
  db.close()
  const app = createTestApp({ dir })
  try {
    const token = await app.deps.tokens.sign(app.deps.system.tenant(FIRMA).get(mitarbeiter, PERSON))
    const path = `/api/abrechnungen/vorschau?kunde_id=${KUNDE}&bis=${today()}`
    const { body } = await app.call("GET", path, { token })
    expect((await app.call("GET", "/api/pfandpruefung", { token })).body.fehler).toEqual([])
    return body.steuern.map(({ satz, netto_cent }: any) => [satz, netto_cent])
  } finally {
    app.close()
  }
}

/** Ten went out at 16 %, five came back; then five turn out to have been there before, and at 19 %. */
function late() {
  const made = frueher(23)
  made.book("ausgabe", 10, { erfasst_am: "2020-08-01T10:00:00.000Z" })
  made.book("ruecknahme", 5, { erfasst_am: "2021-02-01T10:00:00.000Z" })
  const before = made.book("anfangsbestand", 5, { erfasst_am: "2020-05-01T10:00:00.000Z" })
  return { ...made, before }
}

test("what was moved is open where nothing followed", async () => {
  expect(await openTaxes(late())).toEqual([
    [19, -500],
    [16, 1000],
  ])
})

test("what was moved is settled where the booking that took it along is", async () => {
  const made = late()
  made.settle(1, made.book("ausgabe", 3), 300)
  expect(await openTaxes(made)).toEqual([[16, 500]])
})

test("a Storno moved it back in the same settlement, where that was made later", async () => {
  const made = late()
  const taker = made.book("ausgabe", 3)
  made.book("korrektur_minus", 5, { storno_von: made.before })
  made.settle(1, taker, 300)
  expect(await openTaxes(made)).toEqual([[16, 500]])
})

test("what a Storno moved though the opening balance had moved nothing is open still", async () => {
  const made = frueher(23)
  made.settle(1, made.book("ruecknahme", 10, { erfasst_am: "2020-08-01T10:00:00.000Z" }), -1000)
  const before = made.book("anfangsbestand", 10)
  const taker = made.book("ausgabe", 10)
  made.book("korrektur_minus", 10, { storno_von: before })
  made.settle(2, taker, 1000)
  expect(await openTaxes(made)).toEqual([
    [19, -1000],
    [16, 1000],
  ])
})
