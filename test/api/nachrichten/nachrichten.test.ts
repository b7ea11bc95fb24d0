import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test"
import { query } from "../../../src/db/query.ts"
import { nachrichten } from "../../../src/db/schema.ts"
import type { Row } from "../../../src/db/tenant-db.ts"
import { Sender } from "../../../src/ops/versand/sender.ts"
import { type Company, createTestApp } from "../../helpers/app.ts"
import { until } from "../../helpers/eventually.ts"
import { pdfPages } from "../../helpers/pdf.ts"
import { startSmtp } from "../../helpers/smtp.ts"

/** Documents that go out by e-mail: from the decision to every recipient's fate, against a real mail server. */

const smtp = await startSmtp()
const app = createTestApp({ env: smtp.env })
const MINUTE = 60_000
/** Looks at the queue all the time, and rests for no time after a server that took nothing. */
const sender = new Sender(app.deps, { look: 10, rests: [10] })
let hof: Company
let artikel: string

const send = async (method: string, path: string, body?: object, token = hof.admin.token) =>
  app.call(method, `/api/${path}`, { token, ...(body && { body }) })
const ok = async (method: string, path: string, body?: object, token?: string) => {
  const reply = await send(method, path, body, token)
  expect([path, reply.status < 300, reply.text]).toEqual([path, true, reply.text])
  return reply.body
}

const waiting = query<Row<typeof nachrichten>>`SELECT n.* FROM ${nachrichten} n WHERE n.status = 'wartet'`

/** Lets time pass for all messages that wait: tokens would end, were it the clock. */
function pass(ms: number): Promise<void> {
  const tenant = app.deps.system.tenant(hof.id)
  const earlier = (moment: string) => new Date(Date.parse(moment) - ms).toISOString()
  return app.deps.system.write(() => {
    for (const { id, gilt_ab, naechster_versuch_am: next } of tenant.all(waiting, {}))
      tenant.update(nachrichten, id, { gilt_ab: earlier(gilt_ab), naechster_versuch_am: earlier(next) })
  })
}

const today = () => new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" }).format(new Date())

let n = 0
/** A customer who holds something, and gets e-mails. */
async function kunde(given: object = {}, token?: string, pfandartikel_id = artikel) {
  const one = await ok(
    "POST",
    "kunden",
    {
      name: `Gasthaus ${++n}`,
      email: `wirt${n}@linde.example`,
      versandweg: "email",
      ort: "Celle",
      plz: "29221",
      strasse: "Markt 1",
      abrechnung: "monatlich",
      ...given,
    },
    token,
  )
  await ok(
    "POST",
    "pfandbuchungen",
    { kunde_id: one.id, positionen: [{ pfandartikel_id, art: "ausgabe", menge: 2 }] },
    token,
  )
  return one
}
const newArtikel = (token?: string) =>
  ok(
    "POST",
    "pfandartikel",
    { nummer: "K", bezeichnung: "Kasten", art: "einzeln", pfand_cent: 150, ust_klasse: "warenumschliessung" },
    token,
  )
const settle = ({ id }: { id: string }) => ok("POST", "abrechnungen", { kunde_id: id, bis: today() })
const confirm = ({ id }: { id: string }, angaben: object = {}) =>
  ok("POST", `kunden/${id}/saldenbestaetigung/versand`, angaben)

/** Waits until a message has another status than these. */
const fate = (id: string, not = ["wartet", "laeuft"]) =>
  until("a message has its fate", async () => {
    const one = await ok("GET", `nachrichten/${id}`)
    return !not.includes(one.status) && one
  })
const statusOf = ({ status, empfaenger }: any) => [status, ...empfaenger.map((one: any) => one.status)]

beforeAll(async () => {
  hof = await app.company("hof")
  artikel = (await newArtikel()).id
  await ok("PATCH", "versand", { sendet: 1, antwort_an: "buero@hof.example" })
  await sender.start()
})
beforeEach(() => {
  smtp.received.length = 0
  for (const name of Object.keys(smtp.faults)) delete smtp.faults[name as keyof typeof smtp.faults]
})
afterAll(async () => {
  await sender.stop(1000)
  await smtp.close()
  app.close()
})

