import { describe, expect, test } from "bun:test"
import { answering } from "./no-page.ts"
import {
  countedIn,
  joined,
  joinedUnread,
  type BookingLine,
  positionsOf,
  rowOf,
  withLine,
} from "../../../src/web/browser/buero/buchen/lines.ts"
import { doubtOfLines } from "../../../src/web/browser/ui/lines/doubt-of-lines.ts"
import {
  emptyLine,
  isUnfilled,
  lineOf,
  overdueOn,
  readLine,
} from "../../../src/web/browser/ui/lines/lines.ts"
import { type Art, heldOf, type Konto, unusualIn } from "../../../src/web/browser/ui/lines/unusual.ts"

/** A line of barrels of 30 €. */
const line = (art: Art, menge: number | null, more: Partial<BookingLine> = {}): BookingLine => ({
  id: "fass",
  isDevice: false,
  nummer: "FASS-50",
  bezeichnung: "Fass 50 l",
  pfand_cent: 3_000,
  teile: [],
  art,
  menge,
  betrag_cent: null,
  ...more,
})
const kontoOf = (bestand: number): Konto =>
  ({ artikel: [{ pfandartikel_id: "fass", bestand }], geraete: [] }) as unknown as Konto
const cheap = { pfand_cent: 8 }

describe("what is far beyond anything usual in a booking", () => {
  test.each<[string, BookingLine, number, boolean]>([
    ["a zero or two too many", line("ruecknahme", 1_000, cheap), 10, true],
    ["nothing counted", line("ruecknahme", null), 0, false],
    ["a zero too many of half of what is held", line("ruecknahme", 500, cheap), 100, true],
    ["exactly three times what is held", line("ruecknahme", 300, cheap), 100, false],
    ["more than three times, and 100 more", line("ruecknahme", 149, cheap), 49, true],
    ["more than three times, but only 99 more", line("ruecknahme", 148, cheap), 49, false],
    ["100 of what the customer never had", line("ruecknahme", 100, cheap), 0, true],
    ["99 of what the customer never had", line("ruecknahme", 99, cheap), 0, false],
    ["100 where more came back than went out before", line("ruecknahme", 100, cheap), -40, true],
    ["less by a correction", line("korrektur_minus", 1_000, cheap), 10, true],
    ["many go out", line("ausgabe", 1_000, cheap), 0, false],
    ["as many at the beginning", line("anfangsbestand", 1_000, cheap), 0, false],
  ])("%s", (_, one, held, isAsked) => {
    const counted = countedIn([one], kontoOf(held))
    const [first] = counted
    expect(unusualIn(counted, null)).toEqual(
      isAsked && first ? { returns: counted, absent: [], sum: undefined, tag: undefined, first } : undefined,
    )
  })

  test.each<[string, Art, boolean, boolean]>([
    ["charged where it is not", "korrektur_plus", false, true],
    ["charged where it is", "korrektur_plus", true, false],
    ["handed out", "ausgabe", false, false],
  ])("a device %s", (_, art, beim_kunden, isAsked) => {
    const one = line(art, 1, { id: "zapf", isDevice: true })
    const konto = { artikel: [], geraete: [{ geraet_id: "zapf", beim_kunden }] } as unknown as Konto
    expect(unusualIn(countedIn([one], konto), null)?.absent.length).toBe(isAsked ? 1 : undefined)
  })

  test.each<[string, BookingLine[], number | undefined, number | undefined]>([
    ["10.000 € go out", [line("ausgabe", 1, { betrag_cent: 1_000_000 })], undefined, 1_000_000],
    ["a cent less", [line("ausgabe", 1, { betrag_cent: 999_999 })], undefined, undefined],
    ["10.000 € come back", [line("ruecknahme", 1, { betrag_cent: 1_000_000 })], undefined, -1_000_000],
    ["as much out as back", [line("ausgabe", 400), line("ruecknahme", 400)], undefined, undefined],
    ["as the service reckons it", [line("ruecknahme", 400)], -900_000, undefined],
    ["more by the service than by today's deposit", [line("ruecknahme", 300)], -1_200_000, -1_200_000],
  ])("sum: %s", (_, lines, known, sum) => {
    expect(unusualIn(countedIn(lines, kontoOf(400)), null, known)?.sum).toBe(sum)
  })

  test.each<[string, BookingLine, number, number | undefined]>([
    ["99 kegs of a customer who holds five", line("ruecknahme", 99), 5, -297_000],
    ["1.000 € beyond what is held", line("ruecknahme", 40, { pfand_cent: 2_500 }), 0, -100_000],
    ["a cent less", line("ruecknahme", 1, { betrag_cent: 99_999 }), 0, undefined],
    ["as much of a customer who holds a third of it", line("ruecknahme", 60), 20, undefined],
    [
      "crates, of which more come back than went out",
      line("ruecknahme", 99, { pfand_cent: 310 }),
      5,
      undefined,
    ],
  ])("worth: %s", (_, one, held, sum) => {
    const counted = countedIn([one], kontoOf(held))
    const found = unusualIn(counted, null)
    expect([found?.returns, found?.sum]).toEqual(sum === undefined ? [undefined, undefined] : [counted, sum])
  })

  test("a day more than three months ago is asked about, except of opening balances", () => {
    const [long, lately] = ["2016-11-25", new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10)]
    const dayOf = (art: Art, tag: string) => unusualIn(countedIn([line(art, 1)], kontoOf(9)), tag)?.tag
    expect([dayOf("ruecknahme", long), dayOf("ruecknahme", lately), dayOf("anfangsbestand", long)]).toEqual([
      long,
      undefined,
      undefined,
    ])
  })

  test("the line of the largest value is looked at first, where no line is unusual by itself", () => {
    const [small, large] = [line("ausgabe", 2), line("ausgabe", 400)]
    const counted = countedIn([small, large], kontoOf(0))
    expect(unusualIn(counted, null)?.first).toBe(counted[1])
  })

  test("a day exactly three months ago is no question, the day before it is", () => {
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toLocaleDateString("sv")
    const asked = [92, 93].map((ago) => unusualIn(countedIn([line("ruecknahme", 1)], kontoOf(9)), day(ago)))
    expect(asked.map((one) => one?.tag)).toEqual([undefined, day(93)])
  })

  test("a crate that lacks bottles is no whole one", () => {
    const crate = {
      id: "kasten",
      isDevice: false,
      teile: [
        { pfandartikel_id: "leer", menge: 1 },
        { pfandartikel_id: "flasche", menge: 20 },
      ],
    }
    const konto = (leer: number, flasche: number) =>
      ({
        artikel: [
          { pfandartikel_id: "leer", bestand: leer },
          { pfandartikel_id: "flasche", bestand: flasche },
        ],
        geraete: [],
      }) as unknown as Konto
    expect(
      [konto(5, 60), konto(2, 100), konto(5, 59), konto(-1, 20)].map((one) => heldOf(crate, one)),
    ).toEqual([3, 2, 2, 0])
  })

  test("without knowing what the customer holds, the sum alone counts", () => {
    expect(unusualIn(countedIn([line("ruecknahme", 300, cheap)], undefined), null)).toBeUndefined()
    expect(unusualIn(countedIn([line("ruecknahme", 10_000)], undefined), null)?.sum).toBe(-30_000_000)
  })
})

