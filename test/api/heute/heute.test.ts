import { afterAll, afterEach, beforeEach, describe, expect, setSystemTime, test } from "bun:test"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { noteFailed } from "../../../src/ops/retention/retention.ts"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

const app = createTestApp()
afterAll(app.close)
afterEach(() => {
  setSystemTime()
})
let hof: Yard
let token: string
beforeEach(async () => {
  await itIs("2026-03-28T12:00:00Z")
  hof = await yard(app, `hof-${Bun.randomUUIDv7()}`)
  token = (await app.account(hof.id, "admin")).token
})

async function itIs(time: string): Promise<void> {
  setSystemTime(new Date(time))
  if (hof) token = (await app.account(hof.id, "admin")).token
}

const call = (method: string, path: string, body?: object) =>
  app.call(method, `/api/${path}`, { token, ...(body && { body }) })
const heute = async () => (await call("GET", "heute")).body
const plane = async (datum: string, more: object = {}): Promise<string> =>
  (await call("POST", "lieferungen", { kunde_id: hof.kunden[0], datum, positionen: [], ...more })).body.id
const buche = async (art: string, menge: number, more: object = {}): Promise<string> => {
  const positionen = [{ pfandartikel_id: hof.leer, art, menge, ...more }]
  const reply = await call("POST", "pfandbuchungen", { kunde_id: hof.kunden[0], grund: "x", positionen })
  expect([reply.status, reply.text]).toEqual([201, expect.anything()])
  return reply.body.vorgang_id
}

test("a new company is told what is left of its first steps, until all are done", async () => {
  const neu = await app.company(`neu-${Bun.randomUUIDv7()}`)
  const ask = (path: string, method = "GET", body?: object) =>
    app.call(method, `/api/${path}`, { token: neu.admin.token, ...(body && { body }) })
  const left = async () => (await ask("heute")).body.erste_schritte
  const open = { briefkopf: false, artikel: false, kunde: false, mitarbeiter: true, lieferung: false }
  await ask("tenant", "PATCH", { strasse: null, plz: null, ort: null, steuernummer: null })
  expect(await left()).toEqual(open)
  const kind = { art: "einzeln", ust_klasse: "warenumschliessung", steuersatz: "regel" }
  const flasche = { nummer: "F", bezeichnung: "Flasche", pfand_cent: 8, ...kind }
  const { ort, ...tax } = { strasse: "Weg 1", plz: "21335", ort: "Lüneburg", steuernummer: "1" }
  await ask("tenant", "PATCH", tax)
  expect(await left()).toEqual(open)
  await ask("tenant", "PATCH", { ort })
  expect(await left()).toEqual({ ...open, briefkopf: true })
  await ask("pfandartikel", "POST", flasche)
  expect(await left()).toEqual({ ...open, briefkopf: true, artikel: true })
  const kunde = await ask("kunden", "POST", { name: "Adler" })
  expect(await left()).toEqual({ ...open, briefkopf: true, artikel: true, kunde: true })
  await ask("lieferungen", "POST", { kunde_id: kunde.body.id, datum: "2026-03-28", positionen: [] })
  expect(await left()).toBeNull()
})