describe("a document", () => {
  test("goes to its customer as it is kept, and the message says what became of it", async () => {
    const wirt = await kunde({
      name: "Müller & Söhne",
      briefe_an: "Chef@Mueller.example, buch@mueller.example",
    })
    const made = await confirm(wirt, { stichtag: today() })
    expect(made).toMatchObject({
      status: "wartet",
      versuche: 0,
      kunde_name: "Müller & Söhne",
      art: "saldenbestaetigung",
    })
    const over = await fate(made.id)
    expect(statusOf(over)).toEqual(["angenommen", "angenommen", "angenommen"])
    expect(over).toMatchObject({
      versuche: 1,
      naechster_versuch_am: null,
      meldung: expect.stringMatching(/^250 /),
    })
    const [mail] = smtp.received
    expect(smtp.received.length).toBe(1)
    expect(mail).toMatchObject({
      from: "versand@betreiber.example",
      to: ["chef@mueller.example", "buch@mueller.example"],
    })
    expect(mail?.raw).toContain("From: Firma hof <versand@betreiber.example>")
    expect(mail?.raw).toContain("Reply-To: buero@hof.example")
    expect(mail?.raw).toContain(`Message-ID: <${made.id}@betreiber.example>`)
    const kept = await send("GET", `belege/${made.beleg_id}/datei`)
    const inside = mail?.raw.split(/\r?\n\r?\n/).find((part) => part.startsWith("JVBERi")) ?? ""
    const [pdf = ""] = inside.split("\r\n--")
    expect(Buffer.from(pdf, "base64").equals(Buffer.from(kept.bytes))).toBe(true)
  })

  test("goes out once: the same request, a second one, and one while it waits", async () => {
    const wirt = await kunde()
    const id = Bun.randomUUIDv7()
    const first = await send("POST", `kunden/${wirt.id}/saldenbestaetigung/versand`, { id })
    const again = await send("POST", `kunden/${wirt.id}/saldenbestaetigung/versand`, { id })
    expect([first.status, again.status, again.body.id]).toEqual([201, 200, id])
    await fate(id)
    const other = await send("POST", "nachrichten", { beleg_id: first.body.beleg_id })
    expect([other.status, other.body.error]).toEqual([409, expect.stringContaining("schon versandt")])
    expect(smtp.received.length).toBe(1)
    await fate((await ok("POST", "nachrichten", { beleg_id: first.body.beleg_id, nochmals: true })).id)
    expect(smtp.received.length).toBe(2)
    // Whoever has it has it, though a later one was refused.
    smtp.faults.recipient = () => [550, "5.1.1 unbekannt"]
    const later = { beleg_id: first.body.beleg_id, nochmals: true, an: ["weg@linde.example"] }
    const refused = await fate((await ok("POST", "nachrichten", later)).id)
    expect(refused.status).toBe("abgelehnt")
    delete smtp.faults.recipient
    await ok("POST", `nachrichten/${refused.id}/erledigt`)
    expect((await send("POST", "nachrichten", { beleg_id: first.body.beleg_id })).status).toBe(409)
  })

  test("that was refused is not tried again once the same document went out with another", async () => {
    smtp.faults.recipient = () => [550, "5.1.1 unbekannt"]
    const refused = await confirm(await kunde())
    expect((await fate(refused.id)).status).toBe("abgelehnt")
    delete smtp.faults.recipient
    const { beleg_id } = refused
    expect((await fate((await ok("POST", "nachrichten", { beleg_id })).id)).status).toBe("angenommen")
    const again = await send("POST", `nachrichten/${refused.id}/noch-einmal`)
    expect([again.status, again.body.error]).toEqual([409, expect.stringContaining("ging inzwischen")])
    expect(smtp.received.length).toBe(1)
    await ok("POST", `nachrichten/${refused.id}/erledigt`)
  })

  test("that was refused is not tried again once its settlement went out by post, or was cancelled", async () => {
    const settled = await settle(await kunde())
    smtp.faults.recipient = () => [550, "5.1.1 unbekannt"]
    const { id } = await ok("POST", `abrechnungen/${settled.id}/versand`, {})
    expect((await fate(id)).status).toBe("abgelehnt")
    delete smtp.faults.recipient
    const again = async () => (await send("POST", `nachrichten/${id}/noch-einmal`)).body.error
    await ok("PUT", `abrechnungen/${settled.id}/postversand`)
    expect(await again()).toContain("ging inzwischen per Post hinaus")
    await ok("DELETE", `abrechnungen/${settled.id}/postversand`)
    const storno = await ok("POST", `abrechnungen/${settled.id}/storno`, { grund: "Falsch" })
    expect(await again()).toContain(`ist inzwischen storniert (${storno.nummer})`)
    expect(smtp.received).toEqual([])
    await ok("POST", `nachrichten/${id}/erledigt`)
  })

  test("that passes is not tried again once its settlement was cancelled meanwhile, unless somebody sends it later", async () => {
    const settled = await settle(await kunde())
    smtp.faults.recipient = async () => {
      await ok("POST", `abrechnungen/${settled.id}/storno`, { grund: "Falsch" })
      return [451, "später"]
    }
    const { id } = await ok("POST", `abrechnungen/${settled.id}/versand`, {})
    const over = await until("it was tried", async () => {
      const one = await ok("GET", `nachrichten/${id}`)
      return one.versuche === 1 && one.status !== "laeuft" && one
    })
    expect(statusOf(over)).toEqual(["zurueckgezogen", "zurueckgezogen"])
    smtp.faults.recipient = () => [451, "später"]
    const later = await ok("POST", `abrechnungen/${settled.id}/versand`, { nochmals: true })
    await until("it was tried", async () => (await ok("GET", `nachrichten/${later.id}`)).meldung !== null)
    delete smtp.faults.recipient
    await pass(10 * MINUTE)
    expect((await fate(later.id)).status).toBe("angenommen")
  })

  test("of a settlement is the paper with its number; the others have their own words", async () => {
    await ok("PATCH", "versand", {
      betreff_abrechnung: "Für {kunde}: {beleg}",
      text_abrechnung: "Liebe Wirte von {kunde},\n{zeitraum}\n{firma}",
    })
    const wirt = await kunde({ name: "{firma}", rechnungs_email: "rechnung@linde.example" })
    const abrechnung = await settle(wirt)
    const made = await ok("POST", `abrechnungen/${abrechnung.id}/versand`, {})
    expect(made).toMatchObject({
      betreff: `Für {firma}: Pfandabrechnung ${abrechnung.nummer}`,
      text: expect.stringMatching(/^Liebe Wirte von \{firma\},\n[\d.]+(?: bis [\d.]+)?\nFirma hof$/),
      empfaenger: [{ adresse: "rechnung@linde.example" }],
    })
    expect((await fate(made.id)).status).toBe("angenommen")
    const found = await ok("GET", `nachrichten?q=${abrechnung.nummer}`)
    expect(found.items.map(({ id }: any) => id)).toEqual([made.id])
    const about = async (id: string) =>
      (await ok("GET", `nachrichten?bezug_id=${id}`)).items.map((one: any) => one.id)
    expect([await about(abrechnung.id), await about(wirt.id)]).toEqual([[made.id], []])
    for (const path of ["kontoauszug", "erinnerung"]) {
      const angaben = path === "erinnerung" ? { ab_tagen: 0 } : {}
      const letter = await ok("POST", `kunden/${wirt.id}/${path}/versand`, angaben)
      expect((await fate(letter.id)).art).toBe(path)
    }
    const wrong = await send("PATCH", "versand", { text_abrechnung: "{kunden}" })
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([400, "text_abrechnung"])
    await ok("PATCH", "versand", { betreff_abrechnung: null, text_abrechnung: null })
  })

  test("of a settlement is to be sent until the mail server took it, and its cancellation where the customer may have it", async () => {
    const wirt = await kunde()
    const left = async () =>
      (await ok("GET", `abrechnungen?unversandt=true&kunde_id=${wirt.id}`)).items.map(({ id }: any) => id)
    const cancel = ({ id }: { id: string }) => ok("POST", `abrechnungen/${id}/storno`, { grund: "falsch" })
    const first = await settle(wirt)
    expect(await left()).toEqual([first.id])
    const [row] = (await ok("GET", `abrechnungen?kunde_id=${wirt.id}`)).items
    expect(row).toMatchObject({ versandweg: "email", versand_an: [wirt.email], versand: "offen" })
    const seen = ({ id }: { id: string }) => ok("GET", `abrechnungen/${id}`)
    expect(await seen(first)).toMatchObject({ versand_offen: 1, papier_am: null })
    smtp.faults.recipient = () => [550, "5.1.1 unbekannt"]
    const refused = await ok("POST", `abrechnungen/${first.id}/versand`, {})
    expect((await fate(refused.id)).status).toBe("abgelehnt")
    expect(await left()).toEqual([first.id])
    const paper = { versand_offen: 1, papier_am: expect.any(String) }
    expect(await seen(first)).toMatchObject({ ...paper, versand: "abgelehnt" })
    await ok("POST", `nachrichten/${refused.id}/erledigt`)
    const { id } = await cancel(first)
    expect(await left()).toEqual([id])
    // Nobody has what was never made.
    const never = await settle(wirt)
    expect((await seen(await cancel(never))).versand).toBe("entfaellt")
    delete smtp.faults.recipient
    smtp.faults.sender = [550, "5.7.60 SendAsDenied"]
    const waits = await settle(wirt)
    const mail = await ok("POST", `abrechnungen/${waits.id}/versand`, {})
    expect(await left()).toEqual([waits.id, id])
    expect((await seen(waits)).versand).toBe("wartet")
    expect((await send("PUT", `abrechnungen/${waits.id}/postversand`)).status).toBe(409)
    const other = await settle(await kunde())
    const undone = await ok("POST", `abrechnungen/${other.id}/versand`, {})
    await cancel(other)
    expect((await ok("GET", `nachrichten/${undone.id}`)).status).toBe("zurueckgezogen")
    delete smtp.faults.sender
    await pass(10 * MINUTE)
    await fate(mail.id)
    expect(await left()).toEqual([id])
    expect(await seen(waits)).toMatchObject({ versand_offen: 0, versand: "email" })
  })

  test("of a settlement went out by post where somebody notes it, until that is taken back", async () => {
    const { id } = await settle(await kunde())
    const path = `abrechnungen/${id}/postversand`
    const open = async () => {
      const { versand_offen, versand } = await ok("GET", `abrechnungen/${id}`)
      return [versand_offen, versand]
    }
    expect(await ok("PUT", path)).toMatchObject({ per_post_am: expect.any(String) })
    expect(await open()).toEqual([0, "post"])
    const twice = await send("POST", `abrechnungen/${id}/versand`, {})
    expect([twice.status, twice.body.error]).toEqual([409, expect.stringContaining("per Post")])
    await ok("DELETE", path)
    expect(await open()).toEqual([1, "offen"])
    const { items } = await ok("GET", `protokoll?datensatz_id=${id}`)
    expect(items.map(({ aktion }: any) => aktion)).toEqual([
      "abrechnungen.postversand_zurueckgenommen",
      "abrechnungen.per_post_versandt",
      "abrechnungen.erstellt",
    ])
  })

  test("is not sent where nothing is known to send it to, or by", async () => {
    const stumm = await kunde({ email: null })
    const reply = await send("POST", `kunden/${stumm.id}/saldenbestaetigung/versand`, {})
    expect([reply.status, reply.body.error]).toEqual([409, expect.stringContaining("keine E-Mail-Adresse")])
    const wirt = await kunde()
    await ok("PATCH", "versand", { sendet: 0 })
    const off = await send("POST", `kunden/${wirt.id}/saldenbestaetigung/versand`, {})
    expect([off.status, off.body.error]).toEqual([409, expect.stringContaining("ausgeschaltet")])
    await ok("PATCH", "versand", { sendet: 1 })
    for (const an of [
      ["a@b.example\r\nBcc: c@d.example"],
      ["A <a@b.example>"],
      [],
      Array(6).fill("a@b.example"),
    ])
      expect((await send("POST", `kunden/${wirt.id}/saldenbestaetigung/versand`, { an })).status).toBe(400)
    for (const briefe_an of ["a@b.example\r\nc@d.example", "a@b.example b@c.example", "a"])
      expect((await send("PATCH", `kunden/${wirt.id}`, { briefe_an })).status).toBe(400)
    expect(smtp.received).toEqual([])
  })
})

