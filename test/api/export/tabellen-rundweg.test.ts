import { afterAll, expect, test } from "bun:test"
import fc from "fast-check"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** Exported tables come in again unchanged, whatever people have typed. */

const app = createTestApp()
afterAll(app.close)

const kinds = ["pfandartikel", "kunden", "standorte", "geraete", "mitarbeiter"] as const
const formats = ["csv", "xlsx"] as const

async function exported({ admin }: Yard, what: string, format: string): Promise<Uint8Array<ArrayBuffer>> {
  const reply = await app.call("GET", `/api/export/${what}?format=${format}`, { token: admin.token })
  expect([what, reply.status]).toEqual([what, 200])
  return reply.bytes
}

async function imported({ admin }: Yard, what: string, bytes: Uint8Array<ArrayBuffer>) {
  const raw = new FormData()
  raw.set("datei", new File([bytes], "t"))
  raw.set("ausfuehren", "ja")
  raw.set("vorhandene", "aendern")
  const { status, body } = await app.call("POST", `/api/${what}/import`, { token: admin.token, raw })
  expect([what, status, body.fehler]).toEqual([what, 200, []])
  expect([what, body.ausgefuehrt, body.unbekannte_spalten]).toEqual([what, true, []])
  return body
}

const create = async ({ admin }: Yard, what: string, body: object): Promise<any> => {
  const reply = await app.call("POST", `/api/${what}`, { token: admin.token, body })
  // A number, or an address, that was made twice.
  expect([201, 409, 400]).toContain(reply.status)
  return reply.body
}

