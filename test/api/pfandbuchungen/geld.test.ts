import { afterAll, expect, test } from "bun:test"
import fc from "fast-check"
import { createTestApp, type Reply } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/**
 * Rules of the money that hold whatever people do, asked from outside: nothing of the product's arithmetic is used. After
 * each step, account, ages, what was paid and the ledger's rows are held against each other and against a first in, first
 * out of its own; at the end everything comes back, and all settlements together must be nothing.
 */

const app = createTestApp()
afterAll(app.close)

/** More of them find more: `GELD_RUNDEN=500 bun test test/api/pfandbuchungen/geld.test.ts` */
const numRuns = Number(process.env["GELD_RUNDEN"] ?? 12)

/** Days since the summer of 2020, in which the rates were 16 and 5 per cent. */
const SIXTEEN = Math.round((Date.now() - Date.parse("2020-08-15")) / 86_400_000)
const day = (before: number): string => new Date(Date.now() - before * 86_400_000 - 60_000).toISOString()
const which = fc.nat({ max: 1 })
/** The last of them is a day with other rates. */
const ago = fc.constantFrom(0, 0, 0, 1, 5, 31, 60, 200, SIXTEEN)
const pieces = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constantFrom(10, 10, 20))
const cents = fc.constantFrom(100, 102, 200, 310, 450)
const as = <T extends string>(value: T) => fc.constant(value)

