import { Database } from "bun:sqlite"
import { afterAll, beforeAll, beforeEach, describe, expect, setSystemTime, test } from "bun:test"
import { join } from "node:path"
import { tenants } from "../../../src/db/schema.ts"
import { keepBeleg } from "../../../src/api/belege/ablage.ts"
import { extractCompany } from "../../../src/db/transfer.ts"
import { temporaryDir } from "../../helpers/temporary.ts"
import { forgetLinks } from "../../../src/api/belege/links.ts"
import { createLog } from "../../../src/lib/log.ts"
import { createTestApp, type Reply } from "../../helpers/app.ts"
import { pdfPictures, pdfText } from "../../helpers/pdf.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { readCodes } from "../../helpers/codes.ts"
import { travel } from "../../helpers/zeit.ts"

/** Links to documents for people without an account: what they show, what can be done by them, and what cannot. */

const ADRESSE = "https://pfand.example.de"
const logged: string[] = []
const log = createLog("json", (line) => void logged.push(line))
const app = createTestApp({ env: { ADRESSE, TRUST_PROXY: "true" }, log })
afterAll(() => {
  setSystemTime()
  app.close()
})
let hof: Yard
let other: Yard
beforeAll(async () => {
  hof = await yard(app, "hof")
  other = await yard(app, "anderer")
})
beforeEach(async () => {
  await travel(app, hof, "2026-10-15T10:00:00.000Z")
  await travel(app, other, "2026-10-15T10:00:00.000Z")
})

const get = (path: string, token = hof.user.token) => app.call("GET", `/api/${path}`, { token })
const post = (path: string, body?: unknown, token = hof.user.token) =>
  app.call("POST", `/api/${path}`, { token, ...(body !== undefined && { body }) })

/** A customer with ten crates since September. */
async function kunde(of = hof, name = "Gasthaus Groß"): Promise<string> {
  const { id } = (await post("kunden", { name, ort: "Lüneburg" }, of.user.token)).body
  await post(
    "pfandbuchungen",
    {
      kunde_id: id,
      erfasst_am: "2026-09-20T10:00:00.000Z",
      positionen: [{ pfandartikel_id: of.leer, art: "ausgabe", menge: 10 }],
    },
    of.user.token,
  )
  return id
}

const print = (kunde_id: string, of = hof): Promise<Reply> =>
  get(`kunden/${kunde_id}/saldenbestaetigung.pdf?stichtag=2026-09-30`, of.user.token)

/** @returns path of the link that a paper carries in letters */
const pathIn = (pdf: Uint8Array): string =>
  /https:\/\/pfand\.example\.de(\/antwort\/[\w-]{43})(?![\w-])/.exec(pdfText(pdf))?.[1] ?? "none"

type Confirmation = { kunde_id: string; path: string; id: string }

/** A printed confirmation. */
async function confirmation(of = hof, name?: string): Promise<Confirmation> {
  const kunde_id = await kunde(of, name)
  const { bytes } = await print(kunde_id, of)
  const [{ id }] = (await get(`belege?kunde_id=${kunde_id}`, of.user.token)).body.items
  return { kunde_id, path: pathIn(bytes), id }
}

let callers = 0
/** Every call comes from another address, unless it says from which: limits count by it. */
const from = (address = `192.0.2.${++callers % 250}`) => ({ "x-forwarded-for": address })
const visit = (method: string, path: string, more: { raw?: string; headers?: Record<string, string> } = {}) =>
  app.call(method, path, { ...more, headers: { ...from(), ...more.headers } })
const FORM = { "content-type": "application/x-www-form-urlencoded" }
const submit = (path: string, fields: Record<string, string>, headers = {}) =>
  visit("POST", path, { raw: new URLSearchParams(fields).toString(), headers: { ...FORM, ...headers } })

const contested = { antwort: "bestritten", name: "Änne Groß", bemerkung: "Es fehlen 3 Kästen" }
const confirmed = { antwort: "bestaetigt", name: "Änne Groß", bemerkung: "" }
const belegOf = async (id: string, of = hof) => (await get(`belege/${id}`, of.user.token)).body
const NOTHING = "Dieser Link gilt nicht"

