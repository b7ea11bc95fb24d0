import { afterAll, beforeAll, expect, test } from "bun:test"
import { debitorOf, type Einstellungen } from "../../../src/api/datev/einstellungen.ts"
import { kontoOf, listAutomatic } from "../../../src/api/datev/konten.ts"
import { createApp } from "../../../src/app.ts"
import {
  abrechnungen,
  abrechnungssteuern,
  datev_einstellungen,
  pfandartikel,
} from "../../../src/db/schema.ts"
import { createTestApp } from "../../helpers/app.ts"
import { readDatev } from "../../helpers/datev.ts"
import { billingYard, type Yard, yard } from "../../helpers/pfand.ts"
import { today } from "../../helpers/day.ts"

/** No amount reaches the bookkeeping with the tax of another. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard

const call = (method: string, path: string, body?: unknown) =>
  app.call(method, `/api/${path}`, { token: hof.admin.token, ...(body !== undefined && { body }) })
const set = (patch: object) => call("PATCH", "datev/einstellungen", patch)
const look = async () => (await call("GET", "datev/pruefung?monat=2026-10&wiederholen=true")).body
const obstacles = async (): Promise<string[]> =>
  (await look()).hindernisse.map(({ meldung }: { meldung: string }) => meldung)

async function rows(): Promise<string[][]> {
  const { body } = await call("POST", "datev/exporte", { monat: "2026-10", wiederholen: true })
  const headers = { host: "localhost", authorization: `Bearer ${hof.admin.token}` }
  const request = new Request(`http://localhost/api/belege/${body.id}/datei`, { headers })
  await new Promise(setImmediate)
  return readDatev(await (await createApp(app.deps)(request)).bytes()).rows
}
const booked = async () => (await rows()).map((row) => [row[1], row[8], row[9]])

const STEUERN = [
  { klasse: "warenumschliessung", satz: 19, netto_cent: 10_000, ust_cent: 1900 },
  { klasse: "transporthilfsmittel", satz: 19, netto_cent: 1000, ust_cent: 190 },
  { klasse: "geraetepfand", satz: 19, netto_cent: 2000, ust_cent: 380 },
  { klasse: "warenumschliessung", satz: 16, netto_cent: 3000, ust_cent: 480 },
  { klasse: "warenumschliessung", satz: 7, netto_cent: 4000, ust_cent: 280 },
  { klasse: "warenumschliessung", satz: 5, netto_cent: 5000, ust_cent: 250 },
  { klasse: "kaution", satz: null, netto_cent: 6000, ust_cent: 0 },
] as const
type Steuer = Pick<typeof abrechnungssteuern.$inferInsert, "klasse" | "satz" | "netto_cent" | "ust_cent">

beforeAll(async () => {
  hof = await yard(app, "hof")
  await store(1, STEUERN)
  await call("PATCH", `kunden/${hof.kunden[0]}`, { debitor_nr: 10_023 })
  await set({ berater: 1001, mandant: 55 })
})

/** A settlement of September, made out in October. */
async function store(
  lfd_nr: number,
  steuern: readonly Steuer[],
  more: Partial<typeof abrechnungen.$inferInsert> = {},
): Promise<void> {
  const tenant = app.deps.system.tenant(hof.id)
  const sum = (pick: (one: Steuer) => number) => steuern.reduce((all, one) => all + pick(one), 0)
  await app.deps.system.write(() => {
    const { id } = tenant.insert(abrechnungen, {
      nummer: `ABR-2026-${String(lfd_nr).padStart(5, "0")}`,
      jahr: 2026,
      lfd_nr,
      art: "abrechnung",
      kunde_id: hof.kunden[0],
      datum: "2026-10-02",
      von: "2026-09-01",
      bis: "2026-09-30",
      anfang_cent: 0,
      summe_cent: sum(({ netto_cent }) => netto_cent),
      netto_cent: sum(({ netto_cent }) => netto_cent),
      ust_cent: sum(({ ust_cent }) => ust_cent),
      preise: "netto",
      ust_verfahren: "laufend",
      erstellt_von: hof.admin.id,
      ...more,
    })
    for (const [position, steuer] of steuern.entries())
      tenant.insert(abrechnungssteuern, { abrechnung_id: id, position, ...steuer })
  })
}

