import { Database } from "bun:sqlite"
import { afterAll, beforeAll, beforeEach, describe, expect, setSystemTime, test } from "bun:test"
import { join } from "node:path"
import { exportForAuditor } from "../../../src/api/pruefexport/rules.ts"
import { extractCompany } from "../../../src/db/transfer.ts"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { rowsOf } from "../../helpers/pruefer.ts"
import { temporaryDir } from "../../helpers/temporary.ts"
import { travel } from "../../helpers/zeit.ts"

/** Lost pieces leave the customer's account; the deposit stays, and so does its tax. */

const app = createTestApp()
afterAll(() => {
  setSystemTime()
  app.close()
})
let hof: Yard
let kunde_id = ""
let artikel_id = ""
beforeAll(async () => {
  hof = await yard(app, "hof")
})
const NOW = "2026-10-15T10:00:00.000Z"
beforeEach(async () => {
  await travel(app, hof, NOW)
  kunde_id = (await call("POST", "kunden", { name: "Gasthaus" })).body.id
  artikel_id = await artikel()
})

type Who = "admin" | "user" | "fahrer"
const call = (method: string, path: string, body?: unknown, who: Who = "admin") =>
  app.call(method, `/api/${path}`, { token: hof[who].token, ...(body !== undefined && { body }) })
const artikel = async (more = {}): Promise<string> => {
  const neu = { nummer: Bun.randomUUIDv7(), bezeichnung: "Kasten", art: "einzeln", pfand_cent: 100 }
  return (await call("POST", "pfandartikel", { ...neu, ust_klasse: "warenumschliessung", ...more })).body.id
}
const change = (felder: object) => call("PATCH", `pfandartikel/${artikel_id}`, felder)
type Angaben = { tag?: string; id?: string; betrag_cent?: number }
const book = async (art: string, menge: number, more: Angaben = {}) => {
  const { tag = "2026-10-01", id = artikel_id, ...betrag } = more
  const positionen = [{ pfandartikel_id: id, art, menge, ...betrag }]
  const erfasst_am = `${tag}T10:00:00.000Z`
  const { status, body } = await call("POST", "pfandbuchungen", {
    kunde_id,
    grund: "x",
    erfasst_am,
    positionen,
  })
  expect(status).toBe(201)
  return body
}
const lose = (menge: number, more: object = {}, who: Who = "admin") =>
  call("POST", "pfandverluste", { kunde_id, pfandartikel_id: artikel_id, menge, ...more }, who)
const preview = (menge: number, id = artikel_id) =>
  call("GET", `pfandverluste/vorschau?kunde_id=${kunde_id}&pfandartikel_id=${id}&menge=${menge}`)
const storno = ({ vorgang_id }: { vorgang_id: string }, who: Who = "admin") =>
  call("POST", `pfandbuchungen/${vorgang_id}/storno`, { grund: "Doch gefunden" }, who)
const settle = async (bis = "2026-10-15") => (await call("POST", "abrechnungen", { kunde_id, bis })).body
const open = async () => (await call("GET", `abrechnungen/vorschau?kunde_id=${kunde_id}&bis=2026-10-15`)).body
const konto = async () => (await call("GET", `kunden/${kunde_id}/pfandkonto`)).body
const proof = async () => (await call("GET", "pfandpruefung")).body.fehler
const ausgleich = async (jahr = 2026) =>
  (await call("GET", `jahresausgleich?jahr=${jahr}&limit=200`)).body.items
    .find((one: any) => one.kunde_id === kunde_id)
    .saetze.map((one: any) => [one.satz, one.saldo_cent, one.verloren_cent])
const booked = ({ buchungen }: any) => buchungen.map((one: any) => [one.art, one.menge, one.betrag_cent])