describe("a fault", () => {
  test("of one recipient of two is told, and tried again for that one alone", async () => {
    const wirt = await kunde({ briefe_an: "da@linde.example, weg@linde.example" })
    smtp.faults.recipient = (address) => (address.startsWith("weg") ? [550, "5.1.1 unbekannt"] : undefined)
    const over = await fate((await confirm(wirt)).id)
    expect(statusOf(over)).toEqual(["teilweise", "angenommen", "abgelehnt"])
    expect(over.empfaenger[1].antwort).toBe("550 5.1.1 unbekannt")
    expect((await ok("GET", "nachrichten?sorgen=ja")).items.map(({ id }: any) => id)).toContain(over.id)
    delete smtp.faults.recipient
    // Whoever has seen an earlier state of it neither sends it a second time nor puts it aside.
    const stale = async (does: string) => {
      const headers = { "if-match": `"${over.version - 1}"` }
      const path = `/api/nachrichten/${over.id}/${does}`
      return (await app.call("POST", path, { token: hof.admin.token, headers })).status
    }
    expect([await stale("noch-einmal"), await stale("erledigt")]).toEqual([412, 412])
    await ok("POST", `nachrichten/${over.id}/noch-einmal`)
    const [logged] = (await ok("GET", `protokoll?tabelle=nachrichten&datensatz_id=${over.id}`)).items
    expect(logged.aktion).toBe("nachrichten.wiederholt")
    expect(statusOf(await fate(over.id))).toEqual(["angenommen", "angenommen", "angenommen"])
    expect(smtp.received.map(({ to }) => to)).toEqual([["da@linde.example"], ["weg@linde.example"]])
    expect((await ok("GET", "nachrichten?sorgen=ja")).items).toEqual([])
  })

  test("that passes is tried again after growing pauses, and given up after days with the server's reason", async () => {
    smtp.faults.recipient = () => [451, "4.7.1 greylisted"]
    const { id } = await confirm(await kunde())
    const tried = (times: number) =>
      until("it was tried", async () => {
        const one = await ok("GET", `nachrichten/${id}`)
        return one.versuche === times && one.status !== "laeuft" && one
      })
    const expectIn = ({ naechster_versuch_am, letzter_versuch_am }: any, minutes: number) =>
      expect(Math.round((Date.parse(naechster_versuch_am) - Date.parse(letzter_versuch_am)) / MINUTE)).toBe(
        minutes,
      )
    const first = await tried(1)
    expect(first).toMatchObject({ status: "wartet", meldung: "451 4.7.1 greylisted" })
    expectIn(first, 5)
    await pass(5 * MINUTE)
    expectIn(await tried(2), 15)
    await pass(3 * 24 * 60 * MINUTE)
    const over = await fate(id)
    expect(over).toMatchObject({
      status: "abgelehnt",
      meldung: "Nach drei Tagen aufgegeben; zuletzt: 451 4.7.1 greylisted",
    })
    expect((await ok("POST", `nachrichten/${id}/erledigt`)).erledigt_am).not.toBeNull()
    const log = (await ok("GET", `protokoll?tabelle=nachrichten&datensatz_id=${id}`)).items
    expect(log.map(({ aktion }: any) => aktion)).toEqual(["nachrichten.erledigt", "nachrichten.angelegt"])
    expect((await ok("GET", "nachrichten?sorgen=ja")).items).toEqual([])
  })

  test("before the final dot is tried again; after it the message is unclear and never sent by itself", async () => {
    smtp.faults.atEnd = "cut"
    const { id } = await confirm(await kunde())
    const unclear = await fate(id)
    expect(statusOf(unclear)).toEqual(["unklar", "unklar"])
    delete smtp.faults.atEnd
    await pass(24 * 60 * MINUTE)
    // Another one, which comes behind it in the queue, arrives.
    await fate((await confirm(await kunde())).id)
    expect((await ok("GET", `nachrichten/${id}`)).status).toBe("unklar")
    expect(smtp.received.length).toBe(1)
    await ok("POST", `nachrichten/${id}/noch-einmal`)
    expect((await fate(id)).status).toBe("angenommen")
  })

  test("of the server itself concerns no message: each goes out when it is back", async () => {
    const undone = async () => (await ok("GET", "heute/liegengeblieben")).anzahl
    const before = await undone()
    smtp.faults.sender = [550, "5.7.60 SendAsDenied"]
    const { id } = await confirm(await kunde())
    const noted = (of: string) =>
      until("the fault is noted", async () => {
        const one = await ok("GET", `nachrichten/${of}`)
        return one.meldung !== null && one
      })
    expect(await noted(id)).toMatchObject({
      status: "wartet",
      meldung: expect.stringContaining("SendAsDenied"),
    })
    const operator = await app.superadmin()
    const befund = async () =>
      (await ok("GET", "zustand", undefined, operator.token)).befunde.find(
        ({ pruefung }: any) => pruefung === "E-Mail",
      )
    expect(await befund()).toMatchObject({
      ergebnis: "warnung",
      text: expect.stringMatching(/geht keine E-Mail hinaus; sie warten\. .*SendAsDenied/),
    })
    // It stands on Heute, and is counted beside it.
    expect(await undone()).toBe(before + 1)
    delete smtp.faults.sender
    await pass(10 * MINUTE)
    expect((await fate(id)).status).toBe("angenommen")
    expect((await befund()).ergebnis).toBe("gut")
    // What nobody waits for any more is no fault.
    smtp.faults.sender = [550, "5.7.60 SendAsDenied"]
    const other = await confirm(await kunde())
    await noted(other.id)
    expect((await befund()).ergebnis).toBe("warnung")
    await ok("POST", `nachrichten/${other.id}/erledigt`)
    await until("the fault is forgotten", async () => (await befund()).ergebnis === "gut")
  })

  test("that came true while a message waited is no more: it is withdrawn, or its person erased", async () => {
    smtp.faults.recipient = () => [451, "später"]
    const [one, other] = [await kunde(), await kunde()]
    const [withdrawn, erased] = [await confirm(one), await confirm(other)]
    for (const { id } of [withdrawn, erased])
      await until("it was tried", async () => (await ok("GET", `nachrichten/${id}`)).versuche === 1)
    expect((await ok("POST", `nachrichten/${withdrawn.id}/erledigt`)).status).toBe("zurueckgezogen")
    await ok("POST", `kunden/${other.id}/loeschung`)
    expect(await ok("GET", `nachrichten/${erased.id}`)).toMatchObject({
      status: "zurueckgezogen",
      empfaenger: [],
      betreff: "",
      text: "",
      meldung: null,
    })
    delete smtp.faults.recipient
    await pass(60 * MINUTE)
    expect(smtp.received).toEqual([])
    const log = await ok("GET", `protokoll?tabelle=nachrichten&datensatz_id=${erased.id}`).catch(
      () => undefined,
    )
    expect(JSON.stringify(log ?? {})).not.toContain(other.email)
  })
})

