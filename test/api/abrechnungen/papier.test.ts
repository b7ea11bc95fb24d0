import { Database } from "bun:sqlite"
import { afterAll, beforeAll, describe, expect, setSystemTime, test } from "bun:test"
import { join } from "node:path"
import { unzipSync } from "fflate"
import { createApp } from "../../../src/app.ts"
import { runAuftrag } from "../../../src/api/auftraege/run.ts"
import { eraseExpiredDocuments } from "../../../src/ops/upkeep.ts"
import { BRIEFKOPF, createTestApp } from "../../helpers/app.ts"
import { pdfText } from "../../helpers/pdf.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { rowsOf } from "../../helpers/pruefer.ts"
import { travel } from "../../helpers/zeit.ts"

/** A settlement's paper is frozen when it is made; an opening balance has a paper of its own. */

const app = createTestApp()
afterAll(() => {
  setSystemTime()
  app.close()
})
let hof: Yard
beforeAll(async () => {
  hof = await yard(app, "hof")
  await travel(app, hof, "2026-10-15T10:00:00.000Z")
})

const call = (method: string, path: string, body?: object, token = hof.admin.token) =>
  app.call(method, `/api/${path}`, { token, ...(body && { body }) })
async function file(path: string): Promise<{ status: number; bytes: Uint8Array }> {
  const headers = { host: "localhost", authorization: `Bearer ${hof.admin.token}` }
  await new Promise(setImmediate)
  const reply = await createApp(app.deps)(new Request(`http://localhost/api/${path}`, { headers }))
  return { status: reply.status, bytes: await reply.bytes() }
}
const printed = async (id: string) => pdfText((await file(`abrechnungen/${id}/abrechnung.pdf`)).bytes)
const person = { name: "Wirtin Alt", strasse: "Alter Weg 3", plz: "12345", ort: "Altdorf" }
const kunde = async (): Promise<string> =>
  (await call("POST", "kunden", { ...person, abrechnung: "monatlich" })).body.id
const book = (kunde_id: string, art: string, menge: number) =>
  call("POST", "pfandbuchungen", { kunde_id, positionen: [{ pfandartikel_id: hof.leer, art, menge }] })
const settle = (kunde_id: string) => call("POST", "abrechnungen", { kunde_id, bis: "2026-10-15" })
async function settled(): Promise<{ kunde_id: string; id: string }> {
  const kunde_id = await kunde()
  await book(kunde_id, "ausgabe", 2)
  return { kunde_id, id: (await settle(kunde_id)).body.id }
}

describe("a settlement that is printed late", () => {
  test("shows customer and company as they were when it was made", async () => {
    const { kunde_id, id } = await settled()
    await call("PATCH", `kunden/${kunde_id}`, { name: "Wirtin Neu", strasse: "Neuer Weg 1" })
    const neu = { strasse: "Umgezogen 9", steuernummer: "11/111/11111", einspruchsfrist_tage: 30 }
    await call("PATCH", "tenant", neu)
    const text = await printed(id)
    for (const part of [...Object.values(person), ...Object.values(BRIEFKOPF), "8 Tagen"])
      expect(text).toContain(part)
    expect(text).not.toMatch(/Wirtin Neu|Neuer Weg|Umgezogen|11\/111|30 Tagen/)
    // Its counter-document is made now.
    const storno = await call("POST", `abrechnungen/${id}/storno`, { grund: "x" })
    const counter = await printed(storno.body.id)
    for (const part of ["Wirtin Neu", "Umgezogen 9", "30 Tagen"]) expect(counter).toContain(part)
    await call("PATCH", "tenant", { ...BRIEFKOPF, einspruchsfrist_tage: 8 })
  })

  test("of an erased customer is shown to nobody, but to the auditor, and forgotten when its time is over", async () => {
    const { kunde_id, id } = await settled()
    const erased = await call("POST", `kunden/${kunde_id}/loeschung`, {})
    expect(erased.body.aufbewahrt).toContainEqual({
      was: "Empfänger von Abrechnungen",
      anzahl: 1,
      bis: "2034-12-31",
      grund: "AO § 147: Buchungsbelege acht Jahre",
    })
    expect((await file(`abrechnungen/${id}/abrechnung.pdf`)).status).toBe(404)
    const empfaenger = async () => {
      const { bytes } = await file("pruefexport?von=2026-01-01&bis=2026-10-15")
      const rows = rowsOf(unzipSync(bytes)["abrechnungen.csv"])
      return rows.find((row) => row["id"] === id)!["empfaenger"]!
    }
    expect(JSON.parse(await empfaenger())).toMatchObject(person)
    const { body: run } = await call("POST", "auftraege", { art: "abrechnungslauf", bis: "2026-10-15" })
    const { system, config } = app.deps
    const commit = <T>(task: () => T) => system.write(task, hof.id)
    await runAuftrag({ tenant: system.tenant(hof.id), commit, quota: config.quotaPerTenant }, run.id)
    expect((await call("GET", `auftraege/${run.id}`)).body.status).toBe("fertig")
    expect((await call("GET", `belege?art=abrechnung&kunde_id=${kunde_id}`)).body.items).toEqual([])
    const db = new Database(join(app.dir, "pfandwerk.db"))
    const gone = () => db.run(`DELETE FROM abrechnungskoepfe WHERE id = '${id}'`)
    expect(gone).toThrow("muss aufbewahrt werden")
    expect(() => db.run(`UPDATE abrechnungskoepfe SET an = '{}' WHERE id = '${id}'`)).toThrow(
      "unveraenderlich",
    )
    // As if it had been made nine years ago: the clock of the database is not ours.
    db.run("DROP TRIGGER abrechnungskoepfe_nur_sperren")
    db.run("UPDATE abrechnungskoepfe SET aufbewahren_bis = '2019-12-31'")
    db.close()
    // Those of customers who were not erased stay.
    expect(await eraseExpiredDocuments(app.deps)).toBe(1)
    expect(await empfaenger()).toBe("")
  })
})