describe("a loss after the month was settled", () => {
  test("leaves the account at what was paid, refunds nothing, and the rest comes back as ever", async () => {
    await book("ausgabe", 10)
    const first = await settle()
    expect(first).toMatchObject({ summe_cent: 1000, ust_cent: 190 })
    const lost = await lose(4, { bemerkung: "Hochwasser" })
    expect([lost.status, lost.body.pfandkonto.wert_cent, booked(lost.body)]).toEqual([
      201,
      600,
      [["korrektur_minus", 4, 100]],
    ])
    expect(lost.body.buchungen[0].grund).toBe("Verlust: Hochwasser")
    expect(await open()).toMatchObject({ buchungen: 0, anfang_cent: 600, summe_cent: 0 })
    await book("ruecknahme", 6, { tag: "2026-10-14" })
    expect(await settle()).toMatchObject({ anfang_cent: 600, summe_cent: -600, ust_cent: -114 })
    expect(await konto()).toMatchObject({ wert_cent: 0, artikel: [] })
    expect(await proof()).toEqual([])
  })

  test("is called a loss in the ledger, the statement, the customer's events, and the log", async () => {
    await book("ausgabe", 10)
    const { body } = await lose(3)
    await storno(body)
    const { bewegungen, ende_cent } = (await call("GET", `kunden/${kunde_id}/kontoauszug?bis=2026-10-15`))
      .body
    expect([bewegungen.map((one: any) => [one.vorgang, one.menge]), ende_cent]).toEqual([
      [
        ["Ausgabe", 10],
        ["Verlust", -3],
        ["Storno", 3],
      ],
      1000,
    ])
    const { items } = (await call("GET", `kunden/${kunde_id}/ereignisse`)).body
    const kinds = [["Doch gefunden", true], ["Verlust", true], ["x", false]] // prettier-ignore
    expect(items.map((one: any) => [one.grund, one.verlust])).toEqual(kinds)
    const ledger = (await call("GET", `pfandbuchungen?kunde_id=${kunde_id}`)).body.items
    expect(ledger.map((one: any) => [one.grund, one.verlust])).toEqual(kinds)
    const log = (await call("GET", "protokoll?tabelle=pfandverluste&limit=2")).body.items
    expect(log.map((one: any) => one.aktion)).toEqual(["pfandverluste.storniert", "pfandverluste.gebucht"])
  })

  test("stays where it is when the settlement is cancelled and made anew", async () => {
    await book("ausgabe", 10)
    const { id } = await settle()
    await lose(4)
    expect((await call("POST", `abrechnungen/${id}/storno`, { grund: "Anschrift" })).status).toBe(201)
    expect(await open()).toMatchObject({ buchungen: 1, anfang_cent: -400, summe_cent: 1000 })
    expect(await settle()).toMatchObject({ summe_cent: 1000, ust_cent: 190 })
    expect(await proof()).toEqual([])
  })
})

describe("which pieces are lost", () => {
  test("the oldest that are left, each at its own amount, also of a lot that came back in part", async () => {
    await book("ausgabe", 5, { tag: "2026-09-01" })
    await book("ausgabe", 5, { tag: "2026-09-02", betrag_cent: 150 })
    await book("ruecknahme", 3, { tag: "2026-09-03" })
    const { body } = await preview(4)
    expect([body.summe_cent, body.teile]).toEqual([
      -500,
      [
        { menge: 2, betrag_cent: 100 },
        { menge: 2, betrag_cent: 150 },
      ],
    ])
    expect(booked((await lose(4)).body)).toEqual([
      ["korrektur_minus", 2, 100],
      ["korrektur_minus", 2, 150],
    ])
    expect(booked(await book("ruecknahme", 3, { tag: "2026-10-14" }))).toEqual([["ruecknahme", 3, 150]])
    expect(await konto()).toMatchObject({ wert_cent: 0, artikel: [] })
    expect(await settle()).toMatchObject({ summe_cent: 500, ust_cent: 95 })
  })

  test("of an opening balance at the amount it was entered with: nothing of it is ever settled", async () => {
    const { vorgang_id } = await book("anfangsbestand", 8, { tag: "2026-01-01" })
    await book("ausgabe", 2, { betrag_cent: 300 })
    expect((await preview(9)).body).toMatchObject({ summe_cent: -1100 })
    const lost = (await lose(9)).body
    expect(lost.pfandkonto.wert_cent).toBe(300)
    expect(await settle()).toMatchObject({ anfang_cent: -300, summe_cent: 600, ust_cent: 114 })
    expect((await storno(lost)).status).toBe(201)
    expect((await storno({ vorgang_id })).status).toBe(201)
    expect(await open()).toMatchObject({ buchungen: 0 })
    expect(await konto()).toMatchObject({ wert_cent: 600 })
    expect(await proof()).toEqual([])
  })

  test("what comes back later has the rate of the pieces that are left", async () => {
    await book("ausgabe", 5, { tag: "2020-10-15" })
    await book("ausgabe", 5, { tag: "2026-09-01" })
    await settle()
    expect((await preview(7)).body.saetze).toEqual([
      { klasse: "warenumschliessung", satz: 16, menge: 5, summe_cent: 500 },
      { klasse: "warenumschliessung", satz: 19, menge: 2, summe_cent: 200 },
    ])
    await lose(5)
    await book("ruecknahme", 5, { tag: "2026-10-15" })
    expect(await settle()).toMatchObject({ summe_cent: -500, ust_cent: -95 })
  })
})

