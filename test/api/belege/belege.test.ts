import { afterAll, beforeAll, beforeEach, describe, expect, setSystemTime, test } from "bun:test"
import { type Beleg, keepBeleg } from "../../../src/api/belege/ablage.ts"
import { belegdateien, belege } from "../../../src/db/schema.ts"
import { eraseExpiredDocuments } from "../../../src/ops/upkeep.ts"
import { createTestApp, type Reply } from "../../helpers/app.ts"
import { pdfText } from "../../helpers/pdf.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { travel } from "../../helpers/zeit.ts"
import { today } from "../../helpers/day.ts"
import { failing } from "../../helpers/failing.ts"

const app = createTestApp()
afterAll(() => {
  setSystemTime()
  app.close()
})
let hof: Yard
beforeAll(async () => {
  hof = await yard(app, "hof")
})
beforeEach(() => travel(app, hof, "2026-10-15T10:00:00.000Z"))

const get = (path: string, token = hof.admin.token) => app.call("GET", path, { token })
const post = (path: string, body: unknown, token = hof.admin.token) => app.call("POST", path, { token, body })

/** The bytes of a reply, of which the helper only gives the text. */
async function file(
  path: string,
  token = hof.admin.token,
): Promise<{ status: number; bytes: Uint8Array; type: string }> {
  const { createApp } = await import("../../../src/app.ts")
  const front = createApp(app.deps)
  const request = new Request(`http://localhost${path}`, {
    headers: { host: "localhost", authorization: `Bearer ${token}` },
  })
  await new Promise(setImmediate)
  const reply = await front(request)
  return { status: reply.status, bytes: await reply.bytes(), type: reply.headers.get("content-type") ?? "" }
}

async function kunde(felder = {}): Promise<string> {
  const reply = await post("/api/kunden", {
    name: "Gasthaus Groß",
    ort: "Lüneburg",
    abrechnung: "monatlich",
    ...felder,
  })
  return reply.body.id
}

const book = (kunde_id: string, art: string, menge: number, erfasst_am?: string): Promise<Reply> =>
  post("/api/pfandbuchungen", {
    kunde_id,
    ...(erfasst_am && { erfasst_am }),
    positionen: [{ pfandartikel_id: hof.leer, art, menge }],
  })

describe("a document's foot", () => {
  test("names the last booking that it counts, so that a ledger which ends before it is found out", async () => {
    const kunde_id = await kunde()
    await book(kunde_id, "ausgabe", 10, "2026-09-30T10:00:00.000Z")
    const { lfd_nr: counted } = (await get(`/api/kunden/${kunde_id}/pfandbuchungen`)).body.items[0]
    await book(kunde_id, "ausgabe", 1)
    const abrechnung = await post("/api/abrechnungen", { kunde_id, bis: "2026-09-30" })
    const papers = [
      `/api/kunden/${kunde_id}/kontoauszug.pdf?von=2026-09-01&bis=2026-09-30`,
      `/api/kunden/${kunde_id}/saldenbestaetigung.pdf?stichtag=2026-09-30`,
      `/api/abrechnungen/${abrechnung.body.id}/abrechnung.pdf`,
    ]
    const printed = await Promise.all(papers.map((path) => file(path)))
    for (const { bytes } of printed)
      expect(pdfText(bytes)).toContain(`Stand des Pfandbuchs: Nr. ${counted} Seite 1`)
    const storno = await post(`/api/abrechnungen/${abrechnung.body.id}/storno`, { grund: "Irrtum" })
    const { bytes } = await file(`/api/abrechnungen/${storno.body.id}/abrechnung.pdf`)
    expect(pdfText(bytes)).toContain(`Stand des Pfandbuchs: Nr. ${counted} `)
    // Others' bookings make no other document of it.
    await book(await kunde(), "ausgabe", 1)
    const again = await Promise.all(papers.map((path) => file(path)))
    expect(again.map((one) => Buffer.from(one.bytes).toString("base64"))).toEqual(
      printed.map((one) => Buffer.from(one.bytes).toString("base64")),
    )
  })
})

