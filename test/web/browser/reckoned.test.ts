import { describe, expect, setSystemTime, test } from "bun:test"
import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { answering } from "./no-page.ts"
import { movesFrom, verbOf } from "../../../src/web/browser/buero/geraete/moves.ts"
import { ANYBODY, wantedOf } from "../../../src/web/browser/buero/belege/wanted.ts"
import { heightOf, scaleOf, thinned } from "../../../src/web/browser/buero/heute/plot-scale.ts"
import { Articles } from "../../../src/web/browser/buero/heute/articles.tsx"
import { losable } from "../../../src/web/browser/buero/kunden/losable.ts"
import { reordered } from "../../../src/web/browser/buero/kunden/picture-order.ts"
import { missingAfter } from "../../../src/web/browser/buero/lager/missing.ts"
import { earlyDoubt, together, uncountedDoubt } from "../../../src/web/browser/buero/lieferungen/doubts.ts"
import { bodyOf, ofKunde } from "../../../src/web/browser/buero/lieferungen/plan.ts"
import { screens as office } from "../../../src/web/browser/buero/registry.ts"
import { closedFor, hitsOf, pagesFor, hrefOf } from "../../../src/web/browser/buero/shell/hits.ts"
import { closedTo, withTasksOf } from "../../../src/web/browser/buero/shell/places.ts"
import { move, openAt, placeIn, placesIn, withMove } from "../../../src/web/browser/buero/touren/move.ts"
import { progress } from "../../../src/web/browser/buero/touren/tour.ts"
import { formOf } from "../../../src/web/browser/ui/forms/form-of.ts"
import { emptyLine } from "../../../src/web/browser/ui/lines/lines.ts"
import {
  balance,
  fitting,
  isEmpty,
  needOf,
  roomForFigures,
} from "../../../src/web/browser/ui/tables/column-width.ts"
import { ordersOf, sortAfter, sortOf } from "../../../src/web/browser/ui/tables/sort.ts"
import { today } from "../../../src/web/browser/ui/values/format.ts"

/** What the pages reckon and decide by themselves, without a page. */

