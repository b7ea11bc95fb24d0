import { pdfText } from "../../helpers/pdf.ts"
import { afterAll, beforeEach, describe, expect, setSystemTime, test } from "bun:test"
import { inventurzaehlungen } from "../../../src/db/schema.ts"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { travel } from "../../helpers/zeit.ts"

/** The company's own stock, and how it is counted. */

const app = createTestApp()
afterAll(() => {
  setSystemTime()
  app.close()
})
let hof: Yard
let nr = 0
beforeEach(async () => {
  hof = await yard(app, `lager-${++nr}`)
  await travel(app, hof, "2026-06-15T08:00:00.000Z")
})

type Who = "admin" | "user" | "fahrer"
const call = (method: string, path: string, body?: object, who: Who = "user") =>
  app.call(method, `/api/${path}`, { token: hof[who].token, ...(body && { body }) })

const at = (time: string) => travel(app, hof, `2026-06-15T${time}:00.000Z`)
const book = (art: string, pfandartikel_id: string, menge: number, more = {}) =>
  call(
    "POST",
    "pfandbuchungen",
    { kunde_id: hof.kunden[0], positionen: [{ pfandartikel_id, art, menge }], ...more },
    "admin",
  )
const open = async (more = {}) =>
  (await call("POST", "inventuren", { bezeichnung: "Juni", mit_geraeten: 0, ...more })).body.id as string
const count = (inventur: string, pfandartikel_id: string, menge: number, more = {}, who: Who = "user") =>
  call(
    "POST",
    `inventuren/${inventur}/zaehlungen`,
    { positionen: [{ pfandartikel_id, menge }], ...more },
    who,
  )
const close = (inventur: string, body = {}) => call("POST", `inventuren/${inventur}/abschluss`, body)
const positions = async (inventur: string, was = "") =>
  (await call("GET", `inventuren/${inventur}/positionen${was && `?was=${was}`}`)).body.items
const stockOf = async (id: string) =>
  (await call("GET", "lager")).body.items.find((one: { id: string }) => one.id === id).stand
const counted = async (menge: number, artikel = hof.fass) => {
  const inventur = await open()
  await count(inventur, artikel, menge)
  return [inventur, await close(inventur)] as const
}

