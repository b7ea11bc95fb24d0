import { afterAll, expect, test } from "bun:test"
import fc from "fast-check"
import { createTestApp, type Reply } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/**
 * Random days of two companies, several people at once, against a model that is little more than sums. The
 * replies say what was accepted; the model must then agree with every account, with where each device is, and
 * with the proof of the ledger.
 */

const app = createTestApp()
afterAll(app.close)

/** All numbers are indexes into what a yard has: two customers, two devices, a few articles. */
type Operation =
  | { art: "ausgabe" | "ruecknahme" | "anfangsbestand"; kunde: number; artikel: number; menge: number }
  | { art: "korrektur"; kunde: number; artikel: number; menge: number; plus: boolean }
  | { art: "geraet_aus" | "geraet_zurueck"; kunde: number; geraet: number }
  | {
      art: "lieferung"
      kunde: number
      artikel: number
      menge: number
      zurueck: number
      geraet: number
      wie_oft: number
    }
  | { art: "storno"; welcher: number }
  | { art: "wiederholung"; welche: number }

const index = fc.integer({ min: 0, max: 1 })
const anzahl = fc.integer({ min: 1, max: 9 })
const artikel = fc.integer({ min: 0, max: 3 })
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({
    art: fc.constantFrom("ausgabe", "ruecknahme", "anfangsbestand"),
    kunde: index,
    artikel,
    menge: anzahl,
  }),
  fc.record({ art: fc.constant("korrektur"), kunde: index, artikel, menge: anzahl, plus: fc.boolean() }),
  fc.record({ art: fc.constantFrom("geraet_aus", "geraet_zurueck"), kunde: index, geraet: index }),
  fc.record({
    art: fc.constant("lieferung"),
    kunde: index,
    artikel,
    menge: anzahl,
    zurueck: fc.integer({ min: 0, max: 5 }),
    geraet: index,
    wie_oft: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ art: fc.constant("storno"), welcher: fc.nat(20) }),
  fc.record({ art: fc.constant("wiederholung"), welche: fc.nat(20) }),
)

const PFAND = { leer: 150, flasche: 8, fass: 3000, geraet: 5000 }

/** The expected state of a company. */
class Model {
  readonly wert = [0, 0]
  readonly bestand = [new Map<string, number>(), new Map<string, number>()]
  /** Which customer has each device. */
  readonly bei: (number | undefined)[] = [undefined, undefined]
  buchungen = 0

  book(hof: Yard, kunde: number, artikelId: string, menge: number): void {
    const teile: [string, number, number][] =
      artikelId === hof.kasten
        ? [
            [hof.leer, 1, PFAND.leer],
            [hof.flasche, 20, PFAND.flasche],
          ]
        : [
            [
              artikelId,
              1,
              artikelId === hof.fass ? PFAND.fass : artikelId === hof.leer ? PFAND.leer : PFAND.flasche,
            ],
          ]
    for (const [id, je, cent] of teile) {
      const bestand = this.bestand[kunde] as Map<string, number>
      bestand.set(id, (bestand.get(id) ?? 0) + menge * je)
      this.wert[kunde] = (this.wert[kunde] ?? 0) + menge * je * cent
      this.buchungen++
    }
  }

  move(geraet: number, von: number | undefined, nach: number | undefined): void {
    const kunde = nach ?? von ?? 0
    this.bei[geraet] = nach
    this.wert[kunde] = (this.wert[kunde] ?? 0) + (nach === undefined ? -PFAND.geraet : PFAND.geraet)
    this.buchungen++
  }
}

type Done = {
  id: string
  body: object
  path: string
  token: string
  undo: (() => boolean) | undefined
  reversed: boolean
}

class Company {
  readonly model = new Model()
  readonly done: Done[] = []
  constructor(readonly hof: Yard) {}

  artikel = (i: number): string => [this.hof.leer, this.hof.flasche, this.hof.fass, this.hof.kasten][i] ?? ""