describe("the day's tours", () => {
  test("are told per driver, as far as they are, and what has none first", async () => {
    const fahrer_id = hof.fahrer.id
    const [one, other] = [await plane("2026-03-28", { fahrer_id }), await plane("2026-03-28", { fahrer_id })]
    await plane("2026-03-28", { fahrer_id, zeit_bis: "12:59" })
    await plane("2026-03-28")
    await plane("2026-03-29", { fahrer_id })
    await call("POST", `lieferungen/${await plane("2026-03-28")}/storno`, {})
    for (const id of [one, other]) await call("POST", `lieferungen/${id}/start`, {})
    await call("POST", `lieferungen/${one}/abschluss`, { positionen: [] })
    await call("POST", `lieferungen/${other}/fehlschlag`, { grund: "Niemand da" })
    const none = { unterwegs: 0, zugestellt: 0, nicht_zugestellt: 0, verspaetet: 0 }
    expect(await heute()).toMatchObject({
      datum: "2026-03-28",
      touren: [
        { fahrer_id: null, fahrer_name: null, stopps: 1, geplant: 1, ...none },
        { fahrer_id, stopps: 3, geplant: 1, unterwegs: 0, zugestellt: 1, nicht_zugestellt: 1, verspaetet: 1 },
      ],
      neu_zu_planen: { anzahl: 1, items: [{ id: other, grund: "Niemand da", kunde_name: "Gasthaus 1" }] },
      nie_beendet: { anzahl: 0, items: [] },
    })
  })

  test("that were begun more than three hours ago are told, with who drives and since when", async () => {
    const fahrer_id = hof.fahrer.id
    const [lange, justNow] = [
      await plane("2026-03-28", { fahrer_id }),
      await plane("2026-03-28", { fahrer_id }),
    ]
    await call("POST", `lieferungen/${lange}/start`, { erfasst_am: "2026-03-28T08:59:59.000Z" })
    await call("POST", `lieferungen/${justNow}/start`, { erfasst_am: "2026-03-28T09:00:01.000Z" })
    const { nie_beendet } = await heute()
    expect(nie_beendet).toMatchObject({
      anzahl: 1,
      items: [{ id: lange, fahrer_id, kunde_name: "Gasthaus 1", gestartet_am: "2026-03-28T08:59:59.000Z" }],
    })
    expect(nie_beendet.items[0].fahrer_name).toBeString()
    const listed = (await call("GET", "lieferungen?nie_beendet=true")).body.items
    expect(listed.map(({ id }: any) => id)).toEqual([lange])
    const unfinished = (await call("GET", "touren/unbeendet")).body.items
    expect(unfinished.map((one: { lieferung_id: string }) => one.lieferung_id)).toEqual([lange])
  })

  test("that nobody ended or began on an earlier day are told", async () => {
    const fahrer_id = hof.fahrer.id
    const [begonnen, geplant] = [await plane("2026-03-28", { fahrer_id }), await plane("2026-03-28")]
    await call("POST", `lieferungen/${begonnen}/start`, {})
    expect(await heute()).toMatchObject({ nie_beendet: { anzahl: 0 }, nie_begonnen: { anzahl: 0 } })
    await itIs("2026-03-28T23:01:00Z")
    expect(await heute()).toMatchObject({
      datum: "2026-03-29",
      nie_beendet: { anzahl: 1, items: [{ id: begonnen, fahrer_id }] },
      nie_begonnen: { anzahl: 1, items: [{ id: geplant, fahrer_name: null }] },
    })
  })
})

test("what was left behind is counted, whatever kind it is of, and what is on its way is not", async () => {
  const left = async () => (await call("GET", "heute/liegengeblieben")).body
  expect(await left()).toEqual({ anzahl: 0 })
  await plane("2026-03-27")
  await plane("2026-03-28")
  const failed = await plane("2026-03-28")
  await call("POST", `lieferungen/${failed}/start`, {})
  expect(await left()).toEqual({ anzahl: 1 })
  await call("POST", `lieferungen/${failed}/fehlschlag`, { grund: "niemand da" })
  expect(await left()).toEqual({ anzahl: 2 })
  const geraet = (await call("POST", "geraete", { geraetenummer: "K-1", bezeichnung: "Kühler" })).body.id
  await call("POST", `geraete/${geraet}/status`, { status: "verloren" })
  expect(await left()).toEqual({ anzahl: 3 })
})

test("a count of the yard that is open since an earlier day is told, and until it has ended", async () => {
  const told = async () => [
    (await heute()).inventur_offen,
    (await call("GET", "heute/liegengeblieben")).body.anzahl,
  ]
  const { id } = (await call("POST", "inventuren", { bezeichnung: "März" })).body
  expect(await told()).toEqual([null, 0])
  await itIs("2026-03-28T23:01:00Z")
  const erstellt_am = "2026-03-28T12:00:00.000Z"
  expect(await told()).toEqual([{ id, bezeichnung: "März", erstellt_am }, 1])
  await call("POST", `inventuren/${id}/verwerfen`, {})
  expect(await told()).toEqual([null, 0])
})

test("devices are told that are lost, and those in repair for more than thirty days", async () => {
  const [one, two] = hof.geraete
  await call("POST", `geraete/${one}/status`, { status: "verloren" })
  await call("POST", `geraete/${two}/status`, { status: "wartung" })
  await itIs("2026-04-27T21:59:59Z")
  expect(await heute()).toMatchObject({
    geraete_verloren: {
      anzahl: 1,
      items: [{ id: one, geraetenummer: "G-1", status_seit: "2026-03-28T12:00:00.000Z" }],
    },
    geraete_lange_in_wartung: { anzahl: 0, items: [] },
  })
  // A change of something else does not make the repair younger.
  await call("PATCH", `geraete/${two}`, { notiz: "Teil bestellt" })
  const listed = async (more: string) =>
    (await call("GET", `geraete?status=wartung&ueber_tagen=30${more}`)).body.items.map(({ id }: any) => id)
  expect([await listed(""), await listed("&q=G-")]).toEqual([[], []])
  await itIs("2026-04-27T22:00:00Z")
  expect((await heute()).geraete_lange_in_wartung).toMatchObject({ anzahl: 1, items: [{ id: two }] })
  expect([await listed(""), await listed("&q=G-")]).toEqual([[two], [two]])
})