describe("the stock", () => {
  test("is unknown until it was counted, and then goes on with what moves", async () => {
    expect(await stockOf(hof.fass)).toBe(null)
    await book("ausgabe", hof.fass, 3)
    await at("09:00")
    expect((await counted(40))[1].status).toBe(200)
    await at("10:00")
    await book("ausgabe", hof.fass, 5)
    await book("ruecknahme", hof.fass, 2)
    for (const [art, menge] of [
      ["zukauf", 10],
      ["verkauf", 1],
      ["verschrottung", 4],
    ] as const)
      expect((await call("POST", "lager/bewegungen", { pfandartikel_id: hof.fass, art, menge })).status).toBe(
        201,
      )
    expect(await stockOf(hof.fass)).toMatchObject({
      gezaehlt: 40,
      ausgegeben: 5,
      zurueckgekommen: 2,
      zugekauft: 10,
      verkauft: 1,
      verschrottet: 4,
      bestand: 42,
    })
  })

  test("does not move with corrections and opening balances, which change accounts", async () => {
    await counted(40)
    await at("10:00")
    await book("korrektur_plus", hof.fass, 7, { grund: "nachgezählt" })
    await book("anfangsbestand", hof.fass, 9)
    expect((await stockOf(hof.fass)).bestand).toBe(40)
  })

  test("does not count again what happened before the count and is told late", async () => {
    await at("09:00")
    await counted(40)
    await at("11:00")
    await book("ruecknahme", hof.fass, 6, { erfasst_am: "2026-06-15T08:30:00.000Z" })
    const bewegung = { pfandartikel_id: hof.fass, art: "zukauf", menge: 3 }
    await call("POST", "lager/bewegungen", { ...bewegung, erfasst_am: "2026-06-15T08:30:00.000Z" })
    // In the very moment of the count it was there to be counted.
    await book("ruecknahme", hof.fass, 6, { erfasst_am: "2026-06-15T09:00:00.000Z" })
    expect((await stockOf(hof.fass)).bestand).toBe(40)
    await book("ruecknahme", hof.fass, 6, { erfasst_am: "2026-06-15T09:30:00.000Z" })
    expect((await stockOf(hof.fass)).bestand).toBe(46)
  })

  test("takes back a Storno of what moved it, and of nothing that was counted already", async () => {
    const before = (await book("ausgabe", hof.fass, 4)).body.vorgang_id
    await at("09:00")
    await counted(40)
    await at("10:00")
    const after = (await book("ausgabe", hof.fass, 5)).body.vorgang_id
    expect((await stockOf(hof.fass)).bestand).toBe(35)
    const storno = (id: string) => call("POST", `pfandbuchungen/${id}/storno`, { grund: "Irrtum" }, "admin")
    expect((await storno(before)).status).toBe(201)
    expect((await stockOf(hof.fass)).bestand).toBe(35)
    expect((await storno(after)).status).toBe(201)
    expect(await stockOf(hof.fass)).toMatchObject({ ausgegeben: 0, bestand: 40 })
  })

  test("is of the parts of a gebinde, each by itself", async () => {
    const inventur = await open()
    await count(inventur, hof.kasten, 2)
    await count(inventur, hof.flasche, 5)
    await close(inventur)
    expect((await stockOf(hof.leer)).bestand).toBe(2)
    expect((await stockOf(hof.flasche)).bestand).toBe(45)
    await at("10:00")
    await call("POST", "lager/bewegungen", { pfandartikel_id: hof.kasten, art: "zukauf", menge: 3 })
    expect((await stockOf(hof.flasche)).bestand).toBe(105)
    const rows = (await call("GET", "lager")).body.items.map(({ nummer }: { nummer: string }) => nummer)
    expect(rows).toEqual(["FASS", "FLASCHE", "KASTEN"])
  })

  test("is of the parts that a gebinde had when it was counted or bought, not of those it has by now", async () => {
    const inventur = await open()
    await at("09:00")
    const parts = (menge: number) => [
      { pfandartikel_id: hof.leer, menge: 1 },
      { pfandartikel_id: hof.flasche, menge },
    ]
    const path = `pfandartikel/${hof.kasten}`
    expect((await call("PATCH", path, { bestandteile: parts(24) }, "admin")).status).toBe(200)
    await at("10:00")
    const before = { erfasst_am: "2026-06-15T08:30:00.000Z" }
    await count(inventur, hof.kasten, 2, before)
    expect((await close(inventur)).status).toBe(200)
    expect((await stockOf(hof.flasche)).bestand).toBe(40)
    const bought = { pfandartikel_id: hof.kasten, art: "zukauf", menge: 1 }
    await call("POST", "lager/bewegungen", { ...bought, erfasst_am: "2026-06-15T08:45:00.000Z" })
    await call("POST", "lager/bewegungen", bought)
    expect((await stockOf(hof.flasche)).bestand).toBe(40 + 20 + 24)
  })

  test("leaves the ledger, its sums and the customers' accounts as they are", async () => {
    await book("ausgabe", hof.fass, 3)
    const konto = async () => (await call("GET", `kunden/${hof.kunden[0]}/pfandkonto`)).text
    const before = await konto()
    await at("09:00")
    await counted(40)
    await call("POST", "lager/bewegungen", { pfandartikel_id: hof.fass, art: "verschrottung", menge: 4 })
    expect(await konto()).toBe(before)
    expect((await call("GET", "pfandpruefung", undefined, "admin")).body).toMatchObject({
      in_ordnung: true,
      buchungen: 1,
    })
  })

  test("goes out as a table", async () => {
    await counted(40)
    expect((await call("GET", "lager/liste.csv")).text).toContain(
      "FASS;Artikel FASS;40;15.06.2026, 10:00;0;0;0;0;0;40;0",
    )
    await at("11:00")
    await call("POST", "lager/bewegungen", {
      pfandartikel_id: hof.fass,
      art: "zukauf",
      menge: 4,
      bemerkung: "=1+1",
    })
    expect((await call("GET", "export/lager")).text).toContain(
      "FASS;Artikel FASS;40;2026-06-15;4;0;0;0;0;44;0",
    )
    expect((await call("GET", `export/lagerbewegungen?pfandartikel_id=${hof.fass}`)).text).toMatch(
      /\r\n2026-06-15;Zukauf;FASS;Artikel FASS;4;'=1\+1;[^;]+;nein;nein\r\n$/,
    )
    const other = await call("GET", `export/lagerbewegungen?pfandartikel_id=${hof.kasten}`)
    expect(other.text.trimEnd().split("\r\n")).toHaveLength(1)
  })
})