describe("a statement", () => {
  test("is opening, movements and closing by the days on which things were captured", async () => {
    const kunde_id = await kunde()
    await book(kunde_id, "ausgabe", 10, "2026-09-30T21:59:00.000Z")
    await book(kunde_id, "ruecknahme", 4, "2026-09-30T22:00:00.000Z")
    const storno = await book(kunde_id, "ausgabe", 1)
    await post(`/api/pfandbuchungen/${storno.body.vorgang_id}/storno`, { grund: "Irrtum" })
    const path = `/api/kunden/${kunde_id}/kontoauszug`
    const { body } = await get(`${path}?von=2026-10-01&bis=2026-10-15`)
    expect(body).toMatchObject({ anfang_cent: 1500, ende_cent: 900 })
    expect(body.anfang).toEqual([
      { nummer: "KASTEN", bezeichnung: "Artikel KASTEN", menge: 10, wert_cent: 1500, geraet: false },
    ])
    expect(body.bewegungen.map((one: any) => [one.datum, one.vorgang, one.menge, one.summe_cent])).toEqual([
      ["2026-10-01", "Rücknahme", -4, -600],
      ["2026-10-15", "Ausgabe", 1, 150],
      ["2026-10-15", "Storno", -1, -150],
    ])
    const konto = await get(`/api/kunden/${kunde_id}/pfandkonto`)
    expect(body.ende_cent).toBe(konto.body.wert_cent)
    expect((await get(`${path}?von=2026-10-02&bis=2026-10-01`)).status).toBe(400)
    expect((await get(`${path}?von=2026-10-02&bis=2026-10-16`)).status).toBe(400)
  })

  test("is kept when it is printed: once while nothing changes, with the same bytes for ever", async () => {
    const kunde_id = await kunde()
    await book(kunde_id, "ausgabe", 10)
    const path = `/api/kunden/${kunde_id}/kontoauszug.pdf?von=2026-10-01&bis=2026-10-15`
    const first = await file(path, hof.user.token)
    expect([first.status, first.type]).toEqual([200, "application/pdf"])
    expect(Buffer.compare((await file(path)).bytes, first.bytes)).toBe(0)
    await book(kunde_id, "ausgabe", 1)
    const second = await file(path)
    expect(Buffer.compare(second.bytes, first.bytes)).not.toBe(0)
    const { items } = (await get(`/api/belege?kunde_id=${kunde_id}`)).body
    expect(items.map((one: any) => [one.art, one.saldo_cent, one.erstellt_von, one.bytes])).toEqual([
      ["kontoauszug", 1650, hof.admin.id, second.bytes.length],
      ["kontoauszug", 1500, hof.user.id, first.bytes.length],
    ])
    expect(items[1]).toMatchObject({ erstellt_von_name: "user Test", aufbewahren_bis: "2032-12-31" })
    expect(Buffer.compare((await file(`/api/belege/${items[1].id}/datei`)).bytes, first.bytes)).toBe(0)
    expect(pdfText(first.bytes)).toContain("Endsaldo 15,00")
  })
})

