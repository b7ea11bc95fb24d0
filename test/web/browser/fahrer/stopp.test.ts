import { describe, expect, spyOn, test } from "bun:test"
import fc from "fast-check"
import "../no-page.ts"
import type { Entry } from "../../../../src/web/browser/fahrer/outbox/entry.ts"
import {
  entryOf as countOf,
  withLine,
  withoutLines,
} from "../../../../src/web/browser/fahrer/inventur/use-counting.ts"
import {
  beginReading,
  compareNotes,
  dropNote,
  listArrived,
  unnoted,
} from "../../../../src/web/browser/fahrer/phone/notes.ts"
import { abschlussOf, ungeplantOf } from "../../../../src/web/browser/fahrer/phone/new-entries.ts"
import { findBegun, forgetOldDrafts, isTouched } from "../../../../src/web/browser/fahrer/phone/draft.ts"
import { keep } from "../../../../src/web/browser/fahrer/phone/keep.ts"
import {
  type Fetched,
  isAhead,
  isOfEvening,
  ladung,
  onTheTruck,
  stoppsOf,
} from "../../../../src/web/browser/fahrer/phone/tag.ts"
import {
  blankDraft,
  type Draft,
  orphansOf,
  positionenOf,
  stopLinesOf,
  withEarlier,
  without,
} from "../../../../src/web/browser/fahrer/stopp/form.ts"
import { questionOf } from "../../../../src/web/browser/fahrer/stopp/question.tsx"
import { changesOf, type Plan, planOf } from "../../../../src/web/browser/fahrer/stopp/plan.ts"
import {
  blank as nothingCounted,
  inWords,
  linesOf,
  sentOf,
  sequenceOf,
} from "../../../../src/web/browser/fahrer/tag/evening.ts"
import { kundeOf } from "../../../../src/web/browser/fahrer/parts/words.ts"
import { signOf, signOfReason } from "../../../../src/web/browser/fahrer/parts/kinds.ts"

/** The telephone's view of the day: as fetched, with the taps since then. */

const position = (more: object) => ({
  id: "p",
  pfandartikel_id: null,
  geraet_id: null,
  soll_ausgabe: 0,
  soll_ruecknahme: 0,
  ist_ausgabe: null,
  ist_ruecknahme: null,
  zustand: null,
  ...more,
})
const stopp = (id: string, positionen: object[], more: object = {}) => ({
  id,
  kunde_id: "k",
  datum: "2026-03-31",
  status: "geplant",
  versuch: 1,
  ungeplant: 0,
  positionen: positionen.map(position),
  ...more,
})
const fetchedDay = (stopps: object[], kennt: number[] = []): Fetched =>
  ({
    tag: { heute: "2026-03-31", stopps, artikel: [], geraete: [], kunden: [], weitere_kunden: [] },
    am: 1000,
    kennt,
  }) as never

let nr = 0
const entry = (lieferung_id: string, art: Entry["art"], body: object, more: Partial<Entry> = {}): Entry => ({
  nr: nr++,
  konto: "jens",
  folge: lieferung_id,
  lieferung_id,
  art,
  path: "/",
  titel: "",
  getippt: 0,
  ab: 0,
  stand: "wartet",
  gesendet: 0,
  antwort: null,
  beantwortet: null,
  body: JSON.stringify(body),
  ...more,
})
const bier = { pfandartikel_id: "bier", soll_ausgabe: 3 }
const done = {
  versuch: 1,
  positionen: [
    { pfandartikel_id: "bier", ist_ausgabe: 2 },
    { pfandartikel_id: "fass", ist_ruecknahme: 4 },
  ],
}