test("a deposit is told that stands with who lost a device, once it is no longer lost, until it is refunded", async () => {
  const [geraet_id] = hof.geraete
  const [kunde_id] = hof.kunden
  const told = async () => [
    (await heute()).geraete_pfand_offen,
    (await call("GET", "heute/liegengeblieben")).body.anzahl,
  ]
  const nothing = [{ anzahl: 0, items: [] }, 0]
  await call("POST", `geraete/${geraet_id}/ausgabe`, { kunde_id })
  expect(await told()).toEqual(nothing)
  await call("POST", `geraete/${geraet_id}/status`, { status: "verloren" })
  expect((await told())[0]).toEqual(nothing[0])
  for (const status of ["lager", "verloren", "lager"]) {
    await call("POST", `geraete/${geraet_id}/status`, { status })
    const [open] = await told()
    const items = status === "verloren" ? [] : [{ id: geraet_id, kunde_id, wert_cent: 5000 }]
    expect(open).toMatchObject({ anzahl: items.length, items })
  }
  expect((await told())[1]).toBe(1)
  const positionen = [{ geraet_id, art: "korrektur_minus", menge: 1, betrag_cent: 5000 }]
  await call("POST", "pfandbuchungen", { kunde_id, grund: "Wieder da", positionen })
  expect(await told()).toEqual(nothing)
})

test("a deposit is told that a correction charged for a device that never was there, by the device too", async () => {
  const [geraet_id] = hof.geraete
  const [kunde_id] = hof.kunden
  const correct = (art: string) =>
    call("POST", "pfandbuchungen", { kunde_id, grund: "x", positionen: [{ geraet_id, art, menge: 1 }] })
  const told = async () => [
    (await heute()).geraete_pfand_offen.items,
    (await heute()).pfand.geraete_verloren,
    (await call("GET", `geraete/${geraet_id}/pfand-offen`)).body.items,
    (await call("GET", "schwund/pfand?total=true")).body.total,
    (await call("GET", "export/luecke")).body.wert_cent,
  ]
  expect(await told()).toEqual([[], 0, [], 0, 0])
  await correct("korrektur_plus")
  const open = { kunde_id, kunde_name: "Gasthaus 1", wert_cent: 5000 }
  expect(await told()).toMatchObject([[{ id: geraet_id, ...open }], 1, [open], 1, 5000])
  // Once it is there, the deposit is that of the device.
  await call("POST", `geraete/${geraet_id}/ausgabe`, { kunde_id })
  expect(await told()).toEqual([[], 0, [], 0, 0])
  await call("POST", `geraete/${geraet_id}/ruecknahme`, {})
  expect(await told()).toMatchObject([[{ id: geraet_id, ...open }], 1, [open], 1, 5000])
  await correct("korrektur_minus")
  expect(await told()).toEqual([[], 0, [], 0, 0])
})

test("the deposit out is told in all and by article, devices together", async () => {
  await buche("ausgabe", 10)
  await call("POST", "pfandbuchungen", {
    kunde_id: hof.kunden[1],
    positionen: [
      { pfandartikel_id: hof.kasten, art: "ausgabe", menge: 1 },
      { geraet_id: hof.geraete[0], art: "ausgabe", menge: 1 },
    ],
  })
  const { pfand, groesste_salden } = await heute()
  expect(pfand).toEqual({
    wert_cent: 10 * 150 + 150 + 20 * 8 + 5000,
    geraete_wert_cent: 5000,
    geraete: 1,
    geraete_verloren: 0,
    artikel: [
      {
        pfandartikel_id: hof.leer,
        nummer: "KASTEN",
        bezeichnung: "Artikel KASTEN",
        einheit: "stueck",
        bestand: 11,
        mehr_zurueck: 0,
        wert_cent: 1650,
      },
      {
        pfandartikel_id: hof.flasche,
        nummer: "FLASCHE",
        bezeichnung: "Artikel FLASCHE",
        einheit: "stueck",
        bestand: 20,
        mehr_zurueck: 0,
        wert_cent: 160,
      },
    ],
  })
  // A lost one is with nobody, but its deposit is still open.
  await call("POST", `geraete/${hof.geraete[0]}/status`, { status: "verloren" })
  expect((await heute()).pfand).toMatchObject({ geraete_wert_cent: 5000, geraete: 0, geraete_verloren: 1 })
  expect(
    groesste_salden.map(({ name, wert_cent }: { name: string; wert_cent: number }) => [name, wert_cent]),
  ).toEqual([
    ["Gasthaus 2", 5310],
    ["Gasthaus 1", 1500],
  ])
})