describe("a balance confirmation", () => {
  test("says what the ledger says on that day; the answer is noted with its day", async () => {
    const kunde_id = await kunde()
    await book(kunde_id, "ausgabe", 10, "2026-09-30T10:00:00.000Z")
    await book(kunde_id, "ausgabe", 10)
    const path = `/api/kunden/${kunde_id}/saldenbestaetigung`
    const { body } = await get(`${path}?stichtag=2026-09-30`)
    expect(body).toMatchObject({ saldo_cent: 1500, einspruchsfrist_tage: 8, stichtag: "2026-09-30" })
    expect((await file(`${path}.pdf?stichtag=2026-09-30`)).status).toBe(200)
    const [beleg] = (await get(`/api/belege?kunde_id=${kunde_id}`)).body.items
    const answer = (content: unknown) => post(`/api/belege/${beleg.id}/antwort`, content, hof.user.token)
    expect((await answer({ antwort: "vielleicht" })).status).toBe(400)
    expect((await answer({ antwort: "bestritten", datum: "2026-10-16" })).status).toBe(400)
    await answer({ antwort: "bestritten", datum: "2026-10-14", bemerkung: "zwei fehlen" })
    expect((await get(`/api/belege?antwort=bestritten`)).body.items).toMatchObject([
      { id: beleg.id, antwort_datum: "2026-10-14", antwort_bemerkung: "zwei fehlen" },
    ])
    const { body: last } = await answer({ antwort: "bestaetigt" })
    expect(last).toMatchObject({
      antwort: "bestaetigt",
      antwort_datum: "2026-10-15",
      antwort_bemerkung: null,
    })
  })
})

describe("a settlement", () => {
  test("is printed as it was printed first, whatever the customer's address is by now", async () => {
    const kunde_id = await kunde()
    await book(kunde_id, "ausgabe", 10)
    const { id } = (await post("/api/abrechnungen", { kunde_id, bis: "2026-10-15" })).body
    const path = `/api/abrechnungen/${id}/abrechnung.pdf`
    const first = await file(path)
    await app.call("PATCH", `/api/kunden/${kunde_id}`, { token: hof.admin.token, body: { name: "Anders" } })
    expect(Buffer.compare((await file(path)).bytes, first.bytes)).toBe(0)
    const [beleg] = (await get(`/api/belege?kunde_id=${kunde_id}`)).body.items
    expect(beleg).toMatchObject({ art: "abrechnung", bezug_id: id, aufbewahren_bis: "2034-12-31" })
    expect((await post(`/api/belege/${beleg.id}/antwort`, { antwort: "bestaetigt" })).status).toBe(409)
    const storno = (await post(`/api/abrechnungen/${id}/storno`, { grund: "x" })).body
    const counter = await file(`/api/abrechnungen/${storno.id}/abrechnung.pdf`)
    expect(pdfText(first.bytes)).toContain("Gasthaus Groß")
    expect(pdfText(first.bytes)).toContain("Pfand: 15,00 €")
    expect(pdfText(counter.bytes)).toContain("Guthaben: 15,00 €")
  })
})