describe("a Storno of a loss", () => {
  test("leaves nothing at any rate, also when others came back meanwhile: the next settlement makes up for it", async () => {
    await book("ausgabe", 5, { tag: "2020-10-15" })
    await book("ausgabe", 5, { tag: "2026-09-01" })
    const lost = (await lose(5)).body
    await book("ruecknahme", 5, { tag: "2026-10-15" })
    expect(await settle()).toMatchObject({ summe_cent: 500, ust_cent: 80 })
    expect(booked((await storno(lost)).body)).toEqual([["korrektur_plus", 5, 100]])
    expect(await open()).toMatchObject({ buchungen: 1, summe_cent: 0, ust_cent: 15 })
    await travel(app, hof, "2026-10-16T10:00:00.000Z")
    await book("ruecknahme", 5, { tag: "2026-10-16" })
    const last = await settle("2026-10-16")
    expect(last.steuern.map((one: any) => [one.satz, one.netto_cent, one.ust_cent])).toEqual([
      [19, 0, 0],
      [16, -500, -80],
    ])
    expect(await konto()).toMatchObject({ wert_cent: 0 })
    expect(await ausgleich()).toEqual([])
    expect(await proof()).toEqual([])
  })

  test("is made once, by an administrator", async () => {
    await book("ausgabe", 5)
    const lost = (await lose(2)).body
    expect((await storno(lost, "user")).status).toBe(403)
    const reversed = await storno(lost)
    expect([reversed.status, reversed.body.pfandkonto.wert_cent]).toEqual([201, 500])
    expect((await storno(lost)).status).toBe(409)
    expect((await storno(reversed.body)).status).toBe(409)
  })
})

describe("the preview says what it means for the tax", () => {
  const meaning = async (menge: number, id = artikel_id) => (await preview(menge, id)).body.bedeutung

  test("of what goods are packed in, of pallets, without VAT, and before it is settled", async () => {
    await book("ausgabe", 3)
    expect(await meaning(1)).toBe(
      "1 Stück verlässt das Konto des Kunden, 1,00\u00a0€ Pfand behält die Firma. Die Umsatzsteuer darauf (19 %) entstand mit der Ausgabe und bleibt: Es wird nichts erstattet, also nichts berichtigt und nichts noch einmal besteuert. Was noch nicht abgerechnet ist, berechnet die nächste Abrechnung wie sonst.",
    )
    const palette = await artikel({ ust_klasse: "transporthilfsmittel", steuersatz: "ermaessigt" })
    await book("ausgabe", 2, { id: palette })
    await settle()
    expect(await meaning(2, palette)).toBe(
      "2 Stück verlassen das Konto des Kunden, 2,00\u00a0€ Pfand behält die Firma. Die Umsatzsteuer darauf (19 %) entstand mit der Ausgabe und bleibt: Es wird nichts erstattet, also nichts berichtigt und nichts noch einmal besteuert.",
    )
    const [without, getauscht] = [await artikel({ steuersatz: "keine" }), await artikel({ pfand_cent: 0 })]
    await book("ausgabe", 2, { id: without })
    await book("ausgabe", 2, { id: getauscht })
    expect(await meaning(2, without)).toContain("Umsatzsteuer fällt darauf nicht an.")
    expect(await meaning(2, getauscht)).toContain("Pfand war keines darauf")
    expect(await meaning(2, getauscht)).toContain("Schadensersatz ohne Umsatzsteuer")
  })

  test("and speaks of the next settlement only where pieces that went out are not settled yet", async () => {
    const next = "Was noch nicht abgerechnet ist, berechnet die nächste Abrechnung wie sonst."
    await book("ausgabe", 3)
    expect(await meaning(1)).toContain(next)
    await settle()
    expect(await meaning(1)).not.toContain(next)
    await book("ruecknahme", 1)
    expect(await meaning(1)).not.toContain(next)
  })

  test("in the simplified procedure: the lost pieces stay in the balance that is taxed, pallets are taxed already", async () => {
    const chooseOn = async (tag: string, felder: object) => {
      await travel(app, hof, `${tag}T08:00:00.000Z`)
      await call("PATCH", "tenant", felder)
      await travel(app, hof, NOW)
    }
    await chooseOn("2025-01-01", { ust_verfahren: "jahresausgleich" })
    await book("ausgabe", 10, { tag: "2025-05-01" })
    expect(await meaning(4)).toContain(
      "Die Umsatzsteuer darauf (19 %) kommt mit dem Jahresausgleich: Die Stücke bleiben in seinem Saldo stehen",
    )
    const palette = await artikel({ ust_klasse: "transporthilfsmittel" })
    await book("ausgabe", 1, { id: palette })
    expect(await meaning(1, palette)).toContain("(19 %) entstand mit der Ausgabe und bleibt")
    const lost = (await lose(4)).body
    expect(await ausgleich(2025)).toEqual([[19, 1000, 0]])
    expect(await ausgleich()).toEqual([[19, 1000, 400]])
    await book("ruecknahme", 6)
    expect(await ausgleich()).toEqual([[19, 400, 400]])
    await storno(lost)
    expect(await ausgleich()).toEqual([[19, 400, 0]])
    const table = (await call("GET", "jahresausgleich/liste.csv?jahr=2026")).text
    expect(table).toContain(";Gasthaus;19;4,00;4,00;0,76;4,76;0,00;jahresausgleich\r\n")
    await chooseOn("2026-09-30", { ust_verfahren: "laufend", kleinunternehmer: 1 })
    // Those pieces went out before, with VAT.
    expect(await meaning(4)).toContain("kommt mit dem Jahresausgleich")
    const frei = await artikel({})
    await book("ausgabe", 1, { id: frei })
    expect(await meaning(1, frei)).toContain("Umsatzsteuer fällt nicht an (UStG § 19).")
    await chooseOn("2026-09-30", { kleinunternehmer: 0 })
  })
})

