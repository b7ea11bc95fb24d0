import { afterAll, beforeAll, beforeEach, describe, expect, setSystemTime, test } from "bun:test"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { travel } from "../../helpers/zeit.ts"

const app = createTestApp()
afterAll(() => {
  setSystemTime()
  app.close()
})

let hof: Yard
const at = (moment: string) => travel(app, hof, moment)
beforeAll(async () => {
  hof = await yard(app, "hof")
})
beforeEach(() => at("2026-10-15T10:00:00.000Z"))

const post = (path: string, body: unknown, as = hof.admin.token) =>
  app.call("POST", path, { token: as, body })
const get = (path: string, as = hof.admin.token) => app.call("GET", path, { token: as })

const kunde = async (felder = {}): Promise<string> => {
  const reply = await post("/api/kunden", { name: "Gasthaus", abrechnung: "monatlich", ...felder })
  return reply.body.id as string
}

const book = (kunde_id: string, art: string, menge: number, more = {}, erfasst_am?: string) =>
  post("/api/pfandbuchungen", {
    kunde_id,
    grund: "Test",
    ...(erfasst_am && { erfasst_am }),
    positionen: [{ pfandartikel_id: hof.leer, art, menge, ...more }],
  })

const settle = (kunde_id: string, bis: string, more = {}) =>
  post("/api/abrechnungen", { kunde_id, bis, ...more })