describe("over the service's day lies what was tapped", () => {
  const shown = (entries: Entry[], stopps = [stopp("a", [bier])]) =>
    stoppsOf(fetchedDay(stopps), entries).map(({ status, offen }) => [status, offen])

  test("from setting off to the end, and whether it was sent", () => {
    const start = entry("a", "start", { versuch: 1 })
    const finished = entry("a", "abschluss", done)
    expect(shown([])).toEqual([["geplant", null]])
    expect(shown([start])).toEqual([["unterwegs", "wartet"]])
    expect(shown([start, finished])).toEqual([["zugestellt", "wartet"]])
    const sent = { stand: "gesendet", beantwortet: 2000 } as const
    expect(
      shown([
        { ...start, ...sent },
        { ...finished, ...sent },
      ]),
    ).toEqual([["zugestellt", null]])
    expect(shown([entry("a", "fehlschlag", { versuch: 1, grund: "Hund" })])).toEqual([
      ["nicht_zugestellt", "wartet"],
    ])
    expect(shown([{ ...start, stand: "braucht dich" }, finished])).toEqual([["zugestellt", "braucht dich"]])
    expect(shown([{ ...finished, stand: "uebergeben" }])).toEqual([["zugestellt", "beim Büro"]])
  })

  test("with what was said of it, and when", () => {
    const erfasst_am = "2026-03-31T06:00:00.000Z"
    const told = (art: Entry["art"], more: object) =>
      stoppsOf(fetchedDay([stopp("a", [bier])]), [entry("a", art, { versuch: 1, erfasst_am, ...more })])
    expect(told("start", {})).toMatchObject([{ gestartet_am: erfasst_am }])
    expect(told("fehlschlag", { grund: "Hund" })).toMatchObject([{ erfasst_am, grund: "Hund" }])
    const taken = { empfaenger_name: "Frau Behn", unterschrift: "x" }
    expect(told("abschluss", { ...done, ...taken })).toMatchObject([
      { erfasst_am, empfaenger_name: "Frau Behn", unterschrieben: true },
    ])
  })

  test("but not what the service knew when it was asked, nor what was meant for an earlier attempt", () => {
    const old = entry("a", "abschluss", done, { stand: "gesendet", beantwortet: 999 })
    expect(stoppsOf(fetchedDay([stopp("a", [bier])], [old.nr]), [old])).toMatchObject([{ status: "geplant" }])
    // An entry that had not arrived when the day was asked for is not in it, no matter what the clocks say.
    expect(shown([old])).toEqual([["zugestellt", null]])
    const second = [stopp("a", [bier], { versuch: 2 })]
    expect(shown([entry("a", "abschluss", done)], second)).toEqual([["geplant", "wartet"]])
  })

  test("nor what the office was given, where the service has an outcome: that is what was decided", () => {
    const given = entry("a", "abschluss", done, { stand: "uebergeben" })
    const booked = stopp("a", [{ ...bier, ist_ausgabe: 1, ist_ruecknahme: 20 }], { status: "zugestellt" })
    expect(stoppsOf(fetchedDay([booked]), [given])).toMatchObject([{ ...booked, offen: null }])
    const failed = stopp("a", [bier], { status: "nicht_zugestellt" })
    expect(shown([given], [failed])).toEqual([["nicht_zugestellt", null]])
  })

  test("nor what the office was given and has decided: the stop is open again, and the truck to be counted", () => {
    const given = (art: Entry["art"], id: string, more: object) =>
      entry("a", art, { id, versuch: 1, ...more }, { stand: "uebergeben" })
    const [start, end] = [given("start", "s", {}), given("abschluss", "x", done)]
    const pickedUp = { ...given("ungeplant", "u", { kunde_id: "k2", ...done }), lieferung_id: "u" }
    const count = { ...given("feierabend", "f", {}), folge: sequenceOf("2026-03-31") }
    const seen = (entschieden?: string[]) => {
      const day = fetchedDay([stopp("a", [bier])])
      const tag = { ...day.tag, ...(entschieden && { entschieden }) }
      const stopps = stoppsOf({ ...day, tag }, [start, end, pickedUp])
      return [stopps.map(({ status, offen }) => [status, offen]), sentOf([count], tag)?.entry]
    }
    const ended = ["zugestellt", "beim Büro"] as const
    const again = ["geplant", null] as const
    expect(seen()).toEqual([[[...ended], [...ended]], count])
    expect(seen(["x"])).toEqual([[[...again], [...ended]], count])
    expect(seen(["x", "u", "f"])).toEqual([[[...again]], undefined])
  })

  test("and what was picked up in the field stands behind it until the service shows it, too", () => {
    const ungeplant = entry("u", "ungeplant", { kunde_id: "k2", ...done })
    expect(stoppsOf(fetchedDay([]), [ungeplant])).toMatchObject([
      { id: "u", kunde_id: "k2", ungeplant: 1, status: "zugestellt", offen: "wartet" },
    ])
    const known = stopp("u", [], { status: "zugestellt", ungeplant: 1 })
    expect(stoppsOf(fetchedDay([known]), [ungeplant])).toHaveLength(1)
  })

  test("and that by the customer's name, though the day knows nothing of them", () => {
    const tapped = ungeplantOf({ id: "u", versuch: 1, name: "Adler" }, "fremd", [], {})
    const [shownNow] = stoppsOf(fetchedDay([]), [{ ...entry("u", "ungeplant", {}), ...tapped }])
    expect(kundeOf({ kunden: new Map(), standorte: new Map() } as never, shownNow as never).name).toBe(
      "Adler",
    )
  })
})

