import { describe, expect, setSystemTime, test } from "bun:test"
import "./no-page.ts"
import { rate, xmlOf } from "../../../src/web/browser/buero/abrechnungen/words.ts"
import { slugOf } from "../../../src/web/browser/buero/firmen/slug.ts"
import { bookedInWords } from "../../../src/lib/gebucht.ts"
import { lieferungInWords, weekdayOf } from "../../../src/web/browser/buero/lieferungen/words.ts"
import { screens as allScreens } from "../../../src/web/browser/buero/registry.ts"
import { hitsOf, pagesFor } from "../../../src/web/browser/buero/shell/hits.ts"
import { placesOf } from "../../../src/web/browser/buero/shell/places.ts"
import {
  draftOfStopp,
  endedBy,
  endedDraftOf,
  isEnded,
  settledDrafts,
} from "../../../src/web/browser/fahrer/phone/ended.ts"
import { drivenInWords, kundeOf, nameOf, stateOf } from "../../../src/web/browser/fahrer/parts/words.ts"
import { inWords } from "../../../src/web/browser/fahrer/tag/evening.ts"
import {
  ApiFault,
  faultAt,
  faultBefore,
  isExpired,
  isGone,
  isNothingDone,
  isRefused,
  isUnanswered,
  messageOf,
  readFaults,
} from "../../../src/web/browser/ui/api/fault.ts"
import { depositTaxOf } from "../../../src/web/browser/ui/records/deposit-tax.ts"
import { AnswerState } from "../../../src/web/browser/ui/records/answer-state.tsx"
import { daysUntil, Due } from "../../../src/web/browser/ui/records/pruefart.tsx"
import { amountInWords, plannedInWords, startedInWords } from "../../../src/web/browser/ui/records/words.ts"
import { dateInWords, euroRound, plural, unbroken } from "../../../src/web/browser/ui/values/format.ts"

/** What the pages say by themselves, without a page. */

describe("a settlement", () => {
  test.each([
    ["rechnung", 100, null, "Zu zahlen"],
    ["rechnung", 0, null, "Zu zahlen"],
    ["rechnung", -1, null, "Guthaben"],
    ["beleg", 100, null, "Pfand"],
    ["beleg", -1, "a", "Guthaben"],
    ["rechnung", 1, "a", "Guthaben storniert"],
    ["rechnung", 0, "a", "Zu zahlen"],
    ["rechnung", -1, "a", "Guthaben"],
  ] as const)("%s of %d cents, cancelling %s: %s", (abrechnung_ist, betrag_cent, storno_von, words) => {
    expect(amountInWords({ abrechnung_ist, betrag_cent, storno_von })).toBe(words)
  })

  test("has a file for programs where its form has one", () => {
    const of = (form: string, xrechnung: boolean) => xmlOf({ form, xrechnung } as never)
    expect([of("zugferd", false), of("xrechnung", true)]).toEqual([
      "/api/abrechnungen/{id}/factur-x.xml",
      "/api/abrechnungen/{id}/xrechnung.xml",
    ])
    expect([of("xrechnung", false), of("papier", true)]).toEqual([undefined, undefined])
    expect([rate(19), rate(0), rate(null)]).toEqual(["19 %", "0 %", "ohne USt"])
  })
})

test("an answer is missed only where one was asked for and did not come", () => {
  const none = { antwort: null }
  expect(AnswerState({ beleg: { ...none, art: "kontoauszug" } as never })).toBe(null)
  expect(AnswerState({ beleg: { ...none, art: "saldenbestaetigung" } as never })).not.toBe(null)
  const contested = { antwort: "bestritten", art: "saldenbestaetigung" } as never
  expect(AnswerState({ beleg: contested })?.props).toMatchObject({ value: "bestritten" })
})