  send(path: string, body: object, token = this.hof.admin.token): Promise<Reply> {
    return app.call("POST", path, { token, body })
  }

  async run(op: Operation): Promise<void> {
    const { hof, model } = this
    if (op.art === "storno") return this.reverse(op.welcher)
    if (op.art === "wiederholung") return this.repeat(op.welche)
    if (op.art === "lieferung") return this.deliver(op)
    const kunde_id = hof.kunden[op.kunde]
    if (!("artikel" in op)) {
      const art = op.art === "geraet_aus" ? "ausgabe" : "ruecknahme"
      const body = {
        id: Bun.randomUUIDv7(),
        kunde_id,
        positionen: [{ geraet_id: hof.geraete[op.geraet], art, menge: 1 }],
      }
      const reply = await this.send("/api/pfandbuchungen", body)
      if (reply.status !== 201) return expect(reply.status).toBe(409)
      if (art === "ausgabe") model.move(op.geraet, undefined, op.kunde)
      else model.move(op.geraet, op.kunde, undefined)
      const undo = (): boolean => {
        if (art === "ausgabe" ? model.bei[op.geraet] !== op.kunde : model.bei[op.geraet] !== undefined)
          return false
        if (art === "ausgabe") model.move(op.geraet, op.kunde, undefined)
        else model.move(op.geraet, undefined, op.kunde)
        return true
      }
      this.done.push({
        id: body.id,
        body,
        path: "/api/pfandbuchungen",
        token: hof.admin.token,
        undo,
        reversed: false,
      })
      return
    }
    const minus = op.art === "ruecknahme" || (op.art === "korrektur" && !op.plus)
    const art = op.art === "korrektur" ? (op.plus ? "korrektur_plus" : "korrektur_minus") : op.art
    const artikelId = this.artikel(op.artikel)
    const positionen = [{ pfandartikel_id: artikelId, art, menge: op.menge }]
    const body = { id: Bun.randomUUIDv7(), kunde_id, grund: "Probe", positionen }
    expect((await this.send("/api/pfandbuchungen", body)).status).toBe(201)
    const signed = minus ? -op.menge : op.menge
    model.book(hof, op.kunde, artikelId, signed)
    const undo = (): boolean => {
      model.book(hof, op.kunde, artikelId, -signed)
      return true
    }
    this.done.push({
      id: body.id,
      body,
      path: "/api/pfandbuchungen",
      token: hof.admin.token,
      undo,
      reversed: false,
    })
  }

  /** Plans, drives and completes, as often as a phone in a dead spot sends it. */
  async deliver(op: Extract<Operation, { art: "lieferung" }>): Promise<void> {
    const { hof, model } = this
    const plan = {
      kunde_id: hof.kunden[op.kunde],
      fahrer_id: hof.fahrer.id,
      datum: "2026-03-31",
      positionen: [],
    }
    const { id } = (await this.send("/api/lieferungen", plan, hof.user.token)).body
    await this.send(`/api/lieferungen/${id}/start`, {}, hof.fahrer.token)
    const artikelId = this.artikel(op.artikel)
    const body = {
      id: Bun.randomUUIDv7(),
      positionen: [
        { pfandartikel_id: artikelId, ist_ausgabe: op.menge, ist_ruecknahme: op.zurueck },
        { geraet_id: hof.geraete[op.geraet], ist_ausgabe: 1 },
      ],
    }
    const path = `/api/lieferungen/${id}/abschluss`
    const replies = await Promise.all(
      Array.from({ length: op.wie_oft }, () => this.send(path, body, hof.fahrer.token)),
    )
    const statuses = new Set(replies.map(({ status }) => status))
    expect(statuses.size).toBe(1)
    if (statuses.has(409)) return
    expect(statuses.has(200)).toBe(true)
    model.book(hof, op.kunde, artikelId, op.menge)
    if (op.zurueck > 0) model.book(hof, op.kunde, artikelId, -op.zurueck)
    model.move(op.geraet, undefined, op.kunde)
    this.done.push({ id: body.id, body, path, token: hof.fahrer.token, undo: undefined, reversed: false })
  }

