import { afterAll, beforeAll, expect, test } from "bun:test"
import { Database } from "bun:sqlite"
import { join } from "node:path"
import { BATCH, forgetEreignisse } from "../../../src/api/ereignisse/rules.ts"
import { mitarbeiter } from "../../../src/db/schema.ts"
import { backUp } from "../../../src/ops/backup/backup.ts"
import { restore } from "../../../src/ops/backup/restore.ts"
import { noteEreignis } from "../../../src/api/shared/ereignis.ts"
import { createTestApp } from "../../helpers/app.ts"
import { today } from "../../helpers/day.ts"
import { temporaryDir } from "../../helpers/temporary.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** What programs that follow a company are told of. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
beforeAll(async () => {
  hof = await yard(app, "ereignisse")
})

const call = (method: string, path: string, body?: object, token = hof.admin.token) =>
  app.call(method, `/api/${path}`, { token, ...(body && { body }) })

type Ereignis = { nummer: number; art: string; datensatz_id: string; adresse: string }

/** @returns what was told since `before` */
async function since(before: number): Promise<Ereignis[]> {
  return (await call("GET", `ereignisse?nach=${before}&limit=200`)).body.items
}
const last = async (): Promise<number> => (await call("GET", "ereignisse")).body.letzte ?? 0

const artsOf = (items: readonly Ereignis[]): string[] => items.map(({ art }) => art)

const book = (more: object = {}, menge = 1) =>
  call("POST", "pfandbuchungen", {
    kunde_id: hof.kunden[0],
    positionen: [{ pfandartikel_id: hof.fass, art: "ausgabe", menge }],
    ...more,
  })

test("deliveries, bookings, settlements, devices and Klärungen are told of, each once and at its address", async () => {
  const before = await last()
  const vorgang = (await book()).body
  const storno = (await call("POST", `pfandbuchungen/${vorgang.vorgang_id}/storno`, { grund: "Vertippt" }))
    .body
  const geraet = (
    await call("POST", "geraete", { geraetenummer: "E-1", bezeichnung: "Zapfe", pfand_cent: 5000 })
  ).body
  await call("POST", `geraete/${geraet.id}/ausgabe`, { kunde_id: hof.kunden[0] })
  await call("POST", `geraete/${geraet.id}/ruecknahme`, {})
  const lieferung = (
    await call("POST", "lieferungen", {
      kunde_id: hof.kunden[0],
      datum: today(),
      positionen: [{ pfandartikel_id: hof.fass, soll_ausgabe: 2, soll_ruecknahme: 0 }],
    })
  ).body
  await call("POST", `lieferungen/${lieferung.id}/start`, {})
  await call("POST", `lieferungen/${lieferung.id}/abschluss`, {
    positionen: [{ pfandartikel_id: hof.fass, ist_ausgabe: 2, ist_ruecknahme: 0 }],
  })
  const bis = today()
  await call("POST", "abrechnungen", { kunde_id: hof.kunden[0], bis })
  const klaerung = (
    await call("POST", "klaerungen", {
      art: "ungeplant",
      kunde_id: hof.kunden[0],
      ablehnung: "Kein Netz",
      erfasst_am: new Date().toISOString(),
      angaben: { positionen: [{ pfandartikel_id: hof.fass, ist_ruecknahme: 1 }] },
    })
  ).body
  await call("POST", `klaerungen/${klaerung.id}/verwerfen`, { grund: "Doppelt" })
  const told = await since(before)
  expect(told.map(({ art, datensatz_id }) => [art, datensatz_id])).toEqual([
    ["pfandbuchungen.gebucht", vorgang.vorgang_id],
    ["pfandbuchungen.storniert", storno.vorgang_id],
    ["geraete.angelegt", geraet.id],
    ["geraete.ausgegeben", geraet.id],
    ["pfandbuchungen.gebucht", expect.any(String)],
    ["geraete.zurueckgenommen", geraet.id],
    ["pfandbuchungen.gebucht", expect.any(String)],
    ["lieferungen.geplant", lieferung.id],
    ["lieferungen.gestartet", lieferung.id],
    ["pfandbuchungen.gebucht", expect.any(String)],
    ["lieferungen.zugestellt", lieferung.id],
    ["abrechnungen.erstellt", expect.any(String)],
    ["klaerungen.eingereicht", klaerung.id],
    ["klaerungen.verworfen", klaerung.id],
  ])
  expect(told.map(({ nummer }) => nummer)).toEqual(told.map((_, i) => before + i + 1))
  for (const { adresse, datensatz_id } of told) {
    const record = await app.call("GET", adresse, { token: hof.admin.token })
    expect([adresse, record.status, record.text.includes(datensatz_id)]).toEqual([adresse, 200, true])
  }
})