describe("a settlement", () => {
  test("sums up what moved per article, with the account before and after, and VAT once per rate", async () => {
    const kunde_id = await kunde()
    await book(kunde_id, "ausgabe", 10)
    await post("/api/pfandbuchungen", {
      kunde_id,
      positionen: [
        { pfandartikel_id: hof.leer, art: "ruecknahme", menge: 3 },
        { pfandartikel_id: hof.flasche, art: "ausgabe", menge: 7 },
        { geraet_id: hof.geraete[0], art: "ausgabe", menge: 1 },
      ],
    })
    const vorschau = await get(`/api/abrechnungen/vorschau?kunde_id=${kunde_id}&bis=2026-10-15`)
    expect(vorschau.body).toMatchObject({ buchungen: 4, summe_cent: 6106, brutto_cent: 6316 })
    const other = await settle(kunde_id, "2026-10-15", { erwartet_cent: vorschau.body.betrag_cent + 1 })
    expect([other.status, other.body.error]).toEqual([409, expect.stringContaining("Inzwischen hat sich")])
    const reply = await settle(kunde_id, "2026-10-15", { erwartet_cent: vorschau.body.betrag_cent })
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      nummer: "ABR-2026-00001",
      art: "abrechnung",
      datum: "2026-10-15",
      von: "2026-10-15",
      bis: "2026-10-15",
      anfang_cent: 0,
      summe_cent: 6106,
      ende_cent: 6106,
      // 19 % of 11.06 is 2.1014; the cooler's security bears none.
      netto_cent: 6106,
      ust_cent: 210,
      brutto_cent: 6316,
      storniert_durch: null,
    })
    expect(
      reply.body.positionen.map((one: any) => [
        one.nummer,
        one.satz,
        one.ausgabe,
        one.ruecknahme,
        one.summe_cent,
      ]),
    ).toEqual([
      ["FLASCHE", 19, 7, 0, 56],
      ["G-1", null, 1, 0, 5000],
      ["KASTEN", 19, 10, 3, 1050],
    ])
    expect(reply.body.steuern).toEqual([
      { klasse: "warenumschliessung", satz: 19, netto_cent: 1106, ust_cent: 210, brutto_cent: 1316 },
      { klasse: "kaution", satz: null, netto_cent: 5000, ust_cent: 0, brutto_cent: 5000 },
    ])
    expect((await get(`/api/abrechnungen/${reply.body.id}`)).body).toEqual(reply.body)
    await book(kunde_id, "ruecknahme", 7)
    const next = await settle(kunde_id, "2026-10-15")
    expect(next.body).toMatchObject({ anfang_cent: 6106, summe_cent: -1050, ende_cent: 5056, ust_cent: -200 })
  })

  test("takes what stands in none yet, up to the end of a day in the company's zone", async () => {
    const kunde_id = await kunde()
    await at("2026-10-31T22:59:00.000Z")
    await book(kunde_id, "ausgabe", 1)
    expect((await settle(kunde_id, "2026-11-01")).body.errors[0].msg).toBe("liegt in der Zukunft")
    await at("2026-10-31T23:00:00.000Z")
    await book(kunde_id, "ausgabe", 2)
    const oktober = await settle(kunde_id, "2026-10-31", { von: "2026-10-01" })
    expect(oktober.body).toMatchObject({ summe_cent: 150, datum: "2026-11-01", von: "2026-10-01" })
    // Late, from a telephone without a signal: it belongs to October, and stands in the next settlement.
    await book(kunde_id, "ausgabe", 4, {}, "2026-10-30T08:00:00.000Z")
    const twice = await settle(kunde_id, "2026-10-31", { von: "2026-10-01" })
    expect([twice.status, twice.body.error]).toEqual([
      409,
      `Der Zeitraum ist schon abgerechnet: ${oktober.body.nummer}`,
    ])
    const november = await settle(kunde_id, "2026-11-01", { von: "2026-11-01" })
    expect(november.body).toMatchObject({ anfang_cent: 150, summe_cent: 900, ende_cent: 1050 })
    const nothing = await settle(kunde_id, "2026-11-01")
    expect([nothing.status, nothing.body.error]).toEqual([
      409,
      "In diesem Zeitraum gibt es nichts abzurechnen",
    ])
    const neu = await get(`/api/abrechnungen/vorschau?kunde_id=${await kunde()}&bis=2026-11-01`)
    expect(neu.body).toMatchObject({ buchungen: 0, anfang_cent: 0, ende_cent: 0 })
  })

  test("is numbered without gaps, per year, also after refusals", async () => {
    const kunde_id = await kunde()
    const numbers: string[] = []
    for (const [moment, bis] of [
      ["2027-12-30T10:00:00.000Z", "2027-12-30"],
      ["2027-12-31T10:00:00.000Z", "2027-12-31"],
      ["2027-12-31T23:30:00.000Z", "2028-01-01"],
    ] as const) {
      await at(moment)
      await book(kunde_id, "ausgabe", 1)
      expect((await settle(kunde_id, "2029-01-01")).status).toBe(400)
      numbers.push((await settle(kunde_id, bis)).body.nummer)
      expect((await settle(kunde_id, bis)).status).toBe(409)
    }
    expect(numbers).toEqual(["ABR-2027-00001", "ABR-2027-00002", "ABR-2028-00001"])
  })

  test("that is cancelled in the next year is nothing that stands in no settlement", async () => {
    await at("2028-12-30T10:00:00.000Z")
    for (let i = 0; i < 2; i++) {
      const other = await kunde()
      await book(other, "ausgabe", 1)
      await settle(other, "2028-12-30")
    }
    const kunde_id = await kunde()
    await book(kunde_id, "ausgabe", 5)
    const { id } = (await settle(kunde_id, "2028-12-30")).body
    await at("2029-01-02T10:00:00.000Z")
    expect((await post(`/api/abrechnungen/${id}/storno`, { grund: "x" })).body.nummer).toBe("ABR-2029-00001")
    const anew = await settle(kunde_id, "2029-01-02")
    expect(anew.body).toMatchObject({ anfang_cent: 0, summe_cent: 750, ausserhalb_cent: null })
  })

  test("is cancelled by a counter-document, once; its bookings go into the next", async () => {
    const kunde_id = await kunde()
    await book(kunde_id, "ausgabe", 5)
    const first = (await settle(kunde_id, "2026-10-15", { von: "2026-10-01" })).body
    const path = `/api/abrechnungen/${first.id}/storno`
    expect((await post(path, { grund: "falscher Zeitraum" }, hof.user.token)).status).toBe(403)
    const storno = await post(path, { grund: "falscher Zeitraum" })
    expect(storno.status).toBe(201)
    expect(storno.body).toMatchObject({
      art: "storno",
      storno_von: first.id,
      storno_von_nummer: first.nummer,
      grund: "falscher Zeitraum",
      anfang_cent: 750,
      summe_cent: -750,
      ende_cent: 0,
      ust_cent: -first.ust_cent,
    })
    expect(storno.body.positionen).toMatchObject([{ ausgabe: -5, summe_cent: -750 }])
    const again = await post(path, { grund: "noch einmal" })
    expect([again.status, again.body.error]).toEqual([
      409,
      `Diese Abrechnung ist schon storniert: ${storno.body.nummer}`,
    ])
    expect((await post(`/api/abrechnungen/${storno.body.id}/storno`, { grund: "x" })).status).toBe(409)
    expect((await get(`/api/abrechnungen/${first.id}`)).body.storniert_durch.nummer).toBe(storno.body.nummer)
    const anew = await settle(kunde_id, "2026-10-15", { von: "2026-10-01" })
    expect(anew.body).toMatchObject({ anfang_cent: 0, summe_cent: 750 })
  })

  test("repeated with the same id is the same; with other content it is refused", async () => {
    const kunde_id = await kunde()
    await book(kunde_id, "ausgabe", 1)
    const id = Bun.randomUUIDv7()
    const first = await settle(kunde_id, "2026-10-15", { id })
    expect([first.status, first.body.id]).toEqual([201, id])
    const again = await settle(kunde_id, "2026-10-15", { id })
    expect([again.status, again.body]).toEqual([200, first.body])
    expect((await settle(kunde_id, "2026-10-14", { id })).status).toBe(409)
    const storno = { id: Bun.randomUUIDv7(), grund: "x" }
    expect((await post(`/api/abrechnungen/${id}/storno`, storno)).status).toBe(201)
    expect((await post(`/api/abrechnungen/${id}/storno`, storno)).status).toBe(200)
  })

  test("is never kept from being made: what has no rate cannot be booked", async () => {
    const kunde_id = await kunde()
    for (const art of ["ausgabe", "anfangsbestand"]) {
      const reply = await book(kunde_id, art, 3, {}, "1998-03-31T21:59:00.000Z")
      expect([reply.status, reply.body.errors[0]]).toMatchObject([
        400,
        { path: "erfasst_am", msg: "ist der 31.03.1998: vor dem 01.04.1998 ist kein Steuersatz bekannt" },
      ])
    }
    for (const tag of ["1998-04-01", "2006-12-31", "2007-01-01"])
      expect((await book(kunde_id, "ausgabe", 10, {}, `${tag}T10:00:00.000Z`)).status).toBe(201)
    const { positionen } = (await settle(kunde_id, "2026-10-15")).body
    expect(positionen.map(({ satz, ausgabe }: any) => [satz, ausgabe])).toEqual([
      [19, 10],
      [16, 20],
    ])
    expect((await get("/api/jahresausgleich?jahr=2026")).status).toBe(200)
  })
})

