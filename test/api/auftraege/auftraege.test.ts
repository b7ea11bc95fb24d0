import { Database } from "bun:sqlite"
import { afterAll, beforeAll, describe, expect, setSystemTime, test } from "bun:test"
import { readdirSync } from "node:fs"
import { getPriority } from "node:os"
import { join } from "node:path"
import { unzipSync } from "fflate"
import { createApp } from "../../../src/app.ts"
import { runAuftrag } from "../../../src/api/auftraege/run.ts"
import { auftraege, tenants } from "../../../src/db/schema.ts"
import { doAuftraege } from "../../../src/ops/auftraege/work.ts"
import { AuftragThread, goOnWithJobs } from "../../../src/ops/auftraege/thread.ts"
import { createTestApp } from "../../helpers/app.ts"
import { demoDir } from "../../helpers/demo.ts"
import { until } from "../../helpers/eventually.ts"
import { start } from "../../helpers/executable.ts"
import { pdfPages, pdfText } from "../../helpers/pdf.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { travel } from "../../helpers/zeit.ts"
import { failing } from "../../helpers/failing.ts"
import { hangAfter } from "../../helpers/hanging.ts"
import { createLog } from "../../../src/lib/log.ts"

const app = createTestApp()
afterAll(() => {
  setSystemTime()
  app.close()
})
let hof: Yard
const kunden: string[] = []

const call = (method: string, path: string, body?: unknown) =>
  app.call(method, path, { token: hof.admin.token, ...(body !== undefined && { body }) })

async function file(path: string, token = hof.admin.token): Promise<Uint8Array> {
  const headers = { host: "localhost", authorization: `Bearer ${token}` }
  await new Promise(setImmediate)
  return (await createApp(app.deps)(new Request(`http://localhost${path}`, { headers }))).bytes()
}

const book = (kunde_id: string, menge: number, erfasst_am?: string) =>
  call("POST", "/api/pfandbuchungen", {
    kunde_id,
    ...(erfasst_am && { erfasst_am }),
    positionen: [{ pfandartikel_id: hof.leer, art: "ausgabe", menge }],
  })

/** As the thread that does jobs does them; `patience` is after how many transactions it is killed. */
function work(id: string, patience = Number.POSITIVE_INFINITY, firma = hof): Promise<void> {
  const { system, config } = app.deps
  let left = patience
  const commit = async <T>(task: () => T): Promise<T> => {
    if (left-- <= 0) throw new Error("killed")
    return system.write(task, firma.id)
  }
  return runAuftrag({ tenant: system.tenant(firma.id), commit, quota: config.quotaPerTenant }, id)
}

beforeAll(async () => {
  hof = await yard(app, "hof")
  await travel(app, hof, "2026-11-02T10:00:00.000Z")
  for (let nr = 0; nr < 25; nr++) {
    const { body } = await call("POST", "/api/kunden", { name: `Gasthaus ${nr}`, abrechnung: "monatlich" })
    kunden.push(body.id)
    await book(body.id, nr + 1, "2026-10-20T10:00:00.000Z")
  }
})

/** Does all that waits in the thread of the service, until these have ended. @returns the lines of its log */
async function doAll(ids: string[], said: string[] = [], longestTurn?: number): Promise<string[]> {
  const log = createLog("json", (line) => said.push(line))
  const thread = new AuftragThread({ ...app.deps, log }, longestTurn)
  thread.kick()
  const sqlite = new Database(join(app.dir, "pfandwerk.db"), { readonly: true, strict: true })
  const open = sqlite.query("SELECT id FROM auftraege WHERE status IN ('wartet', 'laeuft') AND id = ?")
  await until("the jobs have ended", () => !ids.some((id) => open.get(id)), { within: 100_000 })
  sqlite.close()
  await thread.close()
  return said
}

const abrechnungen = async () => (await call("GET", "/api/abrechnungen?limit=200")).body.items

