import { Database } from "bun:sqlite"
import { afterAll, beforeAll, expect, test } from "bun:test"
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { noteGood } from "../../../src/ops/retention/retention.ts"
import { backupName } from "../../../src/ops/backup/backup.ts"
import { checkBackups } from "../../../src/ops/check/backups.ts"
import { checkDataDir } from "../../../src/ops/check/check.ts"
import { kunden, kunden_bilder } from "../../../src/db/schema.ts"
import { databaseIn } from "../../../src/db/open.ts"
import { faultsOf } from "../../../src/db/snapshot.ts"
import { openMigrated } from "../../../src/db/migrate.ts"
import { migrations } from "../../../src/db/migrations.ts"
import { createTestApp } from "../../helpers/app.ts"
import { yard } from "../../helpers/pfand.ts"
import { temporaryDir } from "../../helpers/temporary.ts"

const app = createTestApp()
afterAll(app.close)
const uploads = join(app.dir, "uploads")
const result = async (check: string, now = new Date()) =>
  (await checkDataDir(app.dir, now)).find((finding) => finding.check === check)

beforeAll(async () => {
  const firma = await app.company("pruefling")
  const tenant = app.deps.system.tenant(firma.id)
  mkdirSync(uploads, { recursive: true })
  for (const name of ["bild.jpg", "klein.jpg"]) writeFileSync(join(uploads, name), "x")
  await app.deps.system.write(() => {
    const kunde = tenant.insert(kunden, { kundennummer: "1", name: "Gasthaus" })
    const size = { breite: 1, hoehe: 1, bytes: 2 }
    tenant.insert(kunden_bilder, {
      kunde_id: kunde.id,
      pfad: "bild.jpg",
      vorschau_pfad: "klein.jpg",
      ...size,
    })
  })
})

test("a healthy folder has no fault, while the service runs", async () => {
  const findings = await checkDataDir(app.dir, new Date())
  expect(findings.map(({ check }) => check)).toEqual([
    "database",
    "ledger",
    "pictures",
    "permissions",
    "writing",
    "space",
    "clock",
  ])
  const faults = findings.filter(({ result: found }) => found === "fault")
  expect(faults).toEqual([])
})

/** Has the database for itself, as a service does that ends: from "held" on, for 100 ms. */
const HOLDS = `
  const { Database } = require("bun:sqlite")
  const sqlite = new Database(process.argv[1])
  sqlite.run("PRAGMA locking_mode = EXCLUSIVE")
  sqlite.run("BEGIN EXCLUSIVE")
  console.log("held")
  setTimeout(() => sqlite.close(), 100)`

test("a database that another process has for itself for a moment is no fault", async () => {
  const file = databaseIn(temporaryDir())
  await Bun.write(file, Bun.file(databaseIn(app.dir)))
  const holder = Bun.spawn([process.execPath, "-e", HOLDS, file], { stdout: "pipe", stderr: "inherit" })
  const { value } = await holder.stdout.getReader().read()
  expect(new TextDecoder().decode(value)).toBe("held\n")
  expect(faultsOf(file)).toEqual([])
})

test("a stopped service's folder holds the same files afterwards, and a killed one's log of writes stays", async () => {
  const dir = temporaryDir()
  openMigrated(dir).close()
  const before = readdirSync(dir)
  await checkDataDir(dir, new Date())
  expect(readdirSync(dir)).toEqual(before)

  const killed = temporaryDir()
  for (const end of ["", "-wal"])
    await Bun.write(`${databaseIn(killed)}${end}`, Bun.file(`${databaseIn(app.dir)}${end}`))
  const { size } = Bun.file(`${databaseIn(killed)}-wal`)
  expect(size).toBeGreaterThan(0)
  await checkDataDir(killed, new Date())
  expect(Bun.file(`${databaseIn(killed)}-wal`).size).toBe(size)
})

test("a picture without a record is a warning", async () => {
  expect(await result("pictures")).toMatchObject({ result: "ok" })
  writeFileSync(join(uploads, "fremd.jpg"), "x")
  expect(await result("pictures")).toMatchObject({
    result: "warning",
    detail: expect.stringContaining("fremd.jpg"),
  })
  rmSync(join(uploads, "fremd.jpg"))
})

test("a record whose picture is gone is a fault", async () => {
  rmSync(join(uploads, "bild.jpg"))
  expect(await result("pictures")).toMatchObject({
    result: "fault",
    detail: expect.stringContaining("bild.jpg"),
  })
  writeFileSync(join(uploads, "bild.jpg"), "x")
})

test("a secret that others can read is a fault", async () => {
  for (const mode of [0o640, 0o604]) {
    chmodSync(join(app.dir, "jwt_secret"), mode)
    expect((await result("permissions"))?.result).toBe("fault")
  }
  chmodSync(join(app.dir, "jwt_secret"), 0o600)
})

test("a clock behind the newest record is a fault", async () => {
  expect((await result("clock", new Date("2020-01-01")))?.result).toBe("fault")
})

test("a folder without a database is a fault", async () => {
  expect((await checkDataDir(join(app.dir, "nix"), new Date()))[0]?.result).toBe("fault")
})