test("lines that come to others are added up where article, way and amount are the same", () => {
  const there = [line("ruecknahme", 3)]
  const more = [
    line("ruecknahme", 2),
    line("ruecknahme", 1, { betrag_cent: 100 }),
    line("ausgabe", 4),
    line("ruecknahme", null),
  ]
  const all = joined(there, more)
  expect(all.map(({ art, menge, betrag_cent }) => [art, menge, betrag_cent])).toEqual([
    ["ruecknahme", 5, null],
    ["ruecknahme", 1, 100],
    ["ausgabe", 4, null],
  ])
  expect(new Set(all.map(rowOf)).size).toBe(3)
  const device = line("ruecknahme", 1, { id: "g", isDevice: true })
  expect(joined([device], [device])).toEqual([device])
})

test("a line whose figure cannot be read stays a line of its own among others, with its text", () => {
  const [there, more] = [line("ruecknahme", 3), line("ruecknahme", null)]
  const unread = { [`stueck ${rowOf(more)}`]: "12,," }
  const all = joinedUnread({ lines: [there] }, { lines: [more], unread })
  expect(all.lines.map(({ menge }) => menge)).toEqual([3, null])
  const own = all.lines[1]
  expect(all.unread).toEqual({ [`stueck ${own && rowOf(own)}`]: "12,," })
  expect(own && rowOf(own)).not.toBe(rowOf(there))
})

test("an amount of one's own is sent, also when it is nothing; the article's own is not", () => {
  const sent = positionsOf([line("ausgabe", 2), line("ausgabe", 1, { betrag_cent: 0 }), line("ausgabe", 0)])
  expect(sent.map(({ menge, betrag_cent }) => [menge, betrag_cent])).toEqual([
    [2, undefined],
    [1, 0],
  ])
})