describe("a month's run", () => {
  test("settles everybody once, however often it is killed, and leaves no gap", async () => {
    await call("PATCH", "/api/kunden/" + kunden[3], { abrechnung: "keine" })
    const made = await call("POST", "/api/auftraege", { art: "abrechnungslauf", bis: "2026-10-31" })
    expect([made.status, made.body]).toMatchObject([
      201,
      { status: "wartet", von: "2026-10-01", bis: "2026-10-31", erledigt: 0 },
    ])
    const path = `/api/auftraege/${made.body.id}`
    const settled: number[] = []
    for (const patience of [0, 1, 2, 2, 6, 9]) {
      expect(await failing(work(made.body.id, patience))).toThrow("killed")
      settled.push((await call("GET", path)).body.erledigt)
    }
    // One in each transaction, after the first, which begins the run.
    expect(settled).toEqual([0, 0, 1, 2, 7, 15])
    await work(made.body.id)
    const { body } = await call("GET", path)
    expect(body).toMatchObject({ status: "fertig", gesamt: 24, erledigt: 24, uebergangen: 0, fehler: 0 })
    const items = await abrechnungen()
    expect(items.length).toBe(24)
    expect(items.map(({ nummer }: any) => nummer).toSorted()).toEqual(
      items.map((_: unknown, index: number) => `ABR-2026-${String(index + 1).padStart(5, "0")}`),
    )
    expect(new Set(items.map(({ kunde_id }: any) => kunde_id)).size).toBe(24)
    const sum = items.reduce((all: number, { betrag_cent }: any) => all + betrag_cent, 0)
    expect([sum > 0, body.betrag_cent]).toEqual([true, sum])
  }, 120_000)

  test("stops when its company is blocked, and goes on when it may work again", async () => {
    const { system, config } = app.deps
    const made = await call("POST", "/api/auftraege", {
      art: "kontoauszuege",
      von: "2026-10-01",
      bis: "2026-10-31",
    })
    expect(made.status).toBe(201)
    const { body } = made
    const statusOf = () => system.tenant(hof.id).get(auftraege, body.id)
    const become = (status: "aktiv" | "gesperrt") =>
      system.write(() => void system.tenant(hof.id).update(tenants, hof.id, { status }))
    let kicks = 0
    const end = goOnWithJobs(app.deps, () => kicks++, 5)
    await until("it is kicked", () => kicks > 0, { within: 5000 })
    let left = 4
    const commitFor =
      () =>
      async <T>(task: () => T) => {
        if (left-- === 0) await become("gesperrt")
        return system.write(task, hof.id)
      }
    const go = () => doAuftraege({ system, config, log: createLog("json", () => {}), commitFor })
    await go()
    expect([statusOf().status, system.countAuftraege(), system.nextAuftrag()]).toEqual([
      "laeuft",
      0,
      undefined,
    ])
    await become("aktiv")
    const before = kicks
    await until("it is kicked again", () => kicks > before, { within: 5000 })
    end()
    await go()
    expect(statusOf()).toMatchObject({ status: "fertig", fehler: 0 })
  }, 120_000)

  test("repeated settles nobody twice; what came late waits for the next month", async () => {
    await book(kunden[0]!, 5, "2026-10-21T10:00:00.000Z")
    const { body } = await call("POST", "/api/auftraege", { art: "abrechnungslauf", bis: "2026-10-31" })
    await work(body.id)
    expect((await call("GET", `/api/auftraege/${body.id}`)).body).toMatchObject({
      gesamt: 1,
      erledigt: 1,
      uebergangen: 0,
      fehler: 1,
      betrag_cent: 0,
      kundenfehler: [{ kunde_id: kunden[0], meldung: expect.stringContaining("ging noch etwas ein") }],
    })
    expect((await abrechnungen()).length).toBe(24)
  }, 120_000)

  test("settles what is open though a part of the month was settled before", async () => {
    const firma = await yard(app, "halb")
    const as = (method: string, path: string, body?: object) =>
      app.call(method, `/api/${path}`, { token: firma.admin.token, ...(body && { body }) })
    const [kunde_id] = firma.kunden
    const buchen = (menge: number, erfasst_am: string) =>
      as("POST", "pfandbuchungen", {
        kunde_id,
        erfasst_am,
        positionen: [{ pfandartikel_id: firma.leer, art: "ausgabe", menge }],
      })
    await as("PATCH", `kunden/${kunde_id}`, { abrechnung: "monatlich" })
    await buchen(1, "2026-10-05T10:00:00.000Z")
    await as("POST", "abrechnungen", { kunde_id, von: "2026-10-01", bis: "2026-10-10" })
    await buchen(3, "2026-10-20T10:00:00.000Z")
    const { body } = await as("POST", "auftraege", { art: "abrechnungslauf", bis: "2026-10-31" })
    await work(body.id, Number.POSITIVE_INFINITY, firma)
    const numbers = async (query: string) =>
      (await as("GET", `abrechnungen?${query}`)).body.items.map((one: any) => [
        one.von,
        one.bis,
        one.summe_cent,
      ])
    const late = ["2026-10-20", "2026-10-31", 450]
    const both = [late, ["2026-10-01", "2026-10-10", 150]]
    expect(await numbers(`kunde_id=${kunde_id}`)).toEqual(both)
    // Both are issued in November, for October.
    expect([await numbers("monat=2026-10"), await numbers("monat=2026-11")]).toEqual([both, []])
    expect(await numbers("von=2026-11-01&bis=2026-11-30")).toEqual(both)
    expect(await numbers(`auftrag_id=${body.id}`)).toEqual([late])
    const zip = unzipSync(await file(`/api/auftraege/${body.id}/belege.zip`, firma.admin.token))
    expect(Object.keys(zip)).toHaveLength(1)
    // What it settled went out by post where somebody says so, once, and nothing beside.
    const noted = async () => (await as("POST", `auftraege/${body.id}/postversand`)).body.vermerkt
    const [whole, part] = (await as("GET", `abrechnungen?kunde_id=${kunde_id}`)).body.items
    expect([await noted(), await noted()]).toEqual([1, 0])
    const left = (await as("GET", "abrechnungen?unversandt=true")).body.items
    expect([left.map(({ id }: any) => id), whole.versand]).toEqual([[part.id], "offen"])
  })

  test("shows nobody the paper of a person who was erased while it was printed", async () => {
    const firma = await yard(app, "vergisst")
    const { token } = firma.admin
    const [kunde_id] = firma.kunden
    const positionen = [{ pfandartikel_id: firma.kasten, art: "ausgabe", menge: 1 }]
    await app.call("POST", "/api/pfandbuchungen", { token, body: { kunde_id, positionen } })
    const order = { art: "kontoauszuege", bis: "2026-11-02" }
    const { body } = await app.call("POST", "/api/auftraege", { token, body: order })
    const { system, config } = app.deps
    let commits = 0
    const commit = async <T>(task: () => T): Promise<T> => {
      // The first says that it runs; the second keeps the paper, which is printed by then.
      if (++commits === 2) await app.call("POST", `/api/kunden/${kunde_id}/loeschung`, { token })
      return system.write(task, firma.id)
    }
    await runAuftrag({ tenant: system.tenant(firma.id), commit, quota: config.quotaPerTenant }, body.id)
    const { items } = (await app.call("GET", `/api/belege?kunde_id=${kunde_id}`, { token })).body
    expect(items.map(({ art, gesperrt }: any) => [art, gesperrt])).toEqual([["kontoauszug", 1]])
    expect((await app.call("GET", `/api/belege/${items[0].id}/datei`, { token })).status).toBe(404)
  })

  test("names what stands in the way of one customer, and settles the others", async () => {
    const firma = await yard(app, "gross")
    const as = (path: string, body: object) =>
      app.call("POST", `/api/${path}`, { token: firma.admin.token, body })
    const ids: string[] = []
    for (const name of ["Adler", "Bär"])
      ids.push((await as("kunden", { name, abrechnung: "monatlich" })).body.id)
    const [adler, baer] = ids
    const one = { pfandartikel_id: firma.kasten, art: "ausgabe", menge: 1 }
    const buchen = (kunde_id: string | undefined, positionen: object[]) =>
      as("pfandbuchungen", { kunde_id, erfasst_am: "2026-10-20T10:00:00.000Z", positionen })
    // Two bookings each: more than fit into one settlement.
    for (let all = 0; all <= 5000; all += 400)
      await buchen(
        adler,
        Array.from({ length: 200 }, () => one),
      )
    await buchen(baer, [one])
    const { body } = await as("auftraege", { art: "abrechnungslauf", bis: "2026-10-31" })
    await work(body.id, Number.POSITIVE_INFINITY, firma)
    const done = await app.call("GET", `/api/auftraege/${body.id}`, { token: firma.admin.token })
    expect(done.body).toMatchObject({ status: "fertig", erledigt: 2, fehler: 1 })
    expect(done.body.kundenfehler).toMatchObject([
      { kunde_id: adler, meldung: expect.stringContaining("Mehr als 5000 offene Buchungen") },
    ])
  }, 120_000)

  test("counts customers, and beside them the settlements that cannot be printed", async () => {
    const firma = await yard(app, "ungedruckt")
    const [kunde_id = ""] = firma.kunden
    const { token } = firma.admin
    const positionen = [{ pfandartikel_id: firma.kasten, art: "ausgabe", menge: 1 }]
    const erfasst_am = "2026-10-20T10:00:00.000Z"
    await app.call("PATCH", `/api/kunden/${kunde_id}`, { token, body: { abrechnung: "monatlich" } })
    await app.call("POST", "/api/pfandbuchungen", { token, body: { kunde_id, erfasst_am, positionen } })
    const order = { art: "abrechnungslauf", bis: "2026-10-31" }
    const { id } = (await app.call("POST", "/api/auftraege", { token, body: order })).body
    // Begun, and settled.
    await work(id, 2, firma).catch(() => {})
    using db = new Database(join(app.dir, "pfandwerk.db"))
    db.run("DROP TRIGGER abrechnungskoepfe_nur_sperren")
    db.run("UPDATE abrechnungskoepfe SET an = 'kaputt' WHERE tenant_id = ?", [firma.id])
    await work(id, Number.POSITIVE_INFINITY, firma)
    const { body } = await app.call("GET", `/api/auftraege/${id}`, { token })
    expect(body).toMatchObject({ status: "fertig", erledigt: 1, uebergangen: 0, fehler: 0, ungedruckt: 1 })
    const meldung = expect.stringMatching(/^ABR-\S+ ist nicht gedruckt: /)
    expect(body.kundenfehler).toMatchObject([{ kunde_id, meldung }])
  })

  test("is refused for a time that is not over", async () => {
    const bad = await call("POST", "/api/auftraege", { art: "abrechnungslauf", bis: "2026-11-30" })
    expect(bad.status).toBe(400)
  })

  test("ends with the reason where its last day has not come yet when its turn comes", async () => {
    const now = new Date()
    const firma = await yard(app, "zone")
    await travel(app, firma, "2026-11-01T02:00:00.000Z")
    const { token } = firma.admin
    const body = { art: "abrechnungslauf", bis: "2026-11-01" }
    const { id } = (await app.call("POST", "/api/auftraege", { token, body })).body
    const { system } = app.deps
    const zeitzone = "America/New_York"
    await system.write(() => system.tenant(firma.id).update(tenants, firma.id, { zeitzone }))
    await work(id, Number.POSITIVE_INFINITY, firma)
    const { status, meldung } = (await app.call("GET", `/api/auftraege/${id}`, { token })).body
    expect([status, meldung]).toEqual(["gescheitert", "bis: liegt in der Zukunft"])
    setSystemTime(now)
  })

  test("keeps every settlement of the month as a document, and all of them as one file", async () => {
    const [last] = (await call("GET", "/api/auftraege")).body.items
    const zip = unzipSync(await file(`/api/auftraege/${last.id}/belege.zip`))
    expect(Object.keys(zip).length).toBe(24)
    const one = (await call("GET", `/api/abrechnungen?kunde_id=${kunden[6]}`)).body.items[0]
    const pdf = await file(`/api/abrechnungen/${one.id}/abrechnung.pdf`)
    expect(Object.values(zip).some((bytes) => Buffer.compare(bytes, pdf) === 0)).toBe(true)
    const pages = pdfPages(await file(`/api/auftraege/${last.id}/druck.pdf`))
    expect(pages.filter((page) => page.includes("Seite 1 von")).length).toBe(24)
  })

  test("leaves out a settlement that nobody printed before its customer was erased, and calls it no fault", async () => {
    const firma = await yard(app, "erased")
    const as = (method: string, path: string, body?: object) =>
      app.call(method, `/api/${path}`, { token: firma.admin.token, ...(body && { body }) })
    const [kunde_id] = firma.kunden
    await as("POST", "pfandbuchungen", {
      kunde_id,
      erfasst_am: "2026-10-05T10:00:00.000Z",
      positionen: [{ pfandartikel_id: firma.leer, art: "ausgabe", menge: 1 }],
    })
    const period = { von: "2026-10-01", bis: "2026-10-31" }
    expect((await as("POST", "abrechnungen", { kunde_id, ...period })).status).toBe(201)
    expect((await as("POST", `kunden/${kunde_id}/loeschung`)).status).toBe(200)
    const { body } = await as("POST", "auftraege", { art: "abrechnungslauf", bis: "2026-10-31" })
    await work(body.id, Number.POSITIVE_INFINITY, firma)
    expect((await as("GET", `auftraege/${body.id}`)).body).toMatchObject({ status: "fertig", fehler: 0 })
    expect((await as("GET", `belege?auftrag_id=${body.id}`)).body.items).toEqual([])
  })

  test("has no file when nothing was settled", async () => {
    const { body } = await call("POST", "/api/auftraege", { art: "abrechnungslauf", bis: "2026-08-31" })
    await work(body.id)
    expect((await call("GET", `/api/auftraege/${body.id}/druck.pdf`)).status).toBe(409)
  })
})