test("without any choice each rate has the key that DATEV gives it, on an account of the chart", async () => {
  expect(await obstacles()).toEqual([])
  expect(await booked()).toEqual([
    ["119,00", "8540", '"0003"'],
    ["11,90", "8540", '"0003"'],
    ["23,80", "8540", '"0003"'],
    ["34,80", "8540", '"0005"'],
    ["42,80", "8540", '"0002"'],
    ["52,50", "8540", '"0004"'],
    ["60,00", "1732", '""'],
  ])
})

test("the day of supply is the last of the period, not the day on which it was made out", async () => {
  const [row] = await rows()
  expect([row![10], row![115]]).toEqual(["0210", "30092026"])
})

test("automatic accounts take the rates of today; what is older has an account and a key of its own", async () => {
  await set({
    konto_regel: 8400,
    konto_transport: 8402,
    konto_geraetepfand: 8403,
    konto_ermaessigt: 8300,
    konto_alt: 8590,
  })
  expect(await obstacles()).toEqual([])
  expect((await booked()).map(([, konto, key]) => [konto, key])).toEqual([
    ["8400", '""'],
    ["8402", '""'],
    ["8403", '""'],
    ["8590", '"0005"'],
    ["8300", '""'],
    ["8590", '"0004"'],
    ["1732", '""'],
  ])
})

test("what would book a wrong tax is named, and no file is made", async () => {
  const wrong: [object, string][] = [
    [
      { konto_regel: 8591, konto_ermaessigt: 8591 },
      "Konto 8591 ohne BU-Schlüssel stünde für 19 % und 7 %: bitte je Satz ein eigenes Konto oder einen BU-Schlüssel einstellen",
    ],
    [
      { konto_kaution: 8400 },
      "Konto 8400 ohne BU-Schlüssel stünde für 19 % und ohne Umsatzsteuer: bitte je Satz ein eigenes Konto oder einen BU-Schlüssel einstellen",
    ],
    [
      { kontenlaenge: 5, konto_regel: 84_000, bu_regel: "0003" },
      "Konto 84000 rechnet die Umsatzsteuer selbst: bitte ohne BU-Schlüssel einstellen",
    ],
    [{ konto_ermaessigt: 8400 }, "Konto 8400 rechnet selbst 19 %, gebucht würde 7 %"],
    [{ bu_regel: "0003" }, "Konto 8400 rechnet die Umsatzsteuer selbst: bitte ohne BU-Schlüssel einstellen"],
    [{ konto_regel: 8591, bu_regel: "0002" }, "BU-Schlüssel 0002 steht für 7 %, gebucht würde 19 %"],
    [{ konto_regel: 8591, bu_regel: "0009" }, "BU-Schlüssel 0009 ist einer für Vorsteuer"],
    [
      { konto_regel: 8541, bu_regel: "0040" },
      "Mit dem BU-Schlüssel 0040 bucht DATEV keine Umsatzsteuer, gebucht würde 19 %",
    ],
    [{ konto_regel: 4400 }, "Konto 4400 ist das Erlöskonto im SKR 04, gewählt ist SKR 03"],
    [{ kontenlaenge: 5 }, "Konto 8400 hat weniger als 5 Stellen: DATEV läse es als 08400"],
    [{ konto_regel: 8591, bu_regel: "0005" }, "BU-Schlüssel 0005 steht für 16 %, gebucht würde 19 %"],
  ]
  const before = (await call("GET", "datev/einstellungen")).body
  for (const [patch, meldung] of wrong) {
    expect((await set(patch)).status).toBe(200)
    expect(await obstacles()).toContain(meldung)
    expect((await call("POST", "datev/exporte", { monat: "2026-10", wiederholen: true })).status).toBe(409)
    const undo = Object.fromEntries(Object.keys(patch).map((key) => [key, before[key]]))
    expect((await set(undo)).status).toBe(200)
  }
  expect(await obstacles()).toEqual([])
})

