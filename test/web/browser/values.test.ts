import { describe, expect, test } from "bun:test"
import {
  ago,
  address,
  euroRound,
  happened,
  mail,
  saldo,
  span,
  telephone,
} from "../../../src/web/browser/ui/values/format.ts"
import { isDay, isId, isMonth } from "../../../src/web/browser/ui/state/address.ts"
import {
  daysOf,
  lastPeriod,
  monthBefore,
  monthsBefore,
  periodsSince,
} from "../../../src/web/browser/ui/values/month.ts"

describe("months", () => {
  test("have their first and last day, also in leap years", () => {
    expect([daysOf("2026-02"), daysOf("2028-02"), daysOf("2026-12")]).toEqual([
      { von: "2026-02-01", bis: "2026-02-28" },
      { von: "2028-02-01", bis: "2028-02-29" },
      { von: "2026-12-01", bis: "2026-12-31" },
    ])
  })

  test("are counted back over the years", () => {
    expect([monthBefore("2026-03-31"), monthBefore("2026-01-31"), monthBefore("2026-03-01", 15)]).toEqual([
      "2026-02",
      "2025-12",
      "2024-12",
    ])
    const months = monthsBefore("2026-03-31", 1, "2026-02").map(({ id }) => id)
    expect([months.length, months[0], months.at(-1)]).toEqual([24, "2026-02", "2024-03"])
    expect(monthsBefore("2026-03-31", 1, "2020-01").at(-1)).toEqual({ id: "2020-01", label: "Januar 2020" })
  })

  test.each([
    ["nothing is known", undefined, "2026-02-01", "2026-02-28"],
    ["it is older", "2025-07-01T10:00:00", "2026-02-01", "2026-02-28"],
    ["it began on the month's first day", "2026-02-01T10:00:00", "2026-02-01", "2026-02-28"],
    ["it began in the month", "2026-02-10T10:00:00", "2026-02-10", "2026-02-28"],
    ["it began on its last day", "2026-02-28T10:00:00", "2026-02-28", "2026-02-28"],
    ["it is younger", "2026-03-01T10:00:00", "2026-03-01", "2026-03-31"],
  ])("the last period, where %s", (_, since, von, bis) => {
    expect(lastPeriod("2026-03-31", since)).toEqual({ von, bis })
  })

  test.each([
    ["monat", "2026-11-29", "2026-10-01", "2026-10-31"],
    ["quartal", "2026-11-29", "2026-07-01", "2026-09-30"],
    ["quartal", "2026-03-31", "2025-10-01", "2025-12-31"],
    ["quartal", "2026-04-01", "2026-01-01", "2026-03-31"],
    ["bisher", "2026-11-29", "2026-10-01", "2026-11-29"],
    ["bisher", "2026-01-01", "2026-01-01", "2026-01-01"],
    ["jahr", "2026-11-29", "2026-01-01", "2026-11-29"],
    // Began on 15 February 2025, in the middle of it, or after it.
    ["quartal", "2025-05-01", "2025-02-15", "2025-03-31"],
    ["jahr", "2025-03-01", "2025-02-15", "2025-03-01"],
  ] as const)("the days of the %s as seen on %s", (period, day, von, bis) => {
    const shown = periodsSince("2025-02-15T10:00:00", day).find(({ id }) => id === period)
    expect(shown).toMatchObject({ von, bis })
  })

  test("no period is offered that was over before it began", () => {
    const offered = (day: string) => periodsSince("2025-02-15T10:00:00", day).map(({ id }) => id)
    expect(offered("2025-02-20")).toEqual(["jahr"])
    expect(offered("2025-03-01")).toEqual(["monat", "jahr"])
    expect(offered("2025-04-01")).toEqual(["monat", "quartal", "bisher", "jahr"])
    // All days of a new customer are no year.
    const named = (day: string) => periodsSince("2025-02-15T10:00:00", day).at(-1)?.label
    expect([named("2025-02-20"), named("2026-01-01")]).toEqual(["Alles bis heute", "Dieses Jahr bis heute"])
  })
})

describe("values in an address", () => {
  test.each([
    ["2026-03-31", true],
    ["2028-02-29", true],
    ["2026-02-29", false],
    ["2026-04-31", false],
    ["2026-13-01", false],
    ["1900-01-01", true],
    ["1899-12-31", false],
    ["2999-12-31", true],
    ["3000-01-01", false],
    ["26-03-31", false],
    ["2026-03-31 ", false],
  ])("%s is a day of the years that the interface knows: %p", (value, fits) => {
    expect([isDay(value), isMonth(value.slice(0, -3))]).toEqual([fits, fits || /-(02-29|04-31)$/.test(value)])
  })

  test("an id is a UUID in small letters", () => {
    const id = Bun.randomUUIDv7()
    expect([isId(id), isId(id.toUpperCase()), isId(`${id}0`), isId("x")]).toEqual([true, false, false, false])
  })
})

describe("values in words", () => {
  test("how long ago: days up to two weeks, weeks up to two months, then months", () => {
    const now = new Date("2026-03-31T12:00:00").getTime()
    const day = (days: number) => new Date(new Date("2026-03-31T09:00:00").getTime() - days * 86_400_000)
    const told = [-1, 0, 1, 13, 14, 59, 60].map((days) => ago(day(days).toISOString(), now))
    expect(told).toEqual([
      "morgen",
      "heute",
      "gestern",
      "vor 13 Tagen",
      "vor 2 Wochen",
      "vor 8 Wochen",
      "vor 2 Monaten",
    ])
  })

  test("amounts at the edge of a plot, balances, spans, and days without a time of day", () => {
    expect([99_999_949, 100_000_000, -150_000_000].map(euroRound)).toEqual([
      "999.999 €",
      "1\u00a0Mio. €",
      "−1,5\u00a0Mio. €",
    ])
    expect([saldo(-150), saldo(0)]).toEqual(["Guthaben 1,50\u00a0€", "0,00\u00a0€"])
    expect([span("09:00", "11:30"), span("09:00", null), span(null, "11:30"), span(null, null)]).toEqual([
      "09:00–11:30",
      "ab 09:00",
      "bis 11:30",
      "",
    ])
    expect([happened("2026-03-31T12:00:00"), happened("2026-03-31T12:01:00")]).toEqual([
      "31.03.2026",
      "31.03.2026, 12:01",
    ])
    expect(address({ strasse: "Am Hof 1", plz: null, ort: "Celle" })).toBe("Am Hof 1, Celle")
    expect(telephone("+49 (0)5141 / 12-34")).toBe("tel:+4951411234")
    expect(mail("post@adler.example?bcc=x")).toBe("mailto:post@adler.example%3Fbcc%3Dx")
  })
})