describe("printing for all", () => {
  test("keeps a document for each, as ZIP and as one file for a printer, also after a kill", async () => {
    const made = await call("POST", "/api/auftraege", { art: "kontoauszuege", bis: "2026-10-31" })
    const path = `/api/auftraege/${made.body.id}`
    expect((await call("GET", `${path}/belege.zip`)).status).toBe(409)
    for (const patience of [5, 6, 7]) expect(await failing(work(made.body.id, patience))).toThrow("killed")
    await work(made.body.id)
    expect((await call("GET", path)).body).toMatchObject({
      status: "fertig",
      gesamt: 25,
      erledigt: 25,
      fehler: 0,
    })
    const { items } = (await call("GET", `/api/belege?auftrag_id=${made.body.id}&limit=200`)).body
    expect(new Set(items.map(({ kunde_id }: any) => kunde_id))).toEqual(new Set(kunden))
    const zip = unzipSync(await file(`${path}/belege.zip`))
    expect(Object.keys(zip).length).toBe(25)
    const one = items.find(({ kunde_id }: any) => kunde_id === kunden[6])
    expect(Buffer.compare(zip[one.dateiname]!, await file(`/api/belege/${one.id}/datei`))).toBe(0)
    expect(pdfText(zip[one.dateiname]!)).toContain("Endsaldo 10,50")
    const pages = pdfPages(await file(`${path}/druck.pdf`))
    expect(pages.filter((page) => page.includes("Seite 1 von")).length).toBe(25)
  }, 120_000)

  test("confirmations of a day have their answers noted one by one", async () => {
    const made = await call("POST", "/api/auftraege", { art: "saldenbestaetigungen", bis: "2026-10-31" })
    await work(made.body.id)
    // What is no settlement is not noted as sent by post.
    expect((await call("POST", `/api/auftraege/${made.body.id}/postversand`)).body).toEqual({
      error: "Das ist kein Abrechnungslauf",
    })
    const [beleg] = (await call("GET", `/api/belege?auftrag_id=${made.body.id}`)).body.items
    const answer = await call("POST", `/api/belege/${beleg.id}/antwort`, { antwort: "bestaetigt" })
    expect([answer.status, answer.body.antwort]).toEqual([200, "bestaetigt"])
  })

  test("prints what was kept, whoever was renamed since, and nothing of whom was erased", async () => {
    const { body } = await call("POST", "/api/auftraege", { art: "kontoauszuege", bis: "2026-10-28" })
    await work(body.id)
    const path = `/api/auftraege/${body.id}/druck.pdf`
    const before = await file(path)
    await call("PATCH", `/api/kunden/${kunden[6]}`, { name: "Ganz anders" })
    await call("PATCH", "/api/tenant", { name: "Umbenannt GmbH" })
    expect(Buffer.compare(await file(path), before)).toBe(0)
    await call("PATCH", `/api/kunden/${kunden[6]}`, { name: "Gasthaus 6" })
    const person = await call("POST", "/api/kunden", { name: "Erika Person" })
    await book(person.body.id, 3, "2026-10-20T10:00:00.000Z")
    const again = await call("POST", "/api/auftraege", { art: "kontoauszuege", bis: "2026-10-27" })
    await work(again.body.id)
    expect((await call("POST", `/api/kunden/${person.body.id}/loeschung`, {})).status).toBe(200)
    const pages = pdfPages(await file(`/api/auftraege/${again.body.id}/druck.pdf`))
    expect(pages.join()).toContain("Gasthaus 6")
    expect(pages.join()).not.toContain("Erika Person")
  }, 120_000)

  test("ends with the reason when the company's room is used up", async () => {
    const made = await call("POST", "/api/auftraege", { art: "saldenbestaetigungen", bis: "2026-10-30" })
    const { system } = app.deps
    const commit = <T>(task: () => T) => system.write(task, hof.id)
    await runAuftrag({ tenant: system.tenant(hof.id), commit, quota: 1000 }, made.body.id)
    expect((await call("GET", `/api/auftraege/${made.body.id}`)).body).toMatchObject({
      status: "gescheitert",
      meldung: "Der Speicherplatz der Firma für Bilder und Belege ist aufgebraucht",
    })
  })
})