  async reverse(which: number): Promise<void> {
    const bookings = this.done.filter(({ undo }) => undo !== undefined)
    const one = bookings[which % Math.max(1, bookings.length)]
    if (!one) return
    const reply = await this.send(`/api/pfandbuchungen/${one.id}/storno`, { grund: "Probe" })
    if (one.reversed) return expect(reply.status).toBe(409)
    if (reply.status === 409) return
    expect(reply.status).toBe(201)
    one.reversed = true
    expect(one.undo?.()).toBe(true)
  }

  /** The answer was lost: the same request again, which must change nothing. */
  async repeat(which: number): Promise<void> {
    const one = this.done[which % Math.max(1, this.done.length)]
    if (one) expect((await this.send(one.path, one.body, one.token)).status).toBe(200)
  }

  async check(): Promise<void> {
    const { hof, model } = this
    const get = async (path: string) => (await app.call("GET", path, { token: hof.admin.token })).body
    for (const [i, kunde_id] of hof.kunden.entries()) {
      const konto = await get(`/api/kunden/${kunde_id}/pfandkonto`)
      expect(konto.wert_cent).toBe(model.wert[i])
      const stored = Object.fromEntries(
        konto.artikel.map(({ pfandartikel_id, bestand }: Record<string, unknown>) => [
          pfandartikel_id,
          bestand,
        ]),
      )
      const expected = [...(model.bestand[i] ?? [])].filter(([, bestand]) => bestand !== 0)
      expect(stored).toEqual(Object.fromEntries(expected))
      expect(konto.negativ).toBe(expected.some(([, bestand]) => bestand < 0))
    }
    for (const [i, id] of hof.geraete.entries()) {
      const kunde = model.bei[i]
      const geraet = await get(`/api/geraete/${id}`)
      expect(geraet.kunde_id).toBe(kunde === undefined ? null : (hof.kunden[kunde] ?? null))
      expect(geraet.status).toBe(kunde === undefined ? "lager" : "beim_kunden")
    }
    expect(await get("/api/pfandpruefung")).toMatchObject({
      in_ordnung: true,
      buchungen: model.buchungen,
      fehler: [],
    })
  }
}

test("whatever is done, the books are right: balances, custody, chain, and nobody else's", async () => {
  const days = fc.array(fc.record({ firma: index, op: operation }), { minLength: 1, maxLength: 25 })
  await fc.assert(
    fc.asyncProperty(days, async (steps) => {
      const companies = [
        new Company(await yard(app, Bun.randomUUIDv7())),
        new Company(await yard(app, Bun.randomUUIDv7())),
      ]
      for (const { firma, op } of steps) await companies[firma]?.run(op)
      for (const company of companies) await company.check()
    }),
    { numRuns: 120 },
  )
}, 120_000)

test("whatever two companies do at the same time, each one's books are right", async () => {
  const day = fc.array(operation, { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(day, day, async (ours, theirs) => {
      const companies = [
        new Company(await yard(app, Bun.randomUUIDv7())),
        new Company(await yard(app, Bun.randomUUIDv7())),
      ]
      // Each company's steps follow each other, those of the two interleave and share transactions.
      await Promise.all(
        [ours, theirs].map(async (steps, i) => {
          for (const op of steps) await companies[i]?.run(op)
        }),
      )
      for (const company of companies) await company.check()
    }),
    { numRuns: 60 },
  )
}, 120_000)

test("however many grab a device at once, it is in one place and booked once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(index, { minLength: 2, maxLength: 12 }), async (kunden) => {
      const company = new Company(await yard(app, Bun.randomUUIDv7()))
      await Promise.all(kunden.map((kunde) => company.run({ art: "geraet_aus", kunde, geraet: 0 })))
      expect(company.done).toHaveLength(1)
      await company.check()
    }),
    { numRuns: 15 },
  )
}, 120_000)
