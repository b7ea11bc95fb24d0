import { afterAll, expect, setSystemTime, test } from "bun:test"
import fc from "fast-check"
import { bookedUntil } from "../../../src/api/belege/bestand.ts"
import { createTestApp } from "../../helpers/app.ts"
import { yard } from "../../helpers/pfand.ts"
import { travel } from "../../helpers/zeit.ts"

const app = createTestApp()
afterAll(() => {
  setSystemTime()
  app.close()
})

const START = Date.parse("2026-10-12T22:00:00.000Z")
const booking = fc.record({
  /** Hours after the start, in any order: the clock may be set back, also over midnight. */
  stunde: fc.integer({ min: 0, max: 72 }),
  kunde: fc.integer({ min: 0, max: 1 }),
  artikel: fc.constantFrom("leer", "flasche", "fass"),
  art: fc.constantFrom("ausgabe", "ruecknahme"),
  menge: fc.integer({ min: 1, max: 9 }),
})

let companies = 0

test("what was booked until a moment is the sum of it, whatever comes later and however the clock is set", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(booking, { minLength: 1, maxLength: 12 }), async (bookings) => {
      const hof = await yard(app, `stand-${++companies}`)
      const tenant = app.deps.system.tenant(hof.id)
      const made: {
        kunde_id: string
        gebucht_am: string
        nummer: string
        menge: number
        wert_cent: number
      }[] = []
      // Asked for before anything is booked, as an export is whose company goes on working.
      const moments = Array.from({ length: 7 }, (_, i) => new Date(START + i * 43_200_000).toISOString())
      const before = new Map(moments.map((bis) => [bis, bookedUntil(tenant, bis)]))
      for (const { stunde, kunde, artikel, art, menge } of bookings) {
        await travel(app, hof, new Date(START + stunde * 3_600_000).toISOString())
        const kunde_id = hof.kunden[kunde] ?? ""
        const positionen = [{ pfandartikel_id: hof[artikel as "leer"], art, menge }]
        const { body } = await app.call("POST", "/api/pfandbuchungen", {
          token: hof.admin.token,
          body: { kunde_id, positionen },
        })
        for (const { gebucht_am, summe_cent: wert_cent } of body.buchungen) {
          const nummer = { leer: "KASTEN", flasche: "FLASCHE", fass: "FASS" }[artikel] ?? ""
          made.push({ kunde_id, gebucht_am, nummer, menge: art === "ausgabe" ? menge : -menge, wert_cent })
        }
      }
      for (const bis of [...moments, ...made.map(({ gebucht_am }) => gebucht_am)])
        for (const kunde_id of hof.kunden) {
          const counted = made.filter((one) => one.kunde_id === kunde_id && one.gebucht_am <= bis)
          const expected = Object.entries(Object.groupBy(counted, ({ nummer }) => nummer))
            .map(([nummer, ones = []]) => ({
              nummer,
              menge: ones.reduce((sum, { menge }) => sum + menge, 0),
              wert_cent: ones.reduce((sum, { wert_cent }) => sum + wert_cent, 0),
            }))
            .filter(({ menge, wert_cent }) => menge !== 0 || wert_cent !== 0)
            .toSorted((a, b) => (a.nummer < b.nummer ? -1 : 1))
          for (const list of [bookedUntil(tenant, bis), before.get(bis)])
            if (list)
              expect(
                list(kunde_id).map(({ nummer, menge, wert_cent }) => ({ nummer, menge, wert_cent })),
              ).toEqual(expected)
        }
    }),
    { numRuns: 25 },
  )
}, 120_000)
