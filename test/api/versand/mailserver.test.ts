import { afterAll, beforeAll, expect, test } from "bun:test"
import { Database } from "bun:sqlite"
import { createServer, type AddressInfo, type Socket } from "node:net"
import { join } from "node:path"
import { openSeal } from "../../../src/ops/start/secret.ts"
import { Sender } from "../../../src/ops/versand/sender.ts"
import { type Company, createTestApp } from "../../helpers/app.ts"
import { until } from "../../helpers/eventually.ts"
import { PASSWORD, startSmtp, USER } from "../../helpers/smtp.ts"
import { temporaryDir } from "../../helpers/temporary.ts"

/** Mail servers of companies' own, beside the operator's. */

/** The space at its end is part of it. */
const SECRET = `${PASSWORD} `
const operator = await startSmtp()
const own = await startSmtp({
  onAuth: ({ username: user, password }, _session, done) =>
    done(password === SECRET ? null : new Error("5.7.8 falsch"), { user }),
})
const app = createTestApp({ env: { ...operator.env, MAIL_NETZE: "127.0.0.1,::1" } })
const sender = new Sender(app.deps, { look: 10, rests: [60_000], again: 10 })
let hof: Company

const send = (method: string, path: string, body?: object, { admin } = hof) =>
  app.call(method, `/api/${path}`, { token: admin.token, ...(body && { body }) })
const ok = async (method: string, path: string, body?: object, of = hof) => {
  const reply = await send(method, path, body, of)
  expect([path, reply.status < 300, reply.text]).toEqual([path, true, reply.text])
  return reply.body
}
const settings = (more: object = {}) => ({
  server: "localhost",
  port: own.server.port,
  benutzer: USER,
  passwort: SECRET,
  absender: "post@hof.example",
  ...more,
})
const put = (more: object = {}, of = hof) => ok("PUT", "versand/mailserver", settings(more), of)
const probe = (of = hof) => ok("POST", "versand/probe", { an: "wirt@linde.example" }, of)

async function sends(slug: string): Promise<Company> {
  const company = await app.company(slug)
  await ok("PATCH", "versand", { sendet: 1, antwort_an: `buero@${slug}.example` }, company)
  return company
}
/** Decides that a letter goes out. @returns what becomes of it */
async function letter(of = hof): Promise<() => Promise<any>> {
  const { id } = await ok("POST", "kunden", { name: "Linde", email: "wirt@linde.example" }, of)
  const made = await ok("POST", `kunden/${id}/kontoauszug/versand`, {}, of)
  return () => ok("GET", `nachrichten/${made.id}`, undefined, of)
}

beforeAll(async () => {
  hof = await sends("hof")
  await sender.start()
})
afterAll(async () => {
  await sender.stop(1000)
  await Promise.all([operator.close(), own.close()])
  app.close()
})

test("a company sends by its own server, from its own address, and its password is told nowhere", async () => {
  // A name is kept as DNS has it.
  const shown = await put({ server: "LocalHost." })
  expect(shown).toMatchObject({ lage: "bereit", absender: "post@hof.example" })
  expect(shown.mailserver).toMatchObject({ server: "localhost", benutzer: USER, passwort_bekannt: true })
  expect(await probe()).toMatchObject({ angenommen: true })
  const fate = await letter()
  await until("it arrived", async () => (await fate()).status === "angenommen")
  expect(own.received.map(({ from, user }) => [from, user])).toEqual([
    ["post@hof.example", USER],
    ["post@hof.example", USER],
  ])
  for (const { raw } of own.received) {
    expect(raw).toContain("From: Firma hof <post@hof.example>")
    expect(raw).toContain("Reply-To: buero@hof.example")
  }
  expect(operator.connections()).toBe(0)
  using db = new Database(join(app.dir, "pfandwerk.db"), { readonly: true })
  const kept = JSON.stringify([
    shown,
    db.query("SELECT * FROM mailserver").all(),
    await ok("GET", "protokoll?tabelle=mailserver"),
  ])
  expect([kept.includes(SECRET), /geheimnis":"[\w-]{40,}/.test(kept)]).toEqual([false, true])
})

test("a password is for its server and user alone: whoever names another has to know it", async () => {
  const { passwort: _, ...without } = settings()
  expect((await ok("PUT", "versand/mailserver", { ...without, absender: "neu@hof.example" })).lage).toBe(
    "bereit",
  )
  for (const other of [{ server: "127.0.0.1" }, { port: own.server.port + 1 }, { benutzer: "anderer" }]) {
    const reply = await send("PUT", "versand/mailserver", { ...without, ...other })
    expect([reply.status, reply.body.errors[0].path]).toEqual([400, "passwort"])
  }
  const wrong = await put({ passwort: "falsch" }).then(() => probe())
  expect(wrong).toMatchObject({
    angenommen: false,
    meldung: expect.stringContaining("lehnt die Anmeldung ab"),
  })
})