describe("a delivery", () => {
  const position = (bezeichnung: string, soll: [number, number], ist: [number | null, number | null]) => ({
    bezeichnung,
    soll_ausgabe: soll[0],
    soll_ruecknahme: soll[1],
    ist_ausgabe: ist[0],
    ist_ruecknahme: ist[1],
  })
  // Written as it is read: no line ends between a number and what it counts.
  const of = (...positionen: object[]) =>
    lieferungInWords({ positionen } as never).replaceAll("\u00a0×\u00a0", " × ")
  test("says what went out and came back, or what is planned where nothing was booked yet", () => {
    const fass = position("Fass", [1200, 2], [null, null])
    expect(of(fass)).toBe("1.200 × Fass · zurück 2 × Fass")
    // None of what was planned was taken.
    expect(of(position("Fass", [5, 2], [0, 1]), position("Kasten", [3, 0], [3, 0]))).toBe(
      "3 × Kasten · zurück 1 × Fass",
    )
    expect([of(position("Fass", [0, 0], [null, null])), of()]).toEqual(["Nur Abholung", "Ohne Artikel"])
    expect(of(position("Fass", [0, 3], [null, null]))).toBe("zurück 3 × Fass")
    const device = { ...position("Sauerstoff", [1, 1], [null, null]), geraet_id: "x", nummer: "O2-007" }
    expect(of(device)).toBe("1 × Sauerstoff O2-007 · zurück 1 × Sauerstoff O2-007")
    const written = lieferungInWords({ positionen: [position("Fass 50 l", [1, 0], [null, null])] } as never)
    expect(written).toBe("1\u00a0×\u00a0Fass 50\u00a0l")
  })

  test("is counted and dated in words", () => {
    expect([plannedInWords(1), plannedInWords(2), startedInWords(1), startedInWords(0)]).toEqual([
      "1 geplante Lieferung",
      "2 geplante Lieferungen",
      "1 Lieferung unterwegs",
      "0 Lieferungen unterwegs",
    ])
    expect([weekdayOf("2026-03-31"), weekdayOf("2026-04-05")]).toEqual(["Di", "So"])
    setSystemTime(new Date("2026-12-31T10:00:00Z"))
    expect([dateInWords("2026-03-31"), dateInWords("2027-01-01")]).toEqual([
      "Dienstag, 31. März",
      "Freitag, 1. Januar 2027",
    ])
    setSystemTime()
  })

  test("that is in question names what was booked of it, each way", () => {
    const positionen = [
      { bezeichnung: "Fass", ausgabe: 2, ruecknahme: 1 },
      { bezeichnung: "Kasten", ausgabe: 0, ruecknahme: 0 },
      { bezeichnung: "Gas", ausgabe: 0, ruecknahme: 1 },
    ]
    expect(bookedInWords(positionen)).toEqual(["2 × Fass hin", "1 × Fass zurück", "1 × Gas zurück"])
  })
})

test("figures are rounded at the edge of a plot, and one is one", () => {
  const rounded = [123_456, 99_999_999, 100_000_000, -150_000_000].map(euroRound)
  expect(rounded.map((text) => text.replaceAll(/\s/g, " "))).toEqual([
    "1.235 €",
    "1.000.000 €",
    "1 Mio. €",
    "−1,5 Mio. €",
  ])
  expect([
    plural(1, "Kunde", "Kunden"),
    plural(0, "Kunde", "Kunden"),
    plural(1234, "Kunde", "Kunden"),
  ]).toEqual(["1 Kunde", "0 Kunden", "1.234 Kunden"])
})

test("a company's short name is proposed from its name, at most 63 letters and no dash at an end", () => {
  expect([slugOf("Getränke Sommer GmbH"), slugOf(" Śüß & Söhne! "), slugOf("Café № 1")]).toEqual([
    "getraenke-sommer-gmbh",
    "suess-soehne",
    "cafe-1",
  ])
  expect(slugOf(`${"a".repeat(62)} b`)).toBe("a".repeat(62))
})