test("what came back beyond what went out is said wherever a sum hides it", async () => {
  const [one, two] = hof.kunden
  await buche("ruecknahme", 4)
  await buche("ausgabe", 1)
  const positionen = [{ pfandartikel_id: hof.leer, art: "ausgabe", menge: 10 }]
  await call("POST", "pfandbuchungen", { kunde_id: two, positionen })
  const said = { bestand: 7, mehr_zurueck: 3 }
  expect((await heute()).pfand.artikel[0]).toMatchObject(said)
  const { body } = await call("GET", `pfandartikel/${hof.leer}/bei-kunden`)
  const items = [{ kunde_id: one, name: "Gasthaus 1", stueck: 3 }]
  const betraege = [{ betrag_cent: 150, stueck: 7 }]
  expect(body).toEqual({
    bestand: 7,
    wert_cent: 1050,
    betraege,
    am_laengsten: [{ kunde_id: two, name: "Gasthaus 2", stueck: 10, seit_am: expect.any(String) }],
    mehr_zurueck: { kunden: 1, stueck: 3, items },
  })
  for (const list of ["lager", "schwund?jahr=2026"]) {
    const kasten = (await call("GET", list)).body.items.find(({ id }: any) => id === hof.leer)
    expect([list, kasten]).toMatchObject([list, { bei_kunden: 7, mehr_zurueck: 3 }])
  }
})

