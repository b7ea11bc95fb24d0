import { afterAll, beforeAll, expect, test } from "bun:test"
import { runAuftrag } from "../../../src/api/auftraege/run.ts"
import { papersOf } from "../../../src/api/auftraege/papers.ts"
import { sendMany } from "../../../src/api/nachrichten/sammelversand.ts"
import { createTestApp } from "../../helpers/app.ts"
import { today } from "../../helpers/day.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { startSmtp } from "../../helpers/smtp.ts"

/** A settlement that was cancelled before it went out; nothing is handed to the mail server here. */

const smtp = await startSmtp()
const app = createTestApp({ env: smtp.env })
let hof: Yard
const send = (method: string, path: string, body?: object) =>
  app.call(method, `/api/${path}`, { token: hof.admin.token, ...(body && { body }) })
const ok = async (method: string, path: string, body?: object) => {
  const reply = await send(method, path, body)
  expect([path, reply.status < 300, reply.text]).toEqual([path, true, reply.text])
  return reply.body
}
beforeAll(async () => {
  hof = await yard(app, "hof")
  await ok("PATCH", "versand", { sendet: 1, antwort_an: "buero@hof.example" })
  for (const [i, id] of hof.kunden.entries())
    await ok("PATCH", `kunden/${id}`, {
      versandweg: "email",
      email: `wirt${i}@linde.example`,
      abrechnung: "monatlich",
    })
})
afterAll(async () => {
  await smtp.close()
  app.close()
})

const book = (kunde_id: string) =>
  ok("POST", "pfandbuchungen", {
    kunde_id,
    positionen: [{ pfandartikel_id: hof.fass, art: "ausgabe", menge: 1 }],
  })
async function settled(): Promise<string> {
  const [kunde_id] = hof.kunden
  await book(kunde_id)
  return (await ok("POST", "abrechnungen", { kunde_id, bis: today() })).id
}
const cancel = (id: string) => ok("POST", `abrechnungen/${id}/storno`, { grund: "Falsch" })
const isOpen = async (id: string) => (await ok("GET", `abrechnungen/${id}`)).versand_offen

test("it is sent only where somebody insists, and then what cancelled it is to go out too", async () => {
  const id = await settled()
  const storno = await cancel(id)
  const refused = await send("POST", `abrechnungen/${id}/versand`, {})
  expect([refused.status, refused.body.error]).toEqual([
    409,
    expect.stringContaining(`inzwischen storniert (${storno.nummer})`),
  ])
  expect(await isOpen(storno.id)).toBe(0)
  const mail = await ok("POST", `abrechnungen/${id}/versand`, { nochmals: true })
  expect(await isOpen(storno.id)).toBe(1)
  await ok("POST", `nachrichten/${mail.id}/erledigt`)
  expect(await isOpen(storno.id)).toBe(0)
})

test("where somebody notes that it went out by post, what cancelled it is to go out too", async () => {
  const id = await settled()
  const storno = await cancel(id)
  await ok("PUT", `abrechnungen/${id}/postversand`)
  expect(await isOpen(storno.id)).toBe(1)
  await ok("DELETE", `abrechnungen/${id}/postversand`)
  expect(await isOpen(storno.id)).toBe(0)
})

test("what cancelled a settlement on paper is to go out, though a note on its post was a mistake", async () => {
  const id = await settled()
  expect((await send("GET", `abrechnungen/${id}/abrechnung.pdf`)).status).toBe(200)
  const storno = await cancel(id)
  await ok("PUT", `abrechnungen/${id}/postversand`)
  await ok("DELETE", `abrechnungen/${id}/postversand`)
  expect(await isOpen(storno.id)).toBe(1)
})

test("of a run, it is not sent with the others that were read before it was cancelled", async () => {
  for (const id of hof.kunden) await book(id)
  const job = await ok("POST", "auftraege", { art: "abrechnungslauf", bis: today() })
  const tenant = app.deps.system.tenant(hof.id)
  const commit = <T>(work: () => T) => app.deps.system.write(work)
  await runAuftrag({ tenant, commit, quota: 1e9 }, job.id)
  const { items } = await ok("GET", "abrechnungen?unversandt=true&limit=100")
  const [first, second] = items.filter(({ auftrag_id }: any) => auftrag_id === job.id)
  const context = {
    tenant,
    actor: { ...hof.admin, name: "Büro", rolle: "admin" as const },
    services: app.deps.services,
    commit: async <T>(work: () => T) => {
      await cancel(first.id)
      return commit(work)
    },
  }
  const sent = await sendMany(context as any, () => papersOf(tenant, job.id), undefined)
  expect(sent.versandt).toBe(1)
  const { items: mails } = await ok("GET", `nachrichten?bezug_id=${first.id}`)
  expect(mails).toEqual([])
  expect((await ok("GET", `nachrichten?bezug_id=${second.id}`)).items.length).toBe(1)
})