test("a job's documents go to those who want e-mails, once; the others are counted and named", async () => {
  const wanted = [await kunde(), await kunde()]
  const stumm = await kunde({ email: null, name: "Ohne Adresse" })
  await kunde({ versandweg: "post" })
  const job = await ok("POST", "auftraege", { art: "saldenbestaetigungen", bis: today() })
  const early = await send("POST", `auftraege/${job.id}/versand`)
  expect([early.status, early.body.error]).toEqual([409, expect.stringContaining("noch nicht fertig")])
  const { runAuftrag } = await import("../../../src/api/auftraege/run.ts")
  const tenant = app.deps.system.tenant(hof.id)
  await runAuftrag({ tenant, commit: (work) => app.deps.system.write(work), quota: 1e9 }, job.id)
  // One of them is seen before.
  const example = async () => (await ok("GET", `auftraege/${job.id}/versand`)).beispiel
  const { betreff, an } = await example()
  expect(betreff).toStartWith("Saldenbestätigung ")
  const { text } = await example()
  const umfang = await ok("GET", `auftraege/${job.id}/versand/umfang`)
  const sendSeen = (beispiel: object | null) =>
    send("POST", `auftraege/${job.id}/versand`, { erwartet: { beispiel } })
  for (const other of [
    null,
    { betreff, text, an: ["wirt@vorher.example"] },
    { betreff: "Anders", text, an },
  ]) {
    const refused = await sendSeen(other)
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining(`(${an.join(", ")})`)])
  }
  // Nobody gets on paper what is still to go out by e-mail.
  const printedBefore = await letters(`${job.id}/druck.pdf?weg=post`)
  const { body: sent } = await sendSeen({ betreff, text, an })
  expect(await example()).toBeNull()
  // Another tab still shows what was sent.
  expect((await sendSeen({ betreff, text, an })).status).toBe(409)
  const toPrint = sent.per_post + sent.ohne_adresse.length
  const { versandt: versand, schon_versandt, per_post, ohne_adresse } = sent
  const counts = { versand, schon_versandt, per_post, ohne_adresse: ohne_adresse.length }
  expect(umfang).toEqual({ ...counts, beispiel_id: expect.any(String) })
  expect(sent).toMatchObject({
    per_post: 1,
    ohne_adresse: expect.arrayContaining([expect.objectContaining({ kunde_id: stumm.id })]),
  })
  const again = await ok("POST", `auftraege/${job.id}/versand`)
  expect(again).toMatchObject({ versandt: 0, schon_versandt: sent.versandt + sent.schon_versandt })
  await until("all went out", async () => (await ok("GET", "versand")).wartend === 0)
  const got = smtp.received.flatMap(({ to }) => to)
  expect(got).toContain(an[0])
  for (const { email } of wanted) expect(got.filter((one) => one === email)).toEqual([email])
  // Nobody gets on paper what went out by e-mail.
  const [all, byPost] = await Promise.all(
    ["", "?weg=post"].map((weg) => letters(`${job.id}/druck.pdf${weg}`)),
  )
  expect([printedBefore, byPost]).toEqual([toPrint, toPrint])
  // One person was erased above: that letter goes nowhere.
  expect(all).toBe(toPrint + again.schon_versandt + 1)
})