describe("is refused", () => {
  test("for more than is held, a gebinde, what is missing, and whoever is no administrator", async () => {
    const refusal = async (reply: { status: number; body: any }) => [reply.status, reply.body.error]
    expect(await refusal(await lose(1))).toEqual([409, "Der Kunde hat nichts davon"])
    await book("ausgabe", 2)
    expect(await refusal(await lose(3))).toEqual([409, "Der Kunde hat nur 2 Stück davon"])
    expect(await refusal(await preview(3))).toEqual([409, "Der Kunde hat nur 2 Stück davon"])
    const gebinde = await lose(1, { pfandartikel_id: hof.kasten })
    expect([gebinde.status, gebinde.body.errors[0].msg]).toEqual([
      400,
      "ist ein Gebinde: verloren sind seine Teile",
    ])
    const place = ({ body }: { body: any }) => body.errors.map((one: any) => [one.location, one.path])
    expect(place(gebinde)).toEqual([["body", "pfandartikel_id"]])
    expect(place(await preview(1, hof.kasten))).toEqual([["query", "pfandartikel_id"]])
    expect(place(await call("GET", `abrechnungen/vorschau?kunde_id=${kunde_id}&bis=2099-01-01`))).toEqual([
      ["query", "bis"],
    ])
    const nobody = Bun.randomUUIDv7()
    expect((await lose(1, { kunde_id: nobody })).status).toBe(404)
    expect((await lose(1, { pfandartikel_id: nobody })).status).toBe(404)
    expect([(await lose(0)).status, (await lose(100_001)).status]).toEqual([400, 400])
    expect([(await lose(1, {}, "user")).status, (await lose(1, {}, "fahrer")).status]).toEqual([403, 403])
    expect(await konto()).toMatchObject({ wert_cent: 200 })
  })

  test("when another sum was seen; and is booked once, however often it is sent", async () => {
    await book("ausgabe", 5)
    const stale = await lose(2, { erwartet_cent: -100 })
    expect([stale.status, stale.body.error]).toMatchObject([409, expect.stringContaining("statt")])
    const id = Bun.randomUUIDv7()
    expect((await lose(2, { id, erwartet_cent: -200 })).status).toBe(201)
    const again = await lose(2, { id, erwartet_cent: -999 })
    expect([again.status, again.body.vorgang_id, again.body.pfandkonto.wert_cent]).toEqual([200, id, 300])
    expect((await lose(3, { id })).status).toBe(409)
  })
})