test("an account that is automatic in the chart is named where a key or another rate is booked on it", async () => {
  const hints = async () =>
    (await call("GET", "datev/pruefung?monat=2026-10&wiederholen=true")).body.hinweise
      .map(({ meldung }: { meldung: string }) => meldung)
      .filter((one: string) => /^(?:Konto|BU)/.test(one))
  const before = (await call("GET", "datev/einstellungen")).body
  const advice = "bitte mit dem Steuerberater klären"
  const mine = ["konto_transport", "konto_geraetepfand", "konto_alt", "konto_ermaessigt"]
  await set(Object.fromEntries(mine.map((konto) => [konto, null])))
  const named: [object, string[]][] = [
    [{ konto_regel: 8410, bu_regel: null }, []],
    [
      { konto_regel: 8410, bu_regel: "0003" },
      [
        `Konto 8410 ist im SKR 03 ein Automatikkonto mit 19 %; hier bucht es 19 % mit BU-Schlüssel 0003: ${advice}`,
      ],
    ],
    [
      { konto_regel: 8311, bu_regel: null },
      [`Konto 8311 ist im SKR 03 ein Automatikkonto mit 7 %; hier bucht es 19 %: ${advice}`],
    ],
    [{ konto_regel: 8541, bu_regel: "0003" }, []],
    [
      { bu_regel: null },
      [
        `Konto 8541 hat keinen BU-Schlüssel und rechnet im SKR 03 die Umsatzsteuer nicht selbst; hier bucht es 19 %: ${advice}`,
      ],
    ],
    [{ bu_regel: "0013" }, [`BU-Schlüssel 0013 ist keiner, der hier für 19 % bekannt ist: ${advice}`]],
    [
      { konto_regel: 8125, bu_regel: null },
      [`Konto 8125 ist im SKR 03 ein Automatikkonto ohne Umsatzsteuer; hier bucht es 19 %: ${advice}`],
    ],
    [{ konto_regel: 3540, bu_regel: "0003" }, [`Konto 3540 ist im SKR 03 keines für Erlöse: ${advice}`]],
    [
      { skr: "04", konto_regel: 4405, bu_regel: "0003" },
      [
        `Konto 4405 ist im SKR 04 ein Automatikkonto mit 19 %; hier bucht es 19 % mit BU-Schlüssel 0003: ${advice}`,
      ],
    ],
    [
      { kontenlaenge: 5, skr: "03", konto_regel: 84_010, bu_regel: "0003" },
      [
        `Konto 84010 ist im SKR 03 ein Automatikkonto mit 19 %; hier bucht es 19 % mit BU-Schlüssel 0003: ${advice}`,
      ],
    ],
    // An obstacle, as 8400 is with four digits.
    [{ konto_regel: 84_000 }, []],
  ]
  for (const [patch, hinweise] of named) {
    expect((await set(patch)).status).toBe(200)
    expect([patch, await hints()]).toEqual([patch, hinweise])
  }
  const undo = ["skr", "kontenlaenge", "konto_regel", "bu_regel", ...mine].map((name) => [name, before[name]])
  expect((await set(Object.fromEntries(undo))).status).toBe(200)
})

