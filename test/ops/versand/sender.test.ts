import { afterAll, expect, test } from "bun:test"
import { beginSending } from "../../../src/api/nachrichten/zustellung.ts"
import { nachrichten, tenants } from "../../../src/db/schema.ts"
import { openInstallation } from "../../../src/ops/start/installation.ts"
import { tidyDaily } from "../../../src/ops/upkeep.ts"
import { Sender } from "../../../src/ops/versand/sender.ts"
import { type Company, createTestApp, type TestApp } from "../../helpers/app.ts"
import { until } from "../../helpers/eventually.ts"
import { startSmtp, type TestServer } from "../../helpers/smtp.ts"
import { temporaryDir } from "../../helpers/temporary.ts"

/** The queue against a server that fails in every way: none arrives twice, and what is unclear is named. */

const apps: TestApp[] = []
afterAll(() => apps.forEach((app) => app.close()))

const FAST = { look: 10, rests: [20], again: 10 }

type Office = {
  call: (method: string, path: string, body?: object) => Promise<any>
  /** Decides that a letter goes to an address. @returns the message's id */
  write: (address: string) => Promise<string>
}
type Queue = Office & { app: TestApp; hof: Company }

async function queue(smtp: TestServer, env: Record<string, string> = {}): Promise<Queue> {
  const app = createTestApp({ env: { ...smtp.env, ...env } })
  apps.push(app)
  const hof = await app.company("hof")
  return { app, hof, ...(await officeOf(app, hof)) }
}

/** Lets a company send. */
async function officeOf(app: TestApp, { slug, admin: { token } }: Company): Promise<Office> {
  const call = async (method: string, path: string, body?: object) => {
    const reply = await app.call(method, `/api/${path}`, { token, ...(body && { body }) })
    expect([path, reply.status < 300, reply.text]).toEqual([path, true, reply.text])
    return reply.body
  }
  await call("PATCH", "versand", { sendet: 1, antwort_an: `buero@${slug}.example` })
  const write = async (address: string) => {
    const { id } = await call("POST", "kunden", { name: address, email: address })
    return (await call("POST", `kunden/${id}/kontoauszug/versand`, {})).id
  }
  return { call, write }
}

const setStatus = ({ deps: { system } }: TestApp, { id }: Company, status: "aktiv" | "gesperrt") =>
  system.write(() => void system.tenant(id).update(tenants, id, { status }))

/** Another company's letter arrives: whatever else could have been sent until then was. */
async function anotherOnesArrives(app: TestApp, smtp: TestServer): Promise<void> {
  const { write } = await officeOf(app, await app.company("andere"))
  await write("wirt@andere.example")
  await until("another one's arrived", () => smtp.received.length > 0)
  expect(smtp.received.map(({ to }) => to)).toEqual([["wirt@andere.example"]])
  smtp.received.length = 0
}

test("of many messages to a server that refuses, cuts, hangs and goes, none arrives twice, and each unclear one is named", async () => {
  const smtp = await startSmtp()
  const { app, hof, call, write } = await queue(smtp)
  for (let i = 0; i < 36; i++) await write(`w${i}@linde.example`)
  // Every message meets one kind of server, by its number.
  smtp.faults.recipient = (address) => {
    const kind = Number(/\d+/.exec(address)?.[0]) % 6
    smtp.faults.atEnd = kind === 2 ? "cut" : undefined
    smtp.faults.cutAfter = kind === 3 ? 1 : undefined
    if (kind === 1) return [550, "5.1.1 unbekannt"]
    return kind === 4 ? [452, "4.2.2 voll"] : undefined
  }
  const sender = new Sender(app.deps, FAST)
  await sender.start()
  await until("half of them were tried", () => smtp.connections() > 18)
  await smtp.close()
  await until("nobody is found there", () => app.deps.mailService.stoerung ?? false)
  const back = await startSmtp({ port: smtp.server.port })
  back.faults.recipient = smtp.faults.recipient
  Object.defineProperty(back.faults, "atEnd", { get: () => smtp.faults.atEnd })
  Object.defineProperty(back.faults, "cutAfter", { get: () => smtp.faults.cutAfter })
  const listed = async () => (await call("GET", "nachrichten?limit=200")).items
  const all = await until("none waits for its first try", async () => {
    const items = await listed()
    const untried = items.filter(({ versuche }: any) => versuche === 0)
    // Those that found the server gone come again in some minutes.
    const due = { naechster_versuch_am: new Date().toISOString() }
    const tenant = app.deps.system.tenant(hof.id)
    await app.deps.system.write(() => untried.forEach(({ id }: any) => tenant.update(nachrichten, id, due)))
    return untried.length === 0 && items.every(({ status }: any) => status !== "laeuft") && items
  })
  await sender.stop(2000)
  await back.close()
  const arrived = [...smtp.received, ...back.received].flatMap(({ to }) => to)
  expect(arrived.filter((one, at) => arrived.indexOf(one) !== at)).toEqual([])
  for (const { empfaenger, status } of all) {
    const [{ adresse, antwort }] = empfaenger
    const kind = Number(/\d+/.exec(adresse)?.[0]) % 6
    // Who has it is told so, or that nobody knows; what was not accepted did not arrive.
    if (arrived.includes(adresse))
      expect([adresse, ["angenommen", "unklar"].includes(status)]).toEqual([adresse, true])
    else expect([adresse, status]).not.toEqual([adresse, "angenommen"])
    if (kind === 1) expect([adresse, status, antwort]).toEqual([adresse, "abgelehnt", "550 5.1.1 unbekannt"])
    if (kind === 2) expect([adresse, status]).toEqual([adresse, "unklar"])
  }
  const unclear = (await call("GET", "nachrichten?status=unklar&limit=200")).items
  expect(unclear.length).toBeGreaterThanOrEqual(6)
  expect(unclear.every(({ meldung }: any) => /Die Verbindung brach ab/.test(meldung))).toBe(true)
}, 60_000)