describe("the paper", () => {
  test("carries the link as letters and as a QR code that a telephone reads, and is the same when printed again", async () => {
    const kunde_id = await kunde()
    const { bytes } = await print(kunde_id)
    const path = pathIn(bytes)
    const codes = (await Promise.all(pdfPictures(bytes, 150).map(readCodes))).flat()
    expect(codes.map(({ text }) => text)).toEqual([`${ADRESSE}${path}`])
    expect(pdfText(bytes)).toContain("Der Link gilt bis 13.01.2027")
    expect(Buffer.compare((await print(kunde_id)).bytes, bytes)).toBe(0)
    expect((await get(`belege?kunde_id=${kunde_id}`)).body.items).toMatchObject([
      { antwort: null, linkantwort: null, link_bis: "2027-01-13" },
    ])
    // Its name is nowhere but on the paper.
    const name = path.slice("/antwort/".length)
    app.deps.system.truncateWal()
    const db = new Database(join(app.dir, "pfandwerk.db"), { readonly: true })
    expect(JSON.stringify(db.query("SELECT * FROM antwortlinks").all())).not.toContain(name)
    db.close()
    await travel(app, hof, "2026-10-16T10:00:00.000Z")
    expect(pathIn((await print(kunde_id)).bytes)).not.toBe(path)
  })

  test("is another one once the link of the first is revoked, and each of a job has its own", async () => {
    const { kunde_id, path, id } = await confirmation()
    expect((await app.call("DELETE", `/api/belege/${id}/link`, { token: hof.user.token })).status).toBe(204)
    expect(pathIn((await print(kunde_id)).bytes)).not.toBe(path)
    const order = { art: "saldenbestaetigungen", bis: "2026-09-30" }
    const { body: auftrag } = await post("auftraege", order)
    const { doAuftraege } = await import("../../../src/ops/auftraege/work.ts")
    const { config, system } = app.deps
    await doAuftraege({ config, log, system, commitFor: () => async (work) => system.write(work) })
    const { items } = (await get(`belege?auftrag_id=${auftrag.id}&limit=200`)).body
    expect(items.length).toBeGreaterThan(1)
    const papers = await Promise.all(items.map((one: { id: string }) => get(`belege/${one.id}/datei`)))
    const paths = papers.map(({ bytes }) => pathIn(bytes))
    expect(new Set(paths).size).toBe(items.length)
    for (const one of paths) expect((await visit("GET", one)).status).toBe(200)
  })

  test("has none where the company wants none or ADRESSE is missing, and the office is told why", async () => {
    const kunde_id = await kunde()
    const wish = (antwortlink_tage: number) =>
      app.call("PATCH", "/api/tenant", { token: hof.admin.token, body: { antwortlink_tage } })
    expect((await wish(0)).status).toBe(200)
    const { bytes } = await print(kunde_id)
    expect([pathIn(bytes), pdfText(bytes).includes("Ohne Papier")]).toEqual(["none", false])
    expect((await get("belege/linkstand")).body).toEqual({
      adresse: ADRESSE,
      aus: expect.stringContaining("Die Firma will keine Links"),
    })
    const [{ id }] = (await get(`belege?kunde_id=${kunde_id}`)).body.items
    const refused = await post(`belege/${id}/link`)
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining("steht auf 0 Tage")])
    expect((await wish(90)).status).toBe(200)
    expect((await get("belege/linkstand")).body.aus).toBeNull()
    const bare = createTestApp()
    const yard2 = await yard(bare, "ohne")
    const reply = await bare.call("GET", "/api/belege/linkstand", { token: yard2.user.token })
    const paper = await bare.call("GET", `/api/kunden/${yard2.kunden[0]}/saldenbestaetigung.pdf`, {
      token: yard2.user.token,
    })
    bare.close()
    expect(reply.body.aus).toContain("(Einstellung ADRESSE)")
    expect([paper.status, pdfText(paper.bytes).includes("/antwort/")]).toEqual([200, false])
    expect(pdfText(paper.bytes)).toContain("Saldenbestätigung zum 15.10.2026")
  })
})