test("what was refused or rolled back is told to nobody, and leaves no gap", async () => {
  const before = await last()
  const refused = await Promise.all([
    book({ kunde_id: hof.kunden[1] }),
    book({ kunde_id: Bun.randomUUIDv7() }),
    book({}, 999_999_999),
    book({ kunde_id: hof.kunden[1] }),
    call("POST", "pfandbuchungen/01936d8e-7f00-7000-8000-00000000a001/storno", { grund: "x" }),
  ])
  expect(refused.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(2)
  const id = Bun.randomUUIDv7()
  await Promise.all([book({ id }), book({ id })])
  const told = await since(before)
  expect(artsOf(told)).toEqual(Array(3).fill("pfandbuchungen.gebucht"))
  expect(told.map(({ nummer }) => nummer)).toEqual([before + 1, before + 2, before + 3])
})

test("a program reads them with a right of their own, in pages, and of its company alone", async () => {
  const other = await yard(app, "andere-ereignisse")
  const { body } = await call("POST", "programmzugaenge", {
    name: "Warenwirtschaft",
    rechte: ["ereignisse.lesen"],
    gueltig_bis: "2999-12-31",
  })
  expect(body.errors?.[0]?.path).toBe("gueltig_bis")
  const key = async (...rechte: string[]): Promise<string> => {
    const gueltig_bis = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    return (await call("POST", "programmzugaenge", { name: "W", rechte, gueltig_bis })).body.schluessel
  }
  expect((await call("GET", "ereignisse", undefined, await key("buchungen.lesen"))).status).toBe(403)
  const follows = await key("ereignisse.lesen")
  const all = (await call("GET", "ereignisse?limit=200", undefined, follows)).body
  const read: Ereignis[] = []
  for (let nach = 0, page: Ereignis[]; ; nach = page.at(-1)!.nummer) {
    page = (await call("GET", `ereignisse?nach=${nach}&limit=7`, undefined, follows)).body.items
    if (page.length === 0) break
    read.push(...page)
  }
  expect(read).toEqual(all.items)
  expect(all.letzte).toBe(read.length)
  await app.call("POST", "/api/pfandbuchungen", {
    token: other.admin.token,
    body: {
      kunde_id: other.kunden[0],
      positionen: [{ pfandartikel_id: other.fass, art: "ausgabe", menge: 1 }],
    },
  })
  expect((await call("GET", "ereignisse", undefined, follows)).body.letzte).toBe(all.letzte)
})

test("after a restore a program is told so, though the company has come as far as its number again", async () => {
  await book()
  const { letzte, anlage } = (await call("GET", "ereignisse")).body
  const ask = (known: string) => call("GET", `ereignisse?nach=${letzte - 1}&anlage=${known}`)
  expect([(await ask(anlage)).status, (await ask("0123456789abcdef")).status]).toEqual([200, 409])
  const [dir, archive] = [temporaryDir(), join(temporaryDir(), "sicherung.tar")]
  await backUp(app.dir, archive, new Date())
  await restore(dir, archive, new Date())
  const restored = createTestApp({ dir })
  const account = restored.deps.system.tenant(hof.id).get(mitarbeiter, hof.admin.id)
  const token = await restored.deps.tokens.sign(account)
  const told = await restored.call("GET", `/api/ereignisse?nach=${letzte - 1}&anlage=${anlage}`, { token })
  expect([told.status, told.body.error]).toEqual([409, expect.stringContaining("alles neu lesen")])
  const [nach, now] = ["nach", "anlage"].map(
    (name) => new RegExp(`${name}=(\\w+)`).exec(told.body.error)?.[1],
  )
  const on = await restored.call("GET", `/api/ereignisse?nach=${nach}&anlage=${now}`, { token })
  expect([on.status, on.body.anlage, now === anlage]).toEqual([200, now, false])
  restored.close()
})

test("old ones are deleted in portions, never the last, and who would miss some is told so", async () => {
  const { system } = app.deps
  const tenant = system.tenant(hof.id)
  await system.write(() => {
    for (let i = 0; i < BATCH; i++) noteEreignis(tenant, "geraete.geaendert", "x", i)
  }, hof.id)
  const end = await last()
  expect((await call("GET", `ereignisse?nach=${end - 60}`)).body.items).toHaveLength(50)
  // From before the clock was set back: a gap in between would be noticed by nobody.
  using db = new Database(join(app.dir, "pfandwerk.db"))
  db.run("UPDATE ereignisse SET erstellt_am = '1999-01-01' WHERE tenant_id = ? AND nummer = ?", [
    hof.id,
    end - 1,
  ])
  expect(await system.write(() => forgetEreignisse(tenant, "2000-01-01"), hof.id)).toBe(0)
  expect(await system.write(() => forgetEreignisse(tenant, "9999-01-01"), hof.id)).toBe(BATCH)
  await system.write(() => forgetEreignisse(tenant, "9999-01-01"), hof.id)
  const missed = await call("GET", "ereignisse?nach=3")
  expect([missed.status, missed.body.error]).toEqual([
    409,
    expect.stringContaining(`Ereignisse 4 bis ${end - 1}`),
  ])
  expect((await call("GET", `ereignisse?nach=${end}`)).body).toMatchObject({ items: [], letzte: end })
  expect((await call("GET", "ereignisse?nach=0")).body.items.map((one: Ereignis) => one.nummer)).toEqual([
    end,
  ])
  expect((await call("GET", `ereignisse?nach=${end + 1}`)).status).toBe(409)
  await book()
  expect((await since(end)).map(({ nummer }) => nummer)).toEqual([end + 1])
})

test("they hold no word of what stands in the record", async () => {
  using db = new Database(join(app.dir, "pfandwerk.db"), { readonly: true })
  const rows = db.query("SELECT * FROM ereignisse LIMIT 1000").all() as object[]
  expect(Object.keys(rows[0]!).toSorted()).toEqual(
    "aktualisiert_am art datensatz_id datensatz_version erstellt_am id nummer tenant_id version".split(" "),
  )
})

test("a device is told of whose place goes with the person who is erased", async () => {
  const [, kunde_id] = hof.kunden
  const place = { kunde_id, name: "Festwiese", ort: "Celle" }
  const standort = (await call("POST", "standorte", place)).body
  const [, geraet_id] = hof.geraete
  await call("POST", `geraete/${geraet_id}/ausgabe`, { kunde_id, standort_id: standort.id })
  const before = await last()
  expect((await call("POST", `kunden/${kunde_id}/loeschung`)).status).toBe(200)
  const { version, standort_id } = (await call("GET", `geraete/${geraet_id}`)).body
  expect(standort_id).toBeNull()
  expect(await since(before)).toMatchObject([
    { art: "geraete.geaendert", datensatz_id: geraet_id, datensatz_version: version },
  ])
})
