import { expect, setDefaultTimeout, test } from "bun:test"
import { existsSync, lstatSync, readdirSync, renameSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { run } from "../../helpers/executable.ts"
import { temporaryDir } from "../../helpers/temporary.ts"

setDefaultTimeout(120_000)

test("two installations with one folder for backups remove none of each other's, and check says so", async () => {
  const [one, other, backupDir] = [temporaryDir(), temporaryDir(), temporaryDir()]
  const env = { BACKUP_DIR: backupDir, BACKUP_KEEP_DAILY: "1", BACKUP_KEEP_WEEKLY: "1" }
  const tars = () => readdirSync(backupDir).filter((name) => name.endsWith(".tar"))
  for (const dataDir of [one, other]) expect((await run(["init", "--empty"], { dataDir, env })).code).toBe(0)
  expect((await run(["backup"], { dataDir: one, env })).code).toBe(0)
  const [first = ""] = tars()
  // As if made some days before.
  const old = "pfandwerk-2026-01-05T02-00-00Z.tar"
  renameSync(join(backupDir, first), join(backupDir, old))
  expect((await run(["backup", "--scheduled"], { dataDir: other, env })).code).toBe(0)
  expect(existsSync(join(backupDir, old))).toBe(true)
  expect(tars()).toHaveLength(2)
  const checked = await run(["check"], { dataDir: other, env: { ...env, BACKUP_SCHEDULE: "0 2 * * *" } })
  expect(checked.stdout).toContain("1 Sicherung dort ist von einer anderen Anlage")
  const { stdout } = await run(["backup", "list"], { dataDir: other, env })
  expect(stdout.match(/pfandwerk-(?=2026-01-05).*nicht von dieser Anlage|Sicherung$/gm)).toHaveLength(2)
  // Its own it does remove.
  expect((await run(["backup", "--scheduled"], { dataDir: one, env })).code).toBe(0)
  expect(existsSync(join(backupDir, old))).toBe(false)
})

test("a backup that cannot be read to see whose it is is never removed", async () => {
  const [dataDir, backupDir] = [temporaryDir(), temporaryDir()]
  const env = { BACKUP_DIR: backupDir, BACKUP_KEEP_DAILY: "1", BACKUP_KEEP_WEEKLY: "1" }
  expect((await run(["init", "--empty"], { dataDir, env })).code).toBe(0)
  // A link to itself: no user can read it.
  const old = join(backupDir, "pfandwerk-2026-01-05T02-00-00Z.tar")
  symlinkSync(old, old)
  expect((await run(["backup", "--scheduled"], { dataDir, env })).code).toBe(0)
  expect(lstatSync(old).isSymbolicLink()).toBe(true)
})

test("a new server goes on with the backups of the one that it was restored from, but not with another's", async () => {
  const [old, fresh, used, backupDir] = [temporaryDir(), temporaryDir(), temporaryDir(), temporaryDir()]
  const env = { BACKUP_DIR: backupDir, BACKUP_KEEP_DAILY: "1", BACKUP_KEEP_WEEKLY: "1" }
  const archive = join(temporaryDir(), "umzug.tar")
  expect((await run(["init", "--empty"], { dataDir: old, env })).code).toBe(0)
  expect((await run(["backup", "--scheduled"], { dataDir: old, env })).code).toBe(0)
  const [name = ""] = readdirSync(backupDir)
  const before = "pfandwerk-2026-01-05T02-00-00Z.tar"
  renameSync(join(backupDir, name), join(backupDir, before))
  expect((await run(["backup", archive], { dataDir: old, env })).code).toBe(0)

  expect((await run(["init", "--empty"], { dataDir: used })).code).toBe(0)
  expect((await run(["backup"], { dataDir: used })).code).toBe(0)
  const wrong = await run(["restore", archive], { dataDir: used, env })
  expect([wrong.code, wrong.stderr]).toEqual([0, expect.stringContaining("von einer anderen Anlage")])
  const restored = await run(["restore", archive], { dataDir: fresh, env })
  expect([restored.code, restored.stderr]).toEqual([0, ""])
  expect((await run(["backup", "--scheduled"], { dataDir: used, env })).code).toBe(0)
  expect(existsSync(join(backupDir, before))).toBe(true)
  expect((await run(["backup", "--scheduled"], { dataDir: fresh, env })).code).toBe(0)
  expect(existsSync(join(backupDir, before))).toBe(false)
})
