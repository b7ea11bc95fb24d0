import { afterAll, beforeAll, expect, test } from "bun:test"
import { drawing } from "../../../src/ops/demo/drawing.ts"
import { createApp } from "../../../src/app.ts"
import { GRACE, type NewEntry, type NewPhoto } from "../../../src/web/browser/fahrer/outbox/entry.ts"
import { Outbox } from "../../../src/web/browser/fahrer/outbox/outbox.ts"
import { type Moment, ServiceClock } from "../../../src/web/browser/fahrer/outbox/clock.ts"
import type { Store } from "../../../src/web/browser/fahrer/outbox/store.ts"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { memoryStore, oneAtATime } from "../../web/browser/fahrer/memory.ts"

/**
 * Random days of a driver on the outbox itself, against the real service: answers get lost before and after the
 * commit, the phone dies, another tab sends too, the log-in ends, the clock is set, the office changes the plan. In
 * the evening the ledger holds what was tapped, once.
 */

const DAYS = Number(process.env["DAYS"] ?? 100)

/** Lead of the world's time over the test's, in ms. */
let elapsed = 0
const worldClock = () => Date.now() + elapsed
const app = createTestApp({ clock: () => new Date(worldClock()), env: { QUOTA_PER_TENANT: "1000000000" } })
const front = createApp(app.deps)
afterAll(app.close)
let hof: Yard
beforeAll(async () => {
  hof = await yard(app, "tage")
})

type Random = (below: number) => number
/** Random numbers, but the same for a day on every machine. */
function random(seed: number): Random {
  let state = (seed + 1) * 0x9e3779b9
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x297a2d39) | 0
    return ((state ^ (state >>> 13)) >>> 0) % below
  }
}

const office = async (method: string, path: string, body?: object) => {
  const reply = await app.call(method, `/api/${path}`, { token: hof.admin.token, ...(body && { body }) })
  return reply
}

type Deed = { menge: number; zurueck: boolean; doppelt: boolean; kunde_id: string; folge?: string }

class Day {
  readonly #random: Random
  readonly #store: Store = memoryStore()
  #skew = 0
  #moment: Moment | undefined
  #time = this.#clock()
  #loggedIn = true
  #calm = false
  #lock = oneAtATime()
  /** Ends the waiting of whoever called `deliver` when the phone dies. */
  #died = Promise.withResolvers<void>()
  outbox: Outbox
  /** Everything that was tapped and not taken back, by its number. */
  readonly taten = new Map<number, Deed>()
  /** Of each stop, how many pictures were taken. */
  readonly fotos = new Map<string, number>()

  constructor(seed: number) {
    this.#random = random(seed)
    this.outbox = this.#phone()
  }

  #now = (): number => worldClock() + this.#skew

  /** Of a page that was just opened. */
  #clock(): ServiceClock {
    const opened = worldClock()
    return new ServiceClock({
      wall: () => this.#now(),
      mono: () => worldClock() - opened,
      page: String(Math.random()),
      read: () => this.#moment,
      write: (moment) => void (this.#moment = moment),
    })
  }