describe("a plot", () => {
  test("begins at zero, or at a round number below where all values are far from it", () => {
    expect(scaleOf([0, 200, 700])).toEqual({ from: 0, to: 750, ticks: [0, 250, 500, 750] })
    // Half of the highest is not far from zero.
    expect(scaleOf([500, 1000])).toEqual({ from: 0, to: 1000, ticks: [0, 500, 1000] })
    expect(scaleOf([501, 1000])).toEqual({ from: 400, to: 1000, ticks: [400, 600, 800, 1000] })
    expect(scaleOf([-300, 600])).toEqual({ from: -500, to: 1000, ticks: [-500, 0, 500, 1000] })
  })

  test("has round steps of at least a euro, also where nothing or always the same is drawn", () => {
    expect(scaleOf([])).toEqual({ from: 0, to: 100, ticks: [0, 100] })
    expect(scaleOf([0, 0])).toEqual({ from: 0, to: 100, ticks: [0, 100] })
    expect(scaleOf([900, 900])).toEqual({ from: 900, to: 1000, ticks: [900, 1000] })
    for (const [high, step] of [
      [300, 100],
      [301, 200],
      [601, 250],
      [751, 500],
      [1501, 1000],
      [3001, 2000],
    ] as const)
      expect([high, scaleOf([0, high]).ticks[1]]).toEqual([high, step])
    expect(heightOf(25, { from: 20, to: 40, ticks: [] })).toBe(0.25)
  })

  test("thins its points at equal distances, and keeps the last", () => {
    expect(thinned([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([1, 4, 7])
    expect(thinned([1, 2, 3, 4, 5, 6], 3)).toEqual([2, 4, 6])
    expect(thinned([1, 2, 3], 3)).toEqual([1, 2, 3])
  })
})

test("what can be done with a device depends on where it is", () => {
  const named = (["lager", "beim_kunden", "wartung", "verloren", "ausgemustert"] as const).map((status) =>
    movesFrom(status).map((one) => verbOf(one, status)),
  )
  expect(named).toEqual([
    ["Ausgeben", "In die Wartung", "Verloren melden", "Ausmustern"],
    ["Zurücknehmen", "Umstellen", "Verloren melden"],
    ["Wartung beenden", "Verloren melden", "Ausmustern"],
    ["Wiedergefunden", "Ausmustern"],
    [],
  ])
})

test("what a customer has lost is held, or is a device that is gone while a deposit is open on it", () => {
  const held = (pfandartikel_id: string, bestand: number) => ({
    pfandartikel_id,
    bezeichnung: "A",
    nummer: "1",
    bestand,
  })
  const geraet = (geraet_id: string, beim_kunden: boolean, wert_cent: number) => ({
    geraet_id,
    bezeichnung: "G",
    geraetenummer: "2",
    beim_kunden,
    wert_cent,
  })
  const konto = {
    artikel: [held("one", 1), held("none", 0), held("below", -1)],
    geraete: [geraet("gone", false, 1), geraet("free", false, 0), geraet("there", true, 500)],
  }
  expect(losable(konto as never)).toEqual([
    { id: "one", label: "A 1", bestand: 1, named: { pfandartikel_id: "one" } },
    { id: "gone", label: "G 2", bestand: 1, named: { geraet_id: "gone" } },
    { id: "free", label: "G 2", bestand: 1, named: { geraet_id: "free" } },
  ])
})

test("pictures are put before or after another one, and never beside themselves", () => {
  const all = ["a", "b", "c", "d"].map((id) => ({ id })) as never[]
  const order = (keys: string[], at: string, position: "before" | "after") =>
    reordered(all, new Set(keys), at, position)
      .map(({ id }: any) => id)
      .join("")
  expect(order(["a"], "c", "after")).toBe("bcad")
  expect(order(["d", "b"], "a", "before")).toBe("bdac")
  expect(order(["a", "b"], "b", "after")).toBe("abcd")
})

test("a stop that was dropped at another comes before an open one, and never before what is done", () => {
  const stopp = (lieferung_id: string, status: string) => ({ lieferung_id, status })
  const column = {
    stopps: [
      stopp("done", "zugestellt"),
      stopp("a", "geplant"),
      stopp("b", "unterwegs"),
      stopp("c", "geplant"),
    ],
  }
  const at = (key: string, dropPosition: string, moved = "x") =>
    openAt(column as never, { key, dropPosition }, moved)
  expect([at("done", "before"), at("a", "before"), at("a", "after")]).toEqual(["a", "a", at("b", "before")])
  expect([at("c", "after"), at("b", "after", "c"), at("a", "before", "a")]).toEqual([
    undefined,
    undefined,
    at("b", "before"),
  ])
})

describe("columns of a table", () => {
  const column = (id: string, more: object = {}) =>
    ({ id, label: id, cell: (one: any) => one[id], ...more }) as never
  test("need what their longest text does, the heading too; nobody knows of what is drawn", () => {
    const of = (cell: unknown, label = "ab") => needOf({ label, cell: () => cell } as never, [{}])
    expect([of("abcd"), of(""), of(12_345), of(["a", null, "bcd"]), of({})]).toEqual([
      66,
      48,
      75,
      66,
      Infinity,
    ])
    expect([isEmpty(""), isEmpty(false), isEmpty([null, ""]), isEmpty(0)]).toEqual([true, true, true, false])
  })

  test("are as wide as the longest of their figures, and no wider for words", () => {
    const widths = (cells: unknown[], more: object = {}) =>
      roomForFigures(
        [column("x", { width: 60, ...more })],
        cells.map((x) => ({ x })),
      ).map(({ width }: any) => width)
    expect(widths(["1.234,50"])).toEqual([90])
    expect(widths(["1.234,50", "12.345,50", "1"])).toEqual([99])
    expect(widths(["Gasthaus zum Adler"])).toEqual([60])
    expect(widths(["3 Tage"], { figures: true })).toEqual([76])
    expect(widths(["12345678"], { width: "1fr" })).toEqual(["1fr"])
  })

  test("leave in their order until names are names; a short form stands for what has left", () => {
    const columns = [
      { id: "name", card: "head" as const },
      { id: "ort", leaves: 2, width: "2fr" as const },
      { id: "tag", leaves: 1, width: 100 },
      { id: "kurz", shortOf: "tag", width: 40 },
    ]
    const at = (room: number) => fitting(columns, room).map(({ id }) => id)
    expect([at(474), at(473), at(414), at(413)]).toEqual([
      ["name", "ort", "tag"],
      ["name", "ort", "kurz"],
      ["name", "ort", "kurz"],
      ["name", "tag"],
    ])
  })

  test("come back where a wider one has left more room than was missing, and a short name keeps no room", () => {
    const columns = [
      { id: "name", width: "3fr" as const, card: "head" as const },
      { id: "wide", width: 300, leaves: 2 },
      { id: "narrow", width: 100, leaves: 1 },
    ]
    const at = (room: number, needs?: Map<string, number>) =>
      fitting(columns, room, needs).map(({ id }) => id)
    expect([at(624), at(523), at(323)]).toEqual([["name", "wide", "narrow"], ["name", "narrow"], ["name"]])
    expect(at(400, new Map([["name", 90]]))).toEqual(["name", "wide"])
    // Nothing comes back for which what stands below the short name would be cut.
    const period = { id: "period", width: 224, leaves: 2, below: "name" }
    const under = (room: number) =>
      fitting([columns[0]!, period, columns[2]!], room, new Map([["name", 90]])).map(({ id }) => id)
    expect([under(310), under(324)]).toEqual([["name"], ["name", "period"]])
  })

  test("get what they need, and the last that can grow takes the rest", () => {
    const name = { width: "1fr" as const, card: "head" as const }
    expect(balance([{ width: 100 }, name], [100, 500], 400)).toEqual([100, "300fr"])
    // The short one needs no more than its text.
    expect(balance([{ width: "1fr" }, name], [60, 900], 500)).toEqual([60, "440fr"])
    expect(balance([name, { width: "1fr" }], [300, 300], 700)).toEqual([300, "400fr"])
  })
})

describe("before a delivery is booked it is asked", () => {
  test("whether it is the right one, where its day is still to come", () => {
    setSystemTime(new Date("2026-03-31T10:00:00Z"))
    expect(earlyDoubt(today(), "buchen")).toBeUndefined()
    expect(earlyDoubt("2026-04-01", "buchen", "Heute?")).toMatchObject({
      title: "Vor dem geplanten Tag buchen?",
      question: ["Diese Lieferung ist für Mittwoch, 1. April geplant. Heute?"],
    })
    setSystemTime()
  })

  const line = (id: string, plannedBack: number | undefined, back: number | null) => ({
    ...emptyLine({ id, isDevice: false, nummer: id, bezeichnung: id }),
    ...(plannedBack !== undefined && { plannedBack }),
    back,
  })
  test("whether nothing came back of what was to come back and was not counted; a 0 was counted", () => {
    const went: unknown[] = []
    const focus = { goTo: (...to: unknown[]) => went.push(to) } as never
    const doubt = uncountedDoubt(
      [line("a", 5, 0), line("b", undefined, null), line("c", 1200, null), line("d", 1, null)],
      focus,
    )
    expect(doubt?.question).toEqual([
      "Zurück geplant und nicht gezählt: 1.200\u00a0×\u00a0c; 1\u00a0×\u00a0d. Davon nichts zurückbuchen?",
    ])
    doubt?.goTo?.()
    expect(went).toEqual([["c", "back"]])
    expect(uncountedDoubt([line("a", 5, 0), line("b", undefined, null)], focus)).toBeUndefined()
  })

  test("once, where there are several doubts", () => {
    const goTo = () => {}
    const one = { title: "A", action: "a", question: ["1"] }
    const other = { title: "B", action: "b", question: ["2", "3"], goTo }
    expect(together(undefined, one)).toBe(one)
    expect(together(undefined)).toBeUndefined()
    expect(together(one, undefined, other)).toEqual({
      title: "Trotzdem buchen?",
      action: "Trotzdem buchen",
      question: ["1", "2", "3"],
      goTo,
    })
  })
})

test("a plan is sent as it stands: no driver as none, what is empty as nothing, and only lines with pieces", () => {
  const line = (id: string, isDevice: boolean, out: number | null, back: number | null) => ({
    ...emptyLine({ id, isDevice, nummer: id, bezeichnung: id }),
    out,
    back,
  })
  const lines = [line("a", false, 2, null), line("g", true, null, 1), line("x", false, null, 0)]
  const values = {
    datum: "2026-03-31",
    zeit_von: null,
    zeit_bis: null,
    hinweis: " Hof ",
    kunde_id: "k",
    name: "K",
    lines,
  }
  const body = bodyOf({ ...values, fahrer_id: "niemand" } as never)
  expect(body).toMatchObject({ hinweis: "Hof" })
  expect(body.positionen).toEqual([
    { pfandartikel_id: "a", soll_ausgabe: 2, soll_ruecknahme: 0 },
    { geraet_id: "g", soll_ausgabe: 0, soll_ruecknahme: 1 },
  ])
  const kunde = { id: "k", name: "K", lieferzeit_von: "08:00", lieferzeit_bis: "10:00" }
  expect([ofKunde(kunde), ofKunde(undefined)]).toEqual([
    { kunde_id: "k", name: "K", zeit_von: "08:00", zeit_bis: "10:00" },
    { kunde_id: "", name: "", zeit_von: null, zeit_bis: null },
  ])
})

test("more of what was found is offered where there is more, and only to who has its screen", () => {
  const found = (kunden: number) =>
    ({
      kunden: [{ id: "k", name: "Adler", kundennummer: "1", ort: null }],
      geraete: [],
      pfandartikel: [],
      lieferungen: [],
      abrechnungen: [],
      anzahl: { kunden, geraete: 0, pfandartikel: 0 },
    }) as never
  const ids = (kunden: number, path = "/kunden/:id") =>
    hitsOf(found(kunden), [{ path } as never], "ad ler").map(({ id }) => id)
  expect(ids(1)).toEqual(["/kunden/k"])
  expect(ids(2)).toEqual(["/kunden/k", "/kunden?q=ad%20ler&aktiv=alle"])
  expect(ids(2, "/geraete/:id")).toEqual([])
})

test("a click on a head orders by it, a second one the other way round", () => {
  expect(["nummer", "name", "-name"].map((by) => sortAfter("name", by))).toEqual(["name", "-name", "name"])
  expect(["name", "-name"].map((by) => sortAfter("-name", by))).toEqual(["-name", "name"])
  expect(["nummer", "name", "-name"].map((by) => sortOf("name", by))).toEqual([
    "none",
    "ascending",
    "descending",
  ])
  const columns = [
    { label: "Name", sort: "name" },
    { label: "Ort" },
    { label: "N.", sort: "name", shortOf: "Name" },
  ]
  expect(ordersOf(columns as never).map(({ id, label }) => [id, label])).toEqual([
    ["name", "Name ↑"],
    ["-name", "Name ↓"],
  ])
})

test("pages are found by what they are called, and those of one record are not among them", () => {
  const screens = [
    { path: "/kunden/neu", label: "Kunde anlegen" },
    { path: "/kunden/:id", label: "Kunde" },
    { path: "/lager", label: "Lager" },
  ]
  expect(pagesFor(screens as never, "Künde").map(({ id }) => id)).toEqual(["/kunden/neu"])
})

test("what only administrators open or do is named to the office, and leads nowhere", () => {
  const found = (rolle: "admin" | "user", typed: string) => {
    const open = office.filter(({ roles }) => roles.includes(rolle)).map((one) => withTasksOf(rolle, one))
    const hits = [...pagesFor(open, typed), ...closedFor(closedTo(rolle, office), typed)]
    return hits.map((hit) => `${hit.text}: ${hrefOf(hit) ?? hit.more}`)
  }
  const closed = [
    ["änderungen", "Protokoll", "/protokoll"],
    ["verlust buchen", "Verlust buchen", "/kunden"],
    ["storno einer abrechnung", "Abrechnung stornieren", "/abrechnungen"],
    ["datev export", "DATEV-Export", "/datev"],
  ] as const
  for (const [typed, text, to] of closed) {
    expect(found("user", typed)).toContain(`${text}: nur die Verwaltung`)
    expect(found("user", typed)).not.toContain(`${text}: ${to}`)
    expect(found("admin", typed)).toContain(`${text}: ${to}`)
  }
  for (const typed of ["jeden Dienstag", "jede woche", "regelmäßig", "dauerauftrag"])
    expect(found("user", typed)).toContain("Regelmäßig liefern: /kunden")
})

describe("what is missing in the yard after a movement out of it", () => {
  const AM = "2026-03-31T10:00:00.000Z"
  const rows = [
    { id: "kasten", bezeichnung: "Kasten", stand: { gezaehlt_am: "2026-03-01T00:00:00.000Z", bestand: 4 } },
    {
      id: "flasche",
      bezeichnung: "Flasche",
      stand: { gezaehlt_am: "2026-03-01T00:00:00.000Z", bestand: 59 },
    },
    { id: "nie", bezeichnung: "Nie gezählt", stand: null },
  ]
  const parts = [
    { pfandartikel_id: "kasten", menge: 1 },
    { pfandartikel_id: "flasche", menge: 20 },
  ]
  const missing = (id: string, menge: number, am = AM) =>
    answering(
      ({ path, query }) => {
        if (path !== "/api/lager") return { bestandteile: path.endsWith("/gebinde") ? parts : [] }
        const at = Number(query.get("cursor") ?? 0)
        return { items: rows.slice(at, at + 1), next_cursor: rows[at + 1] ? String(at + 1) : null }
      },
      () => missingAfter(id, menge, am),
    )

  test("is what it takes beyond the stock, of a gebinde by its parts", async () => {
    expect(await missing("kasten", 4)).toEqual([])
    expect(await missing("kasten", 5)).toEqual([{ bezeichnung: "Kasten", bestand: 4, menge: 5 }])
    expect(await missing("gebinde", 2)).toEqual([])
    expect(await missing("gebinde", 3)).toEqual([{ bezeichnung: "Flasche", bestand: 59, menge: 60 }])
  })

  test("is nothing of what nobody has counted, or what was counted since", async () => {
    expect(await missing("nie", 5)).toEqual([])
    expect(await missing("kasten", 5, "2026-03-01T00:00:00.000Z")).toEqual([])
  })
})

test("printing for all asks for what belongs to its kind, and for filters that are set", () => {
  const values = {
    art: "kontoauszuege" as const,
    von: "2026-03-01",
    bis: "2026-03-31",
    ort: " ",
    fahrer: ANYBODY,
    ab_tagen: null,
    mit_bestand: true,
    nur_aktive: false,
    nur_leergut: true,
    stufe: "2" as const,
    frist: "2026-04-10",
  }
  expect(wantedOf(values)).toEqual({ von: "2026-03-01", bis: "2026-03-31", mit_bestand: true })
  expect(wantedOf({ ...values, von: null, mit_bestand: false })).toEqual({ bis: "2026-03-31" })
  expect(wantedOf({ ...values, art: "saldenbestaetigungen" })).toEqual({
    bis: "2026-03-31",
    mit_bestand: true,
  })
  expect(wantedOf({ ...values, art: "erinnerungen", ab_tagen: 31, ort: "Ulm", fahrer: "f" })).toEqual({
    stufe: 2,
    nur_leergut: true,
    frist: "2026-04-10",
    ort: "Ulm",
    fahrer_id: "f",
    ab_tagen: 31,
  })
  expect(wantedOf({ ...values, bis: null, nur_aktive: true, art: "saldenbestaetigungen" })).toEqual({
    bis: today(),
    mit_bestand: true,
    aktiv: 1,
  })
})

test("what has a deposit out is shown by article: also without pieces, and not where there is nothing", () => {
  const artikel = (bezeichnung: string, bestand: number, wert_cent: number) => ({
    pfandartikel_id: bezeichnung,
    bezeichnung,
    einheit: bezeichnung === "Kiste" || bezeichnung === "Kasten" ? "kasten" : "stueck",
    bestand,
    wert_cent,
  })
  const shown = (some: ReturnType<typeof artikel>[], geraete_wert_cent = 0) =>
    renderToStaticMarkup(createElement(Articles, { pfand: { artikel: some, geraete_wert_cent } as never }))
      .matchAll(/<th scope="row">(?:<a[^>]*>)?([^<]*)/g)
      .map(([, name]) => name)
      .toArray()
  const some = [artikel("Fass", 0, 50), artikel("Kiste", 3, 0), artikel("Flasche", 0, 0)]
  expect(shown(some)).toEqual(["Fass", "Kiste"])
  expect(shown(some.slice(2))).toEqual([])
  // Of a unit of which there are several, with their sum.
  expect(shown([...some, artikel("Kasten", 2, 300)])).toEqual(["Fass", "Kiste", "Kasten", "Kästen zusammen"])
  expect(shown([], 5000)).toEqual(["Geräte"])
  const many = Array.from({ length: 9 }, (_, nr) => artikel(`A${nr}`, 1, 100))
  expect(shown(many)).toEqual(many.slice(0, 8).map(({ bezeichnung }) => bezeichnung))
})

test("a moved stop stands at once before the other one, or behind all", () => {
  const stop = (lieferung_id: string) => ({ lieferung_id })
  const tour = (fahrer_id: string | null, ...ids: string[]) => ({ fahrer_id, stopps: ids.map(stop) })
  const day = { touren: [tour("jens", "a", "b"), tour("eva", "c", "d")] }
  const moved = (id: string, to: string, vor: string | null) => {
    const { touren } = withMove(day as never, { stopp: stop(id), to: { id: to, name: to }, vor } as never)
    return touren.map(({ fahrer_id, stopps }) =>
      [fahrer_id, ...stopps.map((one) => one.lieferung_id)].join(" "),
    )
  }
  expect(moved("a", "eva", "d")).toEqual(["jens b", "eva c a d"])
  expect(moved("a", "eva", "c")).toEqual(["jens b", "eva a c d"])
  // Behind all, also where the other one has left meanwhile.
  for (const vor of [null, "x"]) expect(moved("a", "eva", vor)).toEqual(["jens b", "eva c d a"])
  expect(moved("b", "jens", "a")).toEqual(["eva c d", "jens b a"])
  expect(moved("a", "kim", null)).toEqual(["jens b", "eva c d", "kim a"])
  expect(moved("a", "", null)).toEqual(["jens b", "eva c d", " a"])
  // Taken back, it stands where it stood, also before one that is done.
  const done = {
    touren: [{ ...tour("jens", "a"), stopps: [stop("a"), { ...stop("b"), status: "zugestellt" }] }],
  }
  expect(placeIn(done as never, "a")?.vor).toBe("b")
  expect(placeIn(done as never, "b")?.vor).toBe(null)
})

test("a stop goes to the ends of its tour or by one place, where that is something else", () => {
  const from = (at: number) =>
    placesIn(["a", "b", "c", "d"], at).map(({ text, before }) => `${text}: ${before ?? "–"}`)
  expect(from(0)).toEqual(["Einen Platz nach hinten: c", "Ganz nach hinten: –"])
  expect(from(1)).toEqual(["Ganz nach vorn: a", "Einen Platz nach hinten: d", "Ganz nach hinten: –"])
  expect(from(3)).toEqual(["Ganz nach vorn: a", "Einen Platz nach vorn: c"])
})

test("a tour says how far it is, and before its first stop how many it has", () => {
  const of = (...status: string[]) => progress({ stopps: status.map((one) => ({ status: one })) } as never)
  expect([of(), of("geplant"), of("geplant", "unterwegs"), of("geplant", "zugestellt")]).toEqual([
    "Keine Stopps",
    "1 Stopp",
    "2 Stopps",
    "1 von 2 erledigt",
  ])
})

test("a stop that goes back to nobody is put before no other one", async () => {
  const sent: unknown[] = []
  const stopp = { lieferung_id: "s", kunde_name: "Adler" } as never
  await answering(
    ({ body }) => {
      if (body) sent.push(body)
      return {}
    },
    async () => {
      await move("2026-03-31", stopp, { id: "" } as never, "x")
      await move("2026-03-31", stopp, { id: "jens" } as never, "x")
    },
  )
  expect(sent).toEqual([
    { lieferung_id: "s", fahrer_id: null, vor: null },
    { lieferung_id: "s", fahrer_id: "jens", vor: "x" },
  ])
})

test("a form keeps what its fields are declared to be: empty as nothing, and a default where it is none", () => {
  const fields = {
    name: { kind: "text", label: "Name", max: 9, required: true },
    land: { kind: "country", label: "Land", default: "DE" },
    menge: { kind: "count", label: "Menge", max: 9, default: 3 },
    nummer: { kind: "text", label: "Nummer", max: 9, assigned: true },
    aktiv: { kind: "yesNo", label: "Aktiv", default: 1 },
    hinweis: { kind: "text", label: "Hinweis", max: 9 },
  } as const
  const { valuesOf, bodyOf: sentOf } = formOf(fields)
  const values = { name: "", land: "DE", menge: 3, nummer: "", aktiv: true, hinweis: "" }
  expect(valuesOf({})).toEqual(values as never)
  expect(valuesOf({ land: "AT", aktiv: 0, menge: null })).toMatchObject({
    land: "AT",
    aktiv: false,
    menge: 3,
  })
  expect(sentOf({ ...values, land: "", menge: null, aktiv: false } as never)).toEqual({
    name: "",
    land: "DE",
    menge: null,
    aktiv: 0,
    hinweis: null,
  } as never)
})