describe("a lost device", () => {
  const device = async (more = {}): Promise<string> => {
    const neu = {
      geraetenummer: Bun.randomUUIDv7(),
      bezeichnung: "Kühler",
      pfand_cent: 5000,
      pfandform: "pfand",
    }
    return (await call("POST", "geraete", { ...neu, ...more })).body.id
  }
  const operate = async (id: string, what: string, body: object = {}) => {
    const reply = await call("POST", `geraete/${id}/${what}`, body)
    expect([200, 201]).toContain(reply.status)
    return reply.body
  }
  const issue = (id: string, tag = "2026-10-01") =>
    operate(id, "ausgabe", { kunde_id, erfasst_am: `${tag}T10:00:00.000Z` })
  const report = (id: string, status = "verloren") => operate(id, "status", { status })
  const correct = async (geraet_id: string, art: string, betrag_cent: number) =>
    (
      await call("POST", "pfandbuchungen", {
        kunde_id,
        grund: "x",
        positionen: [{ geraet_id, art, menge: 1, betrag_cent }],
      })
    ).body
  const keep = (geraet_id: string, more: object = {}) =>
    call("POST", "pfandverluste", { kunde_id, geraet_id, menge: 1, ...more })
  const look = (geraet_id: string, menge = 1) =>
    call("GET", `pfandverluste/vorschau?kunde_id=${kunde_id}&geraet_id=${geraet_id}&menge=${menge}`)

  test("without a deposit, or with one that was waived, is on the account while it is there, and leaves it then", async () => {
    for (const waived of [0, 5000]) {
      const id = await device({ pfand_cent: waived })
      await issue(id)
      if (waived > 0) await correct(id, "korrektur_minus", waived)
      expect((await konto()).geraete).toMatchObject([{ geraet_id: id, beim_kunden: true, wert_cent: 0 }])
      const { posten } = (await call("GET", `kunden/${kunde_id}/pfandalter`)).body
      expect(posten).toMatchObject([{ seit: "2026-10-01", menge: 1, wert_cent: 0 }])
      expect((await keep(id)).status).toBe(409)
      await report(id)
      const { items } = (await call("GET", `pfandbuchungen?kunde_id=${kunde_id}`)).body
      expect((await konto()).geraete).toEqual([])
      expect((await storno(items.find(({ grund }: any) => grund === "Verlust"))).status).toBe(201)
      await report(id, "lager")
      expect((await konto()).geraete).toEqual([])
      expect((await call("GET", `kunden/${kunde_id}/pfandalter`)).body.posten).toEqual([])
      expect(await proof()).toEqual([])
    }
  })

  test("that went out for nothing, was charged later and lost has no age any more, nor has one of an earlier version", async () => {
    const id = await device({ pfand_cent: 0 })
    await issue(id)
    await correct(id, "korrektur_plus", 5000)
    await report(id)
    expect([(await keep(id)).status, await proof()]).toEqual([201, []])
    using db = new Database(join(app.dir, "pfandwerk.db"))
    const earlier = "UPDATE pfandkonten SET seit_am = '2026-10-01T10:00:00.000Z', seit_nr = 1, seit_rest = 1"
    db.run(`${earlier} WHERE geraet_id = ?`, [id])
    expect(await proof()).toHaveLength(1)
    db.run(await Bun.file("migrations/0137_erlassenes_geraetepfand.sql").text())
    expect(await proof()).toEqual([])
  })

  test("leaves the account and keeps its deposit: nothing is refunded, and its VAT stays", async () => {
    const id = await device()
    await issue(id)
    expect(await settle()).toMatchObject({ summe_cent: 5000, ust_cent: 950 })
    await report(id)
    // What was charged when it went out there, whatever it costs today, and what of it is open.
    await call("PATCH", `geraete/${id}`, { pfand_cent: 9000 })
    const reported = async () =>
      (await call("GET", "schwund/geraete?limit=200")).body.items.find((one: any) => one.id === id)
    expect(await reported()).toMatchObject({ kunde_id, pfand_cent: 5000, offen_cent: 5000 })
    const { body } = await look(id)
    expect(body).toMatchObject({ summe_cent: -5000, teile: [{ menge: 1, betrag_cent: 5000 }] })
    expect(body.saetze).toEqual([{ klasse: "geraetepfand", satz: 19, menge: 1, summe_cent: 5000 }])
    expect(body.bedeutung).toMatch(
      /^Das Gerät \S+ verlässt das Konto des Kunden, 50,00\u00a0€ Pfand behält die Firma\. Die Umsatzsteuer darauf \(19 %\) entstand/,
    )
    const lost = await keep(id, { bemerkung: "gestohlen", erwartet_cent: -5000 })
    expect([lost.status, booked(lost.body)]).toEqual([201, [["korrektur_minus", 1, 5000]]])
    expect(await reported()).toMatchObject({ kunde_id, pfand_cent: 5000, offen_cent: 0 })
    expect(lost.body.pfandkonto).toMatchObject({ wert_cent: 0, negativ: false, geraete: [] })
    expect(await open()).toMatchObject({ buchungen: 0, anfang_cent: 0, summe_cent: 0 })
    expect((await call("GET", `kunden/${kunde_id}/pfandalter`)).body.posten).toEqual([])
    const { bewegungen } = (await call("GET", `kunden/${kunde_id}/kontoauszug?bis=2026-10-15`)).body
    expect(bewegungen.map((one: any) => [one.vorgang, one.menge, one.summe_cent])).toEqual([
      ["Ausgabe", 1, 5000],
      ["Verlust", -1, -5000],
    ])
    const customers = (await call("GET", "schwund/kunden?jahr=2026&limit=200")).body.items
    expect(customers.find((one: any) => one.kunde_id === kunde_id)).toMatchObject({
      menge: 0,
      verloren: 1,
      verloren_cent: 5000,
    })
    await book("ausgabe", 1)
    expect(await settle()).toMatchObject({ anfang_cent: 0, summe_cent: 100, verluste_cent: -5000 })
    expect(await proof()).toEqual([])
  })

  test("is one piece in letters, and none once it is elsewhere, though its deposit is open", async () => {
    const id = await device()
    await issue(id)
    const told = async (stichtag = "2026-10-15") => {
      const path = `kunden/${kunde_id}/saldenbestaetigung`
      const { bestand } = (await call("GET", `${path}?stichtag=${stichtag}`)).body
      const rows = rowsOf((await call("GET", `export/stichtag?stichtag=${stichtag}`)).bytes)
      const { kundennummer } = await konto()
      const { Stück, Pfand, Hinweis } = rows.find((row) => row["Kundennummer"] === kundennummer) ?? {}
      return [...bestand.map((one: any) => [one.menge, one.wert_cent, one.verbleib]), Stück, Pfand, Hinweis]
    }
    expect(await told()).toEqual([[1, 5000, undefined], "1", "50,00", ""])
    await report(id)
    const lost = [[1, 5000, "verloren"], "1", "50,00", "verloren gemeldet"]
    expect(await told()).toEqual(lost)
    await travel(app, hof, "2026-10-17T10:00:00.000Z")
    await report(id, "lager")
    // As it was known at the end of that day.
    expect(await told("2026-10-16")).toEqual(lost)
    const gone = [[0, 5000, "fort"], "0", "50,00", "nicht mehr beim Kunden, Pfand offen"]
    expect(await told("2026-10-17")).toEqual(gone)
    await report(id, "ausgemustert")
    expect(await told("2026-10-17")).toEqual(gone)
    const given = await device()
    await issue(given)
    await report(given)
    await report(given, "ausgemustert")
    expect((await told("2026-10-17")).slice(0, 2)).toContainEqual([1, 5000, "verloren"])
  })

  test("leaves ages, reminders and who has something for longest once it turns up, and comes back to none of them", async () => {
    const id = await device()
    await issue(id, "2026-06-01")
    const aged = async () => {
      const { posten } = (await call("GET", `kunden/${kunde_id}/pfandalter`)).body
      const { items } = (await call("GET", "pfandalter?ueber_tagen=90&limit=200")).body
      const { status } = await call("GET", `kunden/${kunde_id}/erinnerung.pdf`)
      const isListed = items.some((one: any) => one.kunde_id === kunde_id)
      return [posten.length, isListed, status, (await konto()).seit_am, await proof()]
    }
    const since = "2026-06-01T10:00:00.000Z"
    expect(await aged()).toEqual([1, true, 200, since, []])
    await report(id)
    expect(await aged()).toEqual([1, true, 200, since, []])
    await report(id, "lager")
    const none = [0, false, 409, null, []]
    expect(await aged()).toEqual(none)
    // As an earlier version has it.
    using db = new Database(join(app.dir, "pfandwerk.db"))
    const earlier = "UPDATE pfandkonten SET seit_am = '2026-06-01T10:00:00.000Z', seit_nr = 1, seit_rest = 1"
    db.run(`${earlier} WHERE geraet_id = ?`, [id])
    expect(await proof()).toHaveLength(1)
    db.run(await Bun.file("migrations/0140_geraete_die_wieder_da_sind.sql").text())
    expect(await aged()).toEqual(none)
    await correct(id, "korrektur_minus", 2000)
    expect(await aged()).toEqual(none)
    await report(id)
    expect(await aged()).toEqual(none)
    await report(id, "lager")
    await travel(app, hof, "2026-10-16T10:00:00.000Z")
    await issue(id, "2026-10-16")
    expect(await aged()).toEqual([1, true, 200, since, []])
  })

  test("several times stands with the customer whose deposit is open for it, until that is settled", async () => {
    const id = await device()
    const { geraetenummer } = (await call("GET", `geraete/${id}`)).body
    const reported = async () =>
      (await call("GET", "schwund/geraete?limit=200")).body.items.find((one: any) => one.id === id)
    const exported = async () =>
      rowsOf((await call("GET", "export/geraete")).bytes).find((row) => row["Gerätenummer"] === geraetenummer)
    const debtor = kunde_id
    await issue(id)
    await report(id)
    expect(await reported()).toMatchObject({ kunde_id, offen_cent: 5000, frueher: false })
    await report(id, "lager")
    await report(id)
    const owed = { kunde_id, pfand_cent: 5000, offen_cent: 5000, frueher: true }
    expect(await reported()).toMatchObject(owed)
    await report(id, "lager")
    await call("PATCH", `geraete/${id}`, { pfand_cent: 0 })
    kunde_id = (await call("POST", "kunden", { name: "Ohne Pfand" })).body.id
    await issue(id, "2026-10-15")
    await report(id)
    expect(await reported()).toMatchObject(owed)
    expect(await exported()).toMatchObject({ Kunde: "Gasthaus", "Pfand beim Kunden": "50,00" })
    const other = kunde_id
    kunde_id = debtor
    await correct(id, "korrektur_minus", 5000)
    expect(await reported()).toMatchObject({ kunde_id: other, offen_cent: 0, frueher: false })
    await report(id, "lager")
    await report(id)
    expect(await reported()).toMatchObject({ kunde_id: null, offen_cent: 0, frueher: false })
  })

  test("that was a security is compensation as a rule, and so is that part of one that was both", async () => {
    const id = await device({ pfandform: "kaution" })
    await issue(id)
    await report(id)
    expect((await look(id)).body.bedeutung).toContain(
      "50,00\u00a0€ Kaution behält die Firma. Eine Kaution ist eine Sicherheit: Wird sie behalten, ist das in der Regel Schadensersatz ohne Umsatzsteuer.",
    )
    const both = await device()
    await issue(both)
    await call("PATCH", `geraete/${both}`, { pfandform: "kaution" })
    await correct(both, "korrektur_plus", 1000)
    await report(both)
    expect((await look(both)).body.saetze.map((one: any) => [one.klasse, one.satz, one.summe_cent])).toEqual([
      ["kaution", null, 1000],
      ["geraetepfand", 19, 5000],
    ])
    expect((await look(both)).body.bedeutung).toContain("10,00\u00a0€ davon sind Kaution.")
    const ages = async () =>
      (await call("GET", `kunden/${kunde_id}/pfandalter`)).body.posten.map((one: any) => [
        one.seit,
        one.menge,
        one.wert_cent,
      ])
    // One piece, however often its deposit was raised.
    expect(await ages()).toEqual([
      ["2026-10-01", 1, 5000],
      ["2026-10-01", 1, 6000],
    ])
    expect(booked((await keep(both)).body)).toEqual([["korrektur_minus", 1, 6000]])
    expect(await ages()).toEqual([["2026-10-01", 1, 5000]])
    await correct(id, "korrektur_minus", 1000)
    expect(await ages()).toEqual([["2026-10-01", 1, 4000]])
    expect(await proof()).toEqual([])
  })

  test("comes back by its Storno, once, and before that nothing of it is reversed", async () => {
    const id = await device()
    await issue(id)
    const raised = await correct(id, "korrektur_plus", 1000)
    await report(id)
    const lost = (await keep(id)).body
    const refused = await storno(raised)
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      expect.stringContaining("wurde danach als Verlust gebucht; das bitte zuerst stornieren"),
    ])
    expect((await storno(lost)).body.pfandkonto.wert_cent).toBe(6000)
    expect((await storno(lost)).status).toBe(409)
    expect(await open()).toMatchObject({ buchungen: 2, summe_cent: 6000 })
    await report(id, "lager")
    expect((await keep(id)).body.error).toContain("ist im Lager, also nicht verloren")
    await operate(id, "ausgabe", { kunde_id: hof.kunden[1] })
    expect((await keep(id)).body.error).toContain("ist bei einem anderen Kunden, also nicht verloren")
    await correct(id, "korrektur_minus", 6000)
    expect(await settle()).toMatchObject({ summe_cent: 0, ust_cent: 0 })
    expect(await proof()).toEqual([])
  })

  test("is refused while it is there, without a deposit, twice, and where it names two things", async () => {
    const id = await device()
    expect((await keep(id)).body.error).toContain("ist beim Kunden kein Pfand offen")
    await issue(id)
    expect((await keep(id)).body.error).toContain("bitte zuerst als verloren melden")
    await report(id)
    expect((await look(id, 2)).body.errors).toMatchObject([{ path: "menge", location: "query" }])
    expect((await keep(id, { menge: 2 })).body.errors).toMatchObject([{ path: "menge" }])
    expect((await keep(id, { pfandartikel_id: artikel_id })).status).toBe(400)
    expect((await call("POST", "pfandverluste", { kunde_id, menge: 1 })).status).toBe(400)
    expect((await keep(Bun.randomUUIDv7())).status).toBe(404)
    expect((await keep(id, { erwartet_cent: -1 })).status).toBe(409)
    const request = { id: Bun.randomUUIDv7() }
    expect([(await keep(id, request)).status, (await keep(id, request)).status]).toEqual([201, 200])
    expect((await keep(id)).body.error).toContain("ist beim Kunden kein Pfand offen")
  })
})