test("ten messages of one company go out before all that another one has waiting longer", async () => {
  const smtp = await startSmtp()
  const { app, call, write } = await queue(smtp)
  const { beleg_id } = await call("GET", `nachrichten/${await write("erste@linde.example")}`)
  for (let i = 0; i < 60; i++)
    await call("POST", "nachrichten", { beleg_id, an: [`m${i}@linde.example`], nochmals: true })
  const see = await officeOf(app, await app.company("see"))
  const id = await see.write("w@see.example")
  const paper = (await see.call("GET", `nachrichten/${id}`)).beleg_id
  for (let i = 0; i < 9; i++)
    await see.call("POST", "nachrichten", { beleg_id: paper, an: [`w${i}@see.example`], nochmals: true })
  const sender = new Sender(app.deps, FAST)
  await sender.start()
  await until("the ten are there", async () => (await see.call("GET", "versand")).wartend === 0)
  await sender.stop(2000)
  const others = smtp.received.filter(({ to }) => !to[0]?.endsWith("see.example")).length
  expect(smtp.received.length - others).toBe(10)
  // One of each at a time; what came while this was looked at goes on top.
  expect(others).toBeLessThan(40)
  await smtp.close()
}, 60_000)

test("a server that hangs up after three messages in a row rests, is named, and leaves the others of a month unharmed", async () => {
  const smtp = await startSmtp()
  const { app, hof, call, write } = await queue(smtp)
  for (let i = 0; i < 5; i++) await write(`m${i}@linde.example`)
  smtp.faults.atEnd = "cut"
  const sender = new Sender(app.deps, { ...FAST, rests: [600_000] })
  await sender.start()
  const { grund } = await until("the fault is known", () => app.deps.mailService.stoerung ?? false)
  await sender.stop(2000)
  expect(grund).toMatch(/bricht die Verbindung ab/)
  const { items } = await call("GET", "nachrichten?limit=200")
  expect(items.map(({ status }: any) => status).toSorted()).toEqual([
    "unklar",
    "unklar",
    "unklar",
    "wartet",
    "wartet",
  ])
  expect((await call("GET", "versand")).stoerung).toEqual({ seit: expect.any(String), grund })
  // Its fault ends when nothing waits; what it left unclear is named until somebody decides.
  const token = (await app.superadmin()).token
  const stands = async () => {
    const { befunde, emails_offen } = (await app.call("GET", "/api/zustand", { token })).body
    const [mail, unclear] = befunde.slice(-2)
    return [mail.ergebnis, unclear.ergebnis, emails_offen, unclear.text]
  }
  expect(await stands()).toEqual(["warnung", "warnung", 2, expect.stringContaining("Von 3 E-Mails")])
  // Of a blocked company, nobody can decide.
  await setStatus(app, hof, "gesperrt")
  expect((await stands())[1]).toBe("gut")
  await setStatus(app, hof, "aktiv")
  const unclear = items.filter(({ status }: any) => status === "unklar")
  for (const [i, { id }] of unclear.entries()) {
    await call("POST", `nachrichten/${id}/erledigt`)
    if (i === 1) expect((await stands())[3]).toContain("Von einer E-Mail")
  }
  expect(await stands()).toEqual(["warnung", "gut", 2, expect.any(String)])
  await smtp.close()
})