/** Of its own company: who is printed for whom. */
describe("is narrowed to", () => {
  let firma: Yard
  const of = (method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: firma.admin.token, ...(body !== undefined && { body }) })
  const ids = new Map<string, string>()
  const move = (name: string, art: string, menge: number, erfasst_am: string) =>
    of("POST", "/api/pfandbuchungen", {
      kunde_id: ids.get(name),
      erfasst_am,
      positionen: [{ pfandartikel_id: firma.leer, art, menge }],
    })
  const printed = async (filter: object): Promise<string[]> => {
    const { status, body } = await of("POST", "/api/auftraege", filter)
    expect(status).toBe(201)
    const { system, config } = app.deps
    const commit = async <T>(task: () => T) => system.write(task, firma.id)
    await runAuftrag({ tenant: system.tenant(firma.id), commit, quota: config.quotaPerTenant }, body.id)
    const done = (await of("GET", `/api/auftraege/${body.id}`)).body
    const { items } = (await of("GET", `/api/belege?auftrag_id=${body.id}&limit=200`)).body
    expect(done).toMatchObject({ status: "fertig", erledigt: done.gesamt, fehler: 0 })
    expect(done.erledigt - done.uebergangen).toBe(items.length)
    return items.map(({ kunde_name }: any) => kunde_name).toSorted()
  }

  beforeAll(async () => {
    firma = await yard(app, "auswahl")
    await travel(app, firma, "2026-11-02T10:00:00.000Z")
    const kunde = async (name: string, fields: object = {}) =>
      ids.set(name, (await of("POST", "/api/kunden", { name, ...fields })).body.id)
    await kunde("Alt", { ort: "Lüneburg" })
    await kunde("Zurückgegeben")
    await kunde("Neu", { ort: "Lüneburg" })
    await kunde("Ruht")
    await move("Alt", "ausgabe", 5, "2026-05-01T10:00:00.000Z")
    await move("Zurückgegeben", "ausgabe", 4, "2026-05-01T10:00:00.000Z")
    await move("Ruht", "ausgabe", 1, "2026-10-30T10:00:00.000Z")
    await move("Zurückgegeben", "ruecknahme", 4, "2026-11-01T10:00:00.000Z")
    await move("Neu", "ausgabe", 2, "2026-11-01T10:00:00.000Z")
    await of("PATCH", `/api/kunden/${ids.get("Ruht")}`, { aktiv: 0 })
    const stop = async (name: string) => {
      const positionen = [{ pfandartikel_id: firma.leer, soll_ausgabe: 1 }]
      const plan = { kunde_id: ids.get(name), fahrer_id: firma.fahrer.id, datum: "2026-10-15", positionen }
      return (await of("POST", "/api/lieferungen", plan)).body.id
    }
    await stop("Neu")
    const cancelled = await of("POST", `/api/lieferungen/${await stop("Alt")}/storno`, { grund: "Abgesagt" })
    expect(cancelled.status).toBe(200)
  })

  const bis = "2026-10-31"
  test("a town, those in use, and a driver's stops of the period", async () => {
    const art = "saldenbestaetigungen"
    expect(await printed({ art, bis })).toEqual(["Alt", "Neu", "Ruht", "Zurückgegeben"])
    expect(await printed({ art, bis, ort: "lüneburg" })).toEqual(["Alt", "Neu"])
    expect(await printed({ art, bis, aktiv: 1 })).toEqual(["Alt", "Neu", "Zurückgegeben"])
    expect(await printed({ art, bis, aktiv: 0 })).toEqual(["Ruht"])
    expect(await printed({ art, bis, fahrer_id: firma.fahrer.id })).toEqual(["Neu"])
    expect(await printed({ art, bis, von: "2026-10-16", fahrer_id: firma.fahrer.id })).toEqual([])
  })

  test("those who held anything on the day, not on the day of printing", async () => {
    for (const art of ["saldenbestaetigungen", "kontoauszuege"]) {
      expect(await printed({ art, bis, mit_bestand: true })).toEqual(["Alt", "Ruht", "Zurückgegeben"])
      expect(await printed({ art, bis: "2026-11-02", mit_bestand: true })).toEqual(["Alt", "Neu", "Ruht"])
    }
  })

  test("those who had held it so long on the day", async () => {
    const art = "kontoauszuege"
    expect(await printed({ art, bis, ab_tagen: 90 })).toEqual(["Alt", "Zurückgegeben"])
    expect(await printed({ art, bis, ab_tagen: 183 })).toEqual(["Alt", "Zurückgegeben"])
    expect(await printed({ art, bis, ab_tagen: 184 })).toEqual([])
    expect(await printed({ art, bis: "2026-11-02", ab_tagen: 90 })).toEqual(["Alt"])
  })

  test("reminders: a letter for each who has something for so long today", async () => {
    const art = "erinnerungen"
    expect(await printed({ art })).toEqual(["Alt"])
    expect(await printed({ art, ab_tagen: 1, stufe: 3, frist: "2026-11-30" })).toEqual(["Alt", "Neu", "Ruht"])
    expect(await printed({ art, ab_tagen: 1, kunden: [ids.get("Neu")] })).toEqual(["Neu"])
    const [one] = (await of("GET", "/api/auftraege?limit=1")).body.items
    expect(one).toMatchObject({ art, gewaehlt: 1, gesamt: 1 })
    expect(await printed({ art, ab_tagen: 1, ort: "Lüneburg", aktiv: 1 })).toEqual(["Alt", "Neu"])
    const [beleg] = (await of("GET", "/api/belege?art=erinnerung&limit=1")).body.items
    expect(beleg).toMatchObject({ art: "erinnerung", bis: "2026-11-02", von: null })
    const [auftrag] = (await of("GET", "/api/auftraege?limit=1")).body.items
    expect(auftrag).toMatchObject({ art, bis: "2026-11-02", ab_tagen: 1, aktiv: 1, ort: "Lüneburg" })
    const text = pdfPages(await file(`/api/auftraege/${auftrag.id}/druck.pdf`, firma.admin.token)).join()
    expect(text).toContain("Erinnerung an Leihgut")
    expect(text).toContain("185")
  })

  test("reminders that go on another day are of the day they were ordered on, and end once their day to bring things back is over", async () => {
    const id = (await of("POST", "/api/auftraege", { art: "erinnerungen", frist: "2026-11-20" })).body.id
    const late = (await of("POST", "/api/auftraege", { art: "erinnerungen", frist: "2026-11-04" })).body.id
    setSystemTime(new Date("2026-11-05T10:00:00.000Z"))
    for (const one of [id, late]) await work(one, Number.POSITIVE_INFINITY, firma)
    setSystemTime(new Date("2026-11-02T11:00:00.000Z"))
    const text = pdfPages(await file(`/api/auftraege/${id}/druck.pdf`, firma.admin.token)).join()
    expect(text).toContain("185")
    expect((await of("GET", `/api/auftraege/${late}`)).body).toMatchObject({
      status: "gescheitert",
      erledigt: 0,
      meldung: expect.stringContaining("Die Frist dieser Erinnerungen (04.11.2026) ist inzwischen vorbei"),
    })
  })

  test("nothing that has no meaning for what is printed", async () => {
    const bad = async (body: object) => {
      const reply = await of("POST", "/api/auftraege", body)
      return [reply.status, reply.body.errors?.[0].path, reply.body.errors?.[0].msg]
    }
    const art = "abrechnungslauf"
    const lauf = "gilt nicht für den Abrechnungslauf"
    for (const filter of [{ ort: "x" }, { aktiv: 1 }, { mit_bestand: true }, { ab_tagen: 3 }, { stufe: 2 }])
      expect(await bad({ art, bis, ...filter })).toEqual([400, Object.keys(filter)[0], lauf])
    expect(await bad({ art: "kontoauszuege", bis, stufe: 1 })).toEqual([
      400,
      "stufe",
      "gilt nur für Erinnerungen",
    ])
    expect(await bad({ art: "kontoauszuege" })).toEqual([400, "bis", "fehlt"])
    expect((await bad({ art: "erinnerungen", bis })).slice(0, 2)).toEqual([400, "bis"])
    expect(await bad({ art: "erinnerungen", frist: "2026-11-01" })).toEqual([
      400,
      "frist",
      "liegt in der Vergangenheit",
    ])
    expect((await bad({ art: "kontoauszuege", bis, fahrer_id: hof.fahrer.id })).slice(0, 2)).toEqual([
      400,
      "fahrer_id",
    ])
    expect((await bad({ art: "kontoauszuege", bis, ab_tagen: 4000 }))[0]).toBe(400)
  })
})

