import { expect, test } from "bun:test"
import fc from "fast-check"
import type { Bewegung } from "../../../src/api/pfandlots/bewegungen.ts"
import { piecesOf } from "../../../src/lib/buchungsart.ts"
import { calculateAbrechnung, type NamedBewegung } from "../../../src/api/abrechnungen/calculate.ts"
import { assignSaetze, settledTax, type Share, shiftsOf } from "../../../src/api/pfandlots/saetze.ts"

/**
 * Which rate a booking has, against a second reckoning that is written from the rule: piece by piece, of all bookings
 * that count, in the order in which they happened.
 */

const tage = ["2020-06-01", "2020-06-20", "2020-08-01", "2020-12-01", "2021-03-01", "2026-01-01"] as const
const satzOn = (tag: string): number => (tag >= "2020-07-01" && tag < "2021-01-01" ? 16 : 19)

type Step =
  | { do: "book"; stueck: number; tag: (typeof tage)[number]; betrag_cent: number; verlust?: boolean }
  | { do: "reverse"; welche: number }
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("book" as const),
      stueck: fc.integer({ min: -9, max: 9 }).filter((n) => n !== 0),
      tag: fc.constantFrom(...tage),
      betrag_cent: fc.constantFrom(100, 200),
      verlust: fc.constantFrom(true, false, false),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reverse" as const), welche: fc.nat() }) },
)

const tax = { klasse: "warenumschliessung", kleinunternehmer: 0, ust_verfahren: "laufend" } as const

const moment = (tag: string) => `${tag}T10:00:00.000Z`
const berlin = settledTax("Europe/Berlin")
const base = {
  pfandartikel_id: "kasten",
  geraet_id: null,
  storno_von: null,
  umbewertung: null,
  verlust: 0 as const,
  klasse: "warenumschliessung" as const,
  steuersatz: "regel" as const,
  kleinunternehmer: 0,
  ust_verfahren: "laufend" as const,
}

/** @param stueck signed: minus for what comes back */
const moves = (stueck: number, betrag_cent: number) => ({
  art: stueck > 0 ? ("ausgabe" as const) : ("ruecknahme" as const),
  menge: Math.abs(stueck),
  betrag_cent,
  summe_cent: stueck * betrag_cent,
})

function bookingsOf(steps: readonly Step[]): Bewegung[] {
  const done: Bewegung[] = []
  for (const one of steps) {
    const lfd_nr = done.length + 1
    const id = `b${lfd_nr}`
    if (one.do === "book") {
      const { stueck, tag, betrag_cent } = one
      const verlust = stueck < 0 && one.verlust === true ? 1 : 0
      done.push({ ...base, ...moves(stueck, betrag_cent), id, lfd_nr, erfasst_am: moment(tag), verlust })
    } else reverse(done, one.welche)
  }
  return done
}

const openOf = (done: Bewegung[]) =>
  done.filter(({ id, storno_von }) => storno_von === null && !done.some((other) => other.storno_von === id))

function reverse(done: Bewegung[], which: number): void {
  const open = openOf(done)
  const original = open[which % Math.max(1, open.length)]
  if (!original) return
  const lfd_nr = done.length + 1
  const back = moves(-piecesOf(original), original.betrag_cent)
  const erfasst_am = moment("2026-02-01")
  done.push({ ...original, ...back, id: `b${lfd_nr}`, lfd_nr, erfasst_am, storno_von: original.id })
}

type Sums = Record<string, number>

/**
 * Cents per rate that are not refunded. Pieces are entries of a list for each amount, the oldest first; lost ones come
 * back no more, and those that came back beyond all that were out are owed.
 */
function model(done: Bewegung[]): Sums {
  const lists = new Map<number, { there: number[]; owed: number[] }>()
  const sums: Sums = {}
  const add = (satz: number, cent: number) => (sums[satz] = (sums[satz] ?? 0) + cent)
  const sorted = openOf(done).toSorted(
    (a, b) => a.erfasst_am.localeCompare(b.erfasst_am) || a.lfd_nr - b.lfd_nr,
  )
  for (const one of sorted) {
    const { erfasst_am, betrag_cent, verlust } = one
    const stueck = piecesOf(one)
    const own = satzOn(erfasst_am.slice(0, 10))
    const { there, owed } = lists.getOrInsertComputed(betrag_cent, () => ({ there: [], owed: [] }))
    for (let i = 0; i < stueck; i++) {
      const again = owed.shift()
      add(again ?? own, betrag_cent)
      if (again === undefined) there.push(own)
    }
    for (let i = 0; i > stueck; i--) {
      if (there.length === 0) owed.push(own)
      const satz = there.shift() ?? own
      if (!verlust) add(satz, -betrag_cent)
    }
  }
  return without0(sums)
}