test("an article stands twice, once each way, a device once", () => {
  const ways = (isDevice: boolean) =>
    (["ruecknahme", "ausgabe", "ruecknahme"] as const).reduce<BookingLine[]>(
      (lines, art) => withLine(lines, line(art, 1, { isDevice })).lines,
      [],
    )
  expect(ways(false).map((one) => [one.art, rowOf(one)])).toEqual([
    ["ruecknahme", "fass"],
    ["ausgabe", "fass 1"],
  ])
  expect(ways(true)).toHaveLength(1)
})

describe("a line of a delivery", () => {
  const geraet = { id: "k", isDevice: true, nummer: "K-1", bezeichnung: "Kühler" }
  const read = (reply: object) =>
    answering(
      () => reply,
      () => readLine(geraet, "adler"),
    )

  test("of a device goes out, unless this customer has it; where else it is, is said", async () => {
    const bare = emptyLine(geraet)
    const home = { status: "lager", kunde_id: null, geprueft_bis: "2026-05-01" }
    expect(await read(home)).toEqual({ ...bare, out: 1, testedUntil: "2026-05-01" })
    expect(await read({ status: "beim_kunden", kunde_id: "adler" })).toEqual({ ...bare, back: 1 })
    const elsewhere = { ...bare, out: 1, elsewhere: "beim_kunden" }
    expect(await read({ status: "beim_kunden", kunde_id: "krone" })).toEqual(elsewhere)
  })

  test("of a device may go out on the last day of its test, and come back later", () => {
    const on = (day: string, out: number | null = 1) => overdueOn(day, { out, testedUntil: "2026-05-01" })
    expect([on("2026-05-01"), on("2026-05-02", null)]).toEqual([undefined, undefined])
    expect(on("2026-05-02")).toContain("überfällig")
  })

  test("that was offered may stay empty, one that somebody added may not", () => {
    const bare = emptyLine(geraet)
    expect([bare, { ...bare, isAdded: true }, { ...bare, isAdded: true, back: 1 }].map(isUnfilled)).toEqual([
      false,
      true,
      false,
    ])
  })

  test("is of a device or of an article, with nothing as empty", () => {
    const position = { pfandartikel_id: null, geraet_id: "k", nummer: "K-1", bezeichnung: "Kühler" }
    expect(lineOf(position, 1, 0)).toEqual({ ...emptyLine(geraet), out: 1 })
    expect(lineOf({ ...position, pfandartikel_id: "fass", geraet_id: null }, 0, 2)).toMatchObject({
      id: "fass",
      isDevice: false,
      out: null,
      back: 2,
    })
  })
})

describe("what is asked before a delivery is booked", () => {
  const fass = { id: "fass", isDevice: false, nummer: "F", bezeichnung: "Fass" }
  /** @param held by the customer. @param cent of a piece. @returns the question, and the addresses that were read */
  const asked = async (
    parts: { out?: number; back?: number; isAdded?: boolean }[],
    held: number,
    cent: number,
  ) => {
    const read: string[] = []
    const doubt = await answering(
      ({ path, body }) => {
        read.push(path)
        if (path.endsWith("/vorschau"))
          return {
            positionen: body.positionen.map(({ art, menge }: { art: string; menge: number }) => ({
              summe_cent: (art === "ruecknahme" ? -1 : 1) * menge * cent,
            })),
          }
        return path.endsWith("/pfandkonto") ? kontoOf(held) : { pfand_cent: cent, bestandteile: [] }
      },
      () =>
        doubtOfLines({
          kundeId: "adler",
          lines: parts.map((part) => ({ ...emptyLine(fass), ...part })),
          tag: null,
          focus: { goTo: () => {} } as never,
        }),
    )
    return {
      isAsked: doubt !== undefined,
      article: read.includes("/api/pfandartikel/fass"),
      read: read.length,
    }
  }

  test("is whether so much more comes back than the customer holds, and not what goes out", async () => {
    expect((await asked([{ back: 100 }], 0, 8)).isAsked).toBe(true)
    expect((await asked([{ out: 100 }], 0, 8)).isAsked).toBe(false)
    expect((await asked([{ back: 100 }], 40, 8)).isAsked).toBe(false)
    // Of 1.000 € and no piece too many is asked as well: the article is looked at from that sum on.
    expect((await asked([{ back: 20 }], 0, 5_000)).isAsked).toBe(true)
    expect((await asked([{ back: 1 }], 0, 99_999)).article).toBe(false)
    expect((await asked([{ back: 1 }], 0, 100_000)).article).toBe(true)
    expect((await asked([{ back: 99 }], 0, 8)).article).toBe(false)
  })

  test("waits until every line that somebody added is filled in", async () => {
    expect(await asked([{ back: 1_000 }, { isAdded: true }], 0, 8)).toEqual({
      isAsked: false,
      article: false,
      read: 0,
    })
  })
})