const nasty = fc.constantFrom(
  "=1+1",
  "'=x",
  "'12",
  "''",
  "-5",
  "+49 4131",
  "@a",
  '"',
  ";",
  "a;b",
  "x\ny",
  "x\r\ny",
  "_x0041_",
  "0012",
  "1e5",
  "1.234",
  "😀",
  "ß",
  "ja",
  "\u0001",
  "<&>",
  "\tz",
)
const text = (max: number) =>
  fc
    .array(fc.oneof(nasty, fc.string({ unit: "grapheme", maxLength: 8 })), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join("").slice(0, max).toWellFormed())
    // Read as "as above", and refused: test/api/import/bedeutung.test.ts.
    .filter((made) => !/^[-–—\s"″〃„“”]+$/.test(made))
const number = fc.oneof(
  fc.stringMatching(/^[A-Z0-9]{1,6}$/),
  fc.constantFrom("=1", "00007", "A-1", "'+1", "'12"),
)
const kunde = fc.record(
  {
    kundennummer: number,
    name: text(100),
    telefon: text(40),
    strasse: text(60),
    plz: fc.stringMatching(/^0\d{4}$/),
    notiz: text(300),
    breitengrad: fc.oneof(
      fc.double({ min: -90, max: 90, noNaN: true }).map((v) => v || 0),
      fc.constant(0.0000012345678901234567),
    ),
    lieferzeit_von: fc.constantFrom("00:05", "08:00"),
    abrechnung: fc.constantFrom("je_lieferung", "monatlich", "keine"),
    land: fc.constantFrom("DE", "AT"),
    aktiv: fc.constantFrom(0, 1),
    debitor_nr: fc.integer({ min: 1, max: 999_999_999 }),
  },
  { requiredKeys: ["kundennummer", "name"] },
)
const artikel = fc.record(
  {
    nummer: number,
    bezeichnung: text(100),
    pfand_cent: fc.integer({ min: 0, max: 1_000_000_000 }),
    ust_klasse: fc.constant("warenumschliessung"),
    steuersatz: fc.constantFrom("regel", "ermaessigt", "keine"),
    einheit: fc.constantFrom("kasten", "stueck"),
    barcode: text(30),
    art: fc.constant("einzeln"),
  },
  { requiredKeys: ["nummer", "bezeichnung", "pfand_cent", "ust_klasse", "art"] },
)
const geraet = fc.record(
  {
    geraetenummer: number,
    bezeichnung: text(100),
    typ: text(30),
    seriennummer: text(30),
    pfand_cent: fc.integer({ min: 0, max: 1e9 }),
    pfandform: fc.constantFrom("pfand", "kaution"),
    notiz: text(300),
  },
  { requiredKeys: ["geraetenummer", "bezeichnung"] },
)

const tag = fc
  .date({ min: new Date("2020-01-01"), max: new Date("2026-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const plan = fc.record(
  {
    art: fc.constantFrom("tuev", "druckpruefung", "eichung", "reinigung"),
    intervall: fc.integer({ min: 1, max: 3650 }),
    intervall_in: fc.constantFrom("tage", "monate"),
    letzte: tag,
    naechste: tag,
  },
  { requiredKeys: ["art", "intervall", "intervall_in", "naechste"] },
)
const tested = fc.tuple(geraet, fc.uniqueArray(plan, { selector: ({ art }) => art, maxLength: 4 }))

test("every list comes in again unchanged, here and in an empty company", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(kunde, { minLength: 4, maxLength: 12 }),
      fc.array(artikel, { minLength: 4, maxLength: 12 }),
      fc.array(tested, { minLength: 4, maxLength: 12 }),
      async (kunden, artikelliste, geraete) => {
        const [hof, neu] = [
          await yard(app, `a-${Bun.randomUUIDv7()}`),
          await yard(app, `b-${Bun.randomUUIDv7()}`),
        ]
        for (const body of kunden) await create(hof, "kunden", body)
        for (const body of artikelliste) await create(hof, "pfandartikel", body)
        for (const [body, plans] of geraete) {
          const { id } = await create(hof, "geraete", body)
          for (const { art, ...what } of id === undefined ? [] : plans) {
            const path = `/api/geraete/${id}/pruefplaene/${art}`
            const { status } = await app.call("PUT", path, { token: hof.admin.token, body: what })
            expect(status).toBe(200)
          }
        }
        const labor = await create(hof, "standorte", { kunde_id: hof.kunden[0], name: "Labor" })
        const handOut = { token: hof.admin.token, body: { kunde_id: hof.kunden[0], standort_id: labor.id } }
        await app.call("POST", `/api/geraete/${hof.geraete[0]}/ausgabe`, handOut)
        const positionen = [{ pfandartikel_id: hof.kasten, art: "ausgabe", menge: 3 }]
        await create(hof, "pfandbuchungen", { kunde_id: hof.kunden[0], positionen })
        // What was paid for it stays on the account, and goes along.
        const dearer = { token: hof.admin.token, body: { pfand_cent: 7000 } }
        await app.call("PATCH", `/api/geraete/${hof.geraete[0]}`, dearer)
        // Lost at a customer's, it is there no more, and its deposit stays open.
        const lost = [{ geraet_id: hof.geraete[1], art: "ausgabe", menge: 1 }]
        await create(hof, "pfandbuchungen", { kunde_id: hof.kunden[1], positionen: lost })
        const verloren = { token: hof.admin.token, body: { status: "verloren" } }
        await app.call("POST", `/api/geraete/${hof.geraete[1]}/status`, verloren)
        for (const format of formats)
          for (const what of kinds) {
            const table = await exported(hof, what, format)
            const again = await imported(hof, what, table)
            expect([what, format, again.neu, again.geaendert, again.aenderungen]).toEqual([
              what,
              format,
              0,
              0,
              [],
            ])
          }
        for (const what of [...kinds, "anfangsbestaende"]) {
          const list = what === "anfangsbestaende" ? "bestaende" : what
          await imported(neu, what, await exported(hof, list, "xlsx"))
          const [there, here] = [await exported(neu, list, "csv"), await exported(hof, list, "csv")]
          const lines = (bytes: Uint8Array) =>
            new TextDecoder()
              .decode(bytes)
              .split("\r\n")
              .filter((line) => !line.includes("hof.example") && !line.includes("@"))
              .toSorted()
          if (what !== "mitarbeiter") expect([what, lines(there)]).toEqual([what, lines(here)])
          if (what !== "geraete") continue
          expect(lines(there).join("\n")).toMatch(/^G-1;.*;70,00;.*;K-1;Labor;50,00;/m)
          expect(lines(there).join("\n")).toMatch(/^G-2;.*;50,00;verloren;.*;K-2;;50,00;/m)
        }
      },
    ),
    { numRuns: 8, endOnFailure: true },
  )
}, 120_000)

test("filters of a list are those of its table", async () => {
  const hof = await yard(app, `f-${Bun.randomUUIDv7()}`)
  const lines = async (path: string) => {
    const reply = await app.call("GET", `/api/export/${path}`, { token: hof.admin.token })
    return reply.status === 200
      ? reply.text
          .trimEnd()
          .split("\r\n")
          .slice(1)
          .map((line) => line.split(";")[0])
      : reply.status
  }
  expect(await lines("kunden?q=gasthaus%202")).toEqual(["K-2"])
  expect(await lines("pfandartikel?art=gebinde")).toEqual(["BIER"])
  expect(await lines("geraete?status=wartung")).toEqual([])
  expect(await lines("mitarbeiter?rolle=fahrer")).toHaveLength(1)
  expect(await lines("geraete?format=pdf")).toBe(400)
  const hand = (nr: number, menge: number, erfasst_am?: string) =>
    create(hof, "pfandbuchungen", {
      kunde_id: hof.kunden[nr],
      positionen: [{ pfandartikel_id: hof.leer, art: "ausgabe", menge }],
      erfasst_am,
    })
  await hand(0, 5)
  await hand(1, 1, new Date(Date.now() - 86_400_000).toISOString())
  expect(await lines("pfandsalden")).toEqual(["K-1", "K-2"])
  expect(await lines("pfandsalden?sort=seit_am")).toEqual(["K-2", "K-1"])
  expect(await lines("pfandsalden?sort=name")).toBe(400)
})
