import { afterAll, beforeEach, expect, test } from "bun:test"
import {
  auftraege,
  geraete,
  lieferungen,
  lieferungen_bilder,
  pfandartikel,
  pfandbestandteile,
} from "../src/db/schema.ts"
import { createKunde } from "../src/api/kunden/rules.ts"
import { AUTHOR, createTestApp } from "./helpers/app.ts"
import { addDays } from "../src/lib/day.ts"
import { today } from "./helpers/day.ts"
import { importForm } from "./helpers/import-form.ts"
import { type Yard, yard } from "./helpers/pfand.ts"

/** How much there may be of something: the last that is taken, the first that is not, and what is said of it. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
let nr = 0
beforeEach(async () => {
  hof = await yard(app, `grenze-${++nr}`)
})

const call = (method: string, path: string, body?: object) =>
  app.call(method, `/api/${path}`, { token: hof.admin.token, ...(body && { body }) })
const post = async (path: string, body: object) => {
  const reply = await call("POST", path, body)
  return [reply.status, reply.body.error ?? reply.body.errors?.[0].msg]
}
type Tenant = ReturnType<typeof app.deps.system.tenant>
const fill = <T>(work: (tenant: Tenant) => T): Promise<T> =>
  app.deps.system.write(() => work(app.deps.system.tenant(hof.id)))
const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))
const send = (what: string, table: string) =>
  app.call("POST", `/api/${what}/import`, { token: hof.admin.token, raw: importForm(table) })

test("twenty jobs wait", async () => {
  const job = { art: "kontoauszuege", bis: "2026-10-31" }
  await fill((tenant) => {
    for (let i = 0; i < 19; i++)
      tenant.insert(auftraege, {
        art: "kontoauszuege",
        status: "wartet",
        angaben: "{}",
        erstellt_von: hof.admin.id,
        erstellt_von_name: "x",
      } as never)
  })
  expect((await post("auftraege", job))[0]).toBe(201)
  expect(await post("auftraege", job)).toEqual([
    409,
    "Es warten schon 20 Aufträge; bitte erst diese abwarten",
  ])
})

test("five hundred bookings are made at once, parts and all", async () => {
  const gebinde = await fill((tenant) => {
    const einzeln = (nummer: string) =>
      ({
        nummer,
        bezeichnung: nummer,
        art: "einzeln",
        pfand_cent: 1,
        ust_klasse: "warenumschliessung",
      }) as const
    const { id } = tenant.insert(pfandartikel, {
      nummer: "DREI",
      bezeichnung: "Drei",
      art: "gebinde",
      ust_klasse: "warenumschliessung",
    })
    for (const part of ["T1", "T2", "T3"])
      tenant.insert(pfandbestandteile, {
        gebinde_id: id,
        pfandartikel_id: tenant.insert(pfandartikel, einzeln(part)).id,
        menge: 1,
      })
    return id
  })
  const book = (parts: number, single: number) => {
    const line = (pfandartikel_id: string) => ({ pfandartikel_id, art: "ausgabe", menge: 1 })
    const positionen = [...times(parts, () => line(gebinde)), ...times(single, () => line(hof.fass))]
    return post("pfandbuchungen", { kunde_id: hof.kunden[0], positionen })
  }
  expect((await book(166, 2))[0]).toBe(201)
  expect(await book(167, 0)).toEqual([
    400,
    "zu viel auf einmal: mit den Teilen der Gebinde 501 Buchungen, höchstens 500",
  ])
})

test("a customer is delivered regularly on fourteen days", async () => {
  const tag = (i: number) => post("liefertage", { kunde_id: hof.kunden[0], ab: addDays("2027-01-04", i) })
  const all: unknown[] = []
  for (let i = 0; i < 15; i++) all.push(await tag(i))
  expect(all.map((one: any) => one[0])).toEqual([...times(14, () => 201), 409])
  expect(all.at(-1)).toEqual([409, "Der Kunde hat schon 14 Liefertage"])
})

test("a delivery has sixty pictures", async () => {
  const picture = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==",
    "base64",
  )
  const id = await fill((tenant) => {
    const lieferung = tenant.insert(lieferungen, {
      kunde_id: hof.kunden[0],
      fahrer_id: hof.fahrer.id,
      datum: today(),
      status: "unterwegs",
    })
    for (let i = 0; i < 59; i++)
      tenant.insert(lieferungen_bilder, {
        lieferung_id: lieferung.id,
        versuch: 1,
        art: "beweis",
        pfad: `p${i}.webp`,
        vorschau_pfad: `v${i}.webp`,
        breite: 1,
        hoehe: 1,
        bytes: 1,
        erfasst_am: tenant.now(),
        erstellt_von: hof.fahrer.id,
      } as never)
    return lieferung.id
  })
  const upload = async () => {
    const raw = new FormData()
    raw.set("bild", new File([picture], "a.png"))
    raw.set("art", "beweis")
    const reply = await app.call("POST", `/api/lieferungen/${id}/bilder`, { token: hof.fahrer.token, raw })
    return [reply.status, reply.body.error]
  }
  expect((await upload())[0]).toBe(201)
  expect(await upload()).toEqual([409, "Zu einer Lieferung gehören höchstens 60 Bilder"])
})

test("two hundred accounts come from one table", async () => {
  const table = (count: number) =>
    `Name;E-Mail;Rolle\n${times(count, (i) => `Person ${i};p${i}@firma.example;Fahrer`).join("\n")}\n`
  expect((await send("mitarbeiter", table(200))).body.fehler).toEqual([])
  expect((await send("mitarbeiter", table(202))).body.fehler).toMatchObject([
    { zeile: 202, msg: "ist zu viel: höchstens 200 neue Konten auf einmal" },
    { zeile: 203 },
  ])
})

test("labels of two thousand devices are printed at once, and a count misses five thousand", async () => {
  const device = (i: number) => ({ geraetenummer: `V-${i}`, bezeichnung: "Kühler" })
  // Two are in the yard already.
  await fill((tenant) => tenant.insertAll(geraete, times(1999, device)))
  const labels = await call("GET", "geraete/etiketten.pdf?form=4x12")
  expect([labels.status, labels.body.error]).toEqual([
    409,
    "Mehr als 2000 Etiketten auf einmal: bitte die Auswahl einschränken",
  ])
  const more = times(3000, (i) => device(i + 1999))
  await fill((tenant) => tenant.insertAll(geraete, more))
  const { id } = (await call("POST", "inventuren", { bezeichnung: "Alle", mit_geraeten: 1 })).body
  expect(await post(`inventuren/${id}/abschluss`, {})).toEqual([
    409,
    "Mehr als 5000 Geräte wurden nicht gefunden. Bitte weiter zählen, oder ohne Geräte neu beginnen.",
  ])
  const [found] = hof.geraete
  await call("POST", `inventuren/${id}/zaehlungen`, { positionen: [{ geraet_id: found, menge: 1 }] })
  expect((await post(`inventuren/${id}/abschluss`, {}))[0]).toBe(200)
})

test("the search for everything shows eight customers, and of three two deliveries before and behind today", async () => {
  const ids = await fill((tenant) => {
    const made = times(9, (i) => createKunde(tenant, AUTHOR, { name: `Zander ${i}` }).record.id)
    const days = [-3, -2, -1, 1, 2, 3].map((one) => addDays(today(), one))
    for (const kunde_id of made) for (const datum of days) tenant.insert(lieferungen, { kunde_id, datum })
    return made
  })
  const { kunden, lieferungen: found } = (await call("GET", "suche?q=zander")).body
  expect([kunden.length, found.length]).toEqual([8, 8])
  const own = found.filter((one: { kunde_id: string }) => one.kunde_id === ids[0])
  expect(own.map(({ datum }: { datum: string }) => datum).toSorted()).toEqual(
    [-2, -1, 1, 2].map((days) => addDays(today(), days)),
  )
})

test("a hundred faults of one request are named", async () => {
  const positionen = times(150, () => ({ art: "ausgabe", menge: 0, pfandartikel_id: hof.fass }))
  const { status, body } = await call("POST", "pfandbuchungen", { kunde_id: hof.kunden[0], positionen })
  expect([status, body.errors.length]).toEqual([400, 100])
})

test("a plot is of 1,100 days", async () => {
  const plot = async (days: number) => {
    const { status, body } = await call(
      "GET",
      `pfandverlauf?von=2023-01-01&bis=${addDays("2023-01-01", days)}`,
    )
    return [status, body.items?.length ?? body.errors[0].msg]
  }
  expect([await plot(1100), await plot(1101)]).toEqual([
    [200, 1101],
    [400, "ist mehr als 1100 Tage nach von"],
  ])
})