describe("a company without address or tax number", () => {
  test("is asked before its first settlement, once, and keeps no driver from completing", async () => {
    const leer = await yard(app, "leer")
    const as = (method: string, path: string, body?: object) => call(method, path, body, leer.admin.token)
    await as("PATCH", "tenant", { strasse: null, plz: null, ort: null, steuernummer: null })
    const fehlt = ["Straße", "Postleitzahl", "Ort", "Steuernummer oder USt-IdNr."]
    expect((await as("GET", "tenant")).body.briefkopf_fehlt).toEqual(fehlt)
    const [kunde_id] = leer.kunden
    const abholung = { kunde_id, positionen: [{ pfandartikel_id: leer.leer, ist_ruecknahme: 2 }] }
    expect((await call("POST", "fahrer/ungeplant", abholung, leer.fahrer.token)).status).toBe(201)
    expect((await as("GET", "abrechnungen")).body.items).toEqual([])
    const message = `Für Abrechnungen fehlt im Briefkopf: ${fehlt.join(", ")} Die Verwaltung trägt es unter „Firma → Anschrift und Briefkopf“ ein`
    for (const [path, body] of [
      ["abrechnungen", { kunde_id, bis: "2026-10-15" }],
      ["auftraege", { art: "abrechnungslauf", bis: "2026-10-15" }],
    ] as const) {
      const reply = await as("POST", path, body)
      expect([reply.status, reply.body.error]).toEqual([409, message])
    }
    // Emptied after the run was ordered: the run says it, and no customer has a fault of his own.
    await as("PATCH", "tenant", BRIEFKOPF)
    const { body: run } = await as("POST", "auftraege", { art: "abrechnungslauf", bis: "2026-10-15" })
    await as("PATCH", "tenant", { strasse: null })
    const { system } = app.deps
    const commit = <T>(task: () => T) => system.write(task, leer.id)
    await runAuftrag({ tenant: system.tenant(leer.id), commit, quota: 1e9 }, run.id)
    expect((await as("GET", `auftraege/${run.id}`)).body).toMatchObject({
      status: "gescheitert",
      meldung: expect.stringContaining("fehlt im Briefkopf: Straße."),
      fehler: 0,
    })
    await as("PATCH", "tenant", { strasse: "Weg 1", steuernummer: null, ust_id: "DE123456788" })
    const made = (await as("POST", "abrechnungen", { kunde_id, bis: "2026-10-15" })).body
    expect(made.summe_cent).toBe(-300)
    // A counter-document is a paper like any other.
    await as("PATCH", "tenant", { ort: null })
    const storno = await as("POST", `abrechnungen/${made.id}/storno`, { grund: "x" })
    expect([storno.status, storno.body.error]).toEqual([
      409,
      expect.stringContaining("fehlt im Briefkopf: Ort."),
    ])
  })
})