const without0 = (sums: Sums): Sums =>
  Object.fromEntries(Object.entries(sums).filter(([, cent]) => cent !== 0))

function sumOf(done: Bewegung[]): Sums {
  const sums: Sums = {}
  for (const shares of assignSaetze(done, berlin).values())
    for (const { satz, stueck, betrag_cent } of shares)
      sums[String(satz)] = (sums[String(satz)] ?? 0) + stueck * betrag_cent
  return without0(sums)
}

const steps = fc.array(step, { minLength: 3, maxLength: 30 })

test("together they are what happened, in whatever order it was entered", () => {
  fc.assert(
    fc.property(steps, (all) => {
      const done = bookingsOf(all)
      expect(sumOf(done)).toEqual(model(done))
    }),
    { numRuns: 500 },
  )
})

test("what is entered afterwards changes no booking's shares: a settlement stays as it is", () => {
  fc.assert(
    fc.property(steps, fc.nat(), (all, cut) => {
      const done = bookingsOf(all)
      const now = assignSaetze(done, berlin)
      const before = done.slice(0, cut % (done.length + 1))
      for (const [id, shares] of assignSaetze(before, berlin))
        expect(perRate(shares)).toEqual(perRate(now.get(id) ?? []))
    }),
    { numRuns: 300 },
  )
})

const perRate = (shares: readonly { satz: number | null; stueck: number; betrag_cent: number }[]): Sums => {
  const sums: Sums = {}
  for (const { satz, stueck, betrag_cent } of shares)
    sums[`${satz} ${betrag_cent}`] = (sums[`${satz} ${betrag_cent}`] ?? 0) + stueck
  return without0(sums)
}

test("a booking's shares are its own pieces and its own amount, whatever they move of others", () => {
  fc.assert(
    fc.property(steps, (all) => {
      const done = bookingsOf(all)
      const shares = assignSaetze(done, berlin)
      for (const one of done) {
        const { id, betrag_cent, storno_von, verlust } = one
        const stueck = verlust ? 0 : piecesOf(one)
        const own = shares.get(id) ?? []
        // A Storno's are all moved: its paper calls them corrections.
        const itself = own.filter(({ verschoben }) => !verschoben)
        if (storno_von === null) expect(itself.reduce((sum, part) => sum + part.stueck, 0)).toBe(stueck)
        expect(own.reduce((sum, part) => sum + part.stueck, 0)).toBe(stueck)
        expect(own.reduce((sum, part) => sum + part.stueck * part.betrag_cent, 0)).toBe(stueck * betrag_cent)
        expect(own.map((part) => part.stueck)).not.toContain(0)
      }
    }),
  )
})

test("after a Storno of everything, every rate's sum is 0", () => {
  fc.assert(
    fc.property(steps, (all) => {
      const done = bookingsOf(all)
      while (openOf(done).length > 0) reverse(done, done.length)
      expect(sumOf(done)).toEqual({})
    }),
    { numRuns: 300 },
  )
})

test("what opening balances, losses and their Stornos move of others is settled in their stead, they are not", () => {
  fc.assert(
    fc.property(steps, fc.nat(), (all, which) => {
      const done = bookingsOf(all)
      const anfang = done.filter(
        (one, i) => piecesOf(one) > 0 && one.storno_von === null && (which >> i) % 3 === 0,
      )
      const first = new Set([...anfang, ...done.filter(({ verlust }) => verlust)].map(({ id }) => id))
      const ids = new Set(
        done.filter(({ id, storno_von }) => first.has(id) || first.has(storno_von ?? "")).map(({ id }) => id),
      )
      const shares = assignSaetze(done, berlin)
      const shifts = shiftsOf(done, shares, ids)
      const settled: Sums = {}
      const add = (parts: readonly Share[] = []) => {
        for (const { satz, stueck, betrag_cent } of parts)
          settled[String(satz)] = (settled[String(satz)] ?? 0) + stueck * betrag_cent
      }
      for (const { id } of done) add(ids.has(id) ? shifts.get(id) : shares.get(id))
      for (const shift of shifts.values()) expect(shift.reduce((sum, { stueck }) => sum + stueck, 0)).toBe(0)
      for (const { id, verlust } of openOf(done))
        if (ids.has(id) && !verlust) add(shares.get(id)?.filter(({ verschoben }) => !verschoben))
      expect(without0(settled)).toEqual(model(done))
    }),
    { numRuns: 500 },
  )
})