describe("a delivery note", () => {
  const unterschrift =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="

  test("is printed planned, and kept when it is done, with signature and balance; the driver's own only", async () => {
    const kunde_id = await kunde()
    const lieferung = await post("/api/lieferungen", {
      kunde_id,
      fahrer_id: hof.fahrer.id,
      datum: "2026-10-15",
      positionen: [{ pfandartikel_id: hof.leer, soll_ausgabe: 5 }],
    })
    const path = `/api/lieferungen/${lieferung.body.id}/lieferschein.pdf`
    const planned = await file(path, hof.fahrer.token)
    expect((await get(`/api/belege?kunde_id=${kunde_id}`)).body.items).toEqual([])
    await post(`/api/lieferungen/${lieferung.body.id}/start`, {}, hof.fahrer.token)
    await post(
      `/api/lieferungen/${lieferung.body.id}/abschluss`,
      {
        id: Bun.randomUUIDv7(),
        empfaenger_name: "Änne",
        unterschrift,
        positionen: [{ pfandartikel_id: hof.leer, ist_ausgabe: 4 }],
      },
      hof.fahrer.token,
    )
    const done = await file(path, hof.fahrer.token)
    // Later bookings belong to no earlier delivery note.
    await travel(app, hof, "2026-10-15T10:00:01.000Z")
    await book(kunde_id, "ausgabe", 9)
    expect(Buffer.compare((await file(path)).bytes, done.bytes)).toBe(0)
    expect((await get(`/api/belege?art=lieferschein`)).body.items).toMatchObject([
      { bezug_id: lieferung.body.id, kunde_id },
    ])
    const other = await app.account(hof.id, "fahrer")
    expect((await file(path, other.token)).status).toBe(404)
    expect(pdfText(planned.bytes)).toContain("KASTEN Artikel KASTEN 5 0 ______ / ______")
    expect(pdfText(done.bytes)).toContain("4 (geplant 5)")
    expect(pdfText(done.bytes)).toContain("empfangen von Änne")
    expect(pdfText(done.bytes)).toContain("Saldo 6,00")
    expect(Buffer.from(done.bytes).toString("latin1")).toContain("/Subtype /Image")
  })

  test("has its pictures decoded in the line in which all are, and says so when that is full", async () => {
    const lieferung = await post("/api/lieferungen", {
      kunde_id: await kunde(),
      fahrer_id: hof.fahrer.id,
      datum: "2026-10-15",
      positionen: [{ pfandartikel_id: hof.leer, soll_ausgabe: 1 }],
    })
    const { id } = lieferung.body
    await post(`/api/lieferungen/${id}/start`, {}, hof.fahrer.token)
    const done = { id: Bun.randomUUIDv7(), unterschrift, positionen: [] }
    expect((await post(`/api/lieferungen/${id}/abschluss`, done, hof.fahrer.token)).status).toBe(200)
    const replies = await Promise.all(
      // Forty arrive faster than they are printed, also where the processor is busy.
      Array.from({ length: 40 }, () => file(`/api/lieferungen/${id}/lieferschein.pdf`)),
    )
    const [printed = [], refused = []] = [200, 503].map((status) =>
      replies.filter((reply) => reply.status === status),
    )
    // One at work, and as many as one company may have in the line; more, where the first were done meanwhile.
    expect(printed.length).toBeGreaterThanOrEqual(9)
    expect([refused.length > 0, printed.length + refused.length]).toEqual([true, 40])
    const alone = await file(`/api/lieferungen/${id}/lieferschein.pdf`)
    for (const { bytes } of printed) expect(Buffer.compare(bytes, alone.bytes)).toBe(0)
  })

  test("stands in the lists of the driver's day, which other drivers do not see", async () => {
    const base = `/api/touren/2026-10-15/${hof.fahrer.id}`
    for (const [name, says] of [
      ["tourenliste", "Artikel KASTEN"],
      ["ladeliste", "KASTEN Artikel KASTEN"],
      ["feierabend", "Feierabend-Protokoll"],
    ] as const) {
      const list = await file(`${base}/${name}.pdf`, hof.fahrer.token)
      expect([list.status, list.type]).toEqual([200, "application/pdf"])
      expect(pdfText(list.bytes)).toContain(says)
      const other = await app.account(hof.id, "fahrer")
      expect((await file(`${base}/${name}.pdf`, other.token)).status).toBe(404)
    }
    expect((await get(`/api/touren/2026-10-16/${hof.fahrer.id}/tourenliste.pdf`)).status).toBe(404)
  })
})