test("the loss report has it per article and customer, in the year in which it was booked", async () => {
  await book("ausgabe", 10, { tag: "2025-05-01" })
  const lost = (await lose(4)).body
  await lose(1)
  const articles = async (jahr: number) =>
    (await call("GET", `schwund?jahr=${jahr}&limit=200`)).body.items.find((one: any) => one.id === artikel_id)
  const customers = async (jahr: number) =>
    (await call("GET", `schwund/kunden?jahr=${jahr}&limit=200`)).body.items.find(
      (one: any) => one.kunde_id === kunde_id,
    )
  const [figures, none] = [
    { verloren: 5, verloren_cent: 500 },
    { verloren: 0, verloren_cent: 0 },
  ]
  expect(await articles(2026)).toMatchObject({ ...figures, bei_kunden: 5 })
  expect(await articles(2025)).toMatchObject(none)
  expect(await customers(2026)).toMatchObject({ ...figures, menge: 5 })
  expect(await customers(2025)).toMatchObject({ ...none, menge: 10 })
  expect((await call("GET", "schwund/kunden.csv?jahr=2026")).text).toContain(
    "Gasthaus;5;5,00;5;5,00;5;5,00\r\n",
  )
  expect((await call("GET", "schwund/liste.csv?jahr=2026")).text).toContain(";5;5;5,00\r\n")
  await storno(lost)
  expect(await customers(2026)).toMatchObject({ verloren: 1, verloren_cent: 100 })
})