test("the accounts known as automatic are those of the charts: so many of each rate, with this sum", () => {
  const einstellungen = { kontenlaenge: 4, bu_regel: "0003" } as Einstellungen
  const betrag = { klasse: "warenumschliessung", satz: 19, kleinunternehmer: 0 } as const
  const sums = (["03", "04"] as const).map((skr) => {
    const seen: Record<string, [count: number, sum: number]> = {}
    for (let konto_regel = 1000; konto_regel <= 9999; konto_regel++) {
      const [hint = ""] = listAutomatic({ ...einstellungen, skr, konto_regel }, [betrag])
      const rate = /Automatikkonto mit (\d+) %/.exec(hint)?.[1]
      if (rate === undefined) continue
      const [count, sum] = seen[rate] ?? [0, 0]
      seen[rate] = [count + 1, sum + konto_regel]
    }
    return seen
  })
  // Without 8300, 8400, 4300 and 4400, which are obstacles.
  expect(sums).toEqual([
    { 7: [42, 362_093], 16: [10, 83_445], 19: [67, 582_100] },
    { 7: [55, 251_585], 16: [10, 43_445], 19: [62, 294_228] },
  ])
})

test("an account has no more digits than the company's accounts", async () => {
  const refused = await set({ konto_alt: 85_900 })
  expect([refused.status, refused.body.errors[0].path, refused.body.errors[0].msg]).toEqual([
    400,
    "konto_alt",
    "Das Konto 85900 hat mehr als 4 Stellen",
  ])
  expect((await set({ kontenlaenge: 5, konto_alt: 85_900 })).status).toBe(200)
  expect((await set({ kontenlaenge: 4 })).status).toBe(400)
  expect((await set({ kontenlaenge: 4, konto_alt: null })).status).toBe(200)
  // As databases of earlier versions may have it.
  const tenant = app.deps.system.tenant(hof.id)
  const keep = (konto_alt: number | null) =>
    app.deps.system.write(() => void tenant.update(datev_einstellungen, hof.id, { konto_alt }))
  await keep(85_900)
  expect(await obstacles()).toContain("Das Konto 85900 hat mehr als 4 Stellen")
  await keep(null)
})

test("a customer abroad, and what comes to nothing, are told of and hold nothing up", async () => {
  await call("PATCH", `kunden/${hof.kunden[0]}`, { land: "AT" })
  await store(2, [{ klasse: "warenumschliessung", satz: 19, netto_cent: 0, ust_cent: 0 }])
  await store(3, [{ klasse: "transporthilfsmittel", satz: 7, netto_cent: 100, ust_cent: 7 }])
  await store(4, [])
  const credit = { klasse: "warenumschliessung", satz: 19, netto_cent: -100, ust_cent: -19 } as const
  await store(5, [credit])
  const { hindernisse, hinweise, hinweise_insgesamt, ohne_buchung } = await look()
  expect([hindernisse, hinweise_insgesamt]).toEqual([[], 4])
  expect(ohne_buchung).toBe(2)
  expect(hinweise.map(({ nummer, meldung }: any) => [nummer, meldung])).toEqual([
    [
      "ABR-2026-00001",
      "Der Kunde K-1 (Gasthaus 1) sitzt im Ausland (AT), abgerechnet ist deutsche Umsatzsteuer: bitte mit dem Steuerberater klären",
    ],
    [
      "ABR-2026-00003",
      "Der Kunde K-1 (Gasthaus 1) sitzt im Ausland (AT), abgerechnet ist deutsche Umsatzsteuer: bitte mit dem Steuerberater klären",
    ],
    [
      "ABR-2026-00003",
      "Transporthilfsmittel sind hier ermäßigt abgerechnet, richtig ist der Regelsatz: bitte stornieren und neu abrechnen",
    ],
    [
      "ABR-2026-00005",
      "Der Kunde K-1 (Gasthaus 1) sitzt im Ausland (AT), abgerechnet ist deutsche Umsatzsteuer: bitte mit dem Steuerberater klären",
    ],
  ])
  expect((await booked()).at(-2)).toEqual(["1,07", "8300", '""'])
})

