import { describe, expect, test } from "bun:test"
import type { Entry } from "../../src/web/fahrer/outbox/entry.ts"
import { aufDemWagen, type Geholt, isAhead, ladung, stoppsOf } from "../../src/web/fahrer/phone/tag.ts"
import { blankDraft, positionenOf, ruecknahmen, surprises } from "../../src/web/fahrer/stopp/form.ts"

/** What a telephone makes of the day that was fetched and of what was tapped since. */

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
const geholt = (stopps: object[]): Geholt =>
  ({
    tag: { heute: "2026-03-31", stopps, artikel: [], geraete: [], kunden: [], weitere_kunden: [] },
    am: 1000,
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
const getan = {
  versuch: 1,
  positionen: [
    { pfandartikel_id: "bier", ist_ausgabe: 2 },
    { pfandartikel_id: "fass", ist_ruecknahme: 4 },
  ],
}

describe("over the service's day lies what was tapped", () => {
  const shown = (entries: Entry[], stopps = [stopp("a", [bier])]) =>
    stoppsOf(geholt(stopps), entries).map(({ status, offen }) => [status, offen])

  test("from setting off to the end, and whether it was sent", () => {
    const start = entry("a", "start", { versuch: 1 })
    const fertig = entry("a", "abschluss", getan)
    expect(shown([])).toEqual([["geplant", null]])
    expect(shown([start])).toEqual([["unterwegs", "wartet"]])
    expect(shown([start, fertig])).toEqual([["zugestellt", "wartet"]])
    const sent = { stand: "gesendet", beantwortet: 2000 } as const
    expect(
      shown([
        { ...start, ...sent },
        { ...fertig, ...sent },
      ]),
    ).toEqual([["zugestellt", null]])
    expect(shown([entry("a", "fehlschlag", { versuch: 1, grund: "Hund" })])).toEqual([
      ["nicht_zugestellt", "wartet"],
    ])
    expect(shown([{ ...start, stand: "braucht dich" }, fertig])).toEqual([["zugestellt", "braucht dich"]])
    expect(shown([{ ...fertig, stand: "uebergeben" }])).toEqual([["zugestellt", "beim Büro"]])
  })

  test("but not what the service knew when it was asked, nor what was meant for an earlier attempt", () => {
    const old = entry("a", "abschluss", getan, { stand: "gesendet", beantwortet: 999 })
    expect(shown([old])).toEqual([["geplant", null]])
    const second = [stopp("a", [bier], { versuch: 2 })]
    expect(shown([entry("a", "abschluss", getan)], second)).toEqual([["geplant", "wartet"]])
  })

  test("and what was picked up in the field stands behind it until the service shows it, too", () => {
    const ungeplant = entry("u", "ungeplant", { kunde_id: "k2", ...getan })
    expect(stoppsOf(geholt([]), [ungeplant])).toMatchObject([
      { id: "u", kunde_id: "k2", ungeplant: 1, status: "zugestellt", offen: "wartet" },
    ])
    const known = stopp("u", [], { status: "zugestellt", ungeplant: 1 })
    expect(stoppsOf(geholt([known]), [ungeplant])).toHaveLength(1)
  })
})

test("the truck holds in the morning what is planned, and in the evening what came back or nobody took", () => {
  const stopps = stoppsOf(geholt([stopp("a", [bier]), stopp("b", [bier])]), [])
  expect(ladung(stopps).map(({ key, menge }) => [key, menge])).toEqual([["bier", 6]])
  const later = stoppsOf(geholt([stopp("a", [bier]), stopp("b", [bier])]), [
    entry("a", "abschluss", getan),
    entry("b", "fehlschlag", { versuch: 1, grund: "Hund" }),
  ])
  expect(later.filter(isAhead)).toEqual([])
  const { leergut, ware } = aufDemWagen(later)
  expect([leergut, ware].map((mengen) => mengen.map(({ key, menge }) => [key, menge]))).toEqual([
    [["fass", 4]],
    [["bier", 4]],
  ])
})

describe("what is entered at a stop", () => {
  const artikel = new Map(
    ["bier", "fass", "wasser"].map((id) => [
      id,
      { id, nummer: id, bezeichnung: id, art: "einzeln", barcode: null, aktiv: 1, teile: [] },
    ]),
  )
  const kunde = {
    ueblich: [{ pfandartikel_id: "fass", menge: 4 }],
    bestand: [{ pfandartikel_id: "bier", bestand: 9 }],
  }
  const geplant = { positionen: [bier, { geraet_id: "k1", soll_ausgabe: 1 }].map(position) } as never

  test("begins with what is planned, and the usual returns at nothing", () => {
    const draft = blankDraft(geplant)
    expect([draft.ausgabe, draft.ruecknahme, draft.geraete]).toEqual([
      { bier: 3 },
      {},
      { k1: { ausgabe: true } },
    ])
    expect(
      ruecknahmen(geplant, kunde, ["wasser"], artikel).map((z) => [z.artikel.id, z.ueblich, z.bestand]),
    ).toEqual([
      ["fass", 4, 0],
      ["bier", 0, 9],
      ["wasser", 0, 0],
    ])
  })

  test("is sent without what is nothing, and with a device's state where it comes back", () => {
    const draft = { ...blankDraft(geplant), ruecknahme: { fass: 2, wasser: 0 } }
    const k2 = { ruecknahme: true, beschaedigt: true, bemerkung: " Tür " }
    expect(positionenOf({ ...draft, geraete: { ...draft.geraete, k2 } })).toEqual([
      { pfandartikel_id: "bier", ist_ausgabe: 3, ist_ruecknahme: 0 },
      { pfandartikel_id: "fass", ist_ausgabe: 0, ist_ruecknahme: 2 },
      { geraet_id: "k1", ist_ausgabe: 1, ist_ruecknahme: 0 },
      { geraet_id: "k2", ist_ausgabe: 0, ist_ruecknahme: 1, zustand: "beschaedigt", bemerkung: "Tür" },
    ])
  })

  test("is asked about when it is more than three times what was planned or is usual, or very much", () => {
    const zeilen = ruecknahmen(geplant, kunde, ["wasser"], artikel)
    const asked = (ausgabe: object, ruecknahme: object) =>
      surprises({ ...blankDraft(geplant), ausgabe, ruecknahme } as never, geplant, zeilen)
    expect(asked({ bier: 9 }, { fass: 12, wasser: 50 })).toEqual([])
    expect(asked({ bier: 10 }, {})).toEqual(["10 bier abgegeben, geplant 3"])
    expect(asked({}, { fass: 13 })).toEqual(["13 fass zurück, üblich 4"])
    expect(asked({}, { wasser: 51 })).toHaveLength(1)
  })
})