test("the service does jobs beside requests, also those that waited while it was stopped", async () => {
  setSystemTime()
  const env = { JWT_SECRET: "x".repeat(32) }
  let service = await start({ command: "demo", env, dataDir: await demoDir() })
  const login = async () => {
    const body = JSON.stringify({ email: "admin@demo.example", password: "pfandwerk-demo" })
    const headers = { "content-type": "application/json" }
    const reply = await fetch(`${service.url}/api/auth/login`, { method: "POST", headers, body })
    return ((await reply.json()) as { token: string }).token
  }
  const headers = { authorization: `Bearer ${await login()}`, "content-type": "application/json" }
  const bis = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const body = JSON.stringify({ art: "saldenbestaetigungen", bis })
  const made = await fetch(`${service.url}/api/auftraege`, { method: "POST", headers, body })
  const { id } = (await made.json()) as { id: string }
  const state = async () =>
    (await (await fetch(`${service.url}/api/auftraege/${id}`, { headers })).json()) as {
      status: string
      gesamt: number
      erledigt: number
    }
  // Killed with all that it had started, in the middle or not; the next start goes on.
  await service.stop("SIGKILL")
  service = await start({ command: "demo", env, dataDir: service.dataDir })
  const now = await until(
    "the job is over",
    async () => {
      const auftrag = await state()
      return auftrag.status !== "wartet" && auftrag.status !== "laeuft" && auftrag
    },
    { within: 90_000 },
  )
  expect(now.status).toBe("fertig")
  expect(now.erledigt).toBe(now.gesamt)
  const pdf = await (await fetch(`${service.url}/api/auftraege/${id}/druck.pdf`, { headers })).bytes()
  expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe("%PDF-")
  await service.stop()
}, 120_000)