const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: as("book"),
      who: which,
      what: fc.nat({ max: 2 }),
      art: fc.constantFrom(
        "ausgabe",
        "ausgabe",
        "ruecknahme",
        "ruecknahme",
        "korrektur_plus",
        "korrektur_minus",
      ),
      menge: pieces,
      ago,
      betrag_cent: fc.option(cents, { nil: undefined, freq: 8 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: as("open"), who: which, what: fc.nat({ max: 1 }), menge: pieces, ago }),
  },
  { weight: 6, arbitrary: fc.record({ do: as("reverse"), index: fc.nat() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: as("price"),
      what: fc.nat({ max: 1 }),
      pfand_cent: cents,
      bei_aenderung: fc.constantFrom("erstattung", "umbewertung"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: as("lose"), who: which, what: fc.nat({ max: 1 }), menge: pieces }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: as("tax"),
      kleinunternehmer: fc.nat({ max: 1 }),
      preise: fc.constantFrom("netto", "brutto"),
      ust_verfahren: fc.constantFrom("laufend", "jahresausgleich"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: as("class"),
      what: fc.nat({ max: 1 }),
      steuersatz: fc.constantFrom("regel", "ermaessigt", "keine"),
      ust_klasse: fc.constantFrom("warenumschliessung", "transporthilfsmittel"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: as("parts"), menge: fc.integer({ min: 1, max: 4 }) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: as("device"),
      who: which,
      ago,
      deed: fc.constantFrom(
        "issue",
        "issue",
        "return",
        "report",
        "report",
        "find",
        "keep",
        "keep",
        "raise",
        "lower",
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: as("settle"), who: which }) },
  { weight: 1, arbitrary: fc.record({ do: as("cancel"), index: fc.nat() }) },
)
/** In which order it ends: what stands in no settlement is reversed before all else comes back, or as the last thing of all. */
const undoFirst = fc.boolean()
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

type World = Yard & {
  articles: [string, string]
  crate: string
  device: string
  done: string[]
  /** Opening balances and losses among them, which stand in no settlement. */
  outside: Set<string>
  settled: string[]
}

let companies = 0
async function settleDown(): Promise<World> {
  const made = await yard(app, `geld-${companies++}`)
  const call = caller(made)
  const make = async (nummer: string) =>
    (
      await call("POST", "pfandartikel", {
        nummer,
        bezeichnung: nummer,
        art: "einzeln",
        pfand_cent: 100,
        ust_klasse: "warenumschliessung",
      })
    ).body.id as string
  const articles: [string, string] = [await make("A"), await make("B")]
  const crate = (
    await call("POST", "pfandartikel", {
      nummer: "AB",
      bezeichnung: "AB",
      art: "gebinde",
      ust_klasse: "warenumschliessung",
      bestandteile: [
        { pfandartikel_id: articles[0], menge: 1 },
        { pfandartikel_id: articles[1], menge: 2 },
      ],
    })
  ).body.id as string
  const neu = { geraetenummer: "K", bezeichnung: "K", pfand_cent: 5000, pfandform: "pfand" }
  const device = (await call("POST", "geraete", neu)).body.id as string
  return { ...made, articles, crate, device, done: [], outside: new Set(), settled: [] }
}

const caller =
  ({ admin }: Yard) =>
  (method: string, path: string, body?: unknown): Promise<Reply> =>
    app.call(method, `/api/${path}`, { token: admin.token, ...(body !== undefined && { body }) })

/** A rule may refuse a step (409) or find it wrong (400); nothing else is allowed to go wrong. */
function keep(list: string[], reply: Reply, id: (body: any) => string): Reply {
  if (![200, 201, 400, 409].includes(reply.status)) throw new Error(`${reply.status}: ${reply.text}`)
  if (reply.status === 201) list.push(id(reply.body))
  return reply
}

async function take(world: World, one: Step): Promise<void> {
  const call = caller(world)
  const thing = (what: number) => [...world.articles, world.crate][what]
  if (one.do === "book") {
    const before = await stateOf(world, one.who)
    const betrag = one.betrag_cent !== undefined && one.what < 2 ? { betrag_cent: one.betrag_cent } : {}
    const reply = keep(
      world.done,
      await call("POST", "pfandbuchungen", {
        kunde_id: world.kunden[one.who],
        grund: "Test",
        erfasst_am: day(one.ago),
        positionen: [{ pfandartikel_id: thing(one.what), art: one.art, menge: one.menge, ...betrag }],
      }),
      (body) => body.vorgang_id,
    )
    if (reply.status !== 201) expect(await stateOf(world, one.who)).toEqual(before)
    else if (one.art === "ruecknahme" && one.what < 2 && betrag.betrag_cent === undefined)
      requireOldestFirst(before.rows, reply.body.buchungen, one.menge)
  }
  if (one.do === "open") {
    const reply = keep(
      world.done,
      await call("POST", "pfandbuchungen", {
        kunde_id: world.kunden[one.who],
        grund: "Test",
        erfasst_am: day(one.ago),
        positionen: [{ pfandartikel_id: thing(one.what), art: "anfangsbestand", menge: one.menge }],
      }),
      (body) => body.vorgang_id,
    )
    if (reply.status === 201) world.outside.add(reply.body.vorgang_id)
  }
  const undone = world.done[one.do === "reverse" ? one.index % (world.done.length || 1) : -1]
  if (undone) {
    const reply = await call("POST", `pfandbuchungen/${undone}/storno`, { grund: "Test" })
    if (![200, 201, 409].includes(reply.status)) throw new Error(reply.text)
  }
  if (one.do === "price") {
    const path = `pfandartikel/${thing(one.what)}`
    await call("PATCH", path, { pfand_cent: one.pfand_cent, bei_aenderung: one.bei_aenderung })
    if (one.bei_aenderung === "umbewertung") keep([], await call("POST", `${path}/umbewertung`, {}), () => "")
  }
  if (one.do === "lose") {
    const body = { kunde_id: world.kunden[one.who], pfandartikel_id: thing(one.what), menge: one.menge }
    const reply = keep(world.done, await call("POST", "pfandverluste", body), (made) => made.vorgang_id)
    if (reply.status === 201) world.outside.add(reply.body.vorgang_id)
  }
  if (one.do === "tax") {
    const { do: _, ...body } = one
    expect([200, 409]).toContain((await call("PATCH", "tenant", body)).status)
  }
  if (one.do === "class") {
    const { do: _, what, ...body } = one
    expect([200, 400, 409]).toContain((await call("PATCH", `pfandartikel/${thing(what)}`, body)).status)
  }
  if (one.do === "parts")
    expect([200, 409]).toContain(
      (
        await call("PATCH", `pfandartikel/${world.crate}`, {
          bestandteile: [
            { pfandartikel_id: world.articles[0], menge: 1 },
            { pfandartikel_id: world.articles[1], menge: one.menge },
          ],
        })
      ).status,
    )
  if (one.do === "device") await takeDevice(world, one)
  if (one.do === "settle") await settle(world, one.who)
  const cancelled = world.settled[one.do === "cancel" ? one.index % (world.settled.length || 1) : -1]
  if (cancelled) {
    const reply = await call("POST", `abrechnungen/${cancelled}/storno`, { grund: "Test" })
    if (![200, 201, 409].includes(reply.status)) throw new Error(reply.text)
  }
}

async function takeDevice(
  world: World,
  { who, deed, ago: before }: Extract<Step, { do: "device" }>,
): Promise<void> {
  const call = caller(world)
  const { device } = world
  const kunde_id = world.kunden[who]
  const operate = async (what: string, body: object) => {
    const id = Bun.randomUUIDv7()
    const { status, text } = await call("POST", `geraete/${device}/${what}`, { ...body, id })
    if (![200, 409].includes(status)) throw new Error(`${status}: ${text}`)
    if (status === 200) world.done.push(id)
  }
  if (deed === "issue") await operate("ausgabe", { kunde_id, erfasst_am: day(before) })
  if (deed === "return") await operate("ruecknahme", {})
  if (deed === "report" || deed === "find") {
    const status = deed === "report" ? "verloren" : "lager"
    expect([200, 409]).toContain((await call("POST", `geraete/${device}/status`, { status })).status)
  }
  if (deed === "raise" || deed === "lower") {
    const art = deed === "raise" ? "korrektur_plus" : "korrektur_minus"
    const positionen = [{ geraet_id: device, art, menge: 1, betrag_cent: 1000 }]
    const body = { kunde_id, grund: "Test", erfasst_am: day(before), positionen }
    const reply = await call("POST", "pfandbuchungen", body)
    keep(world.done, reply, (made) => made.vorgang_id)
  }
  if (deed === "keep") {
    const konto = (await stateOf(world, who)).konto
    const reply = await call("POST", "pfandverluste", { kunde_id, geraet_id: device, menge: 1 })
    keep(world.done, reply, (made) => made.vorgang_id)
    const owed = konto.geraete.find((one: any) => one.geraet_id === device)
    if (reply.status !== 201) return
    world.outside.add(reply.body.vorgang_id)
    expect([owed?.beim_kunden, reply.body.buchungen[0].summe_cent]).toEqual([false, -owed.wert_cent])
  }
}

const inBerlin = (moment: Date): string =>
  new Intl.DateTimeFormat("sv", { timeZone: "Europe/Berlin" }).format(moment)

async function settle(world: World, who: number): Promise<void> {
  const body = { kunde_id: world.kunden[who], bis: inBerlin(new Date()) }
  keep(world.settled, await caller(world)("POST", "abrechnungen", body), (made) => made.id)
}

type Row = {
  id: string
  lfd_nr: number
  pfandartikel_id: string | null
  geraet_id: string | null
  art: string
  menge: number
  betrag_cent: number
  summe_cent: number
  storno_von: string | null
  erfasst_am: string
  vorgang_id: string
}

async function stateOf(world: World, who: number) {
  const call = caller(world)
  const kunde_id = world.kunden[who]
  const rows: Row[] = []
  for (let cursor = ""; ;) {
    const page = await call("GET", `pfandbuchungen?kunde_id=${kunde_id}&sort=lfd_nr&limit=200${cursor}`)
    rows.push(...page.body.items)
    if (!page.body.next_cursor) break
    cursor = `&cursor=${encodeURIComponent(page.body.next_cursor)}`
  }
  const konto = (await call("GET", `kunden/${kunde_id}/pfandkonto`)).body
  const alter = (await call("GET", `kunden/${kunde_id}/pfandalter`)).body
  return { rows, konto, alter }
}

const signed = ({ art, menge }: Row): number =>
  art === "ruecknahme" || art === "korrektur_minus" ? -menge : menge
const sum = <T>(list: readonly T[], of: (one: T) => number): number =>
  list.reduce((all, one) => all + of(one), 0)

/** Account, ages, what was paid and the ledger say the same, to the piece and to the cent. */
async function requireOneTruth(world: World, who: number): Promise<void> {
  const state = await stateOf(world, who)
  const { rows, konto, alter } = state
  const [move] = (await caller(world)("GET", `geraete/${world.device}/bewegungen?limit=1`)).body.items
  const isLostThere = move?.nach_status === "verloren" && move.kunde_id === world.kunden[who]
  requireOneDevice(state, world.device, isLostThere)
  await requireListed(world, who, alter.posten)
  expect(konto.wert_cent).toBe(sum(rows, ({ summe_cent }) => summe_cent))
  for (const [at, pfandartikel_id] of world.articles.entries()) {
    const own = rows.filter((row) => row.pfandartikel_id === pfandartikel_id)
    const stueck = sum(own, signed)
    const wert = sum(own, ({ summe_cent }) => summe_cent)
    if (stueck === 0) expect({ at, stueck, wert }).toEqual({ at, stueck: 0, wert: 0 })
    const line = konto.artikel.find((one: any) => one.pfandartikel_id === pfandartikel_id)
    expect({ at, bestand: line?.bestand ?? 0, wert_cent: line?.wert_cent ?? 0 }).toEqual({
      at,
      bestand: stueck,
      wert_cent: wert,
    })
    if (stueck < 0) expect(wert).toBeLessThan(0)
    const paid = line?.bezahlt ?? []
    expect({ at, menge: sum(paid, (one: any) => one.menge) }).toEqual({ at, menge: Math.max(0, stueck) })
    if (stueck >= 0)
      expect({ at, paid: sum(paid, (one: any) => one.menge * one.betrag_cent) }).toEqual({ at, paid: wert })
    const aged = alter.posten.filter((one: any) => one.nummer === (at === 0 ? "A" : "B"))
    expect({ at, alt: sum(aged, (one: any) => one.menge) }).toEqual({ at, alt: Math.max(0, stueck) })
    if (stueck > 0) expect({ at, alt: sum(aged, (one: any) => one.wert_cent) }).toEqual({ at, alt: wert })
  }
}

/** The list of all who hold something says since when, as the customer's own does. */
async function requireListed(world: World, who: number, posten: readonly any[]): Promise<void> {
  const { items } = (await caller(world)("GET", "pfandalter?sort=seit_am")).body
  const listed = items.find((one: any) => one.kunde_id === world.kunden[who])?.seit_am
  const [oldest] = posten.map(({ seit }) => seit).toSorted()
  expect(listed && inBerlin(new Date(listed))).toBe(oldest)
}

/** The device is one piece in all of them while it is there or lost there, at what is open of its deposit. */
function requireOneDevice(
  { rows, konto, alter }: Awaited<ReturnType<typeof stateOf>>,
  device: string,
  isLostThere: boolean,
): void {
  const wert = sum(
    rows.filter(({ geraet_id }) => geraet_id === device),
    ({ summe_cent }) => summe_cent,
  )
  const line = konto.geraete.find((one: any) => one.geraet_id === device)
  expect(line?.wert_cent ?? 0).toBe(wert)
  const isHeld = wert > 0 && (line.beim_kunden || isLostThere)
  const aged = alter.posten.filter((one: any) => one.nummer === "K")
  expect(aged.map((one: any) => [one.menge, one.wert_cent])).toEqual(isHeld ? [[1, wert]] : [])
}

/** A return takes the oldest pieces that are out, at what they went out for. */
function requireOldestFirst(before: readonly Row[], booked: readonly Row[], menge: number): void {
  const own = before.filter((row) => row.pfandartikel_id === booked[0]?.pfandartikel_id)
  const left = new Map<number, number>()
  for (const row of own) left.set(row.betrag_cent, (left.get(row.betrag_cent) ?? 0) + signed(row))
  const undone = new Set(own.map(({ storno_von }) => storno_von))
  const out = own.filter((row) => signed(row) > 0 && row.storno_von === null && !undone.has(row.id))
  out.sort((a, b) =>
    a.erfasst_am === b.erfasst_am ? a.lfd_nr - b.lfd_nr : a.erfasst_am < b.erfasst_am ? -1 : 1,
  )
  // Of each amount the youngest are still there, as the oldest went first.
  const lots: { menge: number; betrag_cent: number }[] = []
  for (const row of out.toReversed()) {
    const part = Math.min(row.menge, Math.max(0, left.get(row.betrag_cent) ?? 0))
    left.set(row.betrag_cent, (left.get(row.betrag_cent) ?? 0) - part)
    if (part > 0) lots.unshift({ menge: part, betrag_cent: row.betrag_cent })
  }
  let want = menge
  const expected = new Map<number, number>()
  for (const lot of lots) {
    const part = Math.min(want, lot.menge)
    want -= part
    if (part > 0) expected.set(lot.betrag_cent, (expected.get(lot.betrag_cent) ?? 0) + part)
  }
  if (want > 0) return
  const got = new Map<number, number>()
  for (const row of booked) got.set(row.betrag_cent, (got.get(row.betrag_cent) ?? 0) + row.menge)
  expect([...got].toSorted()).toEqual([...expected].toSorted())
}

/** Bookings of opening balances and losses that were not reversed. */
async function outsideOf(world: World, who: number): Promise<Row[]> {
  const { rows } = await stateOf(world, who)
  const undone = new Set(rows.map(({ storno_von }) => storno_von))
  return rows.filter(
    ({ id, vorgang_id, storno_von }) =>
      world.outside.has(vorgang_id) && storno_von === null && !undone.has(id),
  )
}

/** Everything comes back, or goes out again where too much came back; but for what stays, pieces by article. */
async function comeBack(world: World, who: number, stays: readonly Row[] = []): Promise<void> {
  const { konto } = await stateOf(world, who)
  for (const pfandartikel_id of world.articles) {
    const own = stays.filter((row) => row.pfandartikel_id === pfandartikel_id)
    const held = konto.artikel.find((one: any) => one.pfandartikel_id === pfandartikel_id)?.bestand ?? 0
    const bestand = held - sum(own, signed)
    if (bestand === 0) continue
    const reply = await caller(world)("POST", "pfandbuchungen", {
      kunde_id: world.kunden[who],
      positionen: [
        { pfandartikel_id, art: bestand > 0 ? "ruecknahme" : "ausgabe", menge: Math.abs(bestand) },
      ],
    })
    if (reply.status !== 201) throw new Error(`coming back: ${reply.text}`)
  }
  const [device] = konto.geraete
  if (device?.beim_kunden) {
    const reply = await caller(world)("POST", `geraete/${world.device}/ruecknahme`, {})
    if (reply.status !== 200) throw new Error(`coming back: ${reply.text}`)
  }
  const rest = (await stateOf(world, who)).konto.geraete[0]?.wert_cent ?? 0
  if (rest !== 0) {
    const art = rest > 0 ? "korrektur_minus" : "korrektur_plus"
    const positionen = [{ geraet_id: world.device, art, menge: 1, betrag_cent: Math.abs(rest) }]
    const body = { kunde_id: world.kunden[who], grund: "Test", positionen }
    expect((await caller(world)("POST", "pfandbuchungen", body)).status).toBe(201)
  }
  if (stays.length === 0)
    expect((await stateOf(world, who)).konto).toMatchObject({ wert_cent: 0, artikel: [], geraete: [] })
}

/** Opening balances and losses are reversed as far as that is allowed. @returns whether none of them is left */
async function undoOutside(world: World, who: number): Promise<boolean> {
  for (const vorgang_id of new Set((await outsideOf(world, who)).map((row) => row.vorgang_id))) {
    const reply = await caller(world)("POST", `pfandbuchungen/${vorgang_id}/storno`, { grund: "Test" })
    if (![201, 409].includes(reply.status)) throw new Error(reply.text)
  }
  return (await outsideOf(world, who)).length === 0
}

/**
 * Whoever has nothing any more, and had nothing before, has paid nothing in the end: per kind of tax, all settlements and
 * their cancellations add up to nothing. VAT is reckoned once per document and rate, half up, so each document may be off
 * by half a cent per rate.
 */
async function requireNothingCharged(world: World, who: number): Promise<void> {
  const call = caller(world)
  const { items } = (await call("GET", `abrechnungen?kunde_id=${world.kunden[who]}&limit=200`)).body
  const groups = new Map<string, { netto: number; ust: number; papers: number }>()
  for (const { id } of items) {
    const one = (await call("GET", `abrechnungen/${id}`)).body
    expect(one.netto_cent + one.ust_cent).toBe(one.brutto_cent)
    expect(one.anfang_cent + one.summe_cent).toBe(one.ende_cent)
    for (const { klasse, satz, netto_cent, ust_cent, brutto_cent } of one.steuern) {
      expect(netto_cent + ust_cent).toBe(brutto_cent)
      const key = `${klasse} ${satz}`
      const group = groups.get(key) ?? { netto: 0, ust: 0, papers: 0 }
      group.netto += netto_cent
      group.ust += ust_cent
      group.papers += 1
      groups.set(key, group)
    }
  }
  for (const [key, { netto, ust, papers }] of groups)
    expect({ key, off: Math.abs(netto) > papers || Math.abs(ust) > papers, netto, ust }).toMatchObject({
      key,
      off: false,
    })
}

test("whatever people do: no pieces is no value, and what was charged is what comes back", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 30 }), undoFirst, async (steps, isFirst) => {
      const world = await settleDown()
      for (const one of steps) {
        await take(world, one)
        for (const who of [0, 1]) await requireOneTruth(world, who)
      }
      for (const who of [0, 1]) {
        if (isFirst) await undoOutside(world, who)
        await comeBack(world, who, await outsideOf(world, who))
        await settle(world, who)
        const isAll = await undoOutside(world, who)
        await settle(world, who)
        await comeBack(world, who)
        await settle(world, who)
        if (isAll) await requireNothingCharged(world, who)
      }
      const proof = await caller(world)("GET", "pfandpruefung")
      expect(proof.body.fehler).toEqual([])
    }),
    { numRuns },
  )
}, 600_000)
