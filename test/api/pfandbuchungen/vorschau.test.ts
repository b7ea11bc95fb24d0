import { afterAll, beforeAll, expect, test } from "bun:test"
import fc from "fast-check"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** The preview is what is then booked, and lines booked together are as if booked one by one. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
beforeAll(async () => {
  hof = await yard(app, "hof")
})
const call = (method: string, path: string, body?: unknown, token = hof.admin.token) =>
  app.call(method, `/api/${path}`, { token, ...(body !== undefined && { body }) })

type Posten = {
  pfandartikel_id?: string
  geraet_id?: string
  art: string
  menge: number
  betrag_cent?: number
}
type Part = { menge: number; betrag_cent: number; summe_cent: number }

const line = fc.record({
  was: fc.nat({ max: 3 }),
  art: fc.constantFrom(
    "ausgabe",
    "ruecknahme",
    "ruecknahme",
    "korrektur_minus",
    "korrektur_plus",
    "anfangsbestand",
  ),
  menge: fc.integer({ min: 1, max: 6 }),
  betrag_cent: fc.option(fc.constantFrom(5, 50, 100), { freq: 4 }),
})
const step = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 4 }),
  pfand_cent: fc.option(fc.constantFrom(50, 100, 200)),
  ago: fc.constantFrom(0, 0, 1, 2),
})

test("whatever was booked and changed before, on whatever day", async () => {
  const start = Date.now()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const [one, other] = [await newKunde(), await newKunde()]
      for (const { lines, pfand_cent, ago } of steps) {
        if (pfand_cent !== null) {
          await call("PATCH", `pfandartikel/${hof.leer}`, { pfand_cent })
          await call("PATCH", `pfandartikel/${hof.flasche}`, { pfand_cent: pfand_cent / 10 })
        }
        const positionen = lines.map(({ was, art, menge, betrag_cent }): Posten => {
          const pfandartikel_id = [hof.leer, hof.flasche, hof.fass, hof.kasten][was] ?? ""
          // Of several lines with amounts of their own some are possible together, and not one by one.
          const isNamed = betrag_cent !== null && pfandartikel_id !== hof.kasten && lines.length === 1
          return { pfandartikel_id, art, menge, ...(isNamed && { betrag_cent }) }
        })
        const erfasst_am = new Date(start - ago * 86_400_000).toISOString()
        const preview = await call("POST", "pfandbuchungen/vorschau", {
          kunde_id: one,
          erfasst_am,
          positionen,
        })
        if (preview.status === 409) {
          const body = { kunde_id: one, grund: "Test", erfasst_am, positionen }
          const refused = await call("POST", "pfandbuchungen", body)
          expect([refused.status, refused.body]).toEqual([409, preview.body])
          continue
        }
        const together = await said(one, positionen, erfasst_am)
        const single: Part[] = []
        for (const posten of positionen) single.push(...(await booked(other, [posten], erfasst_am)))
        expect(together).toEqual(single)
      }
    }),
    { numRuns: 40 },
  )
}, 120_000)

test("more came back than went out, and the deposit was changed away and back", async () => {
  const kunde_id = await newKunde()
  const book = (art: string, menge: number) => said(kunde_id, [{ pfandartikel_id: hof.leer, art, menge }])
  const change = (pfand_cent: number) => call("PATCH", `pfandartikel/${hof.leer}`, { pfand_cent })
  await change(100)
  await book("ruecknahme", 3)
  await change(200)
  await book("ausgabe", 10)
  await change(100)
  // Of the ten, three have made up for what came back, at 1 €; seven at 2 € are left.
  const lines = [
    { pfandartikel_id: hof.leer, art: "ausgabe", menge: 5 },
    { pfandartikel_id: hof.leer, art: "ruecknahme", menge: 12 },
  ]
  expect(await said(kunde_id, lines)).toEqual([
    { menge: 5, betrag_cent: 100, summe_cent: 500 },
    { menge: 7, betrag_cent: 200, summe_cent: -1400 },
    { menge: 5, betrag_cent: 100, summe_cent: -500 },
  ])
})

test("what went out on a day before comes back before what went out later", async () => {
  const kunde_id = await newKunde()
  await call("PATCH", `pfandartikel/${hof.leer}`, { pfand_cent: 100 })
  await said(kunde_id, [{ pfandartikel_id: hof.leer, art: "ausgabe", menge: 4 }])
  await call("PATCH", `pfandartikel/${hof.leer}`, { pfand_cent: 300 })
  const lines = [
    { pfandartikel_id: hof.leer, art: "ausgabe", menge: 2 },
    { pfandartikel_id: hof.leer, art: "ruecknahme", menge: 3 },
  ]
  const yesterday = new Date(Date.now() - 86_400_000).toISOString()
  expect(await said(kunde_id, lines, yesterday)).toEqual([
    { menge: 2, betrag_cent: 150, summe_cent: 300 },
    { menge: 2, betrag_cent: 150, summe_cent: -300 },
    { menge: 1, betrag_cent: 100, summe_cent: -100 },
  ])
})