describe("the evening's count", () => {
  test("is of what was finished that day, and of all that should have been by then", () => {
    const [open, ended] = [
      (datum: string) => isOfEvening(stopp("a", [], { datum }) as never, "2026-03-31"),
      (erfasst_am: string | null) =>
        isOfEvening(stopp("a", [], { status: "zugestellt", erfasst_am }) as never, "2026-03-31"),
    ]
    expect(["2026-03-30", "2026-03-31", "2026-04-01"].map(open)).toEqual([true, true, false])
    expect([null, "2026-03-31T12:00:00Z", "2026-03-30T12:00:00Z"].map(ended)).toEqual([true, true, false])
  })

  test("shows what is being entered, else what was sent before, else what is expected", () => {
    const stopps = stoppsOf(fetchedDay([stopp("a", [{ ...bier, ist_ruecknahme: 4 }])]), [])
    const day = { artikel: new Map(), geraete: new Map() } as never
    const sent = { positionen: [{ art: "leergut", pfandartikel_id: "bier", gezaehlt: 3 }] } as never
    const shown = (gezaehlt: Record<string, number>, before = sent) =>
      linesOf(day, stopps, { ...nothingCounted, gezaehlt }, before).find(({ art }) => art === "leergut")
        ?.gezaehlt
    expect([shown({}, null as never), shown({}), shown({ "leergut bier": 5 })]).toEqual([4, 3, 5])
    expect([2, -1, -2].map(inWords)).toEqual(["2 zu viel", "1 fehlt", "2 fehlen"])
  })
})

test("a device that came back is not counted once the next customer has it", () => {
  const stopps = stoppsOf(fetchedDay([stopp("a", [{ geraet_id: "k1", ist_ruecknahme: 1 }])]), [])
  const expected = (kunde_id: string | null) =>
    linesOf(
      { artikel: new Map(), geraete: new Map([["k1", { id: "k1", kunde_id }]]) } as never,
      stopps,
      nothingCounted,
      undefined,
    ).map(({ key }) => key)
  expect([expected(null), expected("k")]).toEqual([["k1"], []])
})

test("the evening's count goes on from the last one of that day, and from each kind what was counted of it", () => {
  const folge = sequenceOf("2026-03-31")
  const count = (more: object, day = folge) =>
    entry("", "feierabend", { positionen: [more] }, { folge: day, lieferung_id: null })
  const [first, last, yesterday] = [
    count({ art: "ware", pfandartikel_id: "bier", gezaehlt: 1 }),
    count({ art: "ware", pfandartikel_id: "bier", gezaehlt: 2 }),
    count({ art: "ware", pfandartikel_id: "bier", gezaehlt: 3 }, sequenceOf("2026-03-30")),
  ]
  const sent = sentOf([first, last, yesterday], { heute: "2026-03-31" } as never)
  expect(sent?.entry.nr).toBe(last.nr)
  expect(sentOf([yesterday], { heute: "2026-03-31" } as never)).toBeUndefined()
  const day = { artikel: new Map(), geraete: new Map() } as never
  expect(
    linesOf(day, [], nothingCounted, sent).map(({ art, key, gezaehlt }) => [art, key, gezaehlt]),
  ).toEqual([["ware", "bier", 2]])
})

test("what was planned and is not in what was handed over stays on the truck; a cancelled stop has nothing on it", () => {
  const wasser = { pfandartikel_id: "wasser", soll_ausgabe: 5 }
  const [stop] = stoppsOf(fetchedDay([stopp("a", [bier, wasser])]), [entry("a", "abschluss", done)])
  if (!stop) throw new Error("no stop")
  const ware = (...stopps: (typeof stop)[]) => onTheTruck(stopps).ware.map(({ key, menge }) => [key, menge])
  expect(ware(stop)).toEqual([
    ["bier", 1],
    ["wasser", 5],
  ])
  expect(ware({ ...stop, status: "storniert" })).toEqual([])
  // A device that one customer got instead of another is gone.
  const [early, late] = stoppsOf(
    fetchedDay([
      stopp("b", [{ geraet_id: "k1", ist_ausgabe: 1 }]),
      stopp("c", [{ geraet_id: "k1", soll_ausgabe: 1 }]),
    ]),
    [],
  )
  expect(ware(early as never, late as never)).toEqual([])
})