describe("the logo", () => {
  const form = (bytes: Uint8Array<ArrayBuffer>) => {
    const data = new FormData()
    data.append("logo", new Blob([bytes]), "logo.png")
    return data
  }
  const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="

  test("is a picture by its content, replaces the one before, and stands on every document", async () => {
    const put = (bytes: Uint8Array<ArrayBuffer>, token = hof.admin.token) =>
      app.call("PUT", "/api/tenant/logo", { token, raw: form(bytes) })
    const png = new Uint8Array(Buffer.from(pixel, "base64"))
    expect((await get("/api/tenant/logo")).status).toBe(404)
    expect((await put(png, hof.user.token)).status).toBe(403)
    expect((await put(new TextEncoder().encode("<svg/>"))).status).toBe(415)
    expect((await put(png.slice(0, 40))).status).toBe(400)
    expect((await put(png)).body).toEqual({ breite: 1, hoehe: 1 })
    // No larger than it is printed: its pixels are unpacked each time.
    const large = await new Bun.Image(png).resize(2000, 1000).png().bytes()
    expect((await put(new Uint8Array(large))).body).toEqual({ breite: 530, hoehe: 265 })
    expect((await put(png)).status).toBe(200)
    expect((await file("/api/tenant/logo")).type).toBe("image/png")
    const { items } = (await get("/api/protokoll?tabelle=firmenlogos")).body
    expect(items[0].aenderungen).toContainEqual({ feld: "daten", vorher: null, nachher: "vorhanden" })
    const kunde_id = await kunde()
    const path = `/api/kunden/${kunde_id}/saldenbestaetigung.pdf?stichtag=2026-10-15`
    expect(Buffer.from((await file(path)).bytes).toString("latin1")).toContain("/Subtype /Image")
    await book(kunde_id, "ausgabe", 1, "2026-10-14T10:00:00.000Z")
    const { id } = (await post("/api/abrechnungen", { kunde_id, bis: "2026-10-14" })).body
    expect((await app.call("DELETE", "/api/tenant/logo", { token: hof.admin.token })).status).toBe(204)
    expect(Buffer.from((await file(path)).bytes).toString("latin1")).not.toContain("/Subtype /Image")
    // A settlement has that of its day, whenever it is printed.
    const settled = await file(`/api/abrechnungen/${id}/abrechnung.pdf`)
    expect(Buffer.from(settled.bytes).toString("latin1")).toContain("/Subtype /Image")
  })
})