describe("what the service says", () => {
  const fault = (status: number) => new ApiFault(status, "Nein.", [])
  test("is told from no answer, from an ended log-in, and from a service that cannot answer now", () => {
    const statuses = [0, 200, 399, 400, 401, 404, 409, 429, 499, 500, 503]
    const told = (is: (error: unknown) => boolean) => statuses.filter((status) => is(fault(status)))
    expect([told(isUnanswered), told(isExpired), told(isGone)]).toEqual([[0], [401], [400, 404]])
    expect(told(isRefused)).toEqual([400, 401, 404, 409, 499])
    expect(told(isNothingDone)).toEqual([400, 401, 404, 409, 429, 499])
    for (const is of [isUnanswered, isExpired, isGone, isRefused, isNothingDone])
      expect(is(new Error("x"))).toBe(false)
    expect([messageOf(fault(409)), messageOf(new Error("x"))]).toEqual([
      "Nein.",
      "Da ist etwas schiefgegangen. Bitte die Seite neu laden.",
    ])
  })

  test("stands at its field, in words for people", () => {
    const { error, faults } = readFaults({
      error: 7,
      errors: [
        { location: "body", path: "bis", msg: "liegt vor von" },
        { location: "body", path: "x", msg: "fehlt" },
      ],
    })
    expect([error, faults.map(({ msg }) => msg)]).toEqual([undefined, ["liegt vor dem Beginn", "fehlt"]])
    expect(readFaults(null)).toEqual({ error: undefined, faults: [] })
    expect(readFaults({ error: "Nein", errors: "x" })).toEqual({ error: "Nein", faults: [] })
    const own = faultBefore("menge", "fehlt")
    expect([
      own.status,
      faultAt(own, "menge"),
      faultAt(own, "art"),
      faultAt(new Error("x"), "menge"),
    ]).toEqual([400, "fehlt", undefined, undefined])
  })
})

test("the search shows records that have a screen, each with what tells it from others of its name", () => {
  const found = {
    kunden: [{ id: "k", name: "Adler", kundennummer: "10001", ort: null }],
    geraete: [{ id: "g", bezeichnung: "Kühler", geraetenummer: "G-1" }],
    pfandartikel: [{ id: "a", bezeichnung: "Fass", nummer: "F" }],
    lieferungen: [{ id: "l", kunde_name: "Adler", datum: "2026-03-31", fahrer_name: null }],
    abrechnungen: [
      { id: "r", nummer: "ABR-1", kunde_name: "Adler", art: "storno", datum: "2026-03-31" },
      { id: "s", nummer: "ABR-2", kunde_name: "Adler", art: "abrechnung", datum: "2026-03-31" },
    ],
    anzahl: { kunden: 10, geraete: 1000, pfandartikel: 7 },
  }
  const screens = ["kunden", "geraete", "lieferungen", "abrechnungen"].map((name) => ({
    path: `/${name}/:id`,
  }))
  const shown = hitsOf(found as never, [...screens, { path: "/artikel" }] as never, "ad l")
  expect(shown.map(({ id, text, more }) => [id, text, more])).toEqual([
    ["/kunden/k", "Adler", "10001"],
    ["/kunden?q=ad%20l&aktiv=alle", "1 von 10 Kunden zu „ad l“", "Alle zeigen"],
    ["/geraete/g", "Kühler", "G-1"],
    ["/geraete?q=ad%20l", "1 von über 1.000 Geräten zu „ad l“", "Alle zeigen"],
    ["/lieferungen/l", "Adler", "31.03.2026"],
    ["/abrechnungen/r", "ABR-1", "Adler · Storno · 31.03.2026"],
    ["/abrechnungen/s", "ABR-2", "Adler · 31.03.2026"],
  ])
})