test("the truck holds in the morning what is planned, and in the evening what came back or nobody took", () => {
  const stopps = stoppsOf(fetchedDay([stopp("a", [bier]), stopp("b", [bier])]), [])
  expect(ladung(stopps).map(({ key, menge }) => [key, menge])).toEqual([["bier", 6]])
  const later = stoppsOf(fetchedDay([stopp("a", [bier]), stopp("b", [bier])]), [
    entry("a", "abschluss", done),
    entry("b", "fehlschlag", { versuch: 1, grund: "Hund" }),
  ])
  expect(later.filter(isAhead)).toEqual([])
  const { leergut, ware } = onTheTruck(later)
  expect([leergut, ware].map((quantities) => quantities.map(({ key, menge }) => [key, menge]))).toEqual([
    [["fass", 4]],
    [["bier", 4]],
  ])
})

describe("what is entered at a stop", () => {
  const artikel = ["bier", "fass", "wasser"].map((id) => [
    id,
    { id, nummer: id, bezeichnung: id, art: "einzeln", barcode: null, aktiv: 1, teile: [] },
  ])
  const kunde = {
    id: "k",
    ueblich: [{ pfandartikel_id: "fass", menge: 4 }],
    bestand: [{ pfandartikel_id: "bier", bestand: 9 }],
  }
  const geraete = ["k1", "k2"].map((id) => [id, { id, bezeichnung: "Kühler", geraetenummer: id }])
  const day = {
    artikel: new Map(artikel as never),
    geraete: new Map(geraete as never),
    kunden: new Map([["k", kunde]]),
  } as never
  const soll = (id: string, ausgabe: number, ruecknahme = 0, isGeraet = false) => ({
    id,
    name: id,
    isGeraet,
    ausgabe,
    ruecknahme,
  })
  const planned = (...zeilen: Plan["zeilen"]): Plan => ({ kunde_id: "k", zeilen, angaben: { Uhrzeit: "" } })
  const plan = planned(soll("bier", 3), soll("k1", 1, 0, true))
  const blank = blankDraft(plan)
  const seen = (draft: Draft, now = plan) => {
    const { ausgabe, ruecknahme } = stopLinesOf(day, now, draft)
    return [ausgabe, ruecknahme].map((zeilen) => zeilen.map(({ id, menge }) => [id, menge]))
  }
  const sent = (draft: Draft, now = plan) => positionenOf(stopLinesOf(day, now, draft), draft)

  test("never hands over a device whose test is overdue, planned or scanned; back it may come", () => {
    const at = (heute: string, geprueft_bis?: string | null) =>
      stopLinesOf(
        {
          ...Object(day),
          tag: { heute } as never,
          geraete: new Map([
            ["k1", { id: "k1", bezeichnung: "Kühler", geraetenummer: "k1", geprueft_bis }],
          ]) as never,
        },
        plan,
        { ...blank, geraete: { k1: { ausgabe: true, ruecknahme: true } } },
      )
    const overdue = at("2026-06-01", "2026-05-31")
    const line = overdue.ausgabe.find(({ id }) => id === "k1")
    expect(line).toMatchObject({ menge: 0, barred: expect.stringContaining("geprüft bis 31.05.2026") })
    expect(overdue.ruecknahme.find(({ id }) => id === "k1")).toMatchObject({ menge: 1, barred: undefined })
    expect(positionenOf({ ...overdue, ruecknahme: [] }, blank).map(({ geraet_id }) => geraet_id)).toEqual([
      undefined,
    ])
    // On its last day it goes; a telephone that fetched its day from an earlier service does not know.
    for (const known of [at("2026-05-31", "2026-05-31"), at("2026-06-01", null), at("2026-06-01")])
      expect(known.ausgabe.find(({ id }) => id === "k1")).toMatchObject({ menge: 1, barred: undefined })
  })

  test("says of a device to be taken back that it is with somebody else, or with nobody, while one can still look", () => {
    const doubtOf = (kunde_id: string | null, choice = {}) =>
      stopLinesOf(
        {
          ...Object(day),
          kunden: new Map([["h", { id: "h", name: "Gase Nord" }]]) as never,
          geraete: new Map([
            ["k2", { id: "k2", bezeichnung: "Kühler", geraetenummer: "k2", kunde_id }],
          ]) as never,
        },
        plan,
        { ...blank, geraete: { k2: { ruecknahme: true, ...choice } } },
      ).ruecknahme.find(({ id }) => id === "k2")
    expect(doubtOf("h")).toMatchObject({
      menge: 1,
      doubted: expect.stringContaining("bei Gase Nord, nicht hier"),
    })
    expect(doubtOf("x")?.doubted).toContain("bei einem anderen Kunden")
    expect(doubtOf(null)?.doubted).toContain("bei keinem Kunden")
    expect([doubtOf("k")?.doubted, doubtOf(null, { ausgabe: true })?.doubted]).toEqual([undefined, undefined])
  })

  test("begins with what is planned, and the usual returns at nothing", () => {
    expect(seen({ ...blank, mehr: ["wasser"] })).toEqual([
      [
        ["bier", 3],
        ["k1", 1],
      ],
      [
        ["fass", 0],
        ["bier", 0],
        ["wasser", 0],
      ],
    ])
    const [usual, held] = stopLinesOf(day, plan, blank).ruecknahme
    expect([usual?.usual, held?.bestand, isTouched(blank)]).toEqual([4, 9, false])
  })

  test("is sent without what is nothing, and with a device's state where it comes back", () => {
    const k2 = { ruecknahme: true, beschaedigt: true, bemerkung: " Tür " }
    // Marked as damaged, and then it did not come back after all.
    const k1 = { ruecknahme: false, beschaedigt: true }
    expect(sent({ ...blank, ruecknahme: { fass: 2, wasser: 0 }, geraete: { k1, k2 } })).toEqual([
      { pfandartikel_id: "bier", ist_ausgabe: 3, ist_ruecknahme: 0 },
      { geraet_id: "k1", ist_ausgabe: 1, ist_ruecknahme: 0 },
      { pfandartikel_id: "fass", ist_ausgabe: 0, ist_ruecknahme: 2 },
      { geraet_id: "k2", ist_ausgabe: 0, ist_ruecknahme: 1, zustand: "beschaedigt", bemerkung: "Tür" },
    ])
    // A figure that nobody understands is nothing yet, and keeps its line until it is put right.
    const unread = { ...blank, ausgabe: { wasser: Number.NaN } }
    expect(seen(unread)[0]).toContainEqual(["wasser", Number.NaN])
    expect(sent(unread)).toEqual(sent(blank))
  })

  test("is sent with place and goods as they were seen, and not what was only to come back", () => {
    const seenPlan = [
      { id: "bier", isGeraet: false, ausgabe: 3 },
      { id: "fass", isGeraet: false, ausgabe: 0 },
      { id: "k1", isGeraet: true, ausgabe: 1 },
    ]
    const { body, path, folge, ab, getippt } = abschlussOf(
      { id: "a", versuch: 2, name: "Adler", standort_id: "steg" },
      seenPlan,
      [],
      {},
    )
    expect([path, folge]).toEqual(["/api/lieferungen/a/abschluss", "a"])
    // Ten seconds in which it can be taken back.
    expect(ab - getippt).toBe(10_000)
    expect(JSON.parse(body as string)).toMatchObject({
      versuch: 2,
      standort_id: "steg",
      positionen: [],
      geplant: [
        { pfandartikel_id: "bier", soll_ausgabe: 3 },
        { geraet_id: "k1", soll_ausgabe: 1 },
      ],
    })
  })

  test("of an earlier attempt is taken over without its signature, and what was entered since stays as it is", () => {
    const earlier = {
      ...blank,
      ausgabe: { bier: 1, wasser: 2 },
      ruecknahme: { fass: 3 },
      geraete: { k1: { ausgabe: false } },
      mehr: ["wasser"],
      empfaenger_name: "Wirt",
      unterschrift: "data:image/png;base64,damals",
      notiz: "Hof",
    }
    const draft = { ...blank, ausgabe: { bier: 9 }, geraete: { k1: { ausgabe: true } }, notiz: "Keller" }
    expect(withEarlier(draft, earlier)).toMatchObject({
      ausgabe: { bier: 9, wasser: 2 },
      ruecknahme: { fass: 3 },
      geraete: { k1: { ausgabe: true } },
      mehr: ["wasser"],
      empfaenger_name: "Wirt",
      unterschrift: "",
      notiz: "Keller",
    })
  })

  test("is sent as it is seen, whatever the plan becomes", () => {
    const id = fc.constantFrom("bier", "fass", "wasser", "fremd")
    const thing = fc.constantFrom("k1", "k2", "weg")
    const menge = fc.integer({ min: 0, max: 9 })
    const zeile = fc.oneof(
      fc.tuple(id, menge, menge).map(([of, out, back]) => soll(of, out, back)),
      fc.tuple(thing, fc.boolean()).map(([of, out]) => soll(of, Number(out), 0, true)),
    )
    const plans = fc.uniqueArray(zeile, { selector: (one) => one.id }).map((zeilen) => planned(...zeilen))
    const entered = fc.record({
      ausgabe: fc.dictionary(id, menge),
      ruecknahme: fc.dictionary(id, menge),
      geraete: fc.dictionary(thing, fc.record({ ausgabe: fc.boolean(), ruecknahme: fc.boolean() })),
    })
    fc.assert(
      fc.property(plans, plans, entered, (before, now, more) => {
        const draft = { ...blankDraft(before), ...more }
        const screen = seen(draft, now).map((zeilen) => zeilen.filter(([, pieces]) => pieces !== 0))
        const body = (["ist_ausgabe", "ist_ruecknahme"] as const).map((richtung) =>
          sent(draft, now)
            .map((one) => [one.pfandartikel_id ?? one.geraet_id, one[richtung]])
            .filter(([, pieces]) => pieces !== 0),
        )
        expect(body.map((lines) => lines.toSorted())).toEqual(screen.map((lines) => lines.toSorted()))
        // Counted pieces are never dropped.
        for (const [one, pieces] of Object.entries(more.ausgabe).filter(([, count]) => count > 0))
          expect(sent(draft, now).find((line) => line.pfandartikel_id === one)?.ist_ausgabe).toBe(pieces)
      }),
    )
  })

  test("is held against what the office plans, each way by itself, at the door of that customer", () => {
    const stop = { ...stopp("a", [{ ...bier, soll_ruecknahme: 7 }]), offen: null } as never
    const adler = { id: "k", name: "Adler", anlieferungshinweis: "Hof" } as never
    expect(planOf(day, stop, adler)).toMatchObject({
      kunde_id: "k",
      zeilen: [{ id: "bier", isGeraet: false, ausgabe: 3, ruecknahme: 7 }],
      angaben: { Kunde: "Adler", Hinweis: "Hof" },
    })
  })

  test("is held against the plan: what changed is named, and what was counted and is planned no more", () => {
    expect(changesOf(plan, planned(...plan.zeilen))).toBeUndefined()
    const later = { ...planned(...plan.zeilen), angaben: { Uhrzeit: "ab 9" } }
    expect(changesOf(plan, later)).toEqual({
      figures: [],
      angaben: [{ name: "Uhrzeit", was: "", is: "ab 9" }],
    })
    const now = { ...planned(soll("fass", 4), soll("k1", 1, 0, true)), angaben: { Uhrzeit: "ab 9" } }
    const change = changesOf(plan, now)
    expect(change?.figures.map(({ id, was, is }) => [id, was, is])).toEqual([
      ["bier", 3, 0],
      ["fass", 0, 4],
    ])
    expect(change?.angaben).toEqual([{ name: "Uhrzeit", was: "", is: "ab 9" }])
    if (!change) return
    expect(orphansOf(blank, change)).toEqual([])
    // Planned otherwise than before, it is still planned.
    expect(orphansOf({ ...blank, ausgabe: { fass: 2 } }, change)).toEqual([])
    const counted = { ...blank, ausgabe: { bier: 2 } }
    expect(orphansOf({ ...blank, ausgabe: { bier: 1 } }, change).map(({ id }) => id)).toEqual(["bier"])
    const orphans = orphansOf(counted, change)
    expect(orphans.map(({ id }) => id)).toEqual(["bier"])
    expect(seen(counted, now)[0]).toEqual([
      ["fass", 4],
      ["bier", 2],
      ["k1", 1],
    ])
    expect(seen(without(counted, orphans), now)[0]).toEqual([
      ["fass", 4],
      ["k1", 1],
    ])
  })

  const asked = (more: Partial<Draft>, now = plan) => {
    const draft = { ...blankDraft(now), ...more }
    return questionOf(stopLinesOf(day, now, draft), draft)
  }
  const about = (more: Partial<Draft>) =>
    asked(more)?.posten.map(({ zeile, direction, hinweis }) => [zeile.menge, zeile.name, direction, hinweis])

  test("is asked about when it is more than three times what was planned or is usual, or very much", () => {
    expect(asked({ ausgabe: { bier: 9 }, ruecknahme: { fass: 12, wasser: 50 } })).toBeUndefined()
    expect(about({ ausgabe: { bier: 10 } })).toEqual([[10, "bier", "ausgabe", "geplant 3"]])
    expect(about({ ruecknahme: { fass: 13 } })).toEqual([[13, "fass", "ruecknahme", "üblich 4"]])
    expect(about({ ruecknahme: { wasser: 51 } })).toHaveLength(1)
  })

  test("is asked about when it is nothing, nothing of what was planned, or what nobody touched", () => {
    const nothing = { ausgabe: { bier: 0 }, geraete: { k1: { ausgabe: false } } }
    expect(asked(nothing)).toMatchObject({ titel: "Nichts abgegeben, nichts zurück?", offersFailure: true })
    expect(asked({ ...nothing, ruecknahme: { fass: 1 } })?.titel).toBe("Nichts abgegeben?")
    expect(asked({})).toMatchObject({ titel: "Alles abgegeben, nichts zurück?", offersFailure: false })
    expect(asked({ empfaenger_name: "Wirt" })).toBeUndefined()
    expect(asked({ ruecknahme: { fass: 1 } }, planned())).toBeUndefined()
  })

  test("is asked about where planned returns were not counted, and not where nothing came of them", () => {
    const both = planned(soll("bier", 3), soll("fass", 0, 6), soll("k1", 0, 1, true))
    const lines = (more: Partial<Draft>) =>
      asked(more, both)?.posten.map(({ zeile, hinweis }) => [zeile.id, hinweis])
    const back = [
      ["fass", "geplant 6"],
      ["k1", "geplant 1"],
    ]
    expect(lines({ empfaenger_name: "Wirt" })).toEqual(back)
    // Beside whatever else is asked.
    expect(lines({ ausgabe: { bier: 99 } })).toEqual([["bier", "geplant 3"], ...back])
    expect(lines({})).toEqual([["bier", "geplant 3"], ...back])
    expect(lines({ ausgabe: { bier: 0 }, ruecknahme: { fass: 6 } })).toEqual([
      ["bier", "geplant 3"],
      ["k1", "geplant 1"],
    ])
    expect(asked({ ruecknahme: { fass: 0 }, geraete: { k1: { ruecknahme: false } } }, both)).toBeUndefined()
    expect(asked({ ausgabe: { bier: 0 } }, both)?.posten).toHaveLength(3)
  })
})