test("of a delivery that is reversed afterwards is a loss at its own day's rate, and nothing is taxed", async () => {
  await change({ steuersatz: "ermaessigt" })
  const irrtum = await book("ausgabe", 5)
  await change({ steuersatz: "regel" })
  await lose(5)
  expect(await ausgleich()).toEqual([[7, 500, 500]])
  await storno(irrtum)
  expect(await ausgleich()).toEqual([[19, 0, 500]])
  expect(await proof()).toEqual([])
})

test("moves with the company: what is open there is what was open here", async () => {
  await book("ausgabe", 5)
  await storno((await lose(2)).body)
  await lose(3)
  const folder = temporaryDir()
  expect(extractCompany(join(app.dir, "pfandwerk.db"), "hof", folder).company.id).toBe(hof.id)
  const count = (dir: string): number => {
    const db = new Database(join(dir, "pfandwerk.db"), { readonly: true })
    const [row] = db.query("SELECT count(*) FROM pfandverluste WHERE tenant_id = ?").values(hof.id)
    db.close()
    return Number(row?.[0])
  }
  expect(count(folder)).toBe(count(app.dir))
})

test("is in the auditor's export", async () => {
  await book("ausgabe", 5)
  const { vorgang_id } = (await lose(2)).body
  const names = exportForAuditor(app.deps.system.tenant(hof.id), { von: "2026-01-01", bis: "2026-10-15" })
  const lines: string[] = []
  for (const { name, pieces } of names)
    if (name === "pfandverluste.csv")
      for (const part of pieces) lines.push(...new TextDecoder().decode(part).split("\r\n"))
  expect(lines[0]).toContain("vorgang_id")
  expect(lines.some((line) => line.includes(vorgang_id) && line.includes(kunde_id))).toBe(true)
})