test.each([
  ["smtp", ["/firma?abschnitt=versand"]],
  ["mailserver", ["/firma?abschnitt=versand"]],
  ["iban", ["/firma?abschnitt=briefkopf"]],
  ["kontenrahmen", ["/firma?abschnitt=datev"]],
  ["passwort", ["/mitarbeiter", "/konto"]],
  ["passwort vergessen", ["/mitarbeiter"]],
  ["steuerberater", ["/datev"]],
  ["verfahrensdokumentation", ["/datev"]],
  ["mahnung", ["/belege", "/belege/druck"]],
  ["offene posten", ["/salden"]],
  ["rechnungen", ["/abrechnungen"]],
  ["benutzer anlegen", ["/mitarbeiter/neu"]],
  ["monatsabschluss", ["/abrechnungen/lauf"]],
  ["importieren", ["/einrichten"]],
  ["mahnen", ["/belege", "/belege/druck"]],
  ["erinnern", ["/belege", "/belege/druck"]],
  ["drucken", ["/belege/druck"]],
  ["abrechnen", ["/abrechnungen/lauf"]],
  ["stornieren", ["/pfandbuch", "/abrechnungen Abrechnung stornieren"]],
  ["zählen", ["/inventuren"]],
  ["exportieren", ["/datev DATEV-Export", "/austausch"]],
])("a page is found by what people call it: %s", (typed, places) => {
  expect(pagesFor(allScreens, typed).map(({ id }) => id)).toEqual(places)
})

describe("the driver's telephone", () => {
  const day = {
    artikel: new Map([["a", { bezeichnung: "Fass" }]]),
    geraete: new Map([["g", { bezeichnung: "Kühler", geraetenummer: "G-1" }]]),
    kunden: new Map([
      ["k", { id: "k", name: "Adler", ort: "Kiel", telefon: "1", anlieferungshinweis: "Tor" }],
    ]),
    standorte: new Map([
      ["s", { id: "s", name: "Kai", ort: "Laboe", telefon: null, anlieferungshinweis: null }],
    ]),
  } as never
  test("names things and customers, also those that it does not know", () => {
    const of = (pfandartikel_id: string | null, geraet_id: string | null) =>
      nameOf(day, { pfandartikel_id, geraet_id })
    expect([of("a", null), of(null, "g"), of("x", null), of(null, "x")]).toEqual([
      "Fass",
      "Kühler G-1",
      "Artikel",
      "Gerät",
    ])
    const nameAt = (kunde_id: string) => kundeOf(day, { kunde_id, standort_id: null }).name
    expect([nameAt("k"), nameAt("x")]).toEqual(["Adler", "Kunde"])
  })

  test("shows of a customer at another place nothing of their own address, but whom to ring up", () => {
    expect(kundeOf(day, { kunde_id: "k", standort_id: "s" })).toMatchObject({
      id: "k",
      name: "Adler, Kai",
      ort: "Laboe",
      telefon: "1",
      anlieferungshinweis: null,
    })
  })

  test("keeps figures with their units, and words as they are", () => {
    expect(unbroken("Flasche 0,5 l Kasten 20 x 0,33 L 5 Leute")).toBe(
      "Flasche 0,5\u00a0l Kasten 20 x 0,33\u00a0L 5 Leute",
    )
  })

  test("says how a stop is, and what the service does not know yet", () => {
    const stopp = (more: object) =>
      stateOf({ status: "geplant", offen: null, ungeplant: 0, neu: false, ...more } as never)
    expect([
      stopp({}),
      stopp({ neu: true }),
      stopp({ neu: true, status: "unterwegs" }),
      stopp({ status: "zugestellt", offen: "wartet" }),
      stopp({ status: "zugestellt", ungeplant: 1, offen: "beim Büro" }),
      stopp({ status: "storniert" }),
    ]).toEqual([
      "geplant",
      "neu vom Büro",
      "unterwegs",
      "fertig · wartet",
      "ungeplant abgeholt · beim Büro",
      "abgesagt",
    ])
  })

  test("sends to the outbox whoever has driven all, while one of the stops was not taken", () => {
    const told = (...states: Parameters<typeof drivenInWords>[0][number]["offen"][]) =>
      drivenInWords(states.map((offen) => ({ offen })))
    expect(told(null, "braucht dich", "wartet")).toContain("nicht alles angenommen")
    expect(told(null, "wartet")).toContain("Alles geschafft")
  })

  test("says what is missing in the evening, and what is too much", () => {
    expect([inWords(3), inWords(1), inWords(-1), inWords(-2)]).toEqual([
      "3 zu viel",
      "1 zu viel",
      "1 fehlt",
      "2 fehlen",
    ])
  })
})

