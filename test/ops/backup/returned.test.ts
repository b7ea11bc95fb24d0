import { expect, test } from "bun:test"
import { join } from "node:path"
import { backUp } from "../../../src/ops/backup/backup.ts"
import { restore } from "../../../src/ops/backup/restore.ts"
import { changeTenant } from "../../../src/api/tenants/rules.ts"
import { AUTHOR, createTestApp } from "../../helpers/app.ts"
import { temporaryDir } from "../../helpers/temporary.ts"

/** A restore on the same server, where the secret that signs log-ins stays. */

test("a restore revives no log-in, and names what was taken from people since the backup", async () => {
  const dir = temporaryDir()
  const app = createTestApp({ dir })
  const { id, admin, slug } = await app.company("hof")
  const gone = await app.account(id, "user", "weg@hof.example")
  const other = await app.company("umgezogen")
  const call = async (path: string, body: object | undefined, method = "POST") => {
    const reply = await app.call(method, `/api/${path}`, { token: admin.token, ...(body && { body }) })
    expect(reply.status).toBeLessThan(300)
    return reply.body
  }
  const gueltig_bis = new Date(Date.now() + 864e6).toISOString().slice(0, 10)
  const zugang = await call("programmzugaenge", { name: "Kasse", rechte: ["kunden.lesen"], gueltig_bis })
  const kunde = await call("kunden", { name: "Erna Muster" })
  const archive = join(temporaryDir(), "vorher.tar")
  await backUp(dir, archive, new Date())

  await call(`mitarbeiter/${gone.id}`, { aktiv: 0 }, "PATCH")
  await call(`programmzugaenge/${zugang.id}/widerruf`, undefined)
  await call(`kunden/${kunde.id}/loeschung`, undefined)
  const { system } = app.deps
  await system.write(() => changeTenant(system, AUTHOR, other.id, { status: "gesperrt" }, undefined))
  expect((await app.call("GET", "/api/kunden", { token: gone.token })).status).toBe(401)
  app.close()

  const { returned } = await restore(dir, archive, new Date())
  expect(returned).toEqual([
    "deaktivierte Konten arbeiten wieder (1): weg@hof.example",
    `widerrufene Schlüssel von Programmen gelten wieder (1): ${slug}: Kasse`,
    `gelöschte Personen stehen wieder da (1): ${slug}: Kundennummer ${kunde.kundennummer}`,
    `gesperrte oder umgezogene Firmen arbeiten wieder (1): ${other.slug}`,
  ])
  const again = createTestApp({ dir })
  for (const { token } of [gone, admin])
    expect((await again.call("GET", "/api/kunden", { token })).status).toBe(401)
  // Whoever logs in after this restore is logged out by the next one, of the same backup.
  const account = again.deps.system.accounts.session(admin.id, id)
  again.close()
  await restore(dir, archive, new Date(Date.now() + 60_000))
  const third = createTestApp({ dir })
  expect(third.deps.system.accounts.session(admin.id, id)?.token_generation).toBeGreaterThan(
    account?.token_generation ?? Infinity,
  )
  third.close()
})