describe("a link", () => {
  test("shows this document and nothing else, is kept nowhere, and opening it changes nothing", async () => {
    const { path, id } = await confirmation(hof, "Krug <b>Zum</b> & Söhne")
    const before = await belegOf(id)
    for (const method of ["GET", "HEAD", "GET"]) {
      const { status, headers, text } = await visit(method, path)
      expect([method, status]).toEqual([method, 200])
      expect(headers.get("cache-control")).toBe("no-store")
      expect(headers.get("referrer-policy")).toBe("no-referrer")
      expect(headers.get("x-robots-tag")).toBe("noindex, nofollow")
      expect(headers.get("content-security-policy")).toContain("form-action 'self'")
      expect(headers.get("set-cookie")).toBeNull()
      if (method === "HEAD") continue
      expect(text).toContain("Firma hof")
      expect(text).toContain("Krug &lt;b&gt;Zum&lt;/b&gt; &amp; Söhne")
      expect(text).toContain("30.09.2026")
      expect(text).toContain("Leihgut am Ende des Stichtags")
      expect(text).toContain("Pfand auf das Leihgut, das bei Ihnen ist: 15,00")
      expect(text).toContain('<meta name="robots" content="noindex, nofollow">')
      // Neither other pages of the service, nor its scripts.
      expect([...text.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, to]) => to).toSorted()).toEqual(
        ["/antwort/antwort.css", path, `${path}/beleg.pdf`, "data:,"].toSorted(),
      )
    }
    expect(await belegOf(id)).toEqual(before)
    const pdf = await visit("GET", `${path}/beleg.pdf`)
    expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"])
    expect(pathIn(pdf.bytes)).toBe(path)
    // Whoever reads the log could answer otherwise.
    expect(logged.join("")).toContain(`${path.slice(0, 15)}…/beleg.pdf`)
    expect(logged.join("")).not.toContain(path)
    // A program may send a letter of the name in another way.
    await visit(
      "GET",
      path.replace(/.$/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    )
    expect(logged.join("")).not.toContain(path.slice(0, -1))
  })

  test("takes one answer, which stands at the document, in the log, with the customer and on Heute until it is seen to", async () => {
    const { path, id, kunde_id } = await confirmation()
    const missing = await submit(path, { ...contested, bemerkung: "  " })
    expect([missing.status, missing.text.includes("ist nötig: Was stimmt")]).toEqual([400, true])
    // What was typed is still there.
    expect(missing.text).toContain('value="Änne Groß"')
    const nameless = await submit(path, { ...confirmed, name: "" })
    expect([nameless.status, nameless.text.includes('id="name-fault"')]).toEqual([400, true])
    expect((await belegOf(id)).antwort).toBeNull()
    const done = await submit(path, contested, from("203.0.113.9"))
    expect([done.status, done.headers.get("location")]).toEqual([303, path])
    const shown = (await visit("GET", path)).text
    expect(shown).toContain("Danke, Ihre Antwort ist angekommen")
    // At the time of the company.
    expect(shown).toContain("am 15.10.2026, 12:00 Uhr von Änne Groß")
    expect(shown).toContain("Es fehlen 3 Kästen")
    expect([nameless.text, shown].map((text) => text.includes("gilt der Saldo als anerkannt"))).toEqual([
      true,
      false,
    ])
    expect(shown).not.toContain("203.0.113.9")
    expect(await belegOf(id)).toMatchObject({
      antwort: "bestritten",
      antwort_datum: "2026-10-15",
      antwort_bemerkung: "Es fehlen 3 Kästen",
      linkantwort: {
        ...contested,
        adresse: "203.0.113.9",
        erstellt_am: expect.any(String),
        erledigt_am: null,
      },
    })
    const { items: entries } = (await get(`protokoll?tabelle=belege&datensatz_id=${id}`, hof.admin.token))
      .body
    expect(entries[0]).toMatchObject({ aktion: "belege.beantwortet", mitarbeiter_name: "Kunde über Link" })
    expect(JSON.stringify(entries[0].aenderungen)).toContain("203.0.113.9")
    const ofKunde = (await get(`belege?kunde_id=${kunde_id}&antwort=bestritten`)).body.items
    expect(ofKunde).toMatchObject([{ id, linkantwort: { name: "Änne Groß" } }])
    const heute = async () => (await get("heute")).body.bestritten
    expect((await heute()).items[0]).toMatchObject({ id, kunde_id, bemerkung: "Es fehlen 3 Kästen" })
    const noted = await post(`belege/${id}/antwort`, { antwort: "bestritten", bemerkung: "3 gutgeschrieben" })
    expect(noted.body).toMatchObject({
      antwort_bemerkung: "3 gutgeschrieben",
      linkantwort: { bemerkung: "Es fehlen 3 Kästen", erledigt_am: expect.any(String) },
    })
    expect((await heute()).items.map((one: { id: string }) => one.id)).not.toContain(id)
  })

  test("is not seen to by whoever noted something without having seen it", async () => {
    const { path, id } = await confirmation()
    await submit(path, contested)
    const note = (more: object) => post(`belege/${id}/antwort`, { antwort: "bestaetigt", ...more })
    expect((await note({ linkantwort_am: null })).body.error).toContain("über seinen Link geantwortet")
    const { antwort, linkantwort } = await belegOf(id)
    expect([antwort, linkantwort.erledigt_am]).toEqual(["bestritten", null])
    // Programs may write the same instant in their own way.
    const linkantwort_am = linkantwort.erstellt_am.replace("Z", "+00:00")
    expect((await note({ linkantwort_am })).body.antwort).toBe("bestaetigt")
  })

  test("takes the first answer only: sent again it is the same, another one is refused in words", async () => {
    const { path, id } = await confirmation()
    expect((await submit(path, confirmed)).status).toBe(303)
    expect((await submit(path, confirmed)).status).toBe(303)
    const late = await submit(path, contested)
    expect(late.status).toBe(409)
    expect(late.text).toContain("Es gibt schon eine Antwort")
    expect(late.text).toContain("<strong>nicht</strong> übernommen")
    expect(await belegOf(id)).toMatchObject({ antwort: "bestaetigt", linkantwort: { antwort: "bestaetigt" } })
    // What the office noted first counts as well; its own remark is nobody's business.
    const byOffice = await confirmation()
    await post(`belege/${byOffice.id}/antwort`, { antwort: "bestaetigt", bemerkung: "intern: am Telefon" })
    const tooLate = await submit(byOffice.path, contested)
    expect([tooLate.status, tooLate.text.includes("intern")]).toEqual([409, false])
    expect((await belegOf(byOffice.id)).linkantwort).toBeNull()
  })

  test("is made anew for a mail or at the telephone; all of them end together", async () => {
    const { path, id } = await confirmation()
    const { status, body } = await post(`belege/${id}/link`)
    expect([status, body.gueltig_bis, body.qr.slice(0, 4)]).toEqual([200, "2027-01-13", "<svg"])
    const second = body.url.slice(ADRESSE.length)
    for (const one of [path, second]) expect((await visit("GET", one)).status).toBe(200)
    await app.call("DELETE", `/api/belege/${id}/link`, { token: hof.user.token })
    expect((await belegOf(id)).link_bis).toBeNull()
    for (const one of [path, second]) expect((await visit("GET", one)).status).toBe(404)
    const { items } = (await get(`protokoll?tabelle=belege&datensatz_id=${id}`, hof.admin.token)).body
    expect(items.map((one: { aktion: string }) => one.aktion)).toEqual([
      "belege.link_gesperrt",
      "belege.link_gemacht",
    ])
  })
})