test("a test of a device is overdue, due today, or due in days, of which thirty are few", () => {
  const shown = (tage: number) => {
    const { tone, children } = (Due({ tage }) as { props: { tone: string; children: string } }).props
    return `${tone} ${children}`
  }
  expect([-1, 0, 1, 30, 31].map(shown)).toEqual([
    "bad überfällig",
    "warn heute fällig",
    "warn in 1 Tag",
    "warn in 30 Tagen",
    "plain in 31 Tagen",
  ])
  setSystemTime(new Date("2026-03-31T10:00:00Z"))
  expect(["2026-03-30", "2026-03-31", "2026-04-02"].map(daysUntil)).toEqual([-1, 0, 2])
  setSystemTime()
})

describe("what was entered at a stop", () => {
  const entry = (art: string, more: object = {}) =>
    ({ art, folge: "s", lieferung_id: "s", stand: "gesendet", body: "{}", ...more }) as never
  const end = entry("abschluss", { body: JSON.stringify({ versuch: 2, erfasst_am: "2026-03-31T10:00:00Z" }) })
  test("is ended by its attempt's completion or failure, or by the pick-up, and by nothing else", () => {
    expect(endedDraftOf(end)).toBe(draftOfStopp("s", 2))
    expect(endedDraftOf(entry("fehlschlag"))).toBe(draftOfStopp("s", 1))
    expect(endedDraftOf(entry("ungeplant"))).toBe("entwurf ungeplant s")
    expect(["start", "bild", "klaerung", "feierabend"].map((art) => endedDraftOf(entry(art)))).toEqual(
      Array(4).fill(undefined),
    )
    expect([endedBy(end), endedBy(entry("start"))]).toEqual([
      {
        entwurf: draftOfStopp("s", 2),
        art: "abschluss",
        folge: "s",
        lieferung_id: "s",
        versuch: 2,
        erfasst_am: "2026-03-31T10:00:00Z",
      },
      undefined,
    ])
  })

  test("is known as ended by its mark or its entry, and settled once nothing of it can be taken back", () => {
    const mark = endedBy(end)!
    const open = entry("abschluss", { folge: "t", stand: "wartet" })
    const refused = entry("fehlschlag", { folge: "u", stand: "braucht dich" })
    const known = {
      entries: [end, open, refused],
      ended: [{ ...mark, entwurf: "entwurf stopp alt 1" }, mark],
    }
    const keys = [draftOfStopp("s", 2), draftOfStopp("s", 1), draftOfStopp("t", 1), "entwurf stopp alt 1"]
    expect(keys.map((key) => isEnded(known, key))).toEqual([true, false, true, true])
    expect(settledDrafts(known)).toEqual(["entwurf stopp alt 1", draftOfStopp("s", 2)])
  })
})

test("the handbook's table of places names the tabs of each", async () => {
  const chapter = await Bun.file("src/web/serve/hilfe/buero.md").text()
  const [first = ""] = chapter.split("Ein Wort heißt")
  const rows = new Map(
    [...first.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].map(([, place = "", inIt = ""]) => [place, inIt]),
  )
  const ofCompany = allScreens.filter(({ roles }) => roles.includes("admin"))
  for (const { name, tabs } of placesOf(ofCompany)) {
    const named = tabs.length > 1 ? tabs.map(({ tab }) => tab).join(" · ") : ""
    expect([name, rows.get(name)]).toEqual([name, expect.stringContaining(named)])
  }
})

test("a deposit is typed with or without VAT, and a small trader is not told of any", () => {
  const told = (preise: "netto" | "brutto", kleinunternehmer: 0 | 1) =>
    depositTaxOf({ preise, kleinunternehmer })
  expect(told("netto", 0)).toStartWith("Netto")
  expect(told("brutto", 0)).toStartWith("Brutto")
  expect([told("netto", 1), told("brutto", 1)]).toEqual(["", ""])
})
