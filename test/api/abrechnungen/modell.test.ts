import { afterAll, expect, test } from "bun:test"
import fc from "fast-check"
import { dayIn } from "../../../src/lib/format.ts"
import { createTestApp } from "../../helpers/app.ts"
import { billingYard, type Yard } from "../../helpers/pfand.ts"
import { type Art, type Buchung, piecesOf, settle, type How } from "./modell.ts"

/** Random companies across the changes of rates, reckoned by the service and, beside it, by modell.ts. */

const app = createTestApp()
afterAll(app.close)
const TODAY = dayIn(new Date().toISOString(), "Europe/Berlin")
const DAYS =
  "1998-05-02 2006-12-31 2007-01-01 2020-06-30 2020-07-01 2020-12-31 2021-01-01 2021-01-03 2026-01-05"
    .split(" ")
    .concat(TODAY)
const KINDS: How[] = [
  { klasse: "warenumschliessung", kind: "regel" },
  { klasse: "warenumschliessung", kind: "ermaessigt" },
  { klasse: "warenumschliessung", kind: "keine" },
  { klasse: "transporthilfsmittel", kind: "regel" },
]
const which = fc.nat({ max: 2 })
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("book" as const),
      artikel: which,
      art: fc.constantFrom<Art>(
        "ausgabe",
        "ausgabe",
        "ruecknahme",
        "ruecknahme",
        "anfangsbestand",
        "korrektur_plus",
        "korrektur_minus",
      ),
      menge: fc.integer({ min: 1, max: 40 }),
      cent: fc.constantFrom(1, 3, 8, 25, 150, 333),
      later: fc.nat({ max: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("reverse" as const), artikel: which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("change" as const),
      artikel: which,
      wie: fc.constantFrom(...KINDS),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("settle" as const), tag: fc.nat({ max: DAYS.length - 1 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cancel" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("lose" as const),
      artikel: which,
      menge: fc.integer({ min: 1, max: 40 }),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
let firmen = 0

test("every settlement is what a second reckoning says, and DATEV and journal are their sum", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 8, maxLength: 24 }),
      fc.constantFrom("netto" as const, "brutto" as const),
      async (steps, preise) => {
        const firma = new Firma(await billingYard(app, `modell-${firmen++}`), preise)
        await firma.call("PATCH", "tenant", { preise })
        for (const one of steps) await firma.take(one)
        await firma.take({ do: "settle", tag: DAYS.length - 1 })
        await firma.compareExports()
        await firma.compareAusgleich()
        expect((await firma.call("GET", "pfandpruefung")).fehler).toEqual([])
      },
    ),
    { numRuns: 25 },
  )
}, 300_000)

class Firma {
  readonly #buchungen: Buchung[] = []
  readonly #open = new Set<string>()
  /** Bookings of losses and their Stornos. */
  readonly #lost = new Set<string>()
  readonly #wie = [0, 1, 2].map(() => KINDS[0]!)
  readonly #tag = [0, 0, 0]
  #letzte: { id: string; ids: string[]; outside: number; lostSince: number; isFirst: boolean } | undefined
  #brutto = 0
  /** Booked since the last settlement, and never in one. */
  #outside = 0
  #losses = 0
  #lostSince = 0
  #isFirst = true
  constructor(
    readonly hof: Yard,
    readonly preise: "netto" | "brutto",
  ) {}

  async call(method: string, path: string, body?: object): Promise<any> {
    const reply = await app.call(method, `/api/${path}`, {
      token: this.hof.admin.token,
      ...(body && { body }),
    })
    return reply.body ?? reply.text
  }

  #was = (artikel: number): string => [this.hof.leer, this.hof.flasche, this.hof.fass][artikel]!

  async take(one: Step): Promise<void> {
    if (one.do === "book") await this.#book(one)
    if (one.do === "lose") await this.#lose(one)
    if (one.do === "reverse") await this.#reverse(this.#was(one.artikel))
    if (one.do === "change") {
      const { klasse: ust_klasse, kind: steuersatz } = one.wie
      await this.call("PATCH", `pfandartikel/${this.#was(one.artikel)}`, { ust_klasse, steuersatz })
      this.#wie[one.artikel] = one.wie
    }
    if (one.do === "settle") await this.#settle(DAYS[one.tag]!)
    if (one.do === "cancel" && this.#letzte) {
      const { id, ids, outside, lostSince, isFirst } = this.#letzte
      this.#brutto += (await this.call("POST", `abrechnungen/${id}/storno`, { grund: "x" })).brutto_cent
      for (const buchung of ids) this.#open.add(buchung)
      this.#outside += outside
      this.#lostSince += lostSince
      this.#isFirst = isFirst
      this.#letzte = undefined
    }
  }