describe("a movement", () => {
  test("is booked once, and reversed once", async () => {
    const id = Bun.randomUUIDv7()
    const body = { id, pfandartikel_id: hof.kasten, art: "zukauf", menge: 2, bemerkung: "Glashütte" }
    const [first, again] = [
      await call("POST", "lager/bewegungen", body),
      await call("POST", "lager/bewegungen", body),
    ]
    expect([first.status, again.status, again.body]).toEqual([201, 200, first.body])
    expect((await call("POST", "lager/bewegungen", { ...body, menge: 3 })).status).toBe(409)
    const [kasten] = first.body.bewegungen
    const about = `protokoll?tabelle=lagerbewegungen&datensatz_id=${kasten.id}`
    const logged = (await call("GET", about, undefined, "admin")).body.items
    expect(logged.map(({ aktion }: any) => aktion)).toEqual(["lagerbewegungen.gebucht"])
    const storno = () => call("POST", `lager/bewegungen/${kasten.id}/storno`, { bemerkung: "doppelt" })
    const reversed = await storno()
    expect(reversed.body).toMatchObject({ menge: -2, storno_von: kasten.id, bemerkung: "doppelt" })
    expect((await storno()).status).toBe(409)
    expect((await call("POST", `lager/bewegungen/${reversed.body.id}/storno`, {})).status).toBe(409)
    const { items } = (await call("GET", "lager/bewegungen")).body
    expect(items.map((one: { menge: number; storniert: boolean }) => [one.menge, one.storniert])).toEqual(
      expect.arrayContaining([
        [2, true],
        [40, false],
        [-2, false],
      ]),
    )
  })

  test("that was reversed never happened, also for the stock", async () => {
    const storno = (id: string) => call("POST", `lager/bewegungen/${id}/storno`, {})
    const zukauf = { pfandartikel_id: hof.fass, art: "zukauf", menge: 5 }
    const before = await call("POST", "lager/bewegungen", zukauf)
    await at("09:00")
    await counted(40)
    // The count has it, there or not.
    await at("09:30")
    await storno(before.body.bewegungen[0].id)
    expect((await stockOf(hof.fass)).bestand).toBe(40)
    await at("10:00")
    const { body } = await call("POST", "lager/bewegungen", {
      pfandartikel_id: hof.fass,
      art: "verschrottung",
      menge: 9,
    })
    expect((await stockOf(hof.fass)).bestand).toBe(31)
    await at("11:00")
    await storno(body.bewegungen[0].id)
    expect(await stockOf(hof.fass)).toMatchObject({ verschrottet: 0, bestand: 40 })
  })
})