test("what came of its e-mails and its note on the post brings no settlement of an erased person back to those to be sent", async () => {
  smtp.faults.recipient = () => [550, "unbekannt"]
  const [refused, byPost, later] = [await kunde(), await kunde(), await kunde()]
  const [first, second] = [await settle(refused), await settle(byPost)]
  const mail = await ok("POST", `abrechnungen/${first.id}/versand`, {})
  expect((await fate(mail.id)).status).toBe("abgelehnt")
  await ok("PUT", `abrechnungen/${second.id}/postversand`)
  for (const { id } of [refused, byPost, later]) await ok("POST", `kunden/${id}/loeschung`)
  const third = await settle(later)
  await ok("PUT", `abrechnungen/${third.id}/postversand`)
  await ok("POST", `nachrichten/${mail.id}/erledigt`)
  for (const { id } of [second, third]) await ok("DELETE", `abrechnungen/${id}/postversand`)
  const unsent = (await ok("GET", "abrechnungen?unversandt=true")).items.map(({ id }: any) => id)
  for (const { id } of [first, second, third]) expect(unsent).not.toContain(id)
})

test("of a run, what an erased person had open goes nowhere: it is not printed for the post, nor missed an address", async () => {
  const tal = await app.company("tal")
  const { token } = tal.admin
  const its = (await newArtikel(token)).id
  await ok("PATCH", "versand", { sendet: 1, antwort_an: "buero@tal.example" }, token)
  const gone = [await kunde({}, token, its), await kunde({ versandweg: "post" }, token, its)]
  for (const { id } of gone) await ok("POST", `kunden/${id}/loeschung`, undefined, token)
  const job = await ok("POST", "auftraege", { art: "abrechnungslauf", bis: today() }, token)
  const { runAuftrag } = await import("../../../src/api/auftraege/run.ts")
  const tenant = app.deps.system.tenant(tal.id)
  await runAuftrag({ tenant, commit: (work) => app.deps.system.write(work), quota: 1e9 }, job.id)
  expect((await ok("GET", "abrechnungen", undefined, token)).items.length).toBe(2)
  const none = { schon_versandt: 0, per_post: 0 }
  const path = `auftraege/${job.id}`
  expect(await ok("GET", `${path}/versand/umfang`, undefined, token)).toEqual({
    ...none,
    versand: 0,
    ohne_adresse: 0,
    beispiel_id: null,
  })
  expect(await ok("POST", `${path}/versand`, {}, token)).toEqual({ ...none, versandt: 0, ohne_adresse: [] })
  expect((await send("GET", `${path}/druck.pdf?weg=post`, undefined, token)).status).toBe(409)
})