/** @returns the nice values of the threads of a process; Linux only */
const nicenessOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).map((thread) => getPriority(Number(thread)))

test.skipIf(process.platform !== "linux")("a job has a lower priority than requests", async () => {
  setSystemTime()
  const env = { JWT_SECRET: "x".repeat(32) }
  const service = await start({ command: "demo", env, dataDir: await demoDir() })
  const ask = async (path: string, body: object, token = ""): Promise<any> => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` }
    return (
      await fetch(`${service.url}/api${path}`, { method: "POST", headers, body: JSON.stringify(body) })
    ).json()
  }
  const { token } = await ask("/auth/login", { email: "admin@demo.example", password: "pfandwerk-demo" })
  const low = () => nicenessOf(service.pid).filter((nice) => nice === 10).length
  const before = low()
  await ask("/auftraege", { art: "saldenbestaetigungen", bis: "2026-01-31" }, token)
  const isLowered = () => low() > before
  await until("the thread of jobs has a lower priority", isLowered, { every: 2 })
  await service.stop()
})

test("a company's many jobs hold up no other's, nor does one that nobody has thought of", async () => {
  setSystemTime()
  const [fleissig, neighbour] = [await yard(app, "fleissig"), await yard(app, "nachbar")]
  const chefin = fleissig.admin
  const positionen = [{ pfandartikel_id: fleissig.leer, art: "ausgabe", menge: 1 }]
  const booked = { kunde_id: fleissig.kunden[0], erfasst_am: "2026-10-20T10:00:00.000Z", positionen }
  await app.call("POST", "/api/pfandbuchungen", { token: chefin.token, body: booked })
  const order = async ({ token }: { token: string }) => {
    const body = { art: "saldenbestaetigungen", bis: "2026-10-31" }
    const { status, body: auftrag } = await app.call("POST", "/api/auftraege", { token, body })
    return { status, id: String(auftrag.id) }
  }
  const many = []
  for (let one = await order(chefin); one.status === 201; one = await order(chefin)) many.push(one.id)
  expect(many.length).toBeLessThanOrEqual(20)
  expect((await order(chefin)).status).toBe(409)
  const other = await order(neighbour.admin)
  expect(other.status).toBe(201)
  const sqlite = new Database(join(app.dir, "pfandwerk.db"), { strict: true })
  // A job that no client can order.
  sqlite.query(`UPDATE auftraege SET angaben = 'kein JSON' WHERE id = ?`).run(many[0]!)
  expect((await doAll([...many, other.id])).join()).toContain('"a job failed"')
  const ended = (id: string) =>
    sqlite.query("SELECT status, beendet_am FROM auftraege WHERE id = ?").get(id) as {
      status: string
      beendet_am: string
    }
  expect([many[0], many[1], other.id].map((id) => ended(id!).status)).toEqual([
    "gescheitert",
    "fertig",
    "fertig",
  ])
  expect(ended(other.id).beendet_am < ended(many[2]!).beendet_am).toBe(true)
  sqlite.close()
  expect((await order(chefin)).status).toBe(201)
}, 120_000)

test("one customer whose paper cannot be made stops no other, in a run and in printing for all", async () => {
  setSystemTime()
  const firma = await yard(app, "papier")
  const as = (method: string, path: string, body?: object) =>
    app.call(method, `/api/${path}`, { token: firma.admin.token, ...(body && { body }) })
  const ids: string[] = []
  for (const name of ["Adler", "Bär", "Cäsar"]) {
    const { id } = (await as("POST", "kunden", { name, abrechnung: "monatlich" })).body
    ids.push(id)
    const positionen = [{ pfandartikel_id: firma.leer, art: "ausgabe", menge: 1 }]
    await as("POST", "pfandbuchungen", { kunde_id: id, erfasst_am: "2026-10-20T10:00:00.000Z", positionen })
  }
  // As an earlier version took it: printing finds nothing to print.
  const sqlite = new Database(join(app.dir, "pfandwerk.db"), { strict: true })
  sqlite.query("UPDATE kunden SET strasse = ?, plz = '1', ort = 'x' WHERE id = ?").run("\u0001", ids[1]!)
  sqlite.close()
  for (const art of ["abrechnungslauf", "kontoauszuege"]) {
    const { body } = await as("POST", "auftraege", { art, bis: "2026-10-31" })
    await work(body.id, Number.POSITIVE_INFINITY, firma)
    const done = (await as("GET", `auftraege/${body.id}`)).body
    expect([art, done.status, done.gesamt, done.erledigt]).toEqual([art, "fertig", 3, 3])
  }
  expect((await as("GET", "abrechnungen")).body.items).toHaveLength(3)
})

describe("a job", () => {
  const order = async (firma: Yard) => {
    const positionen = [{ pfandartikel_id: firma.leer, art: "ausgabe", menge: 1 }]
    const booked = { kunde_id: firma.kunden[0], erfasst_am: "2026-10-20T10:00:00.000Z", positionen }
    await app.call("POST", "/api/pfandbuchungen", { token: firma.admin.token, body: booked })
    const body = { art: "kontoauszuege", bis: "2026-10-31" }
    return String((await app.call("POST", "/api/auftraege", { token: firma.user.token, body })).body.id)
  }
  const stateOf = async (firma: Yard, id: string) =>
    (await app.call("GET", `/api/auftraege/${id}`, { token: firma.admin.token })).body

  test("is put aside when it was killed three times without getting on, with the reason", async () => {
    setSystemTime()
    const firma = await yard(app, "dreimal")
    const id = await order(firma)
    const sqlite = new Database(join(app.dir, "pfandwerk.db"), { strict: true })
    // As three services leave it that were killed in its middle.
    sqlite
      .query("UPDATE auftraege SET status = 'laeuft', versuche = 3, versucht_bei = '0 ' WHERE id = ?")
      .run(id)
    sqlite.close()
    const next = await order(firma)
    await doAll([id, next])
    expect(await stateOf(firma, id)).toMatchObject({
      status: "gescheitert",
      meldung: expect.stringContaining("Dreimal begonnen"),
    })
    expect((await stateOf(firma, next)).status).toBe("fertig")
  })

  test("gets on with every document that it prints, however often it is interrupted", async () => {
    setSystemTime()
    const firma = await yard(app, "druckt")
    const send = (path: string, body: object) =>
      app.call("POST", path, { token: firma.admin.token, body }).then((reply) => reply.body)
    for (let nr = 0; nr < 6; nr++) {
      const { id: kunde_id } = await send("/api/kunden", { name: `Gasthaus ${nr}`, abrechnung: "monatlich" })
      const positionen = [{ pfandartikel_id: firma.leer, art: "ausgabe", menge: 1 }]
      await send("/api/pfandbuchungen", { kunde_id, erfasst_am: "2026-10-20T10:00:00.000Z", positionen })
    }
    const { id } = await send("/api/auftraege", { art: "abrechnungslauf", bis: "2026-10-31" })
    /** Transactions before the disk is full: one to begin, one to start, each customer twice at first. */
    const interrupted = async (patience: number): Promise<void> => {
      const { system, config } = app.deps
      let left = patience
      const commitFor =
        () =>
        async <T>(task: () => T) => {
          if (left-- === 0) throw Object.assign(new Error("disk full"), { code: "SQLITE_FULL" })
          return system.write(task, firma.id)
        }
      await doAuftraege({ system, config, log: createLog("json", () => {}), commitFor }).catch(() => {})
    }
    for (const patience of [9, 3, 3, 3, 3]) await interrupted(patience)
    expect(await stateOf(firma, id)).toMatchObject({ status: "laeuft", erledigt: 6 })
    await interrupted(100)
    expect(await stateOf(firma, id)).toMatchObject({ status: "fertig", erledigt: 6 })
  })

  test("goes on by itself after another program held the lock of writers for too long", async () => {
    setSystemTime()
    const firma = await yard(app, "belegt")
    const id = await order(firma)
    const other = new Database(join(app.dir, "pfandwerk.db"))
    other.run("BEGIN IMMEDIATE")
    const said: string[] = []
    const done = doAll([id], said)
    await until("the job has waited too long for the lock", () =>
      said.join().includes("jobs were not finished"),
    )
    other.close()
    await done
    expect((await stateOf(firma, id)).status).toBe("fertig")
  }, 110_000)

  test("that holds up all writers is ended, and goes on afterwards", async () => {
    setSystemTime()
    const firma = await yard(app, "haengt")
    const id = await order(firma)
    const sqlite = new Database(join(app.dir, "pfandwerk.db"))
    hangAfter(sqlite, "UPDATE ON auftraege WHEN new.status = 'laeuft'")
    const said: string[] = []
    const done = doAll([id], said, 500)
    await until("it is ended", () => said.join().includes("held up all writers"))
    // Waits for the lock, which the ended one holds until SQLite comes back.
    sqlite.run("PRAGMA busy_timeout = 30000")
    sqlite.run("DROP TRIGGER haengt")
    sqlite.run("DROP VIEW lange")
    sqlite.close()
    await done
    expect((await stateOf(firma, id)).status).toBe("fertig")
  }, 110_000)

  test("ends when whoever ordered it may no more, though it has begun", async () => {
    setSystemTime()
    const firma = await yard(app, "darfnichtmehr")
    const id = await order(firma)
    const { system, config } = app.deps
    let left = 4
    const commitFor =
      () =>
      async <T>(task: () => T): Promise<T> => {
        const body = { aktiv: 0 }
        if (left-- === 0)
          await app.call("PATCH", `/api/mitarbeiter/${firma.user.id}`, { token: firma.admin.token, body })
        return system.write(task, firma.id)
      }
    await doAuftraege({ system, config, log: createLog("json", () => {}), commitFor })
    expect(await stateOf(firma, id)).toMatchObject({
      status: "gescheitert",
      erledigt: 1,
      meldung: expect.stringContaining("darf das inzwischen nicht mehr"),
    })
  })

  test("is not done for an account that may no more when its turn comes", async () => {
    setSystemTime()
    const firma = await yard(app, "darfnicht")
    const id = await order(firma)
    const body = { aktiv: 0 }
    await app.call("PATCH", `/api/mitarbeiter/${firma.user.id}`, { token: firma.admin.token, body })
    await doAll([id])
    expect(await stateOf(firma, id)).toMatchObject({
      status: "gescheitert",
      erledigt: 0,
      meldung: expect.stringContaining("darf das inzwischen nicht mehr"),
    })
  })
})