test("a database without a byte is a fault with a way out, and nothing else is said of it", async () => {
  const dir = temporaryDir()
  mkdirSync(join(dir, "uploads"))
  writeFileSync(join(dir, "uploads", "bild.webp"), "x")
  writeFileSync(join(dir, "pfandwerk.db"), "")
  const [only, ...more] = await checkDataDir(dir, new Date())
  expect([only?.result, more]).toEqual(["fault", []])
  expect(only?.detail).toMatch(/ist leer \(0 Bytes\).*pfandwerk restore DATEI.*init --empty/)
})

test("a backup is late an hour after the second time that was missed, and not for one night", () => {
  const [dataDir, backupSchedule] = [temporaryDir(), "0 2 * * *"]
  // The schedule's own time, wherever this runs, and in no night in which clocks change.
  const last = Bun.cron.parse(backupSchedule, new Date("2026-06-10T12:00:00Z"))!
  writeFileSync(join(dataDir, backupName(last)), "tar")
  const after = (hours: number) =>
    checkBackups(
      { dataDir, backupDir: dataDir, backupSchedule },
      new Date(last.getTime() + hours * 3_600_000),
    )
  expect([1, 25.1, 48.9, 49.1].map((hours) => after(hours).result)).toEqual(["ok", "ok", "ok", "fault"])
})

test("a place of its own for backups that is on the disk of the data is told, as its disk may be missing", () => {
  const [dataDir, backupDir] = [temporaryDir(), temporaryDir()]
  const now = new Date("2026-06-10T12:00:00Z")
  const told = (to: string) => {
    writeFileSync(join(to, backupName(now)), "tar")
    const { result: found, detail } = checkBackups(
      { dataDir, backupDir: to, backupSchedule: "0 2 * * *" },
      now,
    )
    return [found, detail.includes("auf derselben Platte wie die Daten")]
  }
  mkdirSync(join(dataDir, "backups"))
  expect([told(join(dataDir, "backups")), told(backupDir)]).toEqual([
    ["ok", false],
    ["ok", true],
  ])
})

test("a ledger or a balance that was changed past the service is a fault, and says whose", async () => {
  const hof = await yard(app, "faelscher")
  await app.call("POST", "/api/pfandbuchungen", {
    token: hof.admin.token,
    body: { kunde_id: hof.kunden[0], positionen: [{ pfandartikel_id: hof.fass, art: "ausgabe", menge: 1 }] },
  })
  expect(await result("ledger")).toMatchObject({
    result: "ok",
    detail: expect.stringContaining("1 Buchung von 2 Firmen"),
  })
  const file = new Database(join(app.dir, "pfandwerk.db"))
  file.run("UPDATE pfandkonten SET wert_cent = wert_cent + 1")
  expect(await result("ledger")).toMatchObject({
    result: "fault",
    detail: expect.stringContaining("faelscher: "),
  })
  file.run("UPDATE pfandkonten SET wert_cent = wert_cent - 1")
  file.run("DROP TRIGGER pfandbuchungen_nie_aendern")
  file.run("UPDATE pfandbuchungen SET grund = 'gelogen'")
  file.close()
  expect(await result("ledger")).toMatchObject({
    result: "fault",
    detail: expect.stringMatching(/Buchung 1 .*pfandwerk backup list, dann pfandwerk restore DATEI/),
  })
  expect(await result("database")).toMatchObject({
    result: "fault",
    detail: expect.stringContaining("fehlen oder sind verändert (pfandbuchungen_nie_aendern)"),
  })
})

test("a database of an earlier version is told, not guessed at", async () => {
  const dir = temporaryDir()
  openMigrated(dir, { migrations: migrations.slice(0, 2) }).close()
  const findings = await checkDataDir(dir, new Date())
  expect(findings.find(({ check }) => check === "ledger")).toMatchObject({
    result: "fault",
    detail: expect.stringContaining("den Dienst einmal starten"),
  })
})

test("what is there by name alone is a fault: an empty picture, an empty backup, a key that is none", async () => {
  writeFileSync(join(uploads, "bild.jpg"), "")
  expect(await result("pictures")).toMatchObject({
    result: "fault",
    detail: expect.stringContaining("1 Bilddateien sind leer (0 Bytes), die erste ist uploads/bild.jpg"),
  })
  writeFileSync(join(uploads, "bild.jpg"), "x")
  const [dataDir, now] = [temporaryDir(), new Date("2026-06-10T12:00:00Z")]
  const file = join(dataDir, backupName(now))
  const told = () => checkBackups({ dataDir, backupDir: dataDir, backupSchedule: "0 2 * * *" }, now)
  mkdirSync(join(dataDir, "backups"))
  writeFileSync(file, "tar")
  noteGood(dataDir, file, now, 0)
  expect(told().result).toBe("ok")
  for (const [content, words] of [
    ["", "0 Bytes statt 3"],
    ["tar!", "4 Bytes statt 3"],
  ] as const) {
    writeFileSync(file, content)
    expect(told()).toMatchObject({ result: "fault", detail: expect.stringContaining(words) })
  }
  writeFileSync(join(app.dir, "siegel"), "x", { mode: 0o600 })
  expect(await result("permissions")).toMatchObject({
    result: "fault",
    detail: expect.stringContaining("siegel ist beschädigt"),
  })
  rmSync(join(app.dir, "siegel"))
  writeFileSync(join(app.dir, "restore-unfinished"), "{}")
  expect(await result("database")).toMatchObject({
    result: "fault",
    detail: expect.stringContaining("Eine Wiederherstellung"),
  })
  rmSync(join(app.dir, "restore-unfinished"))
})