describe("the rate", () => {
  test("is that of the day on which a thing went out, also when it comes back", async () => {
    const kunde_id = await kunde()
    await book(kunde_id, "ausgabe", 10, {}, "2020-06-30T10:00:00.000Z")
    await book(kunde_id, "ausgabe", 10, {}, "2020-12-31T10:00:00.000Z")
    await settle(kunde_id, "2020-12-31")
    await book(kunde_id, "ausgabe", 10)
    await book(kunde_id, "ruecknahme", 25)
    const { positionen } = (await settle(kunde_id, "2026-10-15")).body
    expect(positionen.map(({ satz, ausgabe, ruecknahme }: any) => [satz, ausgabe, ruecknahme])).toEqual([
      [19, 10, 15],
      [16, 0, 10],
    ])
  })

  test("of a Storno is that of what it undoes", async () => {
    const kunde_id = await kunde()
    const booked = await book(kunde_id, "ausgabe", 10, {}, "2020-12-31T10:00:00.000Z")
    await settle(kunde_id, "2026-10-15")
    await post(`/api/pfandbuchungen/${booked.body.vorgang_id}/storno`, { grund: "Irrtum" })
    const { positionen, ust_cent } = (await settle(kunde_id, "2026-10-15")).body
    expect(positionen).toMatchObject([{ satz: 16, korrektur: -10 }])
    expect(ust_cent).toBe(-240)
  })
})

