import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import fc from "fast-check"
import { mitarbeiter } from "../../../src/db/schema.ts"
import { checkDataDir } from "../../../src/ops/check/check.ts"
import { createTestApp } from "../../helpers/app.ts"
import { today } from "../../helpers/day.ts"
import { ARTIKEL, FIRMA, frueher, KUNDE, PERSON } from "../../helpers/frueher.ts"

/**
 * Accounts of earlier versions may hold pieces at one amount and owe some at another. They are kept, named by the proof,
 * and made good by a Vorgang of its own.
 */

type Booking = [art: string, menge: number, betrag_cent: number, tag?: string]

/** A database of an earlier version, opened by this one. */
function opened(bookings: readonly Booking[]) {
  const { dir, db, book } = frueher(22)
  for (const [art, menge, betrag_cent, tag] of bookings)
    book(art, menge, { betrag_cent, ...(tag !== undefined && { erfasst_am: `${tag}T10:00:00.000Z` }) })
  db.close()
  const app = createTestApp({ dir })
  const account = app.deps.system.tenant(FIRMA).get(mitarbeiter, PERSON)
  const call = async (method: string, path: string, body?: object) =>
    app.call(method, `/api/${path}`, { token: await app.deps.tokens.sign(account), ...(body && { body }) })
  return { app, dir, call }
}

/** More of them find more: `AUSGLEICH_RUNDEN=200`. */
const RUNS = Number(process.env["AUSGLEICH_RUNDEN"] ?? 8)

type Opened = ReturnType<typeof opened>

const konto = async ({ call }: Opened) => {
  const { body } = await call("GET", `kunden/${KUNDE}/pfandkonto`)
  return { wert_cent: body.wert_cent, artikel: body.artikel }
}
const charged = async ({ call }: Opened): Promise<number> =>
  (await call("GET", `abrechnungen/vorschau?kunde_id=${KUNDE}&bis=${today()}`)).body.summe_cent
const proof = async ({ call }: Opened) => (await call("GET", "pfandpruefung")).body
const KONTO = { kunde_id: KUNDE, pfandartikel_id: ARTIKEL }

describe("an account without pieces, but with a value", () => {
  let alt: Opened
  beforeAll(() => {
    alt = opened([
      ["ausgabe", 10, 200],
      ["ruecknahme", 10, 100],
    ])
  })
  afterAll(() => alt.app.close())

  test("is kept as it is, and named by the proof and by check", async () => {
    expect(await konto(alt)).toMatchObject({ wert_cent: 1000 })
    expect(await proof(alt)).toMatchObject({
      in_ordnung: true,
      fehler: [],
      hinweise: [
        {
          ...KONTO,
          summe_cent: -1000,
          msg: "Kunde 1 Kunde, Artikel A: 10 Stück zu 2,00\u00a0€ noch draußen, 10 Stück zu 1,00\u00a0€ zu viel zurück; zusammen 0 Stück und 10,00\u00a0€",
        },
      ],
    })
    const findings = await checkDataDir(alt.dir, new Date())
    const ledger = findings.find(({ check }) => check === "ledger")
    expect(ledger).toMatchObject({
      result: "warning",
      detail: expect.stringContaining("10 Stück zu 2,00\u00a0€"),
    })
  })

  test("is made good once, by what the next settlement then does not charge", async () => {
    expect(await charged(alt)).toBe(1000)
    const other = await alt.call("POST", "pfandpruefung/ausgleich", { ...KONTO, erwartet_cent: -900 })
    expect(other.status).toBe(409)
    const { status, body } = await alt.call("POST", "pfandpruefung/ausgleich", {
      ...KONTO,
      erwartet_cent: -1000,
    })
    expect(status).toBe(201)
    expect(
      body.buchungen.map(({ art, menge, betrag_cent, grund }: any) => [art, menge, betrag_cent, grund]),
    ).toEqual([
      ["korrektur_minus", 10, 200, "Ausgleich: Wert ohne Stücke"],
      ["korrektur_plus", 10, 100, "Ausgleich: Wert ohne Stücke"],
    ])
    expect(await konto(alt)).toMatchObject({ wert_cent: 0 })
    expect(await charged(alt)).toBe(0)
    expect(await proof(alt)).toMatchObject({ in_ordnung: true, fehler: [], hinweise: [] })
    const again = await alt.call("POST", "pfandpruefung/ausgleich", KONTO)
    expect([again.status, again.body.error]).toEqual([409, "Auf diesem Konto steht kein Wert ohne Stücke"])
  })

  test("does not come back by a Storno of that", async () => {
    const { items } = (await alt.call("GET", "pfandbuchungen?sort=-lfd_nr&limit=1")).body
    const path = `pfandbuchungen/${items[0].vorgang_id}/storno`
    const { status, body } = await alt.call("POST", path, { grund: "Doch nicht" })
    expect([status, body.error]).toEqual([409, "Danach stünde wieder ein Wert ohne Stücke auf dem Konto"])
  })
})