describe("an opening balance", () => {
  test("is on the account and in no settlement; what comes back of it is settled, and its Storno is not", async () => {
    const kunde_id = await kunde()
    await book(kunde_id, "anfangsbestand", 100)
    const irrtum = await book(kunde_id, "anfangsbestand", 7)
    expect((await settle(kunde_id)).body.error).toBe("In diesem Zeitraum gibt es nichts abzurechnen")
    await book(kunde_id, "ruecknahme", 10)
    await call("POST", `pfandbuchungen/${irrtum.body.vorgang_id}/storno`, { grund: "x" })
    const reply = (await settle(kunde_id)).body
    expect(reply).toMatchObject({ anfang_cent: 15_000, summe_cent: -1500, ende_cent: 13_500 })
    expect(reply.positionen).toMatchObject([{ ausgabe: 0, ruecknahme: 10, korrektur: 0 }])
    await call("POST", `abrechnungen/${reply.id}/storno`, { grund: "x" })
    const anew = (await settle(kunde_id)).body
    expect(anew).toMatchObject({ anfang_cent: 15_000, summe_cent: -1500 })
    expect((await call("GET", `kunden/${kunde_id}/pfandkonto`)).body.wert_cent).toBe(13_500)
    expect((await call("GET", "pfandpruefung")).body.fehler).toEqual([])
  })

  test("has a document of its own, which is kept and says that nothing is charged", async () => {
    const kunde_id = await kunde()
    const { vorgang_id } = (await book(kunde_id, "anfangsbestand", 12)).body
    const path = `pfandbuchungen/${vorgang_id}/saldenuebernahme.pdf`
    const { bytes } = await file(path)
    const text = pdfText(bytes)
    for (const part of [
      "Saldenübernahme zum 15.10.2026",
      person.name,
      "KASTEN",
      "12",
      "1,50",
      "18,00",
      "nicht berechnet",
    ])
      expect(text).toContain(part)
    await call("PATCH", `kunden/${kunde_id}`, { name: "Wirtin Neu" })
    expect(Buffer.compare((await file(path)).bytes, bytes)).toBe(0)
    const belege = (await call("GET", `belege?kunde_id=${kunde_id}&art=saldenuebernahme`)).body.items
    expect(belege).toMatchObject([{ bezug_id: vorgang_id, saldo_cent: 1800 }])
    const ausgabe = (await book(kunde_id, "ausgabe", 1)).body.vorgang_id
    const none = await call("GET", `pfandbuchungen/${ausgabe}/saldenuebernahme.pdf`)
    expect([none.status, none.body.error]).toEqual([409, "Dieser Vorgang enthält keinen Anfangsbestand"])
    const gone = (await book(kunde_id, "anfangsbestand", 1)).body.vorgang_id
    await call("POST", `pfandbuchungen/${gone}/storno`, { grund: "x" })
    expect((await call("GET", `pfandbuchungen/${gone}/saldenuebernahme.pdf`)).status).toBe(409)
    const missing = `pfandbuchungen/${Bun.randomUUIDv7()}/saldenuebernahme.pdf`
    expect((await call("GET", missing)).status).toBe(404)
  })
})

test("what was lost between two settlements is named on the second, and on no other", async () => {
  const { kunde_id, id } = await settled()
  const { summe_cent: erwartet_cent } = (
    await call("GET", `pfandverluste/vorschau?kunde_id=${kunde_id}&pfandartikel_id=${hof.leer}&menge=1`)
  ).body
  const verlust = { kunde_id, pfandartikel_id: hof.leer, menge: 1, erwartet_cent }
  expect((await call("POST", "pfandverluste", verlust)).status).toBe(201)
  await book(kunde_id, "ausgabe", 3)
  const second = (await settle(kunde_id)).body
  expect(second).toMatchObject({ anfang_cent: 150, ausserhalb_cent: -150 })
  const text = (await printed(second.id)).replace(/\s+/g, " ")
  expect(text).toContain(
    "Seit der vorigen Abrechnung wurden Verluste von -1,50 € gebucht, die in keiner Abrechnung stehen",
  )
  await book(kunde_id, "ausgabe", 1)
  for (const other of [id, (await settle(kunde_id)).body.id])
    expect(await printed(other)).not.toContain("in keiner Abrechnung")
})