test("of a run, only what no e-mail is to carry counts as sent by post", async () => {
  const berg = await app.company("berg")
  const { token } = berg.admin
  const its = (await newArtikel(token)).id
  await ok("PATCH", "versand", { sendet: 1, antwort_an: "buero@berg.example" }, token)
  const mail = await kunde({}, token, its)
  await kunde({ versandweg: "post" }, token, its)
  const job = await ok("POST", "auftraege", { art: "abrechnungslauf", bis: today() }, token)
  const { runAuftrag } = await import("../../../src/api/auftraege/run.ts")
  const tenant = app.deps.system.tenant(berg.id)
  await runAuftrag({ tenant, commit: (work) => app.deps.system.write(work), quota: 1e9 }, job.id)
  const noted = await ok("POST", `auftraege/${job.id}/postversand`, undefined, token)
  expect(noted).toEqual({ vermerkt: 1, per_email_offen: 1 })
  const unsent = (await ok("GET", "abrechnungen?unversandt=true", undefined, token)).items
  expect(unsent.map(({ kunde_id }: any) => kunde_id)).toEqual([mail.id])
  expect(await ok("POST", `auftraege/${job.id}/versand`, {}, token)).toMatchObject({
    versandt: 1,
    schon_versandt: 1,
  })
  await until("it went out", async () => (await ok("GET", "versand", undefined, token)).wartend === 0)
  expect(smtp.received.map(({ to }) => to)).toEqual([[mail.email]])
})

