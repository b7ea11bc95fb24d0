import { afterAll, expect, test } from "bun:test"
import fc from "fast-check"
import { dayIn } from "../../../src/lib/format.ts"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

const app = createTestApp()
afterAll(app.close)

const local = (moment: string): string => dayIn(moment, "Europe/Berlin")
const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString()
/** Also from the time of other rates: 2020-10-15 lies in the half year of 16 % and 5 %. */
const ago = fc.constantFrom(0, 1, 5, 31, 60, Math.floor((Date.now() - Date.parse("2020-10-15")) / 86_400_000))
const wer = fc.nat({ max: 1 })
const step = fc.oneof(
  fc.record({
    do: fc.constant("book" as const),
    wer,
    was: fc.nat({ max: 3 }),
    art: fc.constantFrom(
      "ausgabe",
      "ausgabe",
      "ruecknahme",
      "anfangsbestand",
      "korrektur_plus",
      "korrektur_minus",
    ),
    menge: fc.integer({ min: 1, max: 50 }),
    ago,
  }),
  fc.record({ do: fc.constant("reverse" as const), index: fc.nat() }),
  fc.record({ do: fc.constant("settle" as const), wer, ago, monat: fc.boolean() }),
  fc.record({ do: fc.constant("cancel" as const), index: fc.nat() }),
  fc.record({
    do: fc.constant("choose" as const),
    ust_verfahren: fc.constantFrom("laufend", "jahresausgleich"),
    steuersatz: fc.constantFrom("regel", "ermaessigt", "keine"),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

let firmen = 0

test("whatever is booked, reversed, settled and cancelled: settlements and what is open are the ledger", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), fc.boolean(), async (steps, brutto) => {
      const hof = await yard(app, `firma-${firmen++}`)
      if (brutto)
        await app.call("PATCH", "/api/tenant", { token: hof.admin.token, body: { preise: "brutto" } })
      const world: World = { hof, vorgaenge: [], abrechnungen: [] }
      for (const one of steps) await take(world, one)
      for (const kunde_id of hof.kunden) await compare(hof, kunde_id)
      await requireNumbers(hof)
      const proof = await app.call("GET", "/api/pfandpruefung", { token: hof.admin.token })
      expect(proof.body.fehler).toEqual([])
    }),
    { numRuns: 40 },
  )
}, 120_000)

type World = { hof: Yard; vorgaenge: string[]; abrechnungen: string[] }

async function take({ hof, vorgaenge, abrechnungen }: World, one: Step): Promise<void> {
  const call = (method: string, path: string, body: unknown) =>
    app.call(method, path, { token: hof.admin.token, body })
  if (one.do === "book") {
    const pfandartikel_id = [hof.leer, hof.flasche, hof.fass, hof.kasten][one.was]
    const reply = await call("POST", "/api/pfandbuchungen", {
      kunde_id: hof.kunden[one.wer],
      erfasst_am: day(one.ago),
      grund: "Test",
      positionen: [{ pfandartikel_id, art: one.art, menge: one.menge }],
    })
    expect(reply.status).toBe(201)
    vorgaenge.push(reply.body.vorgang_id)
  }
  if (one.do === "reverse" && vorgaenge.length > 0) {
    const id = vorgaenge[one.index % vorgaenge.length]
    await call("POST", `/api/pfandbuchungen/${id}/storno`, { grund: "Test" })
  }
  if (one.do === "settle") {
    const bis = local(day(one.ago))
    const von = one.monat ? { von: `${bis.slice(0, 7)}-01` } : {}
    const reply = await call("POST", "/api/abrechnungen", { kunde_id: hof.kunden[one.wer], bis, ...von })
    expect([201, 409]).toContain(reply.status)
    if (reply.status === 201) abrechnungen.push(reply.body.id)
  }
  if (one.do === "cancel" && abrechnungen.length > 0) {
    const id = abrechnungen[one.index % abrechnungen.length]
    expect([201, 409]).toContain(
      (await call("POST", `/api/abrechnungen/${id}/storno`, { grund: "Test" })).status,
    )
  }
  if (one.do === "choose") {
    const { ust_verfahren, steuersatz } = one
    expect((await call("PATCH", "/api/tenant", { ust_verfahren })).status).toBe(200)
    expect((await call("PATCH", `/api/pfandartikel/${hof.flasche}`, { steuersatz })).status).toBe(200)
  }
}

const get = async (hof: Yard, path: string) => (await app.call("GET", path, { token: hof.admin.token })).body

async function compare(hof: Yard, kunde_id: string): Promise<void> {
  const konto = await get(hof, `/api/kunden/${kunde_id}/pfandkonto`)
  const open = await get(hof, `/api/abrechnungen/vorschau?kunde_id=${kunde_id}&bis=${local(day(0))}`)
  const { items } = await get(hof, `/api/abrechnungen?kunde_id=${kunde_id}&limit=200`)
  const { items: buchungen } = await get(hof, `/api/pfandbuchungen?kunde_id=${kunde_id}&limit=200`)
  const sum = (rows: any[], name: string) => rows.reduce((all, row) => all + row[name], 0)
  const before = sum(
    buchungen.filter(({ art, storniert }: any) => art === "anfangsbestand" && !storniert),
    "summe_cent",
  )
  expect(before + sum(items, "summe_cent") + open.summe_cent).toBe(konto.wert_cent)
  const cancelled = new Set(items.map((one: any) => one.storno_von))
  const counting = items.filter((one: any) => one.art === "abrechnung" && !cancelled.has(one.id))
  expect(before + sum(counting, "summe_cent") + open.summe_cent).toBe(konto.wert_cent)
  expect(open.anfang_cent).toBe(before + sum(counting, "summe_cent"))
  for (const { id } of items) {
    const one = await get(hof, `/api/abrechnungen/${id}`)
    expect(one.netto_cent + one.ust_cent).toBe(one.brutto_cent)
    expect(sum(one.positionen, "summe_cent")).toBe(one.summe_cent)
    expect(sum(one.steuern, "netto_cent")).toBe(one.netto_cent)
    expect(sum(one.steuern, "ust_cent")).toBe(one.ust_cent)
    for (const satz of new Set(one.steuern.map((steuer: any) => steuer.satz))) {
      const withSatz = one.steuern.filter((steuer: any) => steuer.satz === satz)
      const base = one.preise === "netto" ? sum(withSatz, "netto_cent") : sum(withSatz, "brutto_cent")
      const exact =
        satz === null ? 0 : (base * Number(satz)) / (one.preise === "netto" ? 100 : 100 + Number(satz))
      expect(Math.abs(sum(withSatz, "ust_cent") - exact)).toBeLessThanOrEqual(0.5)
    }
  }
}

async function requireNumbers(hof: Yard): Promise<void> {
  const { items } = await get(hof, "/api/abrechnungen?limit=200")
  const jahr = local(day(0)).slice(0, 4)
  const numbers = items.map((one: any) => one.nummer).toSorted()
  expect(numbers).toEqual(
    numbers.map((_: unknown, index: number) => `ABR-${jahr}-${String(index + 1).padStart(5, "0")}`),
  )
}