test("a Storno of a partly returned lot: what came back was of the other one, and nothing stays at either rate", () => {
  const done = bookingsOf([
    { do: "book", stueck: 10, tag: "2020-12-01", betrag_cent: 100 },
    { do: "book", stueck: 10, tag: "2021-03-01", betrag_cent: 100 },
    { do: "book", stueck: -4, tag: "2026-01-01", betrag_cent: 100 },
    { do: "reverse", welche: 0 },
    { do: "book", stueck: -6, tag: "2026-01-01", betrag_cent: 100 },
  ])
  expect(sumOf(done.slice(0, 4))).toEqual({ 19: 600 })
  expect(sumOf(done)).toEqual({})
  expect(assignSaetze(done, berlin).get("b4")).toEqual([
    { ...tax, satz: 19, stueck: -4, betrag_cent: 100, verschoben: true },
    { ...tax, satz: 16, stueck: -6, betrag_cent: 100, verschoben: true },
  ])
})

test("a delivery that comes late from a telephone has its place by its moment", () => {
  const done = bookingsOf([
    { do: "book", stueck: 10, tag: "2021-03-01", betrag_cent: 100 },
    { do: "book", stueck: 10, tag: "2020-12-01", betrag_cent: 100 },
    { do: "book", stueck: -10, tag: "2026-01-01", betrag_cent: 100 },
  ])
  const shares = assignSaetze(done, berlin)
  expect(shares.get("b3")).toEqual([{ ...tax, satz: 16, stueck: -10, betrag_cent: 100, verschoben: false }])
})

test("what a late booking moves of others is a correction on paper, beside what itself went out", () => {
  const done = bookingsOf([
    { do: "book", stueck: 10, tag: "2021-03-01", betrag_cent: 100 },
    { do: "book", stueck: -4, tag: "2026-01-01", betrag_cent: 100 },
    { do: "book", stueck: 10, tag: "2020-12-01", betrag_cent: 100 },
  ])
  const late: NamedBewegung = { ...done[2]!, nummer: "1", bezeichnung: "Kasten", einheit: "stueck" }
  const { positionen } = calculateAbrechnung([late], assignSaetze(done, berlin), "netto")
  expect(
    positionen.map(({ satz, ausgabe, ruecknahme, korrektur }) => ({ satz, ausgabe, ruecknahme, korrektur })),
  ).toEqual([
    { satz: 19, ausgabe: 0, ruecknahme: 0, korrektur: 4 },
    { satz: 16, ausgabe: 10, ruecknahme: 0, korrektur: -4 },
  ])
})

const later = { ...base, erfasst_am: moment("2026-01-01") }

/** Pieces at a euro that are revalued to two, as the third and fourth booking. */
const revalued = (stueck: number): Bewegung[] => [
  { ...later, umbewertung: "v", id: "minus", lfd_nr: 3, ...moves(-stueck, 100) },
  { ...later, umbewertung: "v", id: "plus", lfd_nr: 4, ...moves(stueck, 200) },
]
/** Pieces that come back at two euros, as the fifth. */
const back = (stueck: number): Bewegung => ({ ...later, id: "zurueck", lfd_nr: 5, ...moves(-stueck, 200) })

test("what is revalued keeps the rate at which it went out", () => {
  const [one, two] = bookingsOf([
    { do: "book", stueck: 6, tag: "2020-12-01", betrag_cent: 100 },
    { do: "book", stueck: 4, tag: "2021-03-01", betrag_cent: 100 },
  ])
  const done = [one!, two!, ...revalued(10), back(7)]
  expect(sumOf(done.slice(0, 4))).toEqual({ 16: 1200, 19: 800 })
  expect(sumOf(done)).toEqual({ 19: 600 })
  expect(sumOf([{ ...one!, menge: 1 }, ...revalued(1)])).toEqual({ 16: 200 })
})

test("what is revalued is as old as it was: it comes back before what went out later at its new amount", () => {
  const [one, two] = bookingsOf([
    { do: "book", stueck: 4, tag: "2020-12-01", betrag_cent: 100 },
    { do: "book", stueck: 4, tag: "2021-03-01", betrag_cent: 200 },
  ])
  expect(sumOf([one!, two!, ...revalued(4), back(4)])).toEqual({ 19: 800 })
})

