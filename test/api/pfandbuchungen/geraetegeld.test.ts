import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import fc from "fast-check"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** The deposit of a device and its tax, against bookings in any order. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
beforeAll(async () => {
  hof = await yard(app, "hof")
})

describe("the deposit of a device, whatever people do", () => {
  const call = (method: string, path: string, body?: object) =>
    app.call(method, `/api/${path}`, { token: hof.admin.token, ...(body && { body }) })
  const cents = fc.constantFrom(1000, 2500, 5000)
  const book = fc.record({
    art: fc.constantFrom("ausgabe", "ruecknahme", "korrektur_plus", "korrektur_minus"),
    betrag_cent: fc.option(cents, { nil: undefined }),
  })
  const step = fc.oneof(
    { weight: 6, arbitrary: book },
    { weight: 3, arbitrary: fc.record({ storno: fc.nat() }) },
    { weight: 2, arbitrary: fc.record({ settle: fc.constant(true) }) },
    { weight: 2, arbitrary: fc.record({ kleinunternehmer: fc.nat({ max: 1 }) }) },
    { weight: 1, arbitrary: fc.record({ pfandform: fc.constantFrom("pfand", "kaution") }) },
    { weight: 2, arbitrary: fc.record({ status: fc.constantFrom("verloren", "verloren", "lager") }) },
    { weight: 2, arbitrary: fc.record({ verliehen: fc.constant("again") }) },
    { weight: 2, arbitrary: fc.record({ behalten: fc.constant(true) }) },
  )
  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
  const bis = () => new Intl.DateTimeFormat("sv", { timeZone: "Europe/Berlin" }).format(new Date())
  const settle = (kunde_id: string) => call("POST", "abrechnungen", { kunde_id, bis: bis() })

  async function take(kunde_id: string, device: string, one: Step, done: string[]): Promise<void> {
    if ("art" in one) {
      const { art, betrag_cent } = one
      // An amount of one's own is for corrections: who gives back another one says so.
      const own = betrag_cent !== undefined && art.startsWith("korrektur") ? { betrag_cent } : {}
      const positionen = [{ geraet_id: device, art, menge: 1, ...own }]
      const { status, body } = await call("POST", "pfandbuchungen", { kunde_id, grund: "Test", positionen })
      expect([201, 409]).toContain(status)
      if (status === 201) done.push(body.vorgang_id)
    }
    if ("storno" in one && done.length > 0) {
      const path = `pfandbuchungen/${done[one.storno % done.length]}/storno`
      expect([201, 409]).toContain((await call("POST", path, { grund: "Test" })).status)
    }
    if ("settle" in one) await settle(kunde_id)
    if ("kleinunternehmer" in one) expect((await call("PATCH", "tenant", one)).status).toBe(200)
    if ("status" in one)
      expect([200, 409]).toContain((await call("POST", `geraete/${device}/status`, one)).status)
    if ("verliehen" in one) {
      // Lost, found and lent again: the first deposit stays open.
      for (const status of ["verloren", "lager"]) await call("POST", `geraete/${device}/status`, { status })
      expect((await call("POST", `geraete/${device}/ausgabe`, { kunde_id })).status).toBe(200)
    }
    if ("behalten" in one) {
      const { status, body } = await call("POST", "pfandverluste", { kunde_id, geraet_id: device, menge: 1 })
      expect([201, 409]).toContain(status)
      if (status === 201) {
        expect(body.pfandkonto).toMatchObject({ wert_cent: 0, negativ: false, geraete: [] })
        done.push(body.vorgang_id)
      }
    }
    if ("pfandform" in one) expect((await call("PATCH", `geraete/${device}`, one)).status).toBe(200)
  }

  /** @returns the bookings of a customer in their order, without those that were reversed and what reversed them */
  async function countingOf(kunde_id: string): Promise<any[]> {
    const { items } = (await call("GET", `pfandbuchungen?kunde_id=${kunde_id}&limit=200`)).body
    const undone = new Set(items.map(({ storno_von }: any) => storno_von))
    return items
      .filter(({ id, storno_von }: any) => storno_von === null && !undone.has(id))
      .toSorted((a: any, b: any) => a.lfd_nr - b.lfd_nr)
  }

  /** @returns what the company kept of lost deposits, in cents */
  const keptOf = async (kunde_id: string): Promise<number> =>
    (await countingOf(kunde_id))
      .filter(({ grund }) => grund === "Verlust")
      .reduce((all, { summe_cent }) => all - summe_cent, 0)

  /** @returns what was charged since the device went out last, and no more than is open: so much does a return refund */
  async function refundFor(kunde_id: string, open: number): Promise<number> {
    const counting = await countingOf(kunde_id)
    const last = counting.findLastIndex(({ art }) => art === "ausgabe")
    const charged = counting.slice(last).reduce((all, { summe_cent }) => all + Math.max(0, summe_cent), 0)
    return Math.max(0, Math.min(open, charged))
  }

  /** It comes back, and what is open all the same is corrected: without an amount, all of it. */
  async function comeBack(kunde_id: string, device: string): Promise<void> {
    const bookOne = (art: string, more = {}) =>
      call("POST", "pfandbuchungen", {
        kunde_id,
        grund: "Test",
        positionen: [{ geraet_id: device, art, menge: 1, ...more }],
      })
    const open = async () => (await call("GET", `kunden/${kunde_id}/pfandkonto`)).body.wert_cent
    // Booked, reversed and booked again, it refunds the same.
    for (const time of ["first", "second"]) {
      const refund = await refundFor(kunde_id, await open())
      const { status, body } = await bookOne("ruecknahme")
      if (status !== 201) break
      expect(body.buchungen).toMatchObject([{ betrag_cent: refund }])
      if (time === "first") await call("POST", `pfandbuchungen/${body.vorgang_id}/storno`, { grund: "Test" })
    }
    const rest = await open()
    if (rest > 0) expect((await bookOne("korrektur_minus")).status).toBe(201)
    if (rest < 0) expect((await bookOne("korrektur_plus", { betrag_cent: -rest })).status).toBe(201)
  }

  test("what was charged is what comes back, with its tax", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const kunde_id = (await call("POST", "kunden", { name: "Wirt" })).body.id
        const neu = {
          geraetenummer: Bun.randomUUIDv7(),
          bezeichnung: "K",
          pfand_cent: 5000,
          pfandform: "pfand",
        }
        const device = (await call("POST", "geraete", neu)).body.id
        const done: string[] = []
        for (const one of steps) await take(kunde_id, device, one, done)
        await comeBack(kunde_id, device)
        await settle(kunde_id)
        expect((await call("GET", `kunden/${kunde_id}/pfandkonto`)).body).toMatchObject({
          wert_cent: 0,
          negativ: false,
          geraete: [],
        })
        const sums = new Map<string, { netto: number; ust: number; papers: number }>()
        for (const { id } of (await call("GET", `abrechnungen?kunde_id=${kunde_id}&limit=100`)).body.items)
          for (const { klasse, satz, netto_cent, ust_cent } of (await call("GET", `abrechnungen/${id}`)).body
            .steuern) {
            const sum = sums.getOrInsertComputed(`${klasse} ${satz}`, () => ({ netto: 0, ust: 0, papers: 0 }))
            sum.netto += netto_cent
            sum.ust += ust_cent
            sum.papers++
          }
        const kept = await keptOf(kunde_id)
        expect(sums.values().reduce((all, { netto }) => all + netto, 0)).toBe(kept)
        // The VAT is rounded once for each document.
        for (const [was, { netto, ust, papers }] of kept === 0 ? sums : [])
          expect({ was, netto, off: Math.abs(ust) > papers }).toEqual({ was, netto: 0, off: false })
        expect((await call("GET", "pfandpruefung")).body.fehler).toEqual([])
      }),
      { numRuns: Number(process.env["GELD_RUNDEN"] ?? 30) },
    )
  }, 120_000)
})