test("what an installation cannot open must be typed again; nothing goes out meanwhile", async () => {
  await put()
  const { seal } = app.deps.mailService
  app.deps.mailService.seal = openSeal(temporaryDir())
  const [lage, refused] = [
    await ok("GET", "versand"),
    await send("POST", "versand/probe", { an: "a@b.example" }),
  ]
  app.deps.mailService.seal = seal
  expect(lage).toMatchObject({ lage: "ohne_passwort", mailserver: { passwort_bekannt: false } })
  expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining("noch einmal ein")])
})

test("a server in a private network is the operator's to allow, whatever leads there", async () => {
  const closed = createTestApp({ env: { MAIL_CA: operator.env["MAIL_CA"] ?? "" } })
  const { admin } = await closed.company("hof")
  const call = (method: string, path: string, body: object) =>
    closed.call(method, `/api/${path}`, { token: admin.token, body })
  for (const server of ["127.0.0.1", "::1", "2130706433", "0x7f.1", "10.0.0.7", "169.254.169.254"]) {
    const reply = await call("PUT", "versand/mailserver", settings({ server }))
    const told = { path: "server", msg: expect.stringContaining("MAIL_NETZE") }
    expect([server, reply.status, reply.body.errors]).toMatchObject([server, 400, [told]])
  }
  for (const server of ["smtp://a.example", "a.example:25", "a b", "a.example\r\nQUIT", "-a.example", ""])
    expect([
      server,
      (await call("PUT", "versand/mailserver", settings({ server }))).body.errors?.[0].path,
    ]).toEqual([server, "server"])
  const before = own.connections()
  expect((await call("PUT", "versand/mailserver", settings())).status).toBe(200)
  await call("PATCH", "versand", { antwort_an: "buero@hof.example" })
  const tried = await call("POST", "versand/probe", { an: "wirt@linde.example" })
  expect(tried.body).toMatchObject({ angenommen: false, meldung: expect.stringContaining("MAIL_NETZE") })
  expect(own.connections()).toBe(before)
  closed.close()
})

test("companies whose own servers hang hold up no other, and are told so", async () => {
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => void sockets.add(socket))
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", () => resolve()))
  const { port } = silent.address() as AddressInfo
  // More of them than there are lanes for the operator's server.
  const hanging: { company: Company; fate: () => Promise<any> }[] = []
  for (let n = 0; n < 5; n++) {
    const company = await sends(`haengt-${n}`)
    await put({ port, server: "127.0.0.1" }, company)
    hanging.push({ company, fate: await letter(company) })
  }
  await until("all of them hang", () => sockets.size === 5)
  const fate = await letter(await sends("andere"))
  await until("the other's arrived", async () => (await fate()).status === "angenommen")
  expect(operator.received.map(({ from }) => from)).toEqual(["versand@betreiber.example"])
  // One of them names another server while its old one hangs, of which it is told nothing more.
  const [moved, ...left] = hanging
  await put({}, moved!.company)
  for (const socket of sockets) socket.destroy()
  silent.close()
  await until("it waits again", async () => (await moved!.fate()).meldung !== null)
  expect((await ok("GET", "versand", undefined, moved!.company)).stoerung).toBeNull()
  for (const { company, fate: ofHanging } of left) {
    await until("it waits again", async () => (await ofHanging()).meldung !== null)
    const { stoerung } = await ok("GET", "versand", undefined, company)
    expect(stoerung.grund).toContain(`127.0.0.1:${port}`)
  }
  expect([(await ok("GET", "versand")).stoerung, app.deps.mailService.stoerung]).toEqual([null, undefined])
  // The operator's server has nothing to do with them.
  const { system, mailService } = app.deps
  expect(system.countNachrichten(mailService.installation)).toBe(0)
})

test("without it, a company sends by the operator's again", async () => {
  await put()
  await ok("DELETE", "versand/mailserver")
  expect(await ok("GET", "versand")).toMatchObject({
    absender: "versand@betreiber.example",
    mailserver: null,
  })
  expect((await send("DELETE", "versand/mailserver")).status).toBe(404)
  const log = (await ok("GET", "protokoll?tabelle=mailserver&limit=200")).items
  expect(new Set(log.map(({ aktion }: { aktion: string }) => aktion))).toEqual(
    new Set(["mailserver.angelegt", "mailserver.geaendert", "mailserver.geloescht"]),
  )
  expect(await probe()).toMatchObject({ angenommen: true })
})