test("what is revalued a second time, from two amounts, has the rates of the same pieces again", () => {
  const [one, two] = bookingsOf([
    { do: "book", stueck: 6, tag: "2020-12-01", betrag_cent: 100 },
    { do: "book", stueck: 4, tag: "2021-03-01", betrag_cent: 150 },
  ])
  const done: Bewegung[] = [
    one!,
    two!,
    { ...later, umbewertung: "v", id: "b3", lfd_nr: 3, ...moves(-6, 100) },
    { ...later, umbewertung: "v", id: "b4", lfd_nr: 4, ...moves(-4, 150) },
    { ...later, umbewertung: "v", id: "b5", lfd_nr: 5, ...moves(10, 200) },
    { ...later, umbewertung: "w", id: "b6", lfd_nr: 6, ...moves(-10, 200) },
    { ...later, umbewertung: "w", id: "b7", lfd_nr: 7, ...moves(10, 300) },
  ]
  expect(sumOf(done.slice(0, 5))).toEqual({ 16: 1200, 19: 800 })
  expect(sumOf(done)).toEqual({ 16: 1800, 19: 1200 })
})

test("of a device comes back first what was paid for it last", () => {
  const device = { ...base, klasse: "geraetepfand" as const }
  const done: Bewegung[] = [
    { ...device, id: "b1", lfd_nr: 1, ...moves(1, 1000), erfasst_am: moment("2020-12-01") },
    { ...device, id: "b2", lfd_nr: 2, ...moves(1, 5000), erfasst_am: moment("2021-03-01") },
    { ...device, id: "b3", lfd_nr: 3, ...moves(-1, 5000), erfasst_am: moment("2026-01-01") },
  ]
  expect(sumOf(done)).toEqual({ 16: 1000 })
})

const geraet = (nummer: string): NamedBewegung => ({
  ...base,
  ...moves(1, 5000),
  id: nummer,
  lfd_nr: 1,
  pfandartikel_id: null,
  geraet_id: nummer,
  erfasst_am: moment("2026-01-01"),
  nummer,
  bezeichnung: "Kühler",
  einheit: "stueck",
})

test("devices of the same deposit stand in lines of their own", () => {
  const share = {
    ...tax,
    klasse: "kaution",
    satz: null,
    stueck: 1,
    betrag_cent: 5000,
    verschoben: false,
  } as const
  const open = [geraet("G-1"), geraet("G-2")]
  const shares = new Map(open.map(({ id }) => [id, [share]]))
  const { positionen } = calculateAbrechnung(open, shares, "netto")
  expect(positionen.map(({ nummer, ausgabe }) => [nummer, ausgabe])).toEqual([
    ["G-1", 1],
    ["G-2", 1],
  ])
})

test("lines stand by number as people read it, then from the smallest deposit up, then from the highest rate down", () => {
  const lines = [
    ["Ä", 100, 19],
    ["a", 150, 16],
    ["a", 150, 19],
    ["Z", 100, 19],
    ["a", 100, 16],
  ] as const
  const open = lines.map(([nummer], i) => ({ ...geraet(`G-${i}`), nummer }))
  const share = { ...tax, stueck: 1, verschoben: false } as const
  const shares = new Map(
    open.map(({ id }, i) => [id, [{ ...share, betrag_cent: lines[i]![1], satz: lines[i]![2] }]]),
  )
  const { positionen } = calculateAbrechnung(open, shares, "netto")
  expect(positionen.map(({ nummer, betrag_cent, satz }) => [nummer, betrag_cent, satz])).toEqual([
    ["a", 100, 16],
    ["a", 150, 19],
    ["a", 150, 16],
    ["Ä", 100, 19],
    ["Z", 100, 19],
  ])
})

test("taxes stand from the highest rate down, however the articles are numbered", () => {
  const saetze = [19, 16, 7, null]
  fc.assert(
    fc.property(fc.shuffledSubarray(saetze, { minLength: 4 }), (order) => {
      const open = order.map((_, i) => ({ ...geraet(`G-${i}`), summe_cent: 100, betrag_cent: 100 }))
      const share = { ...tax, stueck: 1, betrag_cent: 100, verschoben: false } as const
      const shares = new Map(open.map(({ id }, i) => [id, [{ ...share, satz: order[i] ?? null }]]))
      const { steuern } = calculateAbrechnung(open, shares, "netto")
      expect(steuern.map(({ satz }) => satz)).toEqual(saetze)
    }),
  )
})