test("of a device whose deposit was changed", async () => {
  const geraet_id = hof.geraete[0]
  await said(hof.kunden[0], [{ geraet_id, art: "ausgabe", menge: 1 }])
  await call("PATCH", `geraete/${geraet_id}`, { pfand_cent: 9000 })
  expect(await said(hof.kunden[0], [{ geraet_id, art: "ruecknahme", menge: 1 }])).toEqual([
    { menge: 1, betrag_cent: 5000, summe_cent: -5000 },
  ])
})

test("another sum than the one that was seen is not booked", async () => {
  const kunde_id = await newKunde()
  await call("PATCH", `pfandartikel/${hof.leer}`, { pfand_cent: 100 })
  const id = Bun.randomUUIDv7()
  const book = (erwartet_cent: number) => {
    const positionen = [{ pfandartikel_id: hof.leer, art: "ausgabe", menge: 2 }]
    return call("POST", "pfandbuchungen", { id, kunde_id, positionen, erwartet_cent })
  }
  await call("PATCH", `pfandartikel/${hof.leer}`, { pfand_cent: 300 })
  const refused = await book(200)
  expect([refused.status, refused.body.error]).toEqual([
    409,
    "Inzwischen hat sich etwas geändert: Gebucht würden jetzt 6,00\u00a0€ statt 2,00\u00a0€. Bitte ansehen und noch einmal buchen.",
  ])
  expect((await call("GET", `kunden/${kunde_id}/pfandkonto`)).body.wert_cent).toBe(0)
  expect((await book(600)).status).toBe(201)
  // The answer got lost, and something else is to be seen by now: it is still the same booking.
  expect((await book(0)).status).toBe(200)
})

test("what cannot be booked is refused in the same words, but needs no reason yet", async () => {
  const kunde_id = await newKunde()
  const leer = { pfandartikel_id: hof.leer, menge: 1 }
  const ask = (posten: object, token?: string, kunde = kunde_id) =>
    call("POST", "pfandbuchungen/vorschau", { kunde_id: kunde, positionen: [posten] }, token)
  expect((await ask({ ...leer, art: "korrektur_minus" })).status).toBe(200)
  const book = (posten: object, token?: string) =>
    call("POST", "pfandbuchungen", { kunde_id, grund: "Test", positionen: [posten] }, token)
  const wrong: [object, number, string?][] = [
    [{ ...leer, art: "ausgabe", geraet_id: hof.geraete[1] }, 400],
    [{ art: "ausgabe", menge: 2, geraet_id: hof.geraete[1] }, 400],
    [{ pfandartikel_id: hof.kasten, art: "ausgabe", menge: 1, betrag_cent: 5 }, 400],
    [{ ...leer, art: "korrektur_minus" }, 403, hof.user.token],
    [{ ...leer, pfandartikel_id: Bun.randomUUIDv7(), art: "ausgabe" }, 404],
  ]
  for (const [posten, status, token] of wrong) {
    const refused = await ask(posten, token)
    expect([refused.status, refused.body]).toEqual([status, (await book(posten, token)).body])
  }
  expect((await ask({ ...leer, art: "ausgabe" }, undefined, Bun.randomUUIDv7())).status).toBe(404)
})

test("it says whether the settlement adds VAT to what would be booked", async () => {
  // Without bookings, after which a company's kind of prices stays.
  const own = await yard(app, "frisch")
  const change = async (felder: object): Promise<void> => {
    expect((await call("PATCH", "tenant", felder, own.admin.token)).status).toBe(200)
  }
  const isAdded = async (was: object, art = "ausgabe"): Promise<boolean> => {
    const body = { kunde_id: own.kunden[0], positionen: [{ ...was, art, menge: 1 }] }
    return (await call("POST", "pfandbuchungen/vorschau", body, own.admin.token)).body.ust_kommt_dazu
  }
  const leer = { pfandartikel_id: own.leer }
  // A record shows no VAT: the invoice over the goods does.
  expect(await isAdded(leer)).toBe(false)
  await change({ abrechnung_ist: "rechnung" })
  for (const was of [leer, { pfandartikel_id: own.kasten }])
    expect([was, await isAdded(was), await isAdded(was, "ruecknahme")]).toEqual([was, true, true])
  // An opening balance stands in no settlement, and the security for a device bears no VAT.
  expect([await isAdded(leer, "anfangsbestand"), await isAdded({ geraet_id: own.geraete[0] })]).toEqual([
    false,
    false,
  ])
  for (const felder of [
    { preise: "brutto" },
    { ust_verfahren: "jahresausgleich" },
    { kleinunternehmer: 1 },
  ]) {
    await change({ preise: "netto", ust_verfahren: "laufend", kleinunternehmer: 0, ...felder })
    expect([felder, await isAdded(leer)]).toEqual([felder, false])
  }
})