describe("a count", () => {
  test("adds up what several people counted, each with lines of their own", async () => {
    const inventur = await open()
    await count(inventur, hof.fass, 12, { ort: "Halle 2" }, "user")
    const mine = await count(inventur, hof.fass, 8, { id: Bun.randomUUIDv7() }, "fahrer")
    await count(inventur, hof.leer, 100, {}, "fahrer")
    const gezaehlt = (await call("GET", `inventuren/${inventur}/gezaehlt`, undefined, "fahrer")).body
    expect(gezaehlt.artikel).toMatchObject([
      {
        nummer: "FASS",
        menge: 20,
        personen: expect.arrayContaining([expect.objectContaining({ menge: 8 })]),
      },
      { nummer: "KASTEN", menge: 100 },
    ])
    expect(gezaehlt.personen).toMatchObject([
      { zeilen: 2, stueck: 108 },
      { zeilen: 1, stueck: 12 },
    ])
    const of = (id: string) => call("GET", `inventuren/${inventur}/zaehlungen?gezaehlt_von=${id}`)
    expect((await of(hof.user.id)).body.items).toMatchObject([{ menge: 12, ort: "Halle 2" }])

    const remove = (id: string, who: Who) =>
      call("DELETE", `inventuren/${inventur}/zaehlungen/${id}`, undefined, who)
    const others = (await of(hof.user.id)).body.items[0].erfassung_id
    expect((await remove(others, "fahrer")).status).toBe(403)
    expect((await remove(mine.body.erfassung_id, "fahrer")).status).toBe(204)
    const [driver] = (await of(hof.fahrer.id)).body.items
    for (const one of [others, driver.erfassung_id]) expect((await remove(one, "user")).status).toBe(204)
    expect((await remove(others, "user")).status).toBe(404)
  })

  test("takes twenty thousand lines, and not one more", async () => {
    const inventur = await open()
    const tenant = app.deps.system.tenant(hof.id)
    const line = {
      inventur_id: inventur,
      erfassung_id: Bun.randomUUIDv7(),
      pfandartikel_id: hof.fass,
      menge: 1,
    }
    const who = { erfasst_am: tenant.now(), gezaehlt_von: hof.user.id, ort: null }
    await app.deps.system.write(() => {
      tenant.insertAll(
        inventurzaehlungen,
        Array.from({ length: 19_999 }, () => ({ ...line, ...who })),
      )
    })
    // Two parts are two lines.
    expect((await count(inventur, hof.kasten, 1)).status).toBe(409)
    expect((await count(inventur, hof.fass, 1)).status).toBe(201)
    const { status, body } = await count(inventur, hof.fass, 1)
    expect([status, body.error]).toEqual([409, "Eine Inventur hat höchstens 20000 gezählte Zeilen"])
    await call("POST", `inventuren/${inventur}/verwerfen`)
  })

  test("takes the same line once, however often a telephone sends it", async () => {
    const inventur = await open()
    const id = Bun.randomUUIDv7()
    expect((await count(inventur, hof.fass, 8, { id }, "fahrer")).status).toBe(201)
    expect((await count(inventur, hof.fass, 8, { id }, "fahrer")).status).toBe(200)
    expect((await count(inventur, hof.fass, 9, { id }, "fahrer")).status).toBe(409)
    expect((await call("GET", `inventuren/${inventur}/gezaehlt`)).body.artikel).toMatchObject([{ menge: 8 }])
    // A device is there once, scanned twice in a row, and once more later.
    const found = { geraet_id: hof.geraete[0], menge: 1 }
    const scanned = (positionen: object[]) =>
      call("POST", `inventuren/${inventur}/zaehlungen`, { positionen }, "fahrer")
    expect((await scanned([found, found])).body.zaehlungen.length).toBe(1)
    expect((await scanned([found])).body.zaehlungen).toEqual([])
  })

  test("shows what was expected when it is closed, and not before", async () => {
    await counted(40)
    await at("10:00")
    await book("ausgabe", hof.fass, 5)
    const inventur = await open()
    expect(await stockOf(hof.fass)).toBe(null)
    await count(inventur, hof.fass, 33)
    for (const path of ["positionen", "ergebnis", "bericht.csv", "bericht.pdf"])
      expect([path, (await call("GET", `inventuren/${inventur}/${path}`)).status]).toEqual([path, 409])
    await close(inventur)
    // A deposit that changes afterwards does not change what was missing.
    await at("11:00")
    await call("PATCH", `pfandartikel/${hof.fass}`, { pfand_cent: 5000 }, "admin")
    const [line] = await positions(inventur)
    expect(line).toMatchObject({ gezaehlt: 33, erwartet: 35, differenz: -2, differenz_cent: -6000 })
    const ergebnis = { fehlt: 2, fehlt_cent: 6000, zu_viel: 0, zu_viel_cent: 0 }
    expect((await call("GET", `inventuren/${inventur}/ergebnis`)).body).toMatchObject(ergebnis)
    const listed = async (who: Who) =>
      (await call("GET", "inventuren?ergebnis=true", undefined, who)).body.items
    expect((await listed("user"))[0]).toMatchObject({ id: inventur, ergebnis })
    expect((await listed("fahrer"))[0].ergebnis).toBeUndefined()
    expect((await stockOf(hof.fass)).bestand).toBe(33)
  })

  test("names before its end what differs and what nobody counted, and by how much only where that is asked for", async () => {
    await counted(40)
    await counted(7, hof.flasche)
    await counted(12, hof.leer)
    const artikel = async (nummer: string) => {
      const neu = { nummer, bezeichnung: nummer, art: "einzeln", pfand_cent: 100 }
      return (await call("POST", "pfandartikel", { ...neu, ust_klasse: "warenumschliessung" }, "admin")).body
        .id as string
    }
    const [below, never] = [await artikel("TIEF"), await artikel("NEU")]
    await counted(1, below)
    await at("10:00")
    await book("ausgabe", below, 3)
    const inventur = await open({ mit_geraeten: 1 })
    await count(inventur, hof.fass, 33)
    await count(inventur, hof.leer, 12)
    // Nobody knows what should be there of it.
    await count(inventur, never, 5)
    const path = `inventuren/${inventur}/abschluss`
    const { body } = await call("GET", path)
    body.ungezaehlt.sort((one: any, other: any) => (one.nummer < other.nummer ? -1 : 1))
    expect(body).toEqual({
      artikel_gezaehlt: 3,
      abweichend: [
        {
          id: hof.fass,
          nummer: "FASS",
          bezeichnung: expect.any(String),
          einheit: "stueck",
          differenz: null,
          differenz_cent: null,
        },
      ],
      ungezaehlt: [
        { id: hof.flasche, nummer: "FLASCHE", bezeichnung: expect.any(String), einheit: "stueck" },
        { id: below, nummer: "TIEF", bezeichnung: "TIEF", einheit: "stueck" },
      ],
      geraete_gezaehlt: 0,
      geraete_fehlen: 2,
      fehlende_geraete: hof.geraete.map((id, i) => ({
        id,
        nummer: `G-${i + 1}`,
        bezeichnung: expect.any(String),
      })),
    })
    const shown = await call("GET", `${path}?abweichung=true`)
    expect(shown.body.abweichend).toMatchObject([{ differenz: -7, differenz_cent: -21_000 }])
    expect((await call("GET", path, undefined, "fahrer")).status).toBe(403)
    expect((await close(inventur, { geraete_gesucht: 0 })).body).toMatchObject({ mit_geraeten: 0 })
    expect(await positions(inventur, "geraete")).toEqual([])
    expect((await call("GET", path)).status).toBe(409)
  })

  test("blocks nobody, and tells what moved while lines were counted and after them", async () => {
    await counted(40)
    await at("10:00")
    const inventur = await open()
    await at("10:10")
    await count(inventur, hof.fass, 20)
    await at("10:20")
    await book("ausgabe", hof.fass, 3)
    await at("10:30")
    await count(inventur, hof.fass, 17, {}, "fahrer")
    await at("10:40")
    await book("ruecknahme", hof.fass, 6)
    await book("ausgabe", hof.fass, 1)
    for (const [art, menge] of [
      ["zukauf", 9],
      ["verkauf", 4],
      ["verschrottung", 3],
    ])
      await call("POST", "lager/bewegungen", { pfandartikel_id: hof.fass, art, menge })
    // Told at noon, and done before the first line was counted.
    await at("12:00")
    await book("ruecknahme", hof.fass, 4, { erfasst_am: "2026-06-15T10:05:00.000Z" })
    await close(inventur)
    expect(await positions(inventur)).toMatchObject([
      {
        gezaehlt: 37,
        erwartet: 41,
        differenz: -4,
        waehrend_ausgegeben: 3,
        waehrend_zurueck: 0,
        danach_ausgegeben: 1,
        danach_zurueck: 6,
        danach_lager: 2,
        bestand: 44,
        seit_am: "2026-06-15T10:10:00.000Z",
        gezaehlt_am: "2026-06-15T10:30:00.000Z",
      },
    ])
    expect((await stockOf(hof.fass)).bestand).toBe(44)
  })

  test("takes what moves in the moment of its first line as counted, in that of its last as meanwhile", async () => {
    await counted(40)
    await at("10:00")
    const inventur = await open()
    await at("10:10")
    await book("ausgabe", hof.fass, 2)
    await count(inventur, hof.fass, 20)
    await at("10:20")
    await book("ausgabe", hof.fass, 4)
    await count(inventur, hof.fass, 15)
    await close(inventur)
    expect(await positions(inventur)).toMatchObject([
      { gezaehlt: 35, erwartet: 34, waehrend_ausgegeben: 4, danach_ausgegeben: 0, bestand: 35 },
    ])
  })

  test("counts what a telephone ahead of midnight has booked on the day before", async () => {
    await counted(40)
    await at("23:50")
    const inventur = await open()
    await at("23:58")
    await book("ausgabe", hof.fass, 3, { erfasst_am: "2026-06-16T00:02:00.000Z" })
    await travel(app, hof, "2026-06-16T00:01:00.000Z")
    await count(inventur, hof.fass, 40)
    await travel(app, hof, "2026-06-16T00:10:00.000Z")
    await close(inventur)
    expect(await positions(inventur)).toMatchObject([{ danach_ausgegeben: 3, gezaehlt: 40, bestand: 37 }])
  })

  test("tells nothing of what moved meanwhile and was reversed, and takes no purchase twice", async () => {
    await counted(40)
    await at("10:00")
    const inventur = await open()
    await at("10:10")
    await count(inventur, hof.fass, 20)
    const reversed = async (art: string, menge: number) => {
      const { vorgang_id } = (await book(art, hof.fass, menge)).body
      await call("POST", `pfandbuchungen/${vorgang_id}/storno`, { grund: "Irrtum" }, "admin")
    }
    await at("10:20")
    await reversed("ausgabe", 4)
    await call("POST", "lager/bewegungen", { pfandartikel_id: hof.fass, art: "zukauf", menge: 3 })
    await at("10:30")
    await count(inventur, hof.fass, 23)
    await at("10:40")
    await reversed("ausgabe", 2)
    await close(inventur)
    expect(await positions(inventur)).toMatchObject([
      { waehrend_ausgegeben: 0, danach_ausgegeben: 0, danach_lager: 0, gezaehlt: 43, bestand: 43 },
    ])
  })

  test("begins when it was opened, also for a telephone whose clock is two minutes behind", async () => {
    await at("10:00")
    const inventur = await open()
    const { body } = await count(inventur, hof.fass, 5, { erfasst_am: "2026-06-15T09:58:00.000Z" }, "fahrer")
    expect(body.zaehlungen).toMatchObject([{ erfasst_am: "2026-06-15T10:00:00.000Z" }])
  })

  test("takes a line from a telephone without a network as of when it was counted", async () => {
    await counted(40)
    await at("10:00")
    const inventur = await open()
    await at("12:00")
    await book("ausgabe", hof.fass, 10)
    await at("13:00")
    await count(inventur, hof.fass, 40, { erfasst_am: "2026-06-15T11:00:00.000Z" }, "fahrer")
    await close(inventur)
    expect(await positions(inventur)).toMatchObject([{ erwartet: 40, differenz: 0, bestand: 30 }])
    expect((await stockOf(hof.fass)).bestand).toBe(30)
  })

  test("leaves alone what nobody counted, or takes it as not there", async () => {
    await counted(40)
    await at("10:00")
    const first = await open()
    await count(first, hof.leer, 7)
    await close(first)
    expect((await stockOf(hof.fass)).bestand).toBe(40)
    await at("11:00")
    const all = await open()
    await count(all, hof.leer, 7)
    await close(all, { rest_ist_null: 1 })
    expect(await positions(all, "abweichungen")).toMatchObject([
      { nummer: "FASS", gezaehlt: 0, erwartet: 40, seit_am: null },
    ])
    expect((await stockOf(hof.fass)).bestand).toBe(0)
  })

  test("is one at a time, ends once, and leaves nothing when it is discarded", async () => {
    await counted(40)
    await at("10:00")
    const inventur = await open()
    expect((await call("POST", "inventuren", { bezeichnung: "Noch eine" })).status).toBe(409)
    expect((await close(inventur)).status).toBe(409)
    await count(inventur, hof.fass, 1)
    expect((await call("POST", `inventuren/${inventur}/verwerfen`)).body.status).toBe("verworfen")
    expect((await stockOf(hof.fass)).bestand).toBe(40)
    expect((await count(inventur, hof.fass, 1)).status).toBe(409)
    expect((await close(inventur)).status).toBe(409)
    const next = await open()
    const { items } = (await call("GET", "inventuren?status=offen", undefined, "fahrer")).body
    expect(items.map(({ id }: { id: string }) => id)).toEqual([next])
    await count(next, hof.fass, 40)
    expect((await close(next)).status).toBe(200)
    const log = (await call("GET", "protokoll?tabelle=inventuren&limit=4", undefined, "admin")).body.items
    expect(log.map(({ aktion }: { aktion: string }) => aktion)).toEqual([
      "inventuren.abgeschlossen",
      "inventuren.eroeffnet",
      "inventuren.verworfen",
      "inventuren.eroeffnet",
    ])
  })

  test("refuses what makes no sense, and stores nothing of it", async () => {
    const inventur = await open()
    const post = (positionen: object[], more = {}) =>
      call("POST", `inventuren/${inventur}/zaehlungen`, { positionen, ...more })
    const [geraet_id] = hof.geraete
    const menge = 1
    const good = { pfandartikel_id: hof.fass, menge }
    for (const [status, positionen, more] of [
      [400, [good, { menge }]],
      [400, [{ ...good, geraet_id }]],
      [400, [{ geraet_id, menge: 2 }]],
      [400, [{ ...good, menge: -1 }]],
      [400, []],
      [400, [good], { erfasst_am: "2026-06-15T07:00:00.000Z" }],
      [400, [good], { erfasst_am: "2026-06-15T09:00:00.000Z" }],
      [404, [good, { pfandartikel_id: Bun.randomUUIDv7(), menge }]],
      [404, [good, { geraet_id: Bun.randomUUIDv7(), menge }]],
    ] as [number, object[], object?][])
      expect([status, (await post(positionen, more)).status]).toEqual([status, status])
    expect((await call("GET", `inventuren/${inventur}/zaehlungen`)).body.items).toEqual([])
  })
})