test("what was running when everything ended is unclear at the next start, and goes out only when somebody says so", async () => {
  const smtp = await startSmtp()
  const { app, hof, call, write } = await queue(smtp)
  const id = await write("wirt@linde.example")
  const tenant = app.deps.system.tenant(hof.id)
  // As if the process was killed behind this.
  expect(
    await app.deps.system.write(() =>
      beginSending(tenant, id, app.deps.mailService.installation, {
        adresse: undefined,
        seal: app.deps.webhooks.seal,
      }),
    ),
  ).toMatchObject({
    to: ["wirt@linde.example"],
  })
  const sender = new Sender(app.deps, FAST)
  await sender.start()
  expect(await call("GET", `nachrichten/${id}`)).toMatchObject({
    status: "unklar",
    meldung: expect.stringContaining("während sie gesendet wurde"),
  })
  const other = await write("andere@linde.example")
  await until(
    "the next one arrived",
    async () => (await call("GET", `nachrichten/${other}`)).status === "angenommen",
  )
  expect(smtp.received.map(({ to }) => to)).toEqual([["andere@linde.example"]])
  await sender.stop(1000)
  await smtp.close()
})

test("data from elsewhere sends nothing until somebody allows it, and what waited there is unclear", async () => {
  const smtp = await startSmtp()
  const { app, call, write } = await queue(smtp)
  const id = await write("wirt@linde.example")
  const here = {
    ...app.deps,
    mailService: { ...app.deps.mailService, installation: openInstallation(temporaryDir()) },
  }
  expect(here.mailService.installation).not.toBe(app.deps.mailService.installation)
  const sender = new Sender(here, FAST)
  await sender.start()
  // The same service, restored: its company was released for another installation.
  app.deps.mailService.installation = here.mailService.installation
  expect(await call("GET", "versand")).toMatchObject({ lage: "angehalten", wartend: 1 })
  const refused = await app.call("POST", `/api/nachrichten/${id}/noch-einmal`, {
    token: (await app.account((await call("GET", "tenant")).id, "user")).token,
  })
  expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining("angehalten")])
  // Off and on again is no release.
  await call("PATCH", "versand", { sendet: 0 })
  await call("PATCH", "versand", { sendet: 1 })
  await anotherOnesArrives(app, smtp)
  expect((await call("GET", "versand")).lage).toBe("angehalten")
  expect(await call("POST", "nachrichten/freigabe")).toMatchObject({ lage: "bereit", wartend: 0 })
  expect(await call("GET", `nachrichten/${id}`)).toMatchObject({
    status: "unklar",
    meldung: expect.stringContaining("Sicherung"),
  })
  await call("POST", `nachrichten/${id}/noch-einmal`)
  await until("it arrived", async () => (await call("GET", `nachrichten/${id}`)).status === "angenommen")
  expect(smtp.received.length).toBe(1)
  await sender.stop(1000)
  await smtp.close()
})

test("what a clock that was ahead has put off for weeks is due once it is right again, and a pause stays one", async () => {
  const smtp = await startSmtp()
  const { app, hof, write } = await queue(smtp)
  const ids = [await write("wochen@linde.example"), await write("stunden@linde.example")] as const
  const tenant = app.deps.system.tenant(hof.id)
  const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const dueAt = (id: string) => tenant.get(nachrichten, id).naechster_versuch_am
  await app.deps.system.write(() => {
    tenant.update(nachrichten, ids[0], { naechster_versuch_am: later(500) })
    tenant.update(nachrichten, ids[1], { naechster_versuch_am: later(7) })
  })
  const end = tidyDaily(app.deps)
  await until("it is due", () => dueAt(ids[0]) <= later(0))
  expect(dueAt(ids[1]) > later(6)).toBe(true)
  end()
  await smtp.close()
})