test("of a record only the security counts, also for what is told of it", async () => {
  const [ware, ...rest] = STEUERN
  await store(6, [ware, ...rest.slice(-1)], { abrechnung_ist: "beleg", datum: "2026-11-02" })
  const { body } = await call("GET", "datev/pruefung?monat=2026-11")
  expect(body).toMatchObject({ abrechnungen: 1, brutto_cent: 6000, hinweise_insgesamt: 1 })
  // Goods that are booked elsewhere keep nobody from booking the security here.
  await set({ konto_regel: 8591, konto_kaution: 8591 })
  expect((await call("GET", "datev/pruefung?monat=2026-11")).body.hindernisse).toEqual([])
  await set({ konto_regel: null, konto_kaution: null })
  expect(body.hinweise[0].meldung).toStartWith("Eine Abrechnung dieses Monats ist ein Beleg: Pfand und")
  for (const [patch, more] of [
    [{ berater: null }, ""],
    [{ mandant: null }, "; und ein weiteres Hindernis"],
  ] as const) {
    await set(patch)
    const refused = await call("POST", "datev/exporte", { monat: "2026-11" })
    expect(refused.body.error).toBe(`In den DATEV-Einstellungen fehlt die Beraternummer${more}`)
  }
  await set({ berater: 1001, mandant: 55 })
})

const book = async (firma: Yard) => {
  const as = (method: string, path: string, body?: unknown) =>
    app.call(method, `/api/${path}`, { token: firma.admin.token, ...(body !== undefined && { body }) })
  const positionen = [
    { pfandartikel_id: firma.leer, art: "ausgabe", menge: 10 },
    { pfandartikel_id: firma.fass, art: "ausgabe", menge: 1 },
    { geraet_id: firma.geraete[0], art: "ausgabe", menge: 1 },
  ]
  await as("PATCH", `geraete/${firma.geraete[0]}`, { pfandform: "pfand" })
  expect((await as("POST", "pfandbuchungen", { kunde_id: firma.kunden[0], positionen })).status).toBe(201)
  const bis = today()
  return { as, made: await as("POST", "abrechnungen", { kunde_id: firma.kunden[0], bis }) }
}

test("a pallet is taxed at the full rate, whatever its article says", async () => {
  const winter = await yard(app, "winter")
  const tenant = app.deps.system.tenant(winter.id)
  const artikel = `/api/pfandartikel/${winter.fass}`
  const change = (body: object) => app.call("PATCH", artikel, { token: winter.admin.token, body })
  expect((await change({ steuersatz: "ermaessigt" })).status).toBe(200)
  const changed = await change({ ust_klasse: "transporthilfsmittel" })
  expect(changed.body).toMatchObject({ ust_klasse: "transporthilfsmittel", steuersatz: "regel" })
  const refused = await change({ steuersatz: "keine" })
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, "steuersatz"])
  // As databases of earlier versions may have it.
  await app.deps.system.write(
    () => void tenant.update(pfandartikel, winter.fass, { steuersatz: "ermaessigt" }),
  )
  expect((await app.call("GET", artikel, { token: winter.user.token })).body.steuersatz).toBe("regel")
  const { made } = await book(winter)
  const pallet = made.body.steuern.find(({ klasse }: any) => klasse === "transporthilfsmittel")
  expect(pallet).toMatchObject({ satz: 19, netto_cent: 3000, ust_cent: 570 })
})