describe("how old a balance is", () => {
  const seit = async (): Promise<string | undefined> =>
    (await heute()).aelteste_salden[0]?.seit_am.slice(0, 10)
  const am = async (tag: string, art: string, menge: number, more?: object): Promise<string> => {
    await itIs(`${tag}T12:00:00Z`)
    return buche(art, menge, more)
  }

  test("is that of articles alone where it is asked who has had crates for longest", async () => {
    await itIs("2026-01-01T12:00:00Z")
    await call("POST", `geraete/${hof.geraete[0]}/ausgabe`, { kunde_id: hof.kunden[0] })
    await am("2026-01-05", "ausgabe", 2)
    await itIs("2026-01-03T12:00:00Z")
    const positionen = [{ pfandartikel_id: hof.leer, art: "ausgabe", menge: 1 }]
    await call("POST", "pfandbuchungen", { kunde_id: hof.kunden[1], positionen })
    const rows = (all: any[]) =>
      all.map(({ name, seit_am, wert_cent }) => [name, seit_am.slice(0, 10), wert_cent])
    const { aelteste_salden, aeltestes_leergut } = await heute()
    expect(rows(aelteste_salden)).toEqual([
      ["Gasthaus 1", "2026-01-01", 5300],
      ["Gasthaus 2", "2026-01-03", 150],
    ])
    expect(rows(aeltestes_leergut)).toEqual([
      ["Gasthaus 2", "2026-01-03", 150],
      ["Gasthaus 1", "2026-01-05", 300],
    ])
  })

  test("follows the oldest piece: what came first goes back first", async () => {
    await am("2026-01-01", "ausgabe", 10)
    await am("2026-01-05", "ausgabe", 5)
    expect(await seit()).toBe("2026-01-01")
    await am("2026-01-06", "ruecknahme", 9)
    expect(await seit()).toBe("2026-01-01")
    await am("2026-01-07", "ruecknahme", 1)
    expect(await seit()).toBe("2026-01-05")
    await am("2026-01-08", "ruecknahme", 7)
    expect(await seit()).toBeUndefined()
    await am("2026-01-09", "ausgabe", 3)
    expect(await seit()).toBe("2026-01-09")
  })

  test("takes what was reversed for never booked", async () => {
    await am("2026-01-01", "ausgabe", 2)
    const wrong = await am("2026-01-02", "ausgabe", 5)
    await am("2026-01-03", "ruecknahme", 2)
    expect(await seit()).toBe("2026-01-02")
    const back = await am("2026-01-04", "ruecknahme", 5)
    expect(await seit()).toBeUndefined()
    await itIs("2026-01-05T12:00:00Z")
    await call("POST", `pfandbuchungen/${back}/storno`, { grund: "Verzählt" })
    expect(await seit()).toBe("2026-01-02")
    await am("2026-01-06", "ausgabe", 4)
    expect(await seit()).toBe("2026-01-02")
    await call("POST", `pfandbuchungen/${wrong}/storno`, { grund: "Falscher Kunde" })
    expect(await seit()).toBe("2026-01-06")
    expect((await call("GET", "pfandpruefung")).body.fehler).toEqual([])
  })

  test("counts the customers that have something for more than ninety days", async () => {
    await am("2026-01-01", "ausgabe", 2)
    // The list behind the figure has as many, in any order and searched.
    const listed = async (): Promise<number[]> =>
      Promise.all(
        ["sort=seit_am", "sort=-wert_cent", "q=Gasthaus"].map(
          async (more) => (await call("GET", `pfandalter?ueber_tagen=90&total=true&${more}`)).body.total,
        ),
      )
    await itIs("2026-04-01T21:59:00Z")
    expect([(await heute()).alte_salden, await listed()]).toEqual([
      { tage: 90, kunden: 0, wert_cent: 0, geraete_cent: 0 },
      [0, 0, 0],
    ])
    // Of another day where the company is.
    await itIs("2026-04-01T22:01:00Z")
    expect([(await heute()).alte_salden, await listed()]).toEqual([
      { tage: 90, kunden: 1, wert_cent: 300, geraete_cent: 0 },
      [1, 1, 1],
    ])
  })

  test("counts what is old whatever else came back, as the list and the reminders do", async () => {
    await am("2026-01-01", "ausgabe", 2)
    const { id } = (
      await call("POST", "pfandartikel", {
        nummer: "GIBO",
        bezeichnung: "Gitterbox",
        art: "einzeln",
        ust_klasse: "transporthilfsmittel",
        pfand_cent: 12000,
      })
    ).body
    await am("2026-01-02", "ruecknahme", 1, { pfandartikel_id: id })
    await itIs("2026-04-10T12:00:00Z")
    expect((await call("GET", "pfandsalden")).body.items[0].wert_cent).toBe(300 - 12000)
    const { alte_salden, aelteste_salden, aeltestes_leergut } = await heute()
    expect(alte_salden).toEqual({ tage: 90, kunden: 1, wert_cent: 300, geraete_cent: 0 })
    const oldest = [{ wert_cent: 300 - 12000, seit_am: expect.stringMatching(/^2026-01-01/) }]
    expect([aelteste_salden, aeltestes_leergut]).toMatchObject([oldest, oldest])
    for (const more of ["sort=seit_am", "sort=-wert_cent", "q=Gasthaus"])
      expect((await call("GET", `pfandalter?ueber_tagen=90&total=true&${more}`)).body.total).toBe(1)
  })

  test("keeps a device whose deposit was lowered or raised as old as it is", async () => {
    const [one, two] = hof.geraete
    const change = (art: string, betrag_cent: number) =>
      call("POST", "pfandbuchungen", {
        kunde_id: hof.kunden[0],
        grund: "x",
        positionen: [{ geraet_id: one, art, menge: 1, betrag_cent }],
      })
    await itIs("2026-01-01T12:00:00Z")
    await call("POST", `geraete/${one}/ausgabe`, { kunde_id: hof.kunden[0] })
    await itIs("2026-01-02T12:00:00Z")
    await call("POST", `geraete/${two}/ausgabe`, { kunde_id: hof.kunden[1] })
    await itIs("2026-04-10T12:00:00Z")
    const says = async () => ({
      alt: (await heute()).alte_salden,
      since: (await call("GET", "pfandalter")).body.items.map((row: any) => [row.kunde_id, row.seit_am]),
    })
    const since = [
      [hof.kunden[0], "2026-01-01T12:00:00.000Z"],
      [hof.kunden[1], "2026-01-02T12:00:00.000Z"],
    ]
    await change("korrektur_minus", 1000)
    expect(await says()).toEqual({ alt: { tage: 90, kunden: 2, wert_cent: 9000, geraete_cent: 9000 }, since })
    await change("korrektur_plus", 500)
    expect(await says()).toEqual({ alt: { tage: 90, kunden: 2, wert_cent: 9500, geraete_cent: 9500 }, since })
    await change("korrektur_minus", 4500)
    // Waived: it is still there, without a deposit.
    expect(await says()).toMatchObject({ alt: { kunden: 2, wert_cent: 5000 }, since })
    expect((await call("GET", "pfandpruefung")).body.fehler).toEqual([])
  })

  test("counts of an old balance the pieces alone that are old, at what was paid for them", async () => {
    await am("2026-01-01", "ausgabe", 2)
    const wrong = await am("2026-01-02", "ausgabe", 50)
    await am("2026-03-20", "ausgabe", 40)
    await call("POST", `pfandbuchungen/${wrong}/storno`, { grund: "Falscher Kunde" })
    await itIs("2026-04-10T12:00:00Z")
    expect((await heute()).alte_salden).toEqual({ tage: 90, kunden: 1, wert_cent: 300, geraete_cent: 0 })
    // At two amounts, of which the older one went out first.
    expect((await call("PATCH", `pfandartikel/${hof.leer}`, { pfand_cent: 450 })).status).toBe(200)
    await am("2026-04-11", "ausgabe", 7)
    await am("2026-04-12", "ruecknahme", 1)
    expect((await heute()).alte_salden).toEqual({ tage: 90, kunden: 1, wert_cent: 150, geraete_cent: 0 })
    // A return that was reversed brought nothing out anew.
    const back = await am("2026-04-13", "ruecknahme", 1)
    await call("POST", `pfandbuchungen/${back}/storno`, { grund: "Verzählt" })
    expect((await heute()).alte_salden).toEqual({ tage: 90, kunden: 1, wert_cent: 150, geraete_cent: 0 })
    const { stufen } = (await call("GET", "pfandalter")).body.items[0]
    expect(stufen.bis_180.wert_cent + stufen.aelter.wert_cent).toBe(150)
  })
})