test("whoever switches sending off, or is blocked, after a message was found to be due sends it no more", async () => {
  const smtp = await startSmtp()
  const { app, hof, call, write } = await queue(smtp)
  const id = await write("wirt@linde.example")
  const installation = app.deps.mailService.installation
  const links = { adresse: undefined, seal: app.deps.webhooks.seal }
  const tenant = app.deps.system.tenant(hof.id)
  const begin = () => app.deps.system.write(() => beginSending(tenant, id, installation, links))
  await call("PATCH", "versand", { sendet: 0 })
  expect(await begin()).toBeUndefined()
  await call("PATCH", "versand", { sendet: 1 })
  await setStatus(app, hof, "gesperrt")
  const sender = new Sender(app.deps, FAST)
  await sender.start()
  await anotherOnesArrives(app, smtp)
  await setStatus(app, hof, "aktiv")
  await until("it arrived", async () => (await call("GET", `nachrichten/${id}`)).status === "angenommen")
  await sender.stop(1000)
  await smtp.close()
})

test("what waits is told of whatever holds it up, and is no fault of the server where its company may not send", async () => {
  const smtp = await startSmtp()
  const { app, hof, call, write } = await queue(smtp)
  await write("wirt@linde.example")
  const undone = async () => (await call("GET", "heute/liegengeblieben")).anzahl
  const counted = () => app.deps.system.countNachrichten(app.deps.mailService.installation)
  const before = await undone()
  expect(counted()).toBe(1)
  await call("PATCH", "versand", { sendet: 0 })
  expect([await undone(), counted()]).toEqual([before + 1, 0])
  await call("PATCH", "versand", { sendet: 1 })
  const { mail } = app.deps.mailService
  Object.assign(app.deps.mailService, { mail: undefined })
  expect(await call("GET", "versand")).toMatchObject({ lage: "ohne_server", wartend: 1 })
  expect(await undone()).toBe(before + 1)
  Object.assign(app.deps.mailService, { mail })
  await setStatus(app, hof, "gesperrt")
  expect(counted()).toBe(0)
  await smtp.close()
})

test("a blocked company sends nothing, and no more goes out in a minute than the operator allows", async () => {
  const smtp = await startSmtp()
  const { app, hof, call, write } = await queue(smtp, { MAIL_PER_MINUTE: "600" })
  for (let i = 0; i < 8; i++) await write(`w${i}@linde.example`)
  await setStatus(app, hof, "gesperrt")
  const sender = new Sender(app.deps, FAST)
  await sender.start()
  await anotherOnesArrives(app, smtp)
  await setStatus(app, hof, "aktiv")
  const begun = performance.now()
  await until("all went out", async () => (await call("GET", "versand")).wartend === 0)
  // Eight, of which seven wait for a tenth of a second each.
  expect(performance.now() - begun).toBeGreaterThan(600)
  await sender.stop(1000)
  await smtp.close()
})

test("a balance confirmation carries its link in the text, one for all its tries, and the database has it nowhere", async () => {
  const smtp = await startSmtp()
  const { app, hof, call } = await queue(smtp, { ADRESSE: "https://pfand.hof.example" })
  const { id } = await call("POST", "kunden", { name: "Linde", email: "wirt@linde.example" })
  const sent = await call("POST", `kunden/${id}/saldenbestaetigung/versand`, {})
  smtp.faults.atEnd = [451, "4.3.0 später"]
  const sender = new Sender(app.deps, FAST)
  await sender.start()
  await until("it was tried", async () => (await call("GET", `nachrichten/${sent.id}`)).meldung !== null)
  delete smtp.faults.atEnd
  const due = { naechster_versuch_am: new Date().toISOString() }
  await app.deps.system.write(() => app.deps.system.tenant(hof.id).update(nachrichten, sent.id, due))
  const { raw } = await until("it arrived", () => smtp.received[0] ?? false)
  await sender.stop(1000)
  const text = Buffer.from(
    /\r\n\r\n(?<text>[A-Za-z0-9+/=\r\n]+)--/.exec(raw)?.groups?.["text"] ?? "",
    "base64",
  ).toString()
  const plain =
    text ||
    raw
      .replaceAll(/=\r\n/g, "")
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const [, path = ""] = /https:\/\/pfand\.hof\.example(\/antwort\/[\w-]{43})/.exec(plain) ?? []
  expect((await app.call("GET", path)).text).toContain("Linde")
  const { items } = await call("GET", "protokoll?tabelle=belege&limit=50")
  const made = items.filter(({ aktion }: any) => aktion === "belege.link_gemacht")
  expect(made.map(({ mitarbeiter_id }: any) => mitarbeiter_id)).toEqual([hof.admin.id])
  expect((await call("GET", `nachrichten/${sent.id}`)).text).not.toContain("/antwort/")
  await smtp.close()
})