describe("losses and opening balances that cancel out", () => {
  const lose = async (kunde_id: string, menge: number) => {
    const verlust = { kunde_id, pfandartikel_id: hof.leer, menge }
    const { body } = await call("GET", `pfandverluste/vorschau?${new URLSearchParams(verlust as never)}`)
    const lost = await call("POST", "pfandverluste", { ...verlust, erwartet_cent: body.summe_cent })
    expect(lost.status).toBe(201)
  }
  const flat = async (id: string) => (await printed(id)).replace(/\s+/g, " ")
  /** As an earlier version wrote it. */
  const rewrite = (update: string) => {
    using db = new Database(join(app.dir, "pfandwerk.db"))
    const trigger = "abrechnungen_nie_aendern"
    const [written] = db.query("SELECT sql FROM sqlite_schema WHERE name = ?").values(trigger) as [[string]]
    for (const sql of [`DROP TRIGGER ${trigger}`, update, written[0]]) db.run(sql)
  }

  test("are named apart on the next settlement, and on the first one where something was lost before", async () => {
    const kunde_id = await kunde()
    await book(kunde_id, "anfangsbestand", 9)
    await lose(kunde_id, 4)
    await book(kunde_id, "ausgabe", 1)
    const first = (await settle(kunde_id)).body
    expect(first).toMatchObject({ anfang_cent: 750, ausserhalb_cent: 750, verluste_cent: -600 })
    await book(kunde_id, "anfangsbestand", 2)
    await lose(kunde_id, 2)
    await book(kunde_id, "ausgabe", 1)
    const second = (await settle(kunde_id)).body
    expect(second).toMatchObject({ anfang_cent: 900, ausserhalb_cent: 0, verluste_cent: -300 })
    expect(await flat(first.id)).toContain(
      "Vor dieser Abrechnung wurden Anfangsbestände von 13,50 € und Verluste von -6,00 € gebucht, die in keiner",
    )
    expect(await flat(second.id)).toContain(
      "wurden Anfangsbestände von 3,00 € und Verluste von -3,00 € gebucht, die in keiner Abrechnung stehen",
    )
  })

  test("are named again on a settlement that replaces a cancelled one, and stay on those made before that", async () => {
    const kunde_id = await kunde()
    await book(kunde_id, "anfangsbestand", 9)
    await lose(kunde_id, 4)
    await book(kunde_id, "ausgabe", 1)
    const made = async () => (await settle(kunde_id)).body
    const replaced = async ({ id }: { id: string }) => {
      expect((await call("POST", `abrechnungen/${id}/storno`, { grund: "x" })).status).toBe(201)
      return made()
    }
    const first = { anfang_cent: 750, ausserhalb_cent: 750, verluste_cent: -600 }
    const anew = await replaced(await made())
    expect(anew).toMatchObject(first)
    await book(kunde_id, "anfangsbestand", 2)
    await lose(kunde_id, 1)
    await book(kunde_id, "ausgabe", 1)
    const second = { anfang_cent: 1050, ausserhalb_cent: 150, verluste_cent: -150 }
    const last = await replaced(await made())
    expect(last).toMatchObject(second)
    await replaced(anew)
    expect((await call("GET", `abrechnungen/${last.id}`)).body).toMatchObject(second)
  })

  test("are none where an earlier version counted from a cancelled settlement: that paper is the one it was", async () => {
    const kunde_id = await kunde()
    await book(kunde_id, "ausgabe", 2)
    await lose(kunde_id, 1)
    const { id } = (await settle(kunde_id)).body
    await call("POST", `abrechnungen/${id}/storno`, { grund: "x" })
    const anew = (await settle(kunde_id)).body
    rewrite(`UPDATE abrechnungen SET ausserhalb_cent = 0 WHERE id = '${anew.id}'`)
    const { body } = await call("GET", `abrechnungen/${anew.id}`)
    expect(body).toMatchObject({ ausserhalb_cent: 0, verluste_cent: 0 })
  })

  test("stay together where an earlier version kept only their sum: that paper is the one it was", async () => {
    const { kunde_id } = await settled()
    await book(kunde_id, "anfangsbestand", 3)
    await lose(kunde_id, 2)
    await book(kunde_id, "ausgabe", 1)
    const { id } = (await settle(kunde_id)).body
    rewrite(`UPDATE abrechnungen SET verluste_bisher_cent = NULL WHERE id = '${id}'`)
    expect(await flat(id)).toContain(
      "Seit der vorigen Abrechnung wurden 1,50 € gebucht, die in keiner Abrechnung stehen (Verluste oder Anfangsbestände); der Anfangssaldo enthält sie.",
    )
  })
})