test("it says so of what comes back by how it went out, whatever the company is by now", async () => {
  const own = await yard(app, "gewechselt")
  const ask = (method: string, path: string, input: object) => call(method, path, input, own.admin.token)
  const body = (art: string) => ({
    kunde_id: own.kunden[0],
    positionen: [{ pfandartikel_id: own.leer, art, menge: 1 }],
  })
  const isAdded = async (art: string): Promise<boolean> =>
    (await ask("POST", "pfandbuchungen/vorschau", body(art))).body.ust_kommt_dazu
  await ask("PATCH", "tenant", { abrechnung_ist: "rechnung" })
  await ask("POST", "pfandbuchungen", body("ausgabe"))
  await ask("PATCH", "tenant", { kleinunternehmer: 1 })
  expect([await isAdded("ausgabe"), await isAdded("ruecknahme")]).toEqual([false, true])
  await ask("POST", "pfandbuchungen", body("ruecknahme"))
  const other = { ...body("ausgabe"), kunde_id: own.kunden[1] }
  await ask("POST", "pfandbuchungen", other)
  await ask("PATCH", "tenant", { kleinunternehmer: 0 })
  const back = { ...body("ruecknahme"), kunde_id: own.kunden[1] }
  expect((await ask("POST", "pfandbuchungen/vorschau", back)).body.ust_kommt_dazu).toBe(false)
})

test("and by which pieces come back: what is back already says nothing more", async () => {
  const own = await yard(app, "zurück")
  const [kunde_id] = own.kunden
  const ask = (method: string, path: string, input: object) => call(method, path, input, own.admin.token)
  const body = (art: string, menge: number) => ({
    kunde_id,
    positionen: [{ pfandartikel_id: own.leer, art, menge }],
  })
  const book = async (art: string, menge: number) =>
    expect((await ask("POST", "pfandbuchungen", body(art, menge))).status).toBe(201)
  const isAdded = async (art: string, menge: number): Promise<boolean> =>
    (await ask("POST", "pfandbuchungen/vorschau", body(art, menge))).body.ust_kommt_dazu
  await ask("PATCH", "tenant", { abrechnung_ist: "rechnung" })
  await book("ausgabe", 10)
  await ask("PATCH", "tenant", { kleinunternehmer: 1 })
  await book("ausgabe", 10)
  await book("ruecknahme", 8)
  expect([await isAdded("ruecknahme", 2), await isAdded("ruecknahme", 3)]).toEqual([true, true])
  await book("ruecknahme", 2)
  expect(await isAdded("ruecknahme", 3)).toBe(false)
  // Beyond what is out it has the tax of its own day, and so has what makes up for it.
  await book("ruecknahme", 15)
  await ask("PATCH", "tenant", { kleinunternehmer: 0 })
  expect([await isAdded("ausgabe", 5), await isAdded("ausgabe", 6)]).toEqual([false, true])
})

const newKunde = async (): Promise<string> => (await call("POST", "kunden", { name: "Gasthaus" })).body.id

async function booked(kunde_id: string, positionen: Posten[], erfasst_am?: string): Promise<Part[]> {
  const body = { kunde_id, grund: "Test", positionen, ...(erfasst_am !== undefined && { erfasst_am }) }
  const { buchungen } = (await call("POST", "pfandbuchungen", body)).body
  return buchungen.map(({ menge, betrag_cent, summe_cent }: Part) => ({ menge, betrag_cent, summe_cent }))
}

/** @returns what was booked after it was said */
async function said(kunde_id: string, positionen: Posten[], erfasst_am?: string): Promise<Part[]> {
  const body = { kunde_id, positionen, ...(erfasst_am !== undefined && { erfasst_am }) }
  const preview = (await call("POST", "pfandbuchungen/vorschau", body)).body.positionen
  const made = await booked(kunde_id, positionen, erfasst_am)
  const sum = (parts: { summe_cent: number }[]) => parts.reduce((all, part) => all + part.summe_cent, 0)
  const bare = ({ menge, betrag_cent }: Omit<Part, "summe_cent">) => ({ menge, betrag_cent })
  expect(preview.flatMap(({ teile }: { teile: Part[] }) => teile)).toEqual(made.map(bare))
  expect(sum(preview)).toBe(sum(made))
  return made
}