test("a sign says what kind an article is, and why it did not work", () => {
  const kind = (bezeichnung: string, nummer = "", art = "einzeln") => signOf({ bezeichnung, nummer, art })
  expect([kind("Flasche 0,5 l (Bier)"), kind("Kasten Bier 20 × 0,5 l"), kind("Fass 30 l")]).toEqual([
    "flasche",
    "kasten",
    "fass",
  ])
  expect([kind("CO₂-Flasche 10 kg"), kind("Europalette"), kind("X", "", "gebinde"), kind("X")]).toEqual([
    "gas",
    "palette",
    "kasten",
    "karton",
  ])
  const reasons = ["Nicht angetroffen", "Geschlossen", "Annahme verweigert", "Zufahrt versperrt", "Hund"]
  expect(reasons.map(signOfReason)).toEqual(["niemand", "zu", "verweigert", "gesperrt", "worte"])
})

describe("a count of the yard", () => {
  const fass = { id: "fass", isGeraet: false, name: "Fass", menge: 2 }
  const cooler = { id: "k1", isGeraet: true, name: "Kühler", menge: 1 }

  test("adds up pieces of an article; a device is there once", () => {
    expect([fass, cooler, { ...fass, menge: 3 }, cooler].reduce<(typeof fass)[]>(withLine, [])).toEqual([
      { ...fass, menge: 5 },
      cooler,
    ])
  })

  test("keeps what was scanned while the rest was handed in", () => {
    const more = [{ ...fass, menge: 5 }, cooler, { ...cooler, id: "k2" }]
    expect(withoutLines(more, [fass, cooler])).toEqual([
      { ...fass, menge: 3 },
      { ...cooler, id: "k2" },
    ])
    expect(withoutLines([fass, cooler], [fass, cooler])).toEqual([])
  })

  test("says what it holds, and how much more than three things", () => {
    const count = (...zeilen: (typeof fass)[]) => countOf("i", { zeilen, ort: " Rampe " })
    const others = ["a", "b"].map((id) => ({ ...fass, id, name: id }))
    expect(count(fass, cooler, ...others.slice(1)).titel).toBe("Gezählt: 2 × Fass; Kühler; 2 × b")
    const { titel, body } = count(fass, cooler, ...others)
    expect(titel).toBe("Gezählt: 2 × Fass; Kühler; 2 × a und 1 weitere")
    expect(JSON.parse(body as string)).toMatchObject({
      ort: "Rampe",
      positionen: [{ pfandartikel_id: "fass", menge: 2 }, { geraet_id: "k1", menge: 1 }, {}, {}],
    })
  })
})