test("of a run, what a mail server refused goes by post, and not what may have arrived", async () => {
  const moor = await app.company("moor")
  const { token } = moor.admin
  await ok("PATCH", "versand", { sendet: 1, antwort_an: "buero@moor.example" }, token)
  const its = (await newArtikel(token)).id
  const gone = await kunde({}, token, its)
  const unclear = await kunde({}, token, its)
  const job = await ok("POST", "auftraege", { art: "abrechnungslauf", bis: today() }, token)
  const { runAuftrag } = await import("../../../src/api/auftraege/run.ts")
  const tenant = app.deps.system.tenant(moor.id)
  await runAuftrag({ tenant, commit: (work) => app.deps.system.write(work), quota: 1e9 }, job.id)
  smtp.faults.recipient = (address) => (address === gone.email ? [550, "unbekannt"] : undefined)
  smtp.faults.atEnd = "cut"
  const path = `auftraege/${job.id}`
  expect((await ok("POST", `${path}/versand`, {}, token)).versandt).toBe(2)
  await until("they were tried", async () => (await ok("GET", "versand", undefined, token)).wartend === 0)
  const printed = (await send("GET", `${path}/druck.pdf?weg=post`, undefined, token)).bytes
  expect(pdfPages(printed).join()).toContain(gone.name)
  expect(pdfPages(printed).join()).not.toContain(unclear.name)
  const noted = await ok("POST", `${path}/postversand`, undefined, token)
  expect(noted).toEqual({ vermerkt: 1, per_email_offen: 0 })
  const open = (await ok("GET", "abrechnungen?unversandt=true", undefined, token)).items
  expect(open.map(({ kunde_id }: any) => kunde_id)).toEqual([unclear.id])
})

