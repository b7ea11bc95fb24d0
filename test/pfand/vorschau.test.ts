import { afterAll, beforeAll, expect, test } from "bun:test"
import fc from "fast-check"
import { bookedOf, total } from "../../src/web/buero/buchen/booked.ts"
import { createTestApp } from "../helpers/app.ts"
import { type Yard, yard } from "../helpers/pfand.ts"

type Line = Parameters<typeof bookedOf>[0][number]

/** What is sent is what is seen: the office's form shows before what the service then books. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
beforeAll(async () => {
  hof = await yard(app, "hof")
})
const call = (method: string, path: string, body?: unknown) =>
  app.call(method, `/api/${path}`, { token: hof.admin.token, ...(body !== undefined && { body }) })

const line = fc.record({
  was: fc.nat({ max: 3 }),
  art: fc.constantFrom("ausgabe", "ruecknahme", "ruecknahme", "korrektur_minus"),
  menge: fc.integer({ min: 1, max: 6 }),
})
const step = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 4 }),
  pfand_cent: fc.option(fc.constantFrom(50, 100, 200)),
})

test("whatever was booked and changed before", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const kunde_id = (await call("POST", "kunden", { name: "Gasthaus" })).body.id
      let isOverdrawn = false
      for (const { lines: wanted, pfand_cent } of steps) {
        // Not known to the form: at which amounts more came back than went out. Where the deposit is changed to another
        // one and back after that, and pieces go out and come back in one booking, it shows another amount.
        if (pfand_cent !== null && !isOverdrawn) {
          await call("PATCH", `pfandartikel/${hof.leer}`, { pfand_cent })
          await call("PATCH", `pfandartikel/${hof.flasche}`, { pfand_cent: pfand_cent / 10 })
        }
        const lines: Line[] = []
        for (const { was, art, menge } of wanted) {
          const id = [hof.leer, hof.flasche, hof.fass, hof.kasten][was]
          const artikel = (await call("GET", `pfandartikel/${id}`)).body
          lines.push({ ...lineOf(artikel, art as Line["art"]), teile: artikel.bestandteile, menge })
        }
        await compare(kunde_id, lines)
        const { artikel } = (await call("GET", `kunden/${kunde_id}/pfandkonto`)).body
        isOverdrawn ||= artikel.some(({ bestand }: { bestand: number }) => bestand < 0)
      }
    }),
    { numRuns: 40 },
  )
}, 120_000)

test("of a device whose deposit was changed", async () => {
  const kunde_id = hof.kunden[0]
  const geraet = async () => (await call("GET", `geraete/${hof.geraete[0]}`)).body
  await compare(kunde_id, [{ ...lineOf(await geraet(), "ausgabe"), isDevice: true }])
  await call("PATCH", `geraete/${hof.geraete[0]}`, { pfand_cent: 9000 })
  const lines = [{ ...lineOf(await geraet(), "ruecknahme"), isDevice: true }]
  expect(await compare(kunde_id, lines)).toBe(-5000)
})

const lineOf = ({ id, pfand_cent }: { id: string; pfand_cent: number }, art: Line["art"]): Line => ({
  id,
  isDevice: false,
  art,
  menge: 1,
  pfand_cent,
  betrag_cent: null,
  teile: [],
})

const positionOf = ({ id, isDevice, art, menge }: Line) =>
  isDevice ? { geraet_id: id, art, menge } : { pfandartikel_id: id, art, menge }

async function compare(kunde_id: string, lines: Line[]): Promise<number> {
  const konto = (await call("GET", `kunden/${kunde_id}/pfandkonto`)).body
  const seen = bookedOf(lines, konto)
  const body = { kunde_id, grund: "Test", positionen: lines.map(positionOf) }
  const { buchungen } = (await call("POST", "pfandbuchungen", body)).body
  expect(total(seen)).toBe(buchungen.reduce((sum: number, one: any) => sum + one.summe_cent, 0))
  return total(seen)
}