test("the proof finds a loss that is open as well, and one that no longer counts as such", async () => {
  await book("ausgabe", 5)
  const { buchungen } = (await lose(2)).body
  expect(await proof()).toEqual([])
  const db = new Database(join(app.dir, "pfandwerk.db"), { strict: true })
  const [{ id, lfd_nr }] = buchungen
  db.query(
    `INSERT INTO offene_buchungen (tenant_id, id, kunde_id, erfasst_am, erstellt_am, aktualisiert_am)
      SELECT tenant_id, id, kunde_id, erfasst_am, erstellt_am, erstellt_am FROM pfandbuchungen WHERE id = ?`,
  ).run(id)
  const twice = `Buchung ${lfd_nr} steht weder in genau einer geltenden Abrechnung, noch ist sie genau einmal offen`
  expect(await proof()).toContainEqual({ art: "abrechnung", msg: twice })
  db.query("DELETE FROM offene_buchungen WHERE id = ?").run(id)
  expect(await proof()).toEqual([])
  db.run("DROP TRIGGER pfandverluste_nie_loeschen")
  db.query("DELETE FROM pfandverluste WHERE id = ?").run(buchungen[0].vorgang_id)
  expect(await proof()).toContainEqual({ art: "abrechnung", msg: twice })
  db.close()
})