test("a small trader shows no VAT on anything, and books it as § 19 wants", async () => {
  const small = await billingYard(app, "klein")
  const patch = { kleinunternehmer: 1, preise: "brutto" }
  expect((await app.call("PATCH", "/api/tenant", { token: small.admin.token, body: patch })).status).toBe(200)
  const { as, made } = await book(small)
  expect(made.body).toMatchObject({ kleinunternehmer: 1, ust_cent: 0, brutto_cent: 9500 })
  expect(made.body.steuern.map(({ satz }: any) => satz)).toEqual(made.body.steuern.map(() => null))
  await as("PATCH", "datev/einstellungen", { berater: 1001, mandant: 55, debitor_basis: 10_000 })
  await as("PATCH", `kunden/${small.kunden[0]}`, { debitor_nr: 10_001 })
  const monat = today().slice(0, 7)
  const { body } = await as("POST", "datev/exporte", { monat })
  const { text } = await as("GET", `belege/${body.id}/datei`)
  const lines = text
    .split("\r\n")
    .slice(2, -1)
    .map((line) => line.split(";"))
  expect(lines.map((line) => `${line[7]} ${line[8]}`)).toEqual(['8195 ""', '8195 ""'])
  expect(text).not.toContain("%")
  const journal = (await as("GET", `datev/journal.csv?monat=${monat}`)).text.trim().split("\r\n").slice(1)
  expect(journal.map((line) => line.split(";")[9])).toEqual(["8195", "8195"])
  // Documents of then stay without VAT, their counter-documents too, when the company outgrows § 19.
  await as("PATCH", "tenant", { kleinunternehmer: 0 })
  const storno = await as("POST", `abrechnungen/${made.body.id}/storno`, { grund: "x" })
  expect(storno.body).toMatchObject({ kleinunternehmer: 1, ust_cent: 0, brutto_cent: -9500 })
  // Pieces that went out then and are settled now stay so, too.
  const late = await as("POST", "abrechnungen", { kunde_id: small.kunden[0], bis: today() })
  expect(late.body).toMatchObject({ kleinunternehmer: 0, ust_cent: 0, brutto_cent: 9500 })
  const all = (await as("GET", `datev/journal.csv?monat=${monat}`)).text.trim().split("\r\n").slice(1)
  expect(all.map((line) => line.split(";")[9])).toEqual(Array(6).fill("8195"))
})

test("security is none of a small trader's revenue, whose account is for all else without VAT", () => {
  const settings = { skr: "03", kontenlaenge: 4, konto_kaution: null, konto_kleinunternehmer: null }
  const konto = (klasse: "kaution" | "warenumschliessung", kleinunternehmer: number) =>
    kontoOf(settings as Einstellungen, { klasse, satz: null, kleinunternehmer }).konto
  expect([konto("kaution", 1), konto("kaution", 0), konto("warenumschliessung", 1)]).toEqual([
    1732, 1732, 8195,
  ])
})

test("a debtor's account has one digit more than the others, the first from 1 to 6", () => {
  const settings = { kontenlaenge: 4, debitor_basis: 0 } as Einstellungen
  const account = (nummer: number) => debitorOf(settings, { debitor_nr: nummer, kundennummer: "X" })
  expect([9999, 10_000, 69_999, 70_000].map(account)).toEqual([undefined, 10_000, 69_999, undefined])
})

test("a name that DATEV cannot write is told of; signs with a near one are not", async () => {
  const told = async (name: string) => {
    await call("PATCH", `kunden/${hof.kunden[0]}`, { name })
    const { hinweise } = await look()
    return hinweise.filter(({ meldung }: any) => meldung.includes("kann DATEV nicht schreiben")).length > 0
  }
  expect([await told("Őwe & Söhne?"), await told("Трактир")]).toEqual([false, true])
})

test("an account of two customers is told of, by hand or by their numbers", async () => {
  const told = async () =>
    (await call("GET", "datev/pruefung?monat=2026-12")).body.hinweise.map(({ meldung }: any) => meldung)
  await store(7, STEUERN, { datum: "2026-12-02" })
  await store(8, STEUERN, { datum: "2026-12-02", kunde_id: hof.kunden[1] })
  const account = (i: 0 | 1, debitor_nr: number) => call("PATCH", `kunden/${hof.kunden[i]}`, { debitor_nr })
  await account(0, 10_001)
  await account(1, 10_002)
  const before = await told()
  await account(1, 10_001)
  expect((await told()).filter((one: string) => !before.includes(one))).toEqual([
    expect.stringMatching(
      /^Das Debitorenkonto 10001 gehört mehreren Kunden: .* \(K-1\), Gasthaus 2 \(K-2\)\. Ist das gemeint\?/,
    ),
  ])
})