describe("devices in a count", () => {
  test("that nobody found change their state with a reason", async () => {
    const inventur = await open({ mit_geraeten: 1 })
    const found = { positionen: [{ geraet_id: hof.geraete[0], menge: 1 }] }
    await call("POST", `inventuren/${inventur}/zaehlungen`, found, "fahrer")
    await call("POST", `inventuren/${inventur}/zaehlungen`, found, "user")
    expect((await call("GET", `inventuren/${inventur}/gezaehlt`)).body.geraete).toBe(1)
    await close(inventur)
    expect(await positions(inventur, "abweichungen")).toMatchObject([
      { nummer: "G-2", gezaehlt: 0, erwartet: 1, status_vorher: "lager", status_nachher: null },
    ])
    const decide = (body: object) => call("POST", `inventuren/${inventur}/geraete/${hof.geraete[1]}`, body)
    expect((await decide({ status: "verloren" })).status).toBe(400)
    expect((await decide({ status: "verloren", grund: "Nicht auf dem Hof" })).body).toMatchObject({
      status_nachher: "verloren",
      grund: "Nicht auf dem Hof",
    })
    expect((await call("GET", `geraete/${hof.geraete[1]}`)).body.status).toBe("verloren")
    const [bewegung] = (await call("GET", `geraete/${hof.geraete[1]}/bewegungen`)).body.items
    expect(bewegung).toMatchObject({ nach_status: "verloren", notiz: "Nicht auf dem Hof" })
  })

  test("that somebody has found since, and handed out, get lost no more", async () => {
    const [, missing] = hof.geraete
    const inventur = await open({ mit_geraeten: 1 })
    await call("POST", `inventuren/${inventur}/zaehlungen`, {
      positionen: [{ geraet_id: hof.geraete[0], menge: 1 }],
    })
    await close(inventur)
    const decide = (status: string) =>
      call("POST", `inventuren/${inventur}/geraete/${missing}`, { status, grund: "weg" })
    await at("10:00")
    await call("POST", `geraete/${missing}/ausgabe`, { kunde_id: hof.kunden[0] })
    const { status, body } = await decide("verloren")
    expect([status, body.error]).toEqual([409, expect.stringContaining("und ist jetzt beim Kunden")])
    await call("POST", `geraete/${missing}/ruecknahme`, {})
    expect((await decide("verloren")).status).toBe(409)
    expect((await decide("lager")).body).toMatchObject({ status_nachher: "lager" })
  })

  test("that moved meanwhile are neither missing nor out of place", async () => {
    const [one, other] = hof.geraete
    await call("POST", `geraete/${other}/ausgabe`, { kunde_id: hof.kunden[0] })
    const neu = { geraetenummer: "G-3", bezeichnung: "Kühler", pfand_cent: 5000 }
    const third = (await call("POST", "geraete", neu)).body.id
    await at("09:00")
    const inventur = await open({ mit_geraeten: 1 })
    await at("09:10")
    await call("POST", `inventuren/${inventur}/zaehlungen`, { positionen: [{ geraet_id: one, menge: 1 }] })
    await at("09:20")
    await call("POST", `geraete/${one}/ausgabe`, { kunde_id: hof.kunden[0] })
    await call("POST", `geraete/${other}/ruecknahme`, {})
    await call("POST", `geraete/${third}/status`, { status: "wartung" })
    await close(inventur)
    expect(await positions(inventur)).toMatchObject([{ nummer: "G-1", gezaehlt: 1, erwartet: 1 }])
  })

  test("that should be elsewhere are told", async () => {
    const [one] = hof.geraete
    await call("POST", `geraete/${one}/ausgabe`, { kunde_id: hof.kunden[0] })
    await at("09:00")
    const inventur = await open()
    await call("POST", `inventuren/${inventur}/zaehlungen`, { positionen: [{ geraet_id: one, menge: 1 }] })
    await close(inventur)
    expect(await positions(inventur, "geraete")).toMatchObject([
      { nummer: "G-1", gezaehlt: 1, erwartet: 0, status_vorher: "beim_kunden" },
    ])
  })
})