test("of a run, what somebody noted as sent by post is not printed for the post again, by a later run neither", async () => {
  const ufer = await app.company("ufer")
  const { token } = ufer.admin
  const its = (await newArtikel(token)).id
  const { runAuftrag } = await import("../../../src/api/auftraege/run.ts")
  const tenant = app.deps.system.tenant(ufer.id)
  const run = async () => {
    const { id } = await ok("POST", "auftraege", { art: "abrechnungslauf", bis: today() }, token)
    await runAuftrag({ tenant, commit: (work) => app.deps.system.write(work), quota: 1e9 }, id)
    return `auftraege/${id}`
  }
  const first = await kunde({ versandweg: "post" }, token, its)
  expect(await ok("POST", `${await run()}/postversand`, undefined, token)).toMatchObject({ vermerkt: 1 })
  const later = await kunde({ versandweg: "post" }, token, its)
  const path = await run()
  const printed = async (weg: string) =>
    pdfPages((await send("GET", `${path}/druck.pdf${weg}`, undefined, token)).bytes).join()
  const byPost = await printed("?weg=post")
  expect([byPost.includes(first.name), byPost.includes(later.name)]).toEqual([false, true])
  // Everything can be printed again, where paper jammed.
  expect(await printed("")).toContain(first.name)
})

const letters = async (path: string): Promise<number> => {
  const { bytes } = await send("GET", `auftraege/${path}`)
  return pdfPages(bytes).filter((page) => page.includes("Seite 1 von")).length
}

test("one company's slow recipients hold up no other, and only who may decides", async () => {
  const see = await app.company("see")
  const its = (await newArtikel(see.admin.token)).id
  await ok("PATCH", "versand", { sendet: 1, antwort_an: "buero@see.example" }, see.admin.token)
  smtp.faults.recipient = (address) => (address.includes("langsam") ? [451, "später"] : undefined)
  for (let i = 0; i < 3; i++) await confirm(await kunde({ briefe_an: "langsam@linde.example" }))
  const other = await kunde({}, see.admin.token, its)
  const made = await ok("POST", `kunden/${other.id}/saldenbestaetigung/versand`, {}, see.admin.token)
  await until("the other company's arrived", () => smtp.received.some(({ to }) => to.includes(other.email)))
  expect((await send("GET", `nachrichten/${made.id}`)).status).toBe(404)
  expect((await send("PATCH", "versand", { sendet: 0 }, see.user.token)).status).toBe(403)
  expect((await send("GET", "nachrichten", undefined, see.fahrer.token)).status).toBe(403)
})

test("a test message tells the server's answer at once", async () => {
  const probe = () => ok("POST", "versand/probe", { an: "chef@hof.example" })
  expect(await probe()).toMatchObject({ angenommen: true, meldung: expect.stringMatching(/^250 /) })
  smtp.faults.recipient = () => [550, "5.1.1 unbekannt"]
  expect(await probe()).toEqual({ angenommen: false, meldung: "550 5.1.1 unbekannt" })
  smtp.faults.login = [535, "5.7.8 falsch"]
  expect(await probe()).toMatchObject({
    angenommen: false,
    meldung: expect.stringContaining("lehnt die Anmeldung ab"),
  })
})
