import { afterAll, beforeAll, describe, expect, setSystemTime, test } from "bun:test"
import { unzipSync } from "fflate"
import { createApp } from "../src/app.ts"
import { runAuftrag } from "../src/api/auftraege/lauf.ts"
import { createTestApp } from "./helpers/app.ts"
import { run, start } from "./helpers/executable.ts"
import { pdfPages, pdfText, poppler } from "./helpers/pdf.ts"
import { type Yard, yard } from "./helpers/pfand.ts"
import { travel } from "./helpers/zeit.ts"

const app = createTestApp()
afterAll(() => {
  setSystemTime()
  app.close()
})
let hof: Yard
const kunden: string[] = []

const call = (method: string, path: string, body?: unknown) =>
  app.call(method, path, { token: hof.admin.token, ...(body !== undefined && { body }) })

async function file(path: string): Promise<Uint8Array> {
  const headers = { host: "localhost", authorization: `Bearer ${hof.admin.token}` }
  await new Promise(setImmediate)
  return (await createApp(app.deps)(new Request(`http://localhost${path}`, { headers }))).bytes()
}

const book = (kunde_id: string, menge: number, erfasst_am?: string, art = "ausgabe") =>
  call("POST", "/api/pfandbuchungen", {
    kunde_id,
    ...(erfasst_am && { erfasst_am }),
    positionen: [{ pfandartikel_id: hof.leer, art, menge }],
  })