describe("a kept document", () => {
  test("that is large comes in pieces, byte for byte", async () => {
    const { system } = app.deps
    const daten = crypto.getRandomValues(new Uint8Array(60_000))
    const large = Buffer.concat(Array.from({ length: 40 }, (_, i) => [daten, Buffer.of(i)]).flat())
    const names = { titel: "Kontoauszug", dateiname: "a.pdf", typ: "application/pdf" }
    const tenant = system.tenant(hof.id)
    const { id } = await system.write(() =>
      keepBeleg(
        tenant,
        { id: hof.admin.id, name: "Anna" },
        { art: "kontoauszug", ...names, daten: large },
        1e9,
      ),
    )
    const { createApp } = await import("../../../src/app.ts")
    const headers = { host: "localhost", authorization: `Bearer ${hof.admin.token}` }
    const request = new Request(`http://localhost/api/belege/${id}/datei`, { headers })
    await new Promise(setImmediate)
    const { body } = await createApp(app.deps)(request)
    const parts: Uint8Array[] = []
    for await (const part of body as unknown as AsyncIterable<Uint8Array>) parts.push(part)
    expect(parts.map(({ length }) => length)).toEqual([1_048_576, 1_048_576, large.length - 2_097_152])
    expect(Buffer.compare(Buffer.concat(parts), large)).toBe(0)
  })

  test("counts against the company's room", async () => {
    const small = createTestApp({ env: { QUOTA_PER_TENANT: "2000" } })
    const firma = await yard(small, "klein")
    const path = `/api/kunden/${firma.kunden[0]}/saldenbestaetigung.pdf?stichtag=2026-10-15`
    const reply = await small.call("GET", path, { token: firma.admin.token })
    small.close()
    expect([reply.status, reply.body.error]).toEqual([
      413,
      "Der Speicherplatz der Firma für Bilder und Belege ist aufgebraucht",
    ])
  })

  test("of a person who was erased is kept for the law, and shown to nobody", async () => {
    const kunde_id = await kunde()
    await file(`/api/kunden/${kunde_id}/saldenbestaetigung.pdf?stichtag=2026-10-15`)
    const [beleg] = (await get(`/api/belege?kunde_id=${kunde_id}`)).body.items
    await post(`/api/belege/${beleg.id}/antwort`, { antwort: "bestaetigt" })
    const about = async () =>
      (await get(`/api/protokoll?tabelle=belege&datensatz_id=${beleg.id}`)).body.items.map(
        ({ betrifft }: { betrifft: string | null }) => betrifft,
      )
    expect(await about()).toEqual([beleg.titel])
    await post(`/api/kunden/${kunde_id}/loeschung`, {})
    expect(await about()).toEqual([null])
    expect((await get(`/api/belege/${beleg.id}`)).body.gesperrt).toBe(1)
    expect((await get(`/api/belege/${beleg.id}/datei`)).status).toBe(404)
  })

  test("of an erased person is erased when its time is over, and not a day before", async () => {
    setSystemTime()
    const { system } = app.deps
    const tenant = system.tenant(hof.id)
    const keep = (gesperrt: number, aufbewahren_bis: string) =>
      system.write(() => {
        const { id } = tenant.insert(belege, {
          art: "kontoauszug",
          titel: "Auszug",
          dateiname: "Auszug.pdf",
          typ: "application/pdf",
          bytes: 1,
          sha256: crypto.randomUUID(),
          erstellt_von: hof.admin.id,
          erstellt_von_name: "admin",
          gesperrt,
          aufbewahren_bis,
        })
        tenant.insert(belegdateien, { id, daten: Buffer.from("x") })
        return id
      })
    // A clock that is years ahead for a night: what has to be kept until then stays.
    const later = await keep(1, `${new Date().getFullYear() + 1}-12-31`)
    expect(await eraseExpiredDocuments(app.deps)).toBe(0)
    setSystemTime(Date.now() + 9 * 365 * 86_400_000)
    expect(await eraseExpiredDocuments(app.deps)).toBe(0)
    setSystemTime()
    expect(tenant.find(belegdateien, later)).toBeDefined()
    const [over, notYet, ofSomebody] = [
      await keep(1, "2020-12-31"),
      await keep(1, today()),
      await keep(0, "2020-12-31"),
    ]
    expect(await eraseExpiredDocuments(app.deps)).toBe(1)
    expect(tenant.find(belege, over)).toBeUndefined()
    expect(tenant.find(belegdateien, over)).toBeUndefined()
    for (const id of [notYet, ofSomebody]) expect(tenant.find(belegdateien, id)).toBeDefined()
    // More than one transaction erases.
    for (let i = 0; i < 60; i++) await keep(1, "2020-12-31")
    expect(await eraseExpiredDocuments(app.deps)).toBe(60)
    // The database itself keeps what has to be kept, to the end of its last day.
    for (const table of [belegdateien, belege])
      expect(await failing(system.write(() => tenant.delete(table, notYet)))).toThrow(
        "muss aufbewahrt werden",
      )
  })
})

test("vouchers are kept for eight years from the end of theirs, letters for six", async () => {
  const firma = await app.company(`fristen-${Bun.randomUUIDv7()}`)
  const tenant = app.deps.system.tenant(firma.id)
  const years = (art: Beleg["art"]) =>
    app.deps.system.write(() => {
      const beleg = { art, titel: art, dateiname: "x.pdf", typ: "application/pdf", daten: Buffer.from(art) }
      const { aufbewahren_bis, erstellt_am } = keepBeleg(
        tenant,
        { id: firma.admin.id, name: "a" },
        beleg,
        1e9,
      )
      return [
        art,
        Number(aufbewahren_bis.slice(0, 4)) - Number(erstellt_am.slice(0, 4)),
        aufbewahren_bis.slice(4),
      ]
    })
  const vouchers = ["abrechnung", "lieferschein", "saldenuebernahme", "datev", "journal"] as const
  const letters = ["kontoauszug", "saldenbestaetigung", "erinnerung"] as const
  for (const art of vouchers) expect(await years(art)).toEqual([art, 8, "-12-31"])
  for (const art of letters) expect(await years(art)).toEqual([art, 6, "-12-31"])
})
