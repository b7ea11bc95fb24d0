import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test"
import fc from "fast-check"
import { addDays } from "../../../src/lib/day.ts"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { today } from "../../helpers/day.ts"

/** Returns after an article's deposit was changed: never worth more than their issues by accident. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
beforeAll(async () => {
  hof = await yard(app, "hof")
})

const call = (method: string, path: string, body?: unknown, token = hof.admin.token) =>
  app.call(method, `/api/${path}`, { token, ...(body !== undefined && { body }) })
/** At noon: at this time of day it would be another day where the clocks were changed meanwhile. */
const day = (ago: number) =>
  ago === 0 ? new Date().toISOString() : `${addDays(today(), -ago)}T11:00:00.000Z`

let kunde_id = ""
let artikel_id = ""
let nr = 0
beforeEach(async () => {
  kunde_id = (await call("POST", "kunden", { name: "Gasthaus" })).body.id
  const neu = { nummer: `A-${++nr}`, bezeichnung: "Kasten", art: "einzeln", pfand_cent: 100 }
  artikel_id = (await call("POST", "pfandartikel", { ...neu, ust_klasse: "warenumschliessung" })).body.id
})

const book = (art: string, menge: number, more: { ago?: number; betrag_cent?: number; id?: string } = {}) => {
  const { ago = 0, id = artikel_id, ...betrag } = more
  const positionen = [{ pfandartikel_id: id, art, menge, ...betrag }]
  return call("POST", "pfandbuchungen", { kunde_id, grund: "Test", erfasst_am: day(ago), positionen })
}
const change = (pfand_cent: number, more = {}) =>
  call("PATCH", `pfandartikel/${artikel_id}`, { pfand_cent, ...more })
const konto = async () => (await call("GET", `kunden/${kunde_id}/pfandkonto`)).body
const bezahlt = async () =>
  (await konto()).artikel[0]?.bezahlt.map((one: any) => [one.menge, one.betrag_cent])
const booked = (reply: { body: any }) =>
  reply.body.buchungen.map((one: any) => [one.art, one.menge, one.betrag_cent])
const storno = (reply: { body: any }) =>
  call("POST", `pfandbuchungen/${reply.body.vorgang_id}/storno`, { grund: "Irrtum" })

describe("10 went out at 1 €, the deposit is 2 € now, 10 come back: the account is 0,00 €", () => {
  test("for clients that know nothing of the choice", async () => {
    await book("ausgabe", 10)
    expect((await change(200)).body).toMatchObject({ pfand_cent: 200, bei_aenderung: "erstattung" })
    const late = await book("ausgabe", 1)
    const [alt, neu] = [100, 200].map((betrag_cent, i) => ({ betrag_cent, stueck: [10, 1][i] }))
    expect((await call("GET", `pfandartikel/${artikel_id}/bei-kunden`)).body.betraege).toEqual([alt, neu])
    await storno(late)
    expect(booked(await book("ruecknahme", 10))).toEqual([["ruecknahme", 10, 100]])
    expect(await konto()).toMatchObject({ wert_cent: 0, artikel: [] })
  })

  test("and pieces at two amounts are named as such, though together they come to the deposit of today", async () => {
    await book("ausgabe", 10, { betrag_cent: 300 })
    await book("ausgabe", 10, { betrag_cent: 320 })
    await change(310)
    const betraege = [300, 320].map((betrag_cent) => ({ betrag_cent, stueck: 10 }))
    expect((await call("GET", `pfandartikel/${artikel_id}/bei-kunden`)).body).toMatchObject({
      wert_cent: 20 * 310,
      betraege,
    })
  })

  test("by a visible booking that revalues what is out", async () => {
    await book("ausgabe", 10)
    await change(200, { bei_aenderung: "umbewertung" })
    const path = `pfandartikel/${artikel_id}/umbewertung`
    const { gebinde, ...preview } = (await call("GET", path)).body
    expect(gebinde).toEqual([])
    expect(preview).toEqual({ kunden: 1, stueck: 10, wert_cent: 1000 })
    const refused = await call("POST", path, { pfand_cent: 200, erwartet_cent: 900 })
    expect([refused.status, refused.body.error]).toEqual([
      409,
      expect.stringMatching(/jetzt zusammen 10,00.€ statt 9,00.€/),
    ])
    expect((await call("POST", path, { erwartet_cent: 1000 })).body).toEqual(preview)
    expect(await konto()).toMatchObject({ wert_cent: 2000, artikel: [{ bestand: 10 }] })
    const { items } = (await call("GET", `pfandbuchungen?kunde_id=${kunde_id}&sort=lfd_nr`)).body
    expect(items.map((b: any) => [b.art, b.menge, b.betrag_cent, b.grund])).toEqual([
      ["ausgabe", 10, 100, "Test"],
      ["korrektur_minus", 10, 100, "Umbewertung: das Pfand ist jetzt 2,00\u00a0€"],
      ["korrektur_plus", 10, 200, "Umbewertung: das Pfand ist jetzt 2,00\u00a0€"],
    ])
    // Once more books nothing.
    expect((await call("POST", path, {})).body).toEqual({ kunden: 0, stueck: 0, wert_cent: 0 })
    expect(booked(await book("ruecknahme", 10))).toEqual([["ruecknahme", 10, 200]])
    expect(await konto()).toMatchObject({ wert_cent: 0, artikel: [] })
  })
})

