import { Database } from "bun:sqlite"
import { expect, test } from "bun:test"
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { backUp } from "../../../src/ops/backup/backup.ts"
import { restore } from "../../../src/ops/backup/restore.ts"
import { deleteMitarbeiter } from "../../../src/api/mitarbeiter/rules.ts"
import { changeTenant } from "../../../src/api/tenants/rules.ts"
import { AUTHOR, createTestApp } from "../../helpers/app.ts"
import { temporaryDir } from "../../helpers/temporary.ts"

/** A restore on the same server, where the secret that signs log-ins stays. */

test("a restore revives no log-in, and names what was taken from people since the backup", async () => {
  const dir = temporaryDir()
  const app = createTestApp({ dir })
  const { id, admin, slug } = await app.company("hof")
  const gone = await app.account(id, "user", "weg@hof.example")
  const deleted = await app.account(id, "user", "ganz-weg@hof.example")
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
  await system.write(() => deleteMitarbeiter(system.tenant(id), AUTHOR, deleted.id, undefined), id)
  await system.write(() => changeTenant(system, AUTHOR, other.id, { status: "gesperrt" }, undefined))
  expect((await app.call("GET", "/api/kunden", { token: gone.token })).status).toBe(401)
  app.close()

  const { returned } = await restore(dir, archive, new Date())
  expect(returned).toEqual([
    "deaktivierte oder gelöschte Konten arbeiten wieder (2): weg@hof.example, ganz-weg@hof.example",
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

test("a restore that was interrupted and is done again compares with the data from before the first", async () => {
  const dir = temporaryDir()
  const app = createTestApp({ dir })
  const { id, admin } = await app.company("hof")
  const gone = await app.account(id, "user", "weg@hof.example")
  const archive = join(temporaryDir(), "vorher.tar")
  await backUp(dir, archive, new Date())
  await app.call("PATCH", `/api/mitarbeiter/${gone.id}`, { token: admin.token, body: { aktiv: 0 } })
  app.close()
  const kept = join(dir, "backups", "before-restore-2026")
  mkdirSync(kept)
  renameSync(join(dir, "pfandwerk.db"), join(kept, "pfandwerk.db"))
  const parts = ["pfandwerk.db"]
  writeFileSync(join(dir, "restore-unfinished"), JSON.stringify({ kept, parts, replaced: parts }))

  const { returned } = await restore(dir, archive, new Date())
  expect(returned).toEqual(["deaktivierte oder gelöschte Konten arbeiten wieder (1): weg@hof.example"])
})

test("damaged data that were accepted come back, also where no log-in can be ended in them", async () => {
  const dir = temporaryDir()
  const app = createTestApp({ dir })
  await app.company("hof")
  app.close()
  const file = join(temporaryDir(), "beschaedigt.db")
  copyFileSync(join(dir, "pfandwerk.db"), file)
  // An index with other entries than its rows have, and accounts that refuse to be written to.
  const [after, before] = ["(token_generation + 7)", "(aktiv               )"]
  const sqlite = new Database(file)
  sqlite.run(`CREATE INDEX falsch ON mitarbeiter ${before}`)
  sqlite.run("CREATE TRIGGER fest BEFORE UPDATE ON mitarbeiter BEGIN SELECT RAISE(ABORT, 'fest'); END")
  sqlite.close()
  const bytes = readFileSync(file)
  bytes.write(after, bytes.lastIndexOf(before))
  writeFileSync(file, bytes)
  const said: string[] = []
  const { loggedOut } = await restore(dir, file, new Date(), async (faults) => void said.push(...faults))
  expect([loggedOut, said]).toEqual([false, expect.arrayContaining([expect.stringContaining("beschädigt")])])
})