/** As the process that does jobs does them; `patience` is after how many transactions it is killed. */
function work(id: string, patience = Number.POSITIVE_INFINITY): Promise<void> {
  const { system, config } = app.deps
  let left = patience
  const commit = async <T>(task: () => T): Promise<T> => {
    if (left-- <= 0) throw new Error("killed")
    return system.write(task, hof.id)
  }
  return runAuftrag({ tenant: system.tenant(hof.id), commit, quota: config.quotaPerTenant }, id)
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

const abrechnungen = async () => (await call("GET", "/api/abrechnungen?limit=200")).body.items

describe("a month's run", () => {
  test("settles everybody once, however often it is killed, and leaves no gap", async () => {
    await call("PATCH", "/api/kunden/" + kunden[3], { abrechnung: "keine" })
    await book(kunden[4]!, 1, "2005-01-01T10:00:00.000Z", "anfangsbestand")
    const made = await call("POST", "/api/auftraege", { art: "abrechnungslauf", bis: "2026-10-31" })
    expect([made.status, made.body]).toMatchObject([
      201,
      { status: "wartet", von: "2026-10-01", bis: "2026-10-31", erledigt: 0 },
    ])
    const path = `/api/auftraege/${made.body.id}`
    for (const patience of [0, 1, 2, 2, 6, 9])
      await expect(work(made.body.id, patience)).rejects.toThrow("killed")
    await work(made.body.id)
    const { body } = await call("GET", path)
    expect(body).toMatchObject({ status: "fertig", gesamt: 24, erledigt: 24, uebergangen: 0, fehler: 1 })
    expect(body.kundenfehler).toMatchObject([
      { kunde_id: kunden[4], meldung: expect.stringContaining("kein Umsatzsteuersatz bekannt") },
    ])
    const items = await abrechnungen()
    expect(items.length).toBe(23)
    expect(items.map(({ nummer }: any) => nummer).toSorted()).toEqual(
      items.map((_: unknown, index: number) => `ABR-2026-${String(index + 1).padStart(5, "0")}`),
    )
    expect(new Set(items.map(({ kunde_id }: any) => kunde_id)).size).toBe(23)
  }, 60_000)

  test("repeated settles nobody twice; what came late waits for the next month", async () => {
    await book(kunden[0]!, 5, "2026-10-21T10:00:00.000Z")
    const { body } = await call("POST", "/api/auftraege", { art: "abrechnungslauf", bis: "2026-10-31" })
    await work(body.id)
    expect((await call("GET", `/api/auftraege/${body.id}`)).body).toMatchObject({
      gesamt: 2,
      erledigt: 2,
      uebergangen: 1,
      fehler: 1,
    })
    expect((await abrechnungen()).length).toBe(23)
  }, 60_000)

  test("is refused for a time that is not over", async () => {
    const bad = await call("POST", "/api/auftraege", { art: "abrechnungslauf", bis: "2026-11-30" })
    expect(bad.status).toBe(400)
  })

  test("keeps every settlement of the month as a document, and all of them as one file", async () => {
    const [last] = (await call("GET", "/api/auftraege")).body.items
    const zip = unzipSync(await file(`/api/auftraege/${last.id}/belege.zip`))
    expect(Object.keys(zip).length).toBe(23)
    const one = (await call("GET", `/api/abrechnungen?kunde_id=${kunden[6]}`)).body.items[0]
    const pdf = await file(`/api/abrechnungen/${one.id}/abrechnung.pdf`)
    expect(Object.values(zip).some((bytes) => Buffer.compare(bytes, pdf) === 0)).toBe(true)
    if (!poppler) return
    const pages = pdfPages(await file(`/api/auftraege/${last.id}/druck.pdf`))
    expect(pages.filter((page) => page.includes("Seite 1 von")).length).toBe(23)
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
    for (const patience of [5, 6, 7]) await expect(work(made.body.id, patience)).rejects.toThrow("killed")
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
    if (!poppler) return
    expect(pdfText(zip[one.dateiname]!)).toContain("Endsaldo 10,50")
    const pages = pdfPages(await file(`${path}/druck.pdf`))
    expect(pages.filter((page) => page.includes("Seite 1 von")).length).toBe(25)
  }, 60_000)

  test("confirmations of a day have their answers noted one by one", async () => {
    const made = await call("POST", "/api/auftraege", { art: "saldenbestaetigungen", bis: "2026-10-31" })
    await work(made.body.id)
    const [beleg] = (await call("GET", `/api/belege?auftrag_id=${made.body.id}`)).body.items
    const answer = await call("POST", `/api/belege/${beleg.id}/antwort`, { antwort: "bestaetigt" })
    expect([answer.status, answer.body.antwort]).toEqual([200, "bestaetigt"])
  })

  test("is narrowed to a town, and to those who hold anything", async () => {
    await call("PATCH", `/api/kunden/${kunden[7]}`, { ort: "Lüneburg" })
    await call("PATCH", `/api/kunden/${kunden[8]}`, { ort: "Lüneburg" })
    await book(kunden[8]!, 9, undefined, "ruecknahme")
    const of = async (filter: object) => {
      const { body } = await call("POST", "/api/auftraege", {
        art: "saldenbestaetigungen",
        bis: "2026-10-29",
        ...filter,
      })
      await work(body.id)
      return (await call("GET", `/api/auftraege/${body.id}`)).body
    }
    expect(await of({ ort: "lüneburg" })).toMatchObject({ ort: "lüneburg", gesamt: 2, erledigt: 2 })
    expect(await of({ ort: "Lüneburg", mit_bestand: true })).toMatchObject({ gesamt: 1, erledigt: 1 })
    for (const filter of [{ ort: "Lüneburg" }, { mit_bestand: true }]) {
      const refused = await call("POST", "/api/auftraege", {
        art: "abrechnungslauf",
        bis: "2026-10-31",
        ...filter,
      })
      expect([refused.status, refused.body.errors[0].path]).toEqual([400, Object.keys(filter)[0]])
    }
  }, 60_000)

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

test("the service does jobs in a process of its own, also those that waited while it was stopped", async () => {
  setSystemTime()
  const env = { JWT_SECRET: "x".repeat(32) }
  let service = await start({ command: "demo", env })
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
  let now = await state()
  while (now.status === "wartet" || now.status === "laeuft") {
    await Bun.sleep(50)
    now = await state()
  }
  expect(now.status).toBe("fertig")
  expect(now.erledigt).toBe(now.gesamt)
  const pdf = await (await fetch(`${service.url}/api/auftraege/${id}/druck.pdf`, { headers })).bytes()
  expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe("%PDF-")
  await service.stop()
  expect((await run(["auftraege"], { dataDir: service.dataDir, env })).code).toBe(0)
}, 120_000)