describe("the loss report", () => {
  test("says of a year what was bought, what is where, and what was missing", async () => {
    await book("ausgabe", hof.fass, 4)
    await at("09:00")
    await counted(40)
    await at("10:00")
    await call("POST", "lager/bewegungen", { pfandartikel_id: hof.fass, art: "zukauf", menge: 10 })
    await at("11:00")
    await counted(47)
    await counted(5, hof.leer)
    const schwund = async (jahr: number, artikel = hof.fass) =>
      (await call("GET", `schwund?jahr=${jahr}`)).body.items.find((one: any) => one.id === artikel)
    // Nobody knows what should have been there of what is counted for the first time.
    expect(await schwund(2026, hof.leer)).toMatchObject({ fehlt: 0, zu_viel: 0, auf_dem_hof: 5 })
    expect(await schwund(2026)).toMatchObject({
      zugekauft: 10,
      fehlt: 3,
      fehlt_cent: 9000,
      zu_viel: 0,
      auf_dem_hof: 47,
      bei_kunden: 4,
    })
    expect(await schwund(2025)).toMatchObject({ zugekauft: 0, fehlt: 0, bei_kunden: 4 })
    expect((await call("GET", "schwund?jahr=2027")).status).toBe(400)
    expect((await call("GET", "schwund/liste.csv?jahr=2026")).text).toContain(
      "FASS;Artikel FASS;10;0;0;3;0;90,00;47;4",
    )
    // What was missing is worth what it was worth on that day, and what is missing since, what it is worth since.
    await at("12:00")
    await call("PATCH", `pfandartikel/${hof.fass}`, { pfand_cent: 4500 }, "admin")
    expect(await schwund(2026)).toMatchObject({ fehlt: 3, fehlt_cent: 9000 })
    await at("13:00")
    await counted(45)
    expect(await schwund(2026)).toMatchObject({ fehlt: 5, fehlt_cent: 18_000 })
    // What is too much in one count does not make good what was missing in another.
    await at("14:00")
    await counted(46)
    expect(await schwund(2026)).toMatchObject({ fehlt: 5, fehlt_cent: 18_000, zu_viel: 1 })
    await travel(app, hof, "2027-01-02T10:00:00.000Z")
    expect(await schwund(2027)).toMatchObject({ zugekauft: 0, fehlt: 0, auf_dem_hof: 46 })
  })

  test("says what each customer had at a year's end, and for longer than a year", async () => {
    await book("ausgabe", hof.fass, 4, { erfasst_am: "2024-05-01T10:00:00.000Z" })
    // A year to the day is no longer than one.
    await book("ausgabe", hof.leer, 2, { erfasst_am: "2024-12-31T10:00:00.000Z" })
    // Reversed since, it was there at the end of that year.
    const irrtum = await book("ausgabe", hof.fass, 1, { erfasst_am: "2025-06-01T10:00:00.000Z" })
    const storno = `pfandbuchungen/${irrtum.body.vorgang_id}/storno`
    expect((await call("POST", storno, { grund: "Irrtum" }, "admin")).status).toBe(201)
    const of = async (jahr: number) => (await call("GET", `schwund/kunden?jahr=${jahr}`)).body.items[0]
    expect(await of(2025)).toMatchObject({ menge: 7, wert_cent: 15300, alt_menge: 4, alt_wert_cent: 12000 })
    expect(await of(2024)).toMatchObject({ menge: 6, alt_menge: 0 })
    expect((await call("GET", "schwund/kunden.csv?jahr=2025")).text).toContain(
      "K-1;Gasthaus 1;7;153,00;4;120,00",
    )
  })
})

test("the report goes out as a PDF and as a table", async () => {
  await counted(40)
  await at("10:00")
  const inventur = await open({ mit_geraeten: 1 })
  await count(inventur, hof.fass, 38)
  await close(inventur)
  const csv = await call("GET", `inventuren/${inventur}/bericht.csv`)
  expect(csv.text).toContain("Artikel;FASS;Artikel FASS;38;40;-2;")
  const pdf = await call("GET", `inventuren/${inventur}/bericht.pdf`)
  expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"])
  expect(pdfText(pdf.bytes)).toContain("G-1 Kühler im Lager nein")
})