describe("refunding what was paid", () => {
  test("counts what the lines before it brought", async () => {
    const line = (art: string, menge: number, betrag: object = {}) => ({
      pfandartikel_id: artikel_id,
      art,
      menge,
      ...betrag,
    })
    const positionen = [
      line("ausgabe", 2, { betrag_cent: 500 }),
      line("ruecknahme", 1),
      line("ausgabe", 1, { betrag_cent: 300 }),
      line("ruecknahme", 2),
    ]
    expect(booked(await call("POST", "pfandbuchungen", { kunde_id, positionen }))).toEqual([
      ["ausgabe", 2, 500],
      ["ruecknahme", 1, 500],
      ["ausgabe", 1, 300],
      ["ruecknahme", 1, 500],
      ["ruecknahme", 1, 300],
    ])
    expect(await konto()).toMatchObject({ wert_cent: 0, artikel: [] })
  })

  test("goes out behind what was booked before it, also of the same moment", async () => {
    await book("ausgabe", 10, { ago: 3 })
    const line = (art: string, menge: number) => ({ pfandartikel_id: artikel_id, art, menge })
    const positionen = [{ ...line("ausgabe", 5), betrag_cent: 200 }, line("ruecknahme", 2)]
    const one = await call("POST", "pfandbuchungen", { kunde_id, positionen, erfasst_am: day(3) })
    expect(booked(one)).toEqual([
      ["ausgabe", 5, 200],
      ["ruecknahme", 2, 100],
    ])
  })

  test("charges of what came back too much the smallest amount first, in the same Vorgang, too", async () => {
    await book("ruecknahme", 1)
    const line = (art: string, more = {}) => ({ pfandartikel_id: artikel_id, art, menge: 1, ...more })
    const positionen = [line("korrektur_minus", { betrag_cent: 300 }), line("ausgabe")]
    const one = await call("POST", "pfandbuchungen", { kunde_id, grund: "Test", positionen })
    expect(booked(one)).toEqual([
      ["korrektur_minus", 1, 300],
      ["ausgabe", 1, 100],
    ])
  })

  test("makes up for what the lines before it brought back too much", async () => {
    const line = (art: string, more = {}) => ({ pfandartikel_id: artikel_id, art, menge: 1, ...more })
    const minus = line("korrektur_minus", { betrag_cent: 300 })
    const positionen = [line("ausgabe"), line("ruecknahme"), minus, line("ausgabe")]
    const one = await call("POST", "pfandbuchungen", { kunde_id, grund: "Test", positionen })
    expect(booked(one).map(([, , cent]: number[]) => cent)).toEqual([100, 100, 300, 300])
  })

  test("takes the oldest pieces first, by the day they went out, and what is beyond at today's deposit", async () => {
    await book("ausgabe", 3, { ago: 1 })
    await change(200)
    await book("ausgabe", 4, { ago: 5, betrag_cent: 200 })
    expect(await bezahlt()).toEqual([
      [4, 200],
      [3, 100],
    ])
    await change(300)
    expect(booked(await book("ruecknahme", 9))).toEqual([
      ["ruecknahme", 4, 200],
      ["ruecknahme", 3, 100],
      ["ruecknahme", 2, 300],
    ])
    expect(await konto()).toMatchObject({ wert_cent: -600, artikel: [{ bestand: -2, bezahlt: [] }] })
  })

  test("takes what a line before it has given out on an earlier day for older than what is there", async () => {
    await change(200)
    await book("ausgabe", 2)
    const line = (art: string) => ({ pfandartikel_id: artikel_id, art, menge: 1 })
    const positionen = [line("ruecknahme"), line("ausgabe"), line("ruecknahme")]
    const erfasst_am = day(5)
    expect(booked(await call("POST", "pfandbuchungen", { kunde_id, erfasst_am, positionen }))).toEqual([
      ["ruecknahme", 1, 200],
      ["ausgabe", 1, 100],
      ["ruecknahme", 1, 100],
    ])
  })

  test("counts the parts of a gebinde, line by line", async () => {
    const part = { pfandartikel_id: artikel_id, menge: 2 }
    const neu = { nummer: `G-${nr}`, bezeichnung: "Gebinde", art: "gebinde", bestandteile: [part] }
    const { id } = (await call("POST", "pfandartikel", { ...neu, ust_klasse: "warenumschliessung" })).body
    await book("ausgabe", 2, { id, ago: 2 })
    await change(150)
    await book("ausgabe", 2, { id })
    const zeile = { art: "ruecknahme", menge: 1 }
    const positionen = [
      { ...zeile, pfandartikel_id: artikel_id },
      { ...zeile, pfandartikel_id: id },
      { ...zeile, pfandartikel_id: id },
    ]
    expect(booked(await call("POST", "pfandbuchungen", { kunde_id, positionen }))).toEqual([
      ["ruecknahme", 1, 100],
      ["ruecknahme", 2, 100],
      ["ruecknahme", 1, 100],
      ["ruecknahme", 1, 150],
    ])
    expect(await bezahlt()).toEqual([[3, 150]])
  })

  test("goes for losses as well, and takes an amount that is named where pieces are out at it", async () => {
    await book("ausgabe", 10)
    await change(200)
    expect(booked(await book("korrektur_minus", 4))).toEqual([["korrektur_minus", 4, 100]])
    expect((await book("ruecknahme", 2, { betrag_cent: 0 })).status).toBe(409)
    await book("ausgabe", 1)
    expect(booked(await book("ruecknahme", 1, { betrag_cent: 200 }))).toEqual([["ruecknahme", 1, 200]])
    expect(await konto()).toMatchObject({ wert_cent: 600, artikel: [{ bestand: 6 }] })
  })

  test("what came back too much is charged again at what was refunded, whatever the deposit is now", async () => {
    await book("ruecknahme", 10)
    await change(102)
    expect(booked(await book("ausgabe", 12))).toEqual([
      ["ausgabe", 10, 100],
      ["ausgabe", 2, 102],
    ])
    expect(await konto()).toMatchObject({ wert_cent: 204, artikel: [{ bestand: 2 }] })
    await book("ruecknahme", 2)
    expect(await konto()).toMatchObject({ wert_cent: 0, artikel: [] })
  })

  test("a Storno after which a value would stay without pieces says what to reverse first", async () => {
    const first = await book("ausgabe", 10)
    await change(200)
    const second = await book("ausgabe", 10)
    const back = await book("ruecknahme", 10)
    const refused = await storno(first)
    expect([refused.status, refused.body.error]).toEqual([
      409,
      expect.stringMatching(
        /Bitte zuerst stornieren, was danach kam \(zuletzt Rücknahme von 10 Stück, gebucht am/,
      ),
    ])
    expect(await konto()).toMatchObject({ wert_cent: 2000, artikel: [{ bestand: 10 }] })
    for (const one of [back, first, second]) expect((await storno(one)).status).toBe(201)
    expect(await konto()).toMatchObject({ wert_cent: 0, artikel: [] })
  })

  test("a Storno of several articles looks at each of them", async () => {
    const others = await Promise.all(
      ["V", "N"].map(async (letter) => {
        const neu = { nummer: `${letter}-${nr}`, bezeichnung: "Fass", art: "einzeln", pfand_cent: 300 }
        return (await call("POST", "pfandartikel", { ...neu, ust_klasse: "warenumschliessung" })).body.id
      }),
    )
    const ids = [others[0], artikel_id, others[1]]
    const positionen = ids.map((id) => ({ pfandartikel_id: id, art: "ausgabe", menge: 10 }))
    const first = await call("POST", "pfandbuchungen", { kunde_id, positionen })
    await change(200)
    await book("ausgabe", 10)
    await book("ruecknahme", 10)
    const refused = await storno(first)
    expect([refused.status, refused.body.error]).toEqual([
      409,
      expect.stringContaining("Bitte zuerst stornieren"),
    ])
  })

  test("is for a delivery's returns, too", async () => {
    await book("ausgabe", 10)
    await change(200)
    const soll = [{ pfandartikel_id: artikel_id, soll_ausgabe: 5, soll_ruecknahme: 10 }]
    const datum = day(0).slice(0, 10)
    const { id } = (
      await call("POST", "lieferungen", { kunde_id, fahrer_id: hof.fahrer.id, datum, positionen: soll })
    ).body
    await call("POST", `lieferungen/${id}/start`, {})
    const actual = [{ pfandartikel_id: artikel_id, ist_ausgabe: 5, ist_ruecknahme: 10 }]
    expect((await call("POST", `lieferungen/${id}/abschluss`, { positionen: actual })).status).toBe(200)
    expect(await konto()).toMatchObject({
      wert_cent: 1000,
      artikel: [{ bestand: 5, bezahlt: [{ menge: 5, betrag_cent: 200 }] }],
    })
  })

  test("is undone by a Storno: what came back is there again at what was paid for it", async () => {
    await book("ausgabe", 3, { ago: 2 })
    await change(200)
    await book("ausgabe", 3)
    const back = await book("ruecknahme", 4)
    expect(await bezahlt()).toEqual([[2, 200]])
    expect(booked(await storno(back))).toEqual([
      ["korrektur_plus", 3, 100],
      ["korrektur_plus", 1, 200],
    ])
    expect(await bezahlt()).toEqual([
      [3, 100],
      [3, 200],
    ])
  })
})

describe("a revaluation", () => {
  const path = () => `pfandartikel/${artikel_id}/umbewertung`
  const revalue = async (pfand_cent: number) => {
    await change(pfand_cent, { bei_aenderung: "umbewertung" })
    return call("POST", path(), { grund: "Neues Pfand" })
  }

  test("makes nothing older or younger, and is worth in the ages what it is worth in the account", async () => {
    await book("ausgabe", 10, { ago: 40 })
    await book("ausgabe", 5, { ago: 3 })
    expect((await revalue(200)).body).toEqual({ kunden: 1, stueck: 15, wert_cent: 1500 })
    const { posten, stufen } = (await call("GET", `kunden/${kunde_id}/pfandalter`)).body
    expect(posten.map((one: any) => [one.menge, one.wert_cent, one.tage])).toEqual([
      [10, 2000, 40],
      [5, 1000, 3],
    ])
    expect(stufen.bis_90).toEqual({ menge: 10, wert_cent: 2000 })
    const { items } = (await call("GET", "pfandsalden")).body
    expect(items.find((one: any) => one.kunde_id === kunde_id).seit_am.slice(0, 10)).toBe(
      day(40).slice(0, 10),
    )
    expect((await call("GET", "pfandpruefung")).body.fehler).toEqual([])
  })

  test("passes over customers whose pieces are at that amount, or who hold nothing", async () => {
    await book("ausgabe", 4)
    await book("ruecknahme", 6)
    const other = (await call("POST", "kunden", { name: "Krone" })).body.id
    const positionen = [{ pfandartikel_id: artikel_id, art: "anfangsbestand", menge: 7, betrag_cent: 200 }]
    await call("POST", "pfandbuchungen", { kunde_id: other, positionen })
    expect((await revalue(200)).body).toEqual({ kunden: 0, stueck: 0, wert_cent: 0 })
    expect((await call("GET", `${path()}?pfand_cent=150`)).body).toMatchObject({
      kunden: 1,
      stueck: 7,
      wert_cent: -350,
    })
  })

  test("reaches every customer, over many transactions", async () => {
    const ids: string[] = []
    for (let i = 0; i < 120; i++) ids.push((await call("POST", "kunden", { name: `Kunde ${i}` })).body.id)
    for (const id of ids) {
      const positionen = [{ pfandartikel_id: artikel_id, art: "ausgabe", menge: 2 }]
      await call("POST", "pfandbuchungen", { kunde_id: id, positionen })
    }
    expect((await revalue(300)).body).toEqual({ kunden: 120, stueck: 240, wert_cent: 48_000 })
    expect((await call("GET", path())).body.kunden).toBe(0)
    expect((await call("GET", "pfandpruefung")).body.fehler).toEqual([])
  })

  test("is only done where it was chosen, and never of a gebinde", async () => {
    await book("ausgabe", 10)
    await change(200)
    const refused = await call("POST", path(), {})
    expect([refused.status, refused.body.error]).toEqual([
      409,
      "Für diesen Artikel ist gewählt, dass erstattet wird, was bezahlt wurde",
    ])
    // To another amount than was seen, nothing is revalued.
    await change(300, { bei_aenderung: "umbewertung" })
    const other = await call("POST", path(), { pfand_cent: 200 })
    expect(other.body.error).toMatch(/^Das Pfand ist inzwischen 3,00.€ und nicht mehr 2,00.€\./)
    expect(await bezahlt()).toEqual([[10, 100]])
    expect((await call("POST", path(), {}, hof.user.token)).status).toBe(403)
    expect((await call("GET", `pfandartikel/${hof.kasten}/umbewertung`)).status).toBe(400)
    const patch = { bei_aenderung: "umbewertung" }
    expect((await call("PATCH", `pfandartikel/${hof.kasten}`, patch)).status).toBe(400)
  })

  test("that was chosen once does not go for the next change without a word", async () => {
    await book("ausgabe", 10)
    await revalue(200)
    // The amount that it has is no other one, and clients send it along.
    expect((await change(200)).body.bei_aenderung).toBe("umbewertung")
    expect((await change(300)).body.bei_aenderung).toBe("erstattung")
    expect(booked(await book("ruecknahme", 1))).toEqual([["ruecknahme", 1, 200]])
  })

  test("is reversed before what went out before it, and after what came back since", async () => {
    const out = await book("ausgabe", 10)
    await revalue(200)
    const { items } = (await call("GET", `pfandbuchungen?kunde_id=${kunde_id}`)).body
    const umbewertung = { body: { vorgang_id: items[0].vorgang_id } }
    expect((await storno(out)).body.error).toBe(
      "Diese Stücke wurden danach umbewertet; bitte zuerst die Umbewertung stornieren",
    )
    const back = await book("ruecknahme", 4)
    expect((await storno(umbewertung)).body.error).toBe(
      "Seit der Umbewertung kam davon etwas zurück; bitte das zuerst stornieren",
    )
    expect((await storno(back)).status).toBe(201)
    // The Storno of a mistaken issue is a minus, too, and no return.
    expect((await storno(await book("ausgabe", 3))).status).toBe(201)
    expect((await storno(umbewertung)).status).toBe(201)
    expect(await bezahlt()).toEqual([[10, 100]])
    expect((await storno(out)).status).toBe(201)
    expect(await konto()).toMatchObject({ wert_cent: 0, artikel: [] })
    expect((await call("GET", "pfandpruefung")).body.fehler).toEqual([])
  })
})

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("out" as const),
      menge: fc.integer({ min: 1, max: 9 }),
      ago: fc.nat(9),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("back" as const),
      menge: fc.integer({ min: 1, max: 9 }),
      ago: fc.nat(9),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("change" as const),
      pfand_cent: fc.constantFrom(50, 100, 200),
      bei_aenderung: fc.constantFrom(undefined, "erstattung", "umbewertung"),
    }),
  },
)

