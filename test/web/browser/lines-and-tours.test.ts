import { expect, test } from "bun:test"
import { answering } from "./no-page.ts"
import { lastDelivery, merged, offeredLines } from "../../../src/web/browser/buero/lieferungen/lines.ts"
import { columnsOf, loadOf, progress, type Touren } from "../../../src/web/browser/buero/touren/tour.ts"
import { emptyLine } from "../../../src/web/browser/ui/lines/lines.ts"

/** Reckonings of the pages for planning, without a page. */

test("lines that are there take over the numbers of those that come, and keep their own where none come", () => {
  const bare = (id: string, out: number | null, back: number | null) => ({
    ...emptyLine({ id, isDevice: false, nummer: id, bezeichnung: id }),
    out,
    back,
  })
  expect(merged([bare("a", 1, 2), bare("b", 3, null)], [bare("a", 5, null), bare("c", null, 7)])).toEqual([
    bare("a", 5, 2),
    bare("b", 3, null),
    bare("c", null, 7),
  ])
})

test("a plan is offered what usually comes back, the devices that are there, and the last delivery without any", async () => {
  const kasten = { pfandartikel_id: "k", nummer: "K", bezeichnung: "Kasten" }
  const device = (id: string, beim_kunden: boolean) => {
    const named = { geraet_id: id, geraetenummer: id, bezeichnung: "Kühler" }
    return { ...named, beim_kunden }
  }
  const positionen = [
    { ...kasten, geraet_id: null, soll_ausgabe: 3, soll_ruecknahme: 0 },
    {
      pfandartikel_id: null,
      geraet_id: "g",
      nummer: "g",
      bezeichnung: "Kühler",
      soll_ausgabe: 1,
      soll_ruecknahme: 0,
    },
  ]
  const asked: string[] = []
  const by = (last: object[]) => (request: { path: string; query: URLSearchParams }) => {
    if (request.path.endsWith("/rueckgaben")) return { items: [kasten] }
    if (request.path.endsWith("/pfandkonto")) return { geraete: [device("g", true), device("fort", false)] }
    asked.push(request.query.toString())
    return { items: last }
  }
  const offered = await answering(by([]), () => offeredLines("a"))
  expect(offered.map(({ id, isDevice, out, back }) => [id, isDevice, out, back])).toEqual([
    ["k", false, null, null],
    ["g", true, null, null],
  ])
  const last = (some: object[]) => answering(by(some), () => lastDelivery("a"))
  const found = await last([{ datum: "2026-03-31", positionen }])
  expect([found?.datum, found?.lines.map(({ id, out }) => [id, out])]).toEqual(["2026-03-31", [["k", 3]]])
  expect(asked).toEqual(["kunde_id=a&status=zugestellt&sort=-datum&limit=1"])
  expect([await last([]), await last([{ datum: "2026-03-31", positionen: positionen.slice(1) }])]).toEqual([
    undefined,
    undefined,
  ])
})

test("whoever may not log in gives stops away and gets none; an office account may drive, and it is said", () => {
  const person = (id: string, rolle: "fahrer" | "user", aktiv: number) => ({ id, name: id, rolle, aktiv })
  const tour = (fahrer_id: string | null) => ({
    fahrer_id,
    fahrer_name: fahrer_id,
    stopps: [],
    verspaetet: fahrer_id === "jens" ? 2 : 0,
  })
  const day = { datum: "2026-03-31", touren: ["jens", "weg", "buero", null].map(tour) } as unknown as Touren
  const people = [person("jens", "fahrer", 1), person("weg", "fahrer", 0), person("buero", "user", 1)]
  expect(columnsOf(day, people as never).map(({ id, takes, remark }) => [id, takes, remark])).toEqual([
    ["", true, undefined],
    ["jens", true, undefined],
    ["weg", false, "darf sich nicht anmelden"],
    ["buero", true, "kein Fahrer"],
  ])
  const of = (some: Touren | undefined) => columnsOf(some, people as never).map(({ id, late }) => [id, late])
  expect(of(day)).toEqual([
    ["", 0],
    ["jens", 2],
    ["weg", 0],
    ["buero", 0],
  ])
  expect(of(undefined)).toEqual([
    ["", 0],
    ["jens", 0],
  ])
})

test("how far a day is, is told where there are stops", () => {
  const column = (...status: string[]) => ({ stopps: status.map((one) => ({ status: one })) }) as never
  expect(progress(column())).toBe("Keine Stopps")
  expect(progress(column("geplant", "unterwegs", "zugestellt", "nicht_zugestellt"))).toBe("2 von 4 erledigt")
})

test("what a tour takes out is counted in the units of its articles", () => {
  const position = (einheit: string | null, soll_ausgabe: number) => ({ einheit, soll_ausgabe })
  const stopps = [
    { positionen: [position("fass", 1), position("kasten", 2), position(null, 1)] },
    { positionen: [position("kasten", 10), position("palette", 0)] },
  ]
  expect(loadOf({ stopps } as never)).toBe("12 Kästen, 1 Fass, 1 Gerät")
  expect(loadOf({ stopps: [] })).toBe("")
})