test("a document of before there were links shows what is known of it, and its file", async () => {
  const kunde_id = await kunde()
  const tenant = app.deps.system.tenant(hof.id)
  const old = {
    art: "saldenbestaetigung",
    titel: "Saldenbestätigung K-7 zum 30.09.2026",
    dateiname: "alt.pdf",
    typ: "application/pdf",
    kunde_id,
    bis: "2026-09-30",
    saldo_cent: 1500,
    daten: new TextEncoder().encode("%PDF von früher"),
  } as const
  const { id } = await app.deps.system.write(() =>
    keepBeleg(tenant, { id: hof.user.id, name: "user" }, old, 1e9),
  )
  const path = (await post(`belege/${id}/link`)).body.url.slice(ADRESSE.length)
  const { text } = await visit("GET", path)
  for (const shown of ["Firma hof", "Saldenbestätigung K-7", "15,00", "<form"]) expect(text).toContain(shown)
  expect((await visit("GET", `${path}/beleg.pdf`)).text).toBe("%PDF von früher")
  expect((await submit(path, confirmed)).status).toBe(303)
})

test("a company that moves takes the answers along and leaves the links behind", async () => {
  const { path } = await confirmation()
  await submit(path, confirmed)
  const folder = temporaryDir()
  extractCompany(join(app.dir, "pfandwerk.db"), "hof", folder)
  const moved = new Database(join(folder, "pfandwerk.db"), { readonly: true })
  const count = (table: string) =>
    (moved.query(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n
  expect([count("antwortlinks"), count("linkantworten") > 0]).toEqual([0, true])
  moved.close()
})

/** @returns what each of these says, which is the same; none takes an answer */
async function leadNowhere(paths: readonly string[]): Promise<string[]> {
  const pages = await Promise.all(paths.map((path) => visit("GET", path)))
  for (const [at, page] of pages.entries())
    expect([paths[at], page.status, page.text]).toEqual([paths[at], 404, pages[0]!.text])
  expect(pages[0]!.text).toContain(NOTHING)
  for (const path of paths.filter((one) => !one.endsWith(".pdf")))
    expect([path, (await submit(path, confirmed)).status]).toEqual([path, 404])
  return pages.map(({ text }) => text)
}

describe("an attacker", () => {
  test("learns nothing from links that are guessed, cut, revoked, ended, of a blocked company or an erased person", async () => {
    const revoked = await confirmation()
    await app.call("DELETE", `/api/belege/${revoked.id}/link`, { token: hof.user.token })
    const erased = await confirmation()
    await post(`kunden/${erased.kunde_id}/loeschung`, {}, hof.admin.token)
    const blocked = await confirmation(other)
    const { id: otherId } = other
    const setStatus = (status: "aktiv" | "gesperrt") =>
      app.deps.system.write(() => app.deps.system.tenant(otherId).update(tenants, otherId, { status }))
    expect((await visit("GET", blocked.path)).status).toBe(200)
    await setStatus("gesperrt")
    const trial = await yard(app, `probe${callers}`)
    await travel(app, trial, "2026-10-15T10:00:00.000Z")
    const demo = await confirmation(trial)
    await app.deps.system.write(() =>
      app.deps.system
        .tenant(trial.id)
        .update(tenants, trial.id, { typ: "demo", demo_expires_at: "2026-10-20T00:00:00.000Z" }),
    )
    const alive = await confirmation()
    await travel(app, hof, "2026-10-21T10:00:00.000Z")
    const [guessed] = await leadNowhere([
      `/antwort/${"A".repeat(43)}`,
      "/antwort/x",
      `${alive.path}x`,
      alive.path.slice(0, -1),
      ...[revoked, erased, blocked, demo].map(({ path }) => path),
    ])
    await travel(app, hof, "2027-01-13T22:59:00.000Z")
    expect((await visit("GET", alive.path)).status).toBe(200)
    await travel(app, hof, "2027-01-13T23:00:00.000Z")
    expect(await leadNowhere([alive.path, `${alive.path}/beleg.pdf`])).toEqual([guessed!, guessed!])
    await setStatus("aktiv")
    // Deleted by the nightly round, not before they have ended.
    const tenant = app.deps.system.tenant(hof.id)
    expect(await app.deps.system.write(() => forgetLinks(tenant, "2027-01-13T22:59:59.000Z"))).toBe(0)
    expect(await app.deps.system.write(() => forgetLinks(tenant, tenant.now()))).toBeGreaterThan(0)
  })

  test("cannot answer by another method, in another form, at length, with markup, or without end", async () => {
    const { path, id } = await confirmation()
    for (const method of ["PUT", "PATCH", "DELETE"]) expect((await visit(method, path)).status).toBe(405)
    expect((await visit("OPTIONS", path)).status).toBe(405)
    expect((await visit("GET", `${path}?antwort=bestaetigt&name=x`)).status).toBe(200)
    const body = new URLSearchParams(confirmed).toString()
    for (const type of ["application/json", "text/plain", "multipart/form-data; boundary=x", ""])
      expect((await visit("POST", path, { raw: body, headers: { "content-type": type } })).status).toBe(415)
    expect((await submit(path, { ...confirmed, bemerkung: "x".repeat(17_000) })).status).toBe(413)
    expect((await submit(path, { ...confirmed, bemerkung: "x".repeat(1001) })).status).toBe(400)
    expect((await submit(path, { ...confirmed, name: "x".repeat(121) })).status).toBe(400)
    for (const raw of [
      `${body}&antwort=bestritten`,
      `${body}&adresse=10.0.0.1`,
      `${body}&__proto__=x`,
      "antwort=vielleicht&name=x",
      "antwort=bestaetigt&name=%00",
      "antwort=bestaetigt&name=a%0d%0ab",
      "",
      "\xff",
    ])
      expect([raw, (await visit("POST", path, { raw, headers: FORM })).status]).toEqual([raw, 400])
    expect((await belegOf(id)).antwort).toBeNull()
    const markup = '<script>alert(1)</script>"><img src=x>'
    expect((await submit(path, { antwort: "bestritten", name: markup, bemerkung: markup })).status).toBe(303)
    const { text } = await visit("GET", path)
    expect(text).not.toContain("<script")
    expect(text).not.toContain("<img")
    expect(text).toContain("&lt;script&gt;")
    expect((await belegOf(id)).linkantwort).toMatchObject({ name: markup, bemerkung: markup })
  })

  test("is slowed down by address, for names that are none and for answers; others are not", async () => {
    const { path } = await confirmation()
    const guess = (n: number) =>
      visit("GET", `/antwort/${String(n).padStart(43, "x")}`, { headers: from("198.51.100.7") })
    const statuses: number[] = []
    for (let n = 0; n < 61; n++) statuses.push((await guess(n)).status)
    expect([statuses[0], statuses.at(-2), statuses.at(-1)]).toEqual([404, 404, 429])
    const refused = await visit("GET", path, { headers: from("198.51.100.7") })
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true])
    expect(refused.text).toContain("Zu viele Versuche")
    expect((await visit("GET", path)).status).toBe(200)
    const wrong = { ...contested, bemerkung: "" }
    const answers: number[] = []
    for (let n = 0; n < 21; n++) answers.push((await submit(path, wrong, from("198.51.100.8"))).status)
    expect([answers[19], answers[20]]).toEqual([400, 429])
    expect((await submit(path, confirmed)).status).toBe(303)
    // Guessing links locks nobody out of the log-in.
    const login = await app.call("POST", "/api/auth/login", {
      body: { email: hof.user.email, password: "falsch" },
      headers: from("198.51.100.7"),
    })
    expect(login.status).toBe(401)
  })

  test("of another company, or with the wrong role, can neither make nor revoke a link", async () => {
    const { id, path } = await confirmation()
    const as = (method: string, token: string) => app.call(method, `/api/belege/${id}/link`, { token })
    for (const method of ["POST", "DELETE"]) {
      expect((await as(method, other.admin.token)).status).toBe(404)
      expect((await as(method, hof.fahrer.token)).status).toBe(403)
    }
    expect((await visit("GET", path)).status).toBe(200)
  })
})