  #held = (was: string): number =>
    this.#buchungen.reduce((sum, one) => sum + (one.was === was ? signed(one) : 0), 0)

  /** No account goes below nothing, and each grows by the day: what was entered late is of other articles. */
  async #book({ artikel, art, menge, cent, later }: Extract<Step, { do: "book" }>): Promise<void> {
    const was = this.#was(artikel)
    const isBack = art === "ruecknahme" || art === "korrektur_minus"
    const some = isBack ? Math.min(menge, this.#held(was)) : menge
    if (some === 0) return
    const at = (this.#tag[artikel] = Math.min(this.#tag[artikel]! + later, DAYS.length - 1))
    const tag = DAYS[at]!
    const { buchungen } = await this.call("POST", "pfandbuchungen", {
      kunde_id: this.hof.kunden[0],
      grund: "x",
      ...(tag !== TODAY && { erfasst_am: `${tag}T10:00:00.000Z` }),
      // Returns are refunded at what was paid.
      positionen: [{ pfandartikel_id: was, art, menge: some, ...(!isBack && { betrag_cent: cent }) }],
    })
    for (const { id, menge: part, betrag_cent } of buchungen)
      this.#add(id, { was, art, menge: part, cent: betrag_cent, tag, wie: this.#wie[artikel]! })
  }

  #add(id: string, buchung: Omit<Buchung, "id">): void {
    this.#buchungen.push({ ...buchung, id })
    const first = this.#buchungen.find((one) => one.id === buchung.storno_von) ?? buchung
    if (first.art !== "anfangsbestand" && !this.#lost.has(id)) this.#open.add(id)
    else this.#outside += signed(buchung) * buchung.cent
    if (!this.#lost.has(id)) return
    this.#losses += signed(buchung) * buchung.cent
    this.#lostSince += signed(buchung) * buchung.cent
  }

  /** The latest of an article. */
  async #reverse(was: string): Promise<void> {
    const last = this.#buchungen.findLast((one) => one.was === was)
    if (!last || last.storno_von) return
    const { items } = await this.call("GET", `pfandbuchungen?kunde_id=${this.hof.kunden[0]}&limit=200`)
    const { vorgang_id } = items.find((one: any) => one.id === last.id)
    const { buchungen } = await this.call("POST", `pfandbuchungen/${vorgang_id}/storno`, { grund: "x" })
    const art = signed(last) > 0 ? "korrektur_minus" : "korrektur_plus"
    // A loss at several amounts is several bookings: undone in reverse, the oldest piece is in front again.
    for (const { id, storno_von } of buchungen.toReversed()) {
      const undone = this.#buchungen.find((one) => one.id === storno_von)!
      if (this.#lost.has(storno_von)) this.#lost.add(id)
      this.#add(id, { ...undone, art, tag: TODAY, storno_von })
    }
  }

  /** The preview's tax is the model's tax of these pieces. */
  async #lose({ artikel, menge }: Extract<Step, { do: "lose" }>): Promise<void> {
    const was = this.#was(artikel)
    const some = Math.min(menge, this.#held(was))
    if (some === 0) return
    this.#tag[artikel] = DAYS.length - 1
    const lost = { kunde_id: String(this.hof.kunden[0]), pfandartikel_id: was, menge: String(some) }
    const preview = await this.call("GET", `pfandverluste/vorschau?${new URLSearchParams(lost)}`)
    const { buchungen } = await this.call("POST", "pfandverluste", {
      ...lost,
      menge: some,
      erwartet_cent: preview.summe_cent,
    })
    for (const { id, menge: part, betrag_cent: cent } of buchungen) {
      this.#lost.add(id)
      this.#add(id, { was, art: "korrektur_minus", menge: part, cent, tag: TODAY, wie: this.#wie[artikel]! })
    }
    const pieces = piecesOf(this.#buchungen)
    const expected = new Map<string, number>()
    for (const { id, betrag_cent } of buchungen)
      for (const { klasse, satz } of pieces.get(id) ?? [])
        expected.set(`${klasse} ${satz}`, (expected.get(`${klasse} ${satz}`) ?? 0) + betrag_cent)
    const shown = preview.saetze.map((one: any) => [`${one.klasse} ${one.satz}`, one.summe_cent])
    expect(shown.map(String).toSorted()).toEqual([...expected].map(String).toSorted())
  }

  async #settle(bis: string): Promise<void> {
    const made = await this.call("POST", "abrechnungen", { kunde_id: this.hof.kunden[0], bis })
    const ids = this.#buchungen.filter((one) => this.#open.has(one.id) && one.tag <= bis).map(({ id }) => id)
    if (ids.length === 0) return expect(made.error).toBe("In diesem Zeitraum gibt es nichts abzurechnen")
    const { lines, vat } = settle(this.#buchungen, new Set(ids), this.preise)
    const shown = made.positionen.map((one: any) => {
      const stueck = one.ausgabe - one.ruecknahme + one.korrektur
      return [one.pfandartikel_id, one.betrag_cent, one.klasse, one.satz, stueck]
    })
    const expected = lines.map(({ was, cent, klasse, satz, stueck }) => [was, cent, klasse, satz, stueck])
    expect(shown.map(String).toSorted()).toEqual(expected.map(String).toSorted())
    const perSatz = Map.groupBy(made.steuern as { satz: number; ust_cent: number }[], ({ satz }) => satz)
    const shownVat = [...perSatz].map(([satz, all]) => [
      satz,
      all.reduce((sum, one) => sum + one.ust_cent, 0),
    ])
    expect(shownVat.map(String).toSorted()).toEqual(
      vat.map(({ satz, ust }) => String([satz, ust])).toSorted(),
    )
    // What a customer begins with explains itself, unless some of it was lost.
    const isClear = this.#isFirst && this.#losses === 0
    expect([made.ausserhalb_cent, made.verluste_cent]).toEqual(
      isClear ? [null, null] : [this.#outside, this.#lostSince],
    )
    for (const id of ids) this.#open.delete(id)
    const [outside, lostSince, isFirst] = [this.#outside, this.#lostSince, this.#isFirst]
    this.#letzte = { id: made.id, ids, outside, lostSince, isFirst }
    this.#isFirst = false
    this.#outside = this.#lostSince = 0
    this.#brutto += made.brutto_cent
  }

  /** Pieces that went out and did not come back; lost ones never did. */
  async compareAusgleich(): Promise<void> {
    const jahr = TODAY.slice(0, 4)
    const { items } = await this.call("GET", `jahresausgleich?jahr=${jahr}`)
    const shown = items.flatMap(({ saetze }: any) => saetze.map((one: any) => [one.satz, one.saldo_cent]))
    const pieces = piecesOf(this.#buchungen)
    const sums = new Map<number | null, number>()
    for (const { id, art, cent } of this.#buchungen)
      for (const { klasse, satz } of this.#lost.has(id) ? [] : (pieces.get(id) ?? []))
        if (klasse === "warenumschliessung")
          sums.set(satz, (sums.get(satz) ?? 0) + signed({ art, menge: 1 }) * cent)
    const without0 = (all: [number | null, number][]) => all.filter(([, cent]) => cent !== 0).map(String)
    expect(without0(shown).toSorted()).toEqual(without0([...sums]).toSorted())
  }

  async compareExports(): Promise<void> {
    const monat = TODAY.slice(0, 7)
    expect((await this.call("GET", `datev/pruefung?monat=${monat}`)).brutto_cent).toBe(this.#brutto)
    const lines = (await this.call("GET", `datev/journal.csv?monat=${monat}`)).trim().split("\r\n").slice(1)
    const cents = lines.map((line: string) =>
      Math.round(Number(line.split(";").at(-2)!.replace(",", ".")) * 100),
    )
    expect(cents.reduce((sum: number, cent: number) => sum + cent, 0)).toBe(this.#brutto)
  }
}

const signed = ({ art, menge }: Pick<Buchung, "art" | "menge">): number =>
  art === "ruecknahme" || art === "korrektur_minus" ? -menge : menge