describe("what a telephone keeps of what was entered", () => {
  const seen = blankDraft([] as never)
  const drafts = {
    "entwurf stopp a 1": { ...seen, notiz: "Tür klemmt" },
    "entwurf stopp ended 1": { ...seen, notiz: "fertig" },
    "entwurf stopp gone 2": { ...seen, notiz: "halb" },
    "entwurf stopp bare 1": seen,
    "entwurf ungeplant u": { kunde: { name: "Krone" } },
    "entwurf ungeplant v": {},
    "entwurf ungeplant ended": { kunde: { name: "Linde" } },
    "entwurf inventur i": { zeilen: [] },
    "entwurf inventur j": { zeilen: [{}] },
    "entwurf feierabend 2026-03-29": {},
    "entwurf feierabend 2026-03-30": {},
    "entwurf feierabend 2026-03-31": {},
    "beendet entwurf stopp ended 1": {},
    tag: {},
  }
  /** @returns what it said, and the keys that are left */
  async function keeping<T>(work: () => Promise<T>): Promise<[T, string[]]> {
    const kept = new Map<string, unknown>(Object.entries(drafts))
    const spies = [
      spyOn(keep, "keys").mockImplementation(() => Promise.resolve([...kept.keys()])),
      spyOn(keep, "get").mockImplementation((key) => Promise.resolve(kept.get(key) as never)),
      spyOn(keep, "remove").mockImplementation((key) => Promise.resolve(void kept.delete(key))),
    ]
    try {
      return [await work(), [...kept.keys()]]
    } finally {
      for (const spy of spies) spy.mockRestore()
    }
  }
  const stopps = ["a", "ended", "bare"].map((id) => stopp(id, []))

  test("names what was begun and not finished, by its customer where that is known", async () => {
    const fetched = fetchedDay(stopps)
    const tag = { ...fetched.tag, kunden: [{ id: "k", name: "Adler" }] }
    const ended = [
      { entwurf: "entwurf stopp ended 1", art: "abschluss", folge: "ended", versuch: 1 },
      { entwurf: "entwurf ungeplant ended", art: "ungeplant", folge: "ended" },
    ]
    const state = { fetched: { ...fetched, tag }, entries: [], ended }
    const [begun] = await keeping(() => findBegun(state as never))
    const evenings = ["Feierabend", "Feierabend", "Feierabend"]
    const elsewhere = "Ein Stopp, den jetzt jemand anderes hat"
    expect(begun).toEqual(["Adler", elsewhere, "Adler", "Ungeplant bei Krone", "Hof zählen", ...evenings])
  })

  test.each([
    [true, ["stopp bare 1", "inventur i", "feierabend 2026-03-29"]],
    [false, []],
  ])("forgets what is of no further use: a new day %p", async (isNewDay, old) => {
    const day = { heute: "2026-03-31", inventur: { id: "j" }, stopps: stopps.slice(0, 2) } as never
    const [, left] = await keeping(() => forgetOldDrafts(day, ["entwurf stopp ended 1"], isNewDay))
    const gone = Object.keys(drafts).filter((key) => !left.includes(key))
    const settled = ["entwurf stopp ended 1", "beendet entwurf stopp ended 1"]
    expect(gone.toSorted()).toEqual([...settled, ...old.map((key) => `entwurf ${key}`)].toSorted())
  })
})