describe("what a company chooses", () => {
  test("gross prices contain the VAT; the yearly procedure reckons none on crates, but on pallets", async () => {
    const firma = await yard(app, "brutto")
    const as = firma.admin.token
    const patch = (body: unknown) => app.call("PATCH", "/api/tenant", { token: as, body })
    await app.call("PATCH", `/api/pfandartikel/${firma.fass}`, {
      token: as,
      body: { ust_klasse: "transporthilfsmittel" },
    })
    await app.call("PATCH", `/api/pfandartikel/${firma.flasche}`, {
      token: as,
      body: { steuersatz: "ermaessigt" },
    })
    const run = async () => {
      const [kunde_id] = firma.kunden
      const positionen = [firma.leer, firma.flasche, firma.fass].map((pfandartikel_id) => ({
        pfandartikel_id,
        art: "ausgabe",
        menge: 10,
      }))
      await post("/api/pfandbuchungen", { kunde_id, positionen }, as)
      const reply = await post("/api/abrechnungen", { kunde_id, bis: "2026-10-15" }, as)
      return reply.body
    }
    expect((await patch({ preise: "brutto" })).status).toBe(200)
    const brutto = await run()
    expect(brutto).toMatchObject({ summe_cent: 31_580, brutto_cent: 31_580 })
    expect(brutto.steuern).toEqual([
      { klasse: "transporthilfsmittel", satz: 19, netto_cent: 25_210, ust_cent: 4790, brutto_cent: 30_000 },
      { klasse: "warenumschliessung", satz: 19, netto_cent: 1261, ust_cent: 239, brutto_cent: 1500 },
      { klasse: "warenumschliessung", satz: 7, netto_cent: 75, ust_cent: 5, brutto_cent: 80 },
    ])
    // Returns are net or gross like their issues: the company chooses once.
    expect((await patch({ preise: "netto" })).status).toBe(409)
    expect((await patch({ preise: "brutto", ust_verfahren: "jahresausgleich" })).status).toBe(200)
    const jahr = await run()
    expect(jahr.steuern.map(({ klasse, satz, ust_cent }: any) => [klasse, satz, ust_cent])).toEqual([
      ["transporthilfsmittel", 19, 4790],
      ["warenumschliessung", null, 0],
    ])
    expect((await patch({ preise: "nichts" })).status).toBe(400)
    expect((await patch({ einspruchsfrist_tage: 366 })).status).toBe(400)
  })
})

describe("with a delivery", () => {
  const deliver = async (kunde_id: string, menge: number) => {
    const lieferung = await post("/api/lieferungen", {
      kunde_id,
      fahrer_id: hof.fahrer.id,
      datum: "2026-10-15",
      positionen: [{ pfandartikel_id: hof.leer, soll_ausgabe: menge }],
    })
    await post(`/api/lieferungen/${lieferung.body.id}/start`, {}, hof.fahrer.token)
    const done = await post(
      `/api/lieferungen/${lieferung.body.id}/abschluss`,
      { id: Bun.randomUUIDv7(), positionen: [{ pfandartikel_id: hof.leer, ist_ausgabe: menge }] },
      hof.fahrer.token,
    )
    expect(done.status).toBe(200)
    return lieferung.body.id as string
  }
  const ofCustomer = async (kunde_id: string) =>
    (await get(`/api/abrechnungen?kunde_id=${kunde_id}`)).body.items

  test("comes the settlement of those with whom that was agreed, with all that was open", async () => {
    const kunde_id = await kunde({ abrechnung: "je_lieferung" })
    await book(kunde_id, "ausgabe", 1)
    const lieferung_id = await deliver(kunde_id, 4)
    expect(await ofCustomer(kunde_id)).toMatchObject([{ lieferung_id, summe_cent: 750 }])
    // It is of that delivery, and settles no month: what was forgotten then still can be.
    await book(kunde_id, "ausgabe", 1)
    expect((await settle(kunde_id, "2026-10-15", { von: "2026-10-01" })).status).toBe(201)
    await book(kunde_id, "ausgabe", 1)
    expect((await settle(kunde_id, "2026-10-15", { von: "2026-10-15" })).status).toBe(409)
    const other = await kunde()
    for (const [von, status] of [
      ["2026-10-15", 201],
      ["2026-10-01", 409],
    ] as const) {
      await book(other, "ausgabe", 1)
      expect((await settle(other, "2026-10-15", { von })).status).toBe(status)
    }
  })

  test("comes none for the others", async () => {
    for (const abrechnung of ["monatlich", "keine"]) {
      const kunde_id = await kunde({ abrechnung })
      await deliver(kunde_id, 4)
      expect(await ofCustomer(kunde_id)).toEqual([])
    }
  })
})