describe("pieces that are held at one amount while some are owed at another", () => {
  const cases: [string, Booking[], number, { bestand: number; wert_cent: number }][] = [
    [
      "more held",
      [
        ["ausgabe", 4, 200],
        ["ausgabe", 11, 300],
        ["ruecknahme", 10, 100],
      ],
      // Of 4 at 2.00 and 11 at 3.00 the oldest ten go, as if they had come back at what was paid.
      -1600,
      { bestand: 5, wert_cent: 1500 },
    ],
    [
      "more owed",
      [
        ["ruecknahme", 10, 100],
        ["ausgabe", 4, 250],
      ],
      -600,
      { bestand: -6, wert_cent: -600 },
    ],
  ]
  test("are left alone where nothing is owed, whichever of them came back", async () => {
    const alt = opened([
      ["ausgabe", 2, 100],
      ["ausgabe", 2, 200],
      ["ruecknahme", 1, 200],
    ])
    expect((await proof(alt)).hinweise).toEqual([])
    expect((await alt.call("POST", "pfandpruefung/ausgleich", KONTO)).status).toBe(409)
    await alt.app.close()
  })

  for (const [what, bookings, summe_cent, after] of cases)
    test(`${what}: what stays keeps its age and what was paid for it`, async () => {
      const alt = opened(bookings)
      const lotsOf = async () =>
        (await alt.call("GET", "pfandalter")).body.items.map(({ seit_am }: any) => seit_am)
      const before = await lotsOf()
      const [hinweis] = (await proof(alt)).hinweise
      expect(hinweis.summe_cent).toBe(summe_cent)
      const made = await alt.call("POST", "pfandpruefung/ausgleich", { ...KONTO, erwartet_cent: summe_cent })
      expect(made.status).toBe(201)
      const { wert_cent, artikel } = await konto(alt)
      expect({ bestand: artikel[0].bestand, wert_cent }).toEqual(after)
      expect(await lotsOf()).toEqual(before)
      expect(await charged(alt)).toBe(after.wert_cent)
      expect(await proof(alt)).toMatchObject({ in_ordnung: true, fehler: [], hinweise: [] })
      await alt.app.close()
    })
})

test("whatever an earlier version left: made good, nothing is left of it when all has come back, at no rate", async () => {
  const booking = fc.tuple(
    fc.constantFrom("ausgabe", "ruecknahme", "korrektur_plus", "korrektur_minus"),
    fc.integer({ min: 1, max: 12 }),
    fc.constantFrom(100, 200, 310),
    // With 16 % VAT, and with 19.
    fc.constantFrom("2020-03-01", "2020-08-01", "2020-09-01", "2025-05-01"),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(booking, { minLength: 2, maxLength: 9 }), async (bookings) => {
      const alt = opened(bookings)
      const seit = async () => (await alt.call("GET", "pfandalter")).body.items.map((one: any) => one.seit_am)
      const before = await seit()
      for (const { summe_cent } of (await proof(alt)).hinweise) {
        const body = { ...KONTO, erwartet_cent: summe_cent }
        expect((await alt.call("POST", "pfandpruefung/ausgleich", body)).status).toBe(201)
      }
      expect(await proof(alt)).toMatchObject({ fehler: [], hinweise: [] })
      expect(await seit()).toEqual(before)
      const { wert_cent, artikel } = await konto(alt)
      expect(await charged(alt)).toBe(wert_cent)
      const bestand = artikel[0]?.bestand ?? 0
      expect(Math.sign(wert_cent)).toBe(Math.sign(bestand))
      const back = {
        pfandartikel_id: ARTIKEL,
        art: bestand > 0 ? "ruecknahme" : "ausgabe",
        menge: Math.abs(bestand),
      }
      if (bestand !== 0)
        expect(
          (await alt.call("POST", "pfandbuchungen", { kunde_id: KUNDE, positionen: [back] })).status,
        ).toBe(201)
      expect(await konto(alt)).toEqual({ wert_cent: 0, artikel: [] })
      const { steuern } = (await alt.call("GET", `abrechnungen/vorschau?kunde_id=${KUNDE}&bis=${today()}`))
        .body
      expect(steuern.filter(({ netto_cent, ust_cent }: any) => netto_cent !== 0 || ust_cent !== 0)).toEqual(
        [],
      )
      await alt.app.close()
    }),
    { numRuns: RUNS },
  )
}, 120_000)