test("notes name what waits and is gone, and what arrived where that matters", () => {
  const [open, begun] = [entry("a", "abschluss", done), entry("a", "start", { versuch: 1 })]
  expect(compareNotes(beginReading(), [open])).toEqual([])
  expect(compareNotes(beginReading(), [])).toMatchObject([{ konto: "jens", lieferung_id: "a" }])
  // Once it was sent, nobody misses it.
  expect(compareNotes(beginReading(), [{ ...open, stand: "gesendet" }])).toEqual([])
  expect(beginReading().keys).toEqual([])
  for (const one of [open, begun]) unnoted.arrived(one)
  expect(listArrived([]).map(({ lieferung_id, ende }) => [lieferung_id, ende?.art])).toEqual([
    ["a", "abschluss"],
  ])
  expect(listArrived([open])).toEqual([])
})

test("what is taken back while the outbox is being read is not missed afterwards", () => {
  const open = entry("a", "abschluss", done)
  expect(compareNotes(beginReading(), [open])).toEqual([])
  const early = beginReading()
  dropNote(open)
  // It had been read before it was removed.
  expect(compareNotes(early, [open])).toEqual([])
  expect(compareNotes(beginReading(), [])).toEqual([])
  // One that was not removed after all is noted again.
  expect(compareNotes(beginReading(), [open])).toEqual([])
  expect(compareNotes(beginReading(), [])).toHaveLength(1)
  const late = beginReading()
  dropNote(open)
  expect(compareNotes(late, [])).toEqual([])
})