test("whatever is changed and in whatever order it is entered: when all is back, the account is 0,00 €", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      kunde_id = (await call("POST", "kunden", { name: "Gasthaus" })).body.id
      let held = 0
      for (const one of steps) {
        if (one.do === "change") {
          const { pfand_cent, bei_aenderung } = one
          await change(pfand_cent, bei_aenderung && { bei_aenderung })
          if (bei_aenderung === "umbewertung") {
            const path = `pfandartikel/${artikel_id}/umbewertung`
            await call("POST", path, {})
            expect((await konto()).wert_cent).toBe(held * pfand_cent)
          }
          continue
        }
        const menge = one.do === "out" ? one.menge : Math.min(held, one.menge)
        if (menge === 0) continue
        await book(one.do === "out" ? "ausgabe" : "ruecknahme", menge, { ago: one.ago })
        held += one.do === "out" ? menge : -menge
        const { wert_cent, artikel } = await konto()
        const lots: { menge: number; betrag_cent: number }[] = artikel[0]?.bezahlt ?? []
        expect(lots.reduce((sum, lot) => sum + lot.menge * lot.betrag_cent, 0)).toBe(wert_cent)
        expect(lots.reduce((sum, lot) => sum + lot.menge, 0)).toBe(held)
      }
      if (held > 0) await book("ruecknahme", held)
      expect(await konto()).toMatchObject({ wert_cent: 0, artikel: [] })
    }),
    { numRuns: 60 },
  )
  expect((await call("GET", "pfandpruefung")).body.fehler).toEqual([])
}, 120_000)