describe("a signed delivery slip", () => {
  const unterschrift =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="

  test("is the customer's by a link that its driver shows, once it is delivered", async () => {
    const kunde_id = await kunde()
    const planned = await post("lieferungen", {
      kunde_id,
      fahrer_id: hof.fahrer.id,
      datum: "2026-10-15",
      positionen: [{ pfandartikel_id: hof.leer, soll_ausgabe: 5 }],
    })
    const { id } = planned.body
    const link = (token = hof.fahrer.token) => post(`lieferungen/${id}/link`, undefined, token)
    expect((await link()).status).toBe(409)
    await post(`lieferungen/${id}/start`, {}, hof.fahrer.token)
    const done = {
      id: Bun.randomUUIDv7(),
      empfaenger_name: "Änne",
      unterschrift,
      positionen: [{ pfandartikel_id: hof.leer, ist_ausgabe: 4 }],
    }
    expect((await post(`lieferungen/${id}/abschluss`, done, hof.fahrer.token)).status).toBe(200)
    const made = await link()
    expect([made.status, made.body.gueltig_bis]).toEqual([200, "2027-01-13"])
    expect((await link((await app.account(hof.id, "fahrer")).token)).status).toBe(404)
    const path = made.body.url.slice(ADRESSE.length)
    const { status, text } = await visit("GET", path)
    expect(status).toBe(200)
    for (const shown of [
      "Artikel KASTEN",
      "Empfangen von",
      "Änne",
      "Pfandkonto nach dieser Lieferung",
      "21,00",
    ])
      expect(text).toContain(shown)
    const plain = text.replaceAll(/(?:<[^>]*>|\s)+/g, " ")
    expect(plain).toContain("KASTEN Artikel KASTEN 4 0")
    expect(plain).toContain("Saldo 21,00")
    expect(text).not.toContain("<form")
    expect((await submit(path, confirmed)).status).toBe(404)
    const { bytes } = await visit("GET", `${path}/beleg.pdf`)
    expect(pdfText(bytes)).toContain("empfangen von Änne")
    // The office shows it as well, and both see one kept document.
    const { items } = (await get(`belege?kunde_id=${kunde_id}`)).body
    expect(items).toMatchObject([{ art: "lieferschein", bezug_id: id, link_bis: "2027-01-13" }])
    expect((await post(`belege/${items[0].id}/link`)).status).toBe(200)
  })
})

