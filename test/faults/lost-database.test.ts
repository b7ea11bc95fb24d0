import { expect, setDefaultTimeout, test } from "bun:test"
import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { openMigrated } from "../../src/db/migrate.ts"
import { until } from "../helpers/eventually.ts"
import { run, type Running, start } from "../helpers/executable.ts"
import { temporaryDir } from "../helpers/temporary.ts"
import {
  expectAllThere,
  expectSound,
  found,
  logIn,
  metric,
  METRICS,
  noise,
  pictureFiles,
  upload,
  type Yard,
} from "./work.ts"

/** The executable as an operator meets it when the database is not where the pictures are. */

// Each starts several processes, on a machine that may be busy.
setDefaultTimeout(120_000)

const template = temporaryDir()
const service = await start({ dataDir: template })
const yard = await found(service)
for (let i = 0; i < 12; i++) await upload(service, yard, await noise(120))
await service.stop()

function copyOf(folder: string): string {
  const copy = temporaryDir()
  cpSync(folder, copy, { recursive: true, preserveTimestamps: true })
  return copy
}

const stored = (dataDir: string): string[] => pictureFiles(join(dataDir, "uploads"))

/** Lets it run until the tidying of its start is over, which ends with counting what lies in quarantine. */
async function tidied(dataDir: string): Promise<Running> {
  const folder = join(dataDir, "uploads", ".quarantine", new Date().toISOString().slice(0, 10))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "marke.webp"), "x")
  const running = await start({ dataDir, env: METRICS })
  const counted = () => metric(running.url, "pfandwerk_pictures_quarantined")
  await until("the tidying has counted the mark", async () => (await counted()) === 1)
  rmSync(folder, { recursive: true })
  return running
}

const remains: [string, (dataDir: string, from: string) => void, string][] = [
  ["pictures", (to, from) => renameSync(join(from, "uploads"), join(to, "uploads")), "Bilder in uploads"],
  ["a secret", (to, from) => renameSync(join(from, "jwt_secret"), join(to, "jwt_secret")), "jwt_secret"],
  ["a log of writes", (to) => writeFileSync(join(to, "pfandwerk.db-wal"), "x"), "pfandwerk.db-wal"],
  [
    "a backup",
    (to) => {
      mkdirSync(join(to, "backups"))
      writeFileSync(join(to, "backups", "pfandwerk-2026-11-20T02-00-00Z.tar"), "x")
    },
    "Sicherungen in",
  ],
]

for (const [name, put, told] of remains) {
  test(`where ${name} lies without a database, nothing is made, and the ways to go on are told`, async () => {
    const dataDir = temporaryDir()
    put(dataDir, copyOf(template))
    const before = readdirSync(dataDir, { recursive: true }).toSorted()
    for (const command of [["serve"], ["superadmin", "list"]]) {
      const { code, stderr } = await run(command, { dataDir })
      expect([code, stderr]).toEqual([1, expect.stringContaining(told)])
      expect(stderr).toContain("pfandwerk restore DATEI")
      expect(stderr).toContain("pfandwerk init --empty")
      expect(stderr).not.toContain("    at ")
    }
    expect(readdirSync(dataDir, { recursive: true }).toSorted()).toEqual(before)
  })
}

test("backups elsewhere tell as well that a disk is not mounted", async () => {
  const backups = temporaryDir()
  writeFileSync(join(backups, "pfandwerk-2026-11-20T02-00-00Z.tar"), "x")
  const { code, stderr } = await run(["serve"], { env: { BACKUP_DIR: backups } })
  expect([code, stderr]).toEqual([1, expect.stringContaining(`Sicherungen in ${backups}`)])
})

test("who means it begins anew, and still no picture is removed", async () => {
  const dataDir = copyOf(template)
  for (const name of ["pfandwerk.db", "pfandwerk.db-wal", "pfandwerk.db-shm"])
    rmSync(join(dataDir, name), { force: true })
  expect((await run(["init"], { dataDir })).code).toBe(2)
  expect((await run(["init", "--empty"], { dataDir })).code).toBe(0)
  expect((await run(["init", "--empty"], { dataDir })).stderr).toContain("bleibt, wie sie ist")
  const before = stored(dataDir)
  for (let i = 0; i < 2; i++) expect(await (await tidied(dataDir)).stop()).toBe(0)
  expect(stored(dataDir)).toEqual(before)
})

test("a database that was moved and comes back finds all its pictures", async () => {
  const dataDir = copyOf(template)
  const aside = join(temporaryDir(), "pfandwerk.db")
  renameSync(join(dataDir, "pfandwerk.db"), aside)
  expect((await run(["serve"], { dataDir })).code).toBe(1)
  renameSync(aside, join(dataDir, "pfandwerk.db"))
  const again = await start({ dataDir })
  await expectAllThere(again, { ...yard, token: await logIn(again) })
  expect(await again.stop()).toBe(0)
})

test("an older database that was put there takes no picture away, by hand or by restore", async () => {
  const older = copyOf(template)
  const since: Yard = { ...yard, pictures: new Map(yard.pictures), unansweredPictures: new Map() }
  const running = await start({ dataDir: older })
  const copy = join(temporaryDir(), "pfandwerk-v1.db")
  openMigrated(older).query("VACUUM INTO ?").run(copy)
  since.token = await logIn(running)
  for (let i = 0; i < 4; i++) await upload(running, since, await noise(80 + 4 * i))
  await running.stop()
  const before = stored(older)
  expect(before.length).toBe(32)

  for (const goBack of [
    async (dataDir: string) => {
      const { code, stderr } = await run(["restore", copy], { dataDir })
      expect([code, stderr]).toEqual([0, ""])
    },
    async (dataDir: string) => {
      for (const name of ["pfandwerk.db", "pfandwerk.db-wal", "pfandwerk.db-shm"])
        rmSync(join(dataDir, name), { force: true })
      cpSync(copy, join(dataDir, "pfandwerk.db"))
    },
  ]) {
    const dataDir = copyOf(older)
    await goBack(dataDir)
    for (let i = 0; i < 2; i++) expect(await (await tidied(dataDir)).stop()).toBe(0)
    expect(stored(dataDir)).toEqual(before)
    const checked = await run(["check"], { dataDir })
    expect(checked.stdout).toContain("8 Dateien ohne Datensatz")
    expect(checked.stdout).toContain("pfandwerk uploads sweep")
  }
})

test("what is swept on request lies in quarantine, is named by check, and comes back for good", async () => {
  const dataDir = copyOf(template)
  const strays = Array.from({ length: 25 }, (_, i) => `zz/fremd${i}.webp`)
  mkdirSync(join(dataDir, "uploads", "zz"))
  for (const name of strays) writeFileSync(join(dataDir, "uploads", name), "x")
  const hour = new Date(Date.now() - 7_200_000)
  for (const name of strays) utimesSync(join(dataDir, "uploads", name), hour, hour)
  const before = stored(dataDir)
  const swept = await run(["uploads", "sweep"], { dataDir })
  expect([swept.code, swept.stdout]).toEqual([0, expect.stringContaining("25 Dateien")])
  expect(stored(dataDir).length).toBe(before.length - 25)
  expect((await run(["check"], { dataDir })).stdout).toContain("25 in Quarantäne")
  const back = await run(["uploads", "restore"], { dataDir })
  expect([back.code, back.stdout]).toEqual([0, expect.stringContaining("25 Dateien sind zurück")])
  expect(await (await tidied(dataDir)).stop()).toBe(0)
  expect(stored(dataDir)).toEqual(before)
  await expectSound(dataDir)
})