test("backup and proof are told to administrators, and to nobody else", async () => {
  expect(await heute()).toMatchObject({ sicherung: { letzte_am: null }, pruefung: null })
  mkdirSync(join(app.dir, "backups"), { recursive: true })
  writeFileSync(join(app.dir, "backups/pfandwerk-2026-03-28T02-00-00Z.tar"), "")
  await buche("ausgabe", 1)
  await call("GET", "pfandpruefung")
  expect(await heute()).toMatchObject({
    sicherung: { letzte_am: "2026-03-28T02:00:00.000Z" },
    pruefung: {
      geprueft_am: "2026-03-28T12:00:00.000Z",
      in_ordnung: true,
      buchungen: 1,
      letzter_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      fehler: 0,
    },
  })
  noteFailed(app.deps.config, new Date("2026-03-28T11:00:00.000Z"), "eine andere Firma ist beschädigt")
  const { sicherung } = await heute()
  // Why it failed may be about another company.
  expect(sicherung).toEqual({
    letzte_am: "2026-03-28T02:00:00.000Z",
    misslungen_am: "2026-03-28T11:00:00.000Z",
  })
  token = (await app.account(hof.id, "user")).token
  expect(await heute()).toMatchObject({ sicherung: null, pruefung: null })
})

describe("the curve of the deposit out", () => {
  const history = (von: string, bis: string) => call("GET", `pfandverlauf?von=${von}&bis=${bis}`)

  test("has each day of the period, with what was out before it", async () => {
    for (const [tag, art, menge] of [
      ["2026-01-01", "ausgabe", 4],
      ["2026-01-03", "ausgabe", 2],
      ["2026-01-03", "ruecknahme", 1],
    ] as const) {
      await itIs(`${tag}T12:00:00Z`)
      await buche(art, menge)
    }
    expect((await history("2026-01-02", "2026-01-04")).body.items).toEqual([
      { tag: "2026-01-02", stand_cent: 600, zugang_cent: 0, abgang_cent: 0 },
      { tag: "2026-01-03", stand_cent: 750, zugang_cent: 300, abgang_cent: 150 },
      { tag: "2026-01-04", stand_cent: 750, zugang_cent: 0, abgang_cent: 0 },
    ])
    expect((await heute()).pfand.wert_cent).toBe(750)
  })

  test("is refused for a period the wrong way round, or too long for a plot", async () => {
    for (const [von, bis] of [
      ["2026-01-02", "2026-01-01"],
      ["2020-01-01", "2026-01-01"],
    ] as const) {
      const { status, body } = await history(von, bis)
      expect([status, body.errors[0].path]).toEqual([400, "bis"])
    }
  })
})