test("a person who is erased takes links and answers along, and is told of them before", async () => {
  const { kunde_id, id, path } = await confirmation()
  await submit(path, contested, from("203.0.113.77"))
  const { bytes } = await get(`kunden/${kunde_id}/auskunft`, hof.admin.token)
  const { unzipSync } = await import("fflate")
  const page = new TextDecoder().decode(unzipSync(bytes)["Auskunft.html"])
  for (const told of ["Ihre Antworten über einen Link", "203.0.113.77", "Links zu Ihren Belegen"])
    expect(page).toContain(told)
  expect((await post(`kunden/${kunde_id}/loeschung`, {}, hof.admin.token)).status).toBe(200)
  expect((await belegOf(id)).linkantwort).toBeNull()
  expect((await get("heute")).body.bestritten.items.map((one: { id: string }) => one.id)).not.toContain(id)
  const { items } = (await get(`protokoll?tabelle=belege&datensatz_id=${id}`, hof.admin.token)).body
  expect(JSON.stringify(items)).not.toContain("203.0.113.77")
  expect((await visit("GET", path)).status).toBe(404)
  expect((await post(`belege/${id}/link`)).status).toBe(404)
  const db = new Database(join(app.dir, "pfandwerk.db"), { readonly: true })
  const kept = db.query("SELECT daten IS NOT NULL AS file, inhalt FROM belegdateien WHERE id = ?").get(id)
  db.close()
  expect(kept).toEqual({ file: 1, inhalt: null })
})