  #phone(): Outbox {
    return new Outbox({
      konto: hof.fahrer.id,
      store: this.#store,
      clock: this.#now,
      time: this.#time,
      ...this.#lock,
      leaves: () => {},
      unnoted: { has: () => false, add: () => {}, drop: () => {}, arrived: () => {} },
      reportFault: (error) => {
        throw error
      },
      fetch: (path, init) => this.#network(path, init),
    })
  }

  chance(percent: number): boolean {
    return this.#random(100) < percent
  }

  number(below: number): number {
    return this.#random(below)
  }

  /** The world between the phone and the service. */
  async #network(path: string, init: RequestInit): Promise<Response> {
    if (!this.#loggedIn && !this.#calm) return this.#server(path, init, "keiner")
    if (this.#calm) return this.#server(path, init)
    const fate = this.#random(20)
    if (fate === 0) throw new TypeError("no network")
    if (fate === 1) return new Response("<html>WLAN kaufen</html>", { status: 200 })
    if (fate === 2) return new Response("{}", { status: 503, headers: { "x-request-id": "1" } })
    if (fate === 3) return this.#die()
    const response = await this.#server(path, init)
    if (fate === 4 || fate === 5) throw new TypeError("the answer was lost")
    if (fate === 6) return this.#die()
    if (fate === 7) this.#loggedIn = false
    return response
  }

  async #server(path: string, init: RequestInit, token = hof.fahrer.token): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set("host", "localhost")
    headers.set("authorization", `Bearer ${token}`)
    await new Promise(setImmediate)
    const response = await front(new Request(`http://localhost${path}`, { ...init, headers }))
    response.headers.set("date", new Date(worldClock()).toUTCString())
    return response
  }

  /** The phone is off; what was under way never comes back. What was stored is there when it is on again. */
  #die(): Promise<Response> {
    this.#lock = oneAtATime()
    this.#time = this.#clock()
    this.outbox = this.#phone()
    this.#died.resolve()
    this.#died = Promise.withResolvers()
    return new Promise(() => {})
  }

  /** Two tabs at once, now and then. */
  async deliver(): Promise<void> {
    const tabs = this.chance(20) ? [this.outbox, this.#phone()] : [this.outbox]
    await Promise.race([Promise.all(tabs.map((tab) => tab.deliver())), this.#died.promise])
    if (!this.#loggedIn && this.chance(50)) this.#loggedIn = true
  }

  async tap(entry: Omit<NewEntry, "getippt" | "ab" | "body">, body: object, deed?: Deed): Promise<boolean> {
    const now = this.#now()
    const final = deed !== undefined || entry.art === "fehlschlag"
    const erfasst_am = new Date(this.#time.now()).toISOString()
    const request = { id: Bun.randomUUIDv7(), erfasst_am, ...body }
    const sent =
      entry.art === "bild" ? photo({ ...request, art: "ort", versuch: "1" }) : JSON.stringify(request)
    const [nr = 0] = await this.outbox.put([
      { ...entry, body: sent, getippt: now, ab: final ? now + GRACE : now },
    ])
    // Twice is what comes after a first one that still counts.
    const first = [...this.taten.values()].some(({ folge }) => folge === entry.folge)
    if (deed) this.taten.set(nr, { ...deed, folge: entry.folge, doppelt: deed.doppelt && first })
    if (final && this.chance(10) && (await this.outbox.takeBack(nr))) this.taten.delete(nr)
    if (this.chance(60)) elapsed += GRACE + 1
    if (this.chance(10)) this.#skew = [3_600_000, -86_400_000, 0, 240_000][this.#random(4)] ?? 0
    if (this.chance(70)) await this.deliver()
    // Too late, or just in time: it says which.
    if (final && this.chance(10) && (await this.outbox.takeBack(nr))) this.taten.delete(nr)
    return this.taten.has(nr)
  }

  async photograph(id: string): Promise<void> {
    this.fotos.set(id, (this.fotos.get(id) ?? 0) + 1)
    const bild = { folge: id, lieferung_id: id, titel: "Foto", art: "bild" } as const
    await this.tap({ ...bild, path: `/api/lieferungen/${id}/bilder` }, {})
  }

  /** Home again, with a network and a password, and time. */
  async evening(): Promise<void> {
    this.#calm = true
    this.#loggedIn = true
    elapsed += GRACE + 1
    for (let i = 0; i < 4; i++) await this.outbox.deliver()
  }

  async handEverythingOver(): Promise<void> {
    for (const { folge } of (await this.outbox.entries()).filter(({ stand }) => stand === "braucht dich"))
      await this.outbox.handOver(folge)
    for (let i = 0; i < 4; i++) await this.outbox.deliver()
  }
}

const picture = new Uint8Array(drawing(1)).buffer
const photo = (fields: Record<string, string>): NewPhoto => ({
  bytes: picture,
  type: "image/png",
  fields,
})

/** It lies apart on the telephone, and goes whole to the delivery, or to the office. */
const unterschrift = `data:image/png;base64,${Buffer.from(picture).toString("base64")}`

let driven = 0
/** Each time the day before: a tour has only so many stops. */
const nextDatum = (): string => new Date(Date.UTC(2026, 2, 31 - driven++)).toISOString().slice(0, 10)

async function drive(day: Day): Promise<string[]> {
  const datum = nextDatum()
  const kunden: string[] = []
  for (let i = 0; i < 2; i++) kunden.push((await office("POST", "kunden", { name: "Wirt" })).body.id)
  const stopps: string[] = []
  for (let i = 0; i < 2 + day.number(3); i++) {
    const plan = { kunde_id: kunden[i % 2], fahrer_id: hof.fahrer.id, datum, positionen: [] }
    stopps.push((await office("POST", "lieferungen", plan)).body.id)
  }
  for (const [i, id] of stopps.entries()) {
    const kunde_id = kunden[i % 2] ?? ""
    const stopp = { folge: id, lieferung_id: id, titel: "Stopp" }
    const path = `/api/lieferungen/${id}`
    await officeInterferes(day, id)
    await day.tap({ ...stopp, art: "start", path: `${path}/start` }, { versuch: 1 })
    await officeInterferes(day, id)
    if (day.chance(20)) {
      const grund = { versuch: 1, grund: "Geschlossen" }
      await day.tap({ ...stopp, art: "fehlschlag", path: `${path}/fehlschlag` }, grund)
    } else {
      const finished = (doppelt: boolean) => {
        const menge = 1 + day.number(9)
        const positionen = [{ pfandartikel_id: hof.fass, ist_ausgabe: menge }]
        const deed = { menge, zurueck: false, doppelt, kunde_id }
        return day.tap(
          { ...stopp, art: "abschluss", path: `${path}/abschluss` },
          { versuch: 1, positionen, unterschrift },
          deed,
        )
      }
      await finished(false)
      if (day.chance(8)) await finished(true)
    }
    if (day.chance(6)) await day.photograph(id)
    if (day.chance(12)) {
      const allowed = { ungeplant_erlaubt: day.chance(60) ? 1 : 0 }
      await office("PATCH", "fahrer/einstellungen", allowed)
      const menge = 1 + day.number(9)
      const positionen = [{ pfandartikel_id: hof.fass, ist_ruecknahme: menge }]
      const u = Bun.randomUUIDv7()
      const ungeplant = {
        folge: u,
        lieferung_id: u,
        titel: "Ungeplant",
        art: "ungeplant",
      } as const
      const deed = { menge, zurueck: true, doppelt: false, kunde_id }
      const request = { ...ungeplant, path: "/api/fahrer/ungeplant" }
      if (!(await day.tap(request, { id: u, kunde_id, positionen }, deed))) continue
      for (let left = day.number(3); left > 0; left--) await day.photograph(u)
    }
  }
  return kunden
}

async function officeInterferes(day: Day, id: string): Promise<void> {
  if (!day.chance(6)) return
  const { status } = (await office("GET", `lieferungen/${id}`)).body
  if (status === "geplant") {
    if (day.chance(50)) await office("POST", `lieferungen/${id}/storno`, {})
    else await office("PATCH", `lieferungen/${id}`, { fahrer_id: hof.user.id })
  } else if (status === "unterwegs") {
    await office("POST", `lieferungen/${id}/fehlschlag`, { grund: "Büro" })
    await office("POST", `lieferungen/${id}/neu-planen`, { datum: "2026-04-01" })
  }
}

const bestaende = async (kunden: string[]): Promise<number[]> =>
  Promise.all(
    kunden.map(async (kunde) => {
      const { body } = await office("GET", `kunden/${kunde}/pfandkonto`)
      return body.artikel.reduce((sum: number, { bestand }: { bestand: number }) => sum + bestand, 0)
    }),
  )

/** A customer's balance when just these taps count. */
const summe = (taten: Deed[], kunden: string[]): number[] =>
  kunden.map((kunde) =>
    taten
      .filter(({ kunde_id }) => kunde_id === kunde)
      .reduce((sum, { menge, zurueck }) => sum + (zurueck ? -menge : menge), 0),
  )

test(`${DAYS} random days: the ledger holds what was tapped, once, and nothing is lost on the way`, async () => {
  let refused = 0
  for (let seed = 0; seed < DAYS; seed++) {
    const day = new Day(seed)
    const kunden = await drive(day)
    await day.evening()

    const entries = await day.outbox.entries()
    const stand = new Map(entries.map((entry) => [entry.nr, entry.stand]))
    const known = [...day.taten.keys()].filter((nr) => !stand.has(nr))
    expect([seed, known]).toEqual([seed, []])
    const booked = [...day.taten].filter(([nr]) => stand.get(nr) === "gesendet").map(([, deed]) => deed)
    expect([seed, await bestaende(kunden)]).toEqual([seed, summe(booked, kunden)])
    const waiting = entries.filter((entry) => entry.stand === "wartet")
    const stuck = new Set(entries.filter((entry) => entry.stand === "braucht dich").map(({ folge }) => folge))
    expect([seed, waiting.filter(({ folge }) => !stuck.has(folge))]).toEqual([seed, []])
    refused += stuck.size

    await day.handEverythingOver()
    const left = (await day.outbox.entries()).filter(
      (entry) => !["gesendet", "uebergeben"].includes(entry.stand),
    )
    expect([seed, left]).toEqual([seed, []])
    await decide()
    const all = [...day.taten.values()].filter(({ doppelt }) => !doppelt)
    expect([seed, await bestaende(kunden)]).toEqual([seed, summe(all, kunden)])
    for (const entry of entries.filter(({ art, stand: now }) => art === "abschluss" && now === "gesendet")) {
      const { body } = await office("GET", `lieferungen/${entry.lieferung_id}`)
      expect([seed, body.unterschrift]).toEqual([seed, unterschrift])
    }
    for (const [id, taken] of day.fotos) {
      const { body } = await office("GET", `lieferungen/${id}/bilder`)
      expect([seed, id, body.items?.length]).toEqual([seed, id, taken])
    }
  }
  expect(refused).toBeGreaterThan(DAYS / 20)
  expect((await office("GET", "pfandpruefung")).body.in_ordnung).toBe(true)
}, 300_000)

/** The office books what was refused, and discards what was done twice or has nothing to book. */
async function decide(): Promise<void> {
  const { body } = await office("GET", "klaerungen?status=offen&limit=200")
  const decided = new Set<string>()
  for (const { id, lieferung_id, ...klaerung } of body.items.toReversed()) {
    if (klaerung.art === "abschluss") expect(klaerung.angaben.unterschrift).toBe(unterschrift)
    const again = klaerung.ablehnung === "Die Lieferung ist schon zugestellt" || decided.has(lieferung_id)
    if (lieferung_id !== null && klaerung.art === "abschluss") decided.add(lieferung_id)
    if (again || klaerung.art === "start" || klaerung.art === "fehlschlag")
      await office("POST", `klaerungen/${id}/verwerfen`, { grund: "Erledigt" })
    else expect((await office("POST", `klaerungen/${id}/buchen`, {})).status).toBe(200)
  }
}
