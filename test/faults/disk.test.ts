import { Database } from "bun:sqlite"
import { describe, expect, test } from "bun:test"
import { mkdirSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { openMigrated } from "../../src/db/migrate.ts"
import { migrations } from "../../src/db/migrations.ts"
import { until } from "../helpers/eventually.ts"
import { run, start } from "../helpers/executable.ts"
import { temporaryDir } from "../helpers/temporary.ts"
import { BEFORE_TWO, faketime } from "./faketime.ts"
import { canMount, readOnlyView, smallDisk } from "./mount.ts"
import { book, expectAllThere, expectSound, found, LONG, noise, send, upload } from "./work.ts"

const filesIn = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
    .toSorted()

describe.skipIf(!canMount)("a full disk", () => {
  test("refuses bookings and uploads with 507, goes on reading, and recovers without a restart", async () => {
    const disk = smallDisk(24)
    const service = await start({ dataDir: disk.dir })
    const yard = await found(service, LONG)
    await book(service, yard)
    await upload(service, yard)
    const before = filesIn(disk.dir).filter((name) => name.startsWith("uploads/"))
    disk.fill()
    let answer = await book(service, yard)
    // The log of writes has a little room left.
    for (let i = 0; i < 500 && answer.status === 201; i++) answer = await book(service, yard)
    expect(answer).toEqual({
      status: 507,
      body: { error: expect.stringContaining("kein Speicherplatz mehr") },
    })
    const picture = await noise(1200)
    expect((await upload(service, yard, picture)).status).toBe(507)
    expect(filesIn(disk.dir).filter((name) => name.startsWith("uploads/"))).toEqual(before)
    expect((await fetch(`${service.url}/health`)).status).toBe(200)
    await expectRepeatable()
    disk.free()
    expect((await book(service, yard)).status).toBe(201)
    expect((await upload(service, yard, picture)).status).toBe(201)
    await expectAllThere(service, yard)
    disk.fill()
    for (let i = 0; i < 500 && (await book(service, yard)).status === 201; i++);
    await service.stop("SIGKILL")
    const again = await start({ dataDir: disk.dir })
    expect((await send(again, yard.token, `/api/kunden/${yard.kunde}/pfandkonto`)).status).toBe(200)
    answer = await book(again, yard)
    for (let i = 0; i < 500 && answer.status === 201; i++) answer = await book(again, yard)
    expect(answer.status).toBe(507)
    disk.free()
    await expectAllThere(again, yard)
    expect(await again.stop()).toBe(0)
    await expectSound(disk.dir)

    /** Reading goes on. */
    async function expectRepeatable() {
      const { status } = await send(service, yard.token, `/api/kunden/${yard.kunde}/pfandkonto`)
      expect(status).toBe(200)
    }
  }, 120_000)

  test("is no reason not to start and let people read, also after the service was ended in good order", async () => {
    const disk = smallDisk(100)
    const service = await start({ dataDir: disk.dir })
    const yard = await found(service, LONG)
    await book(service, yard)
    await until("room is kept in reserve", () => filesIn(disk.dir).includes("reserve"))
    expect(await service.stop()).toBe(0)
    expect(filesIn(disk.dir).filter((name) => /-wal$|-shm$/.test(name))).toEqual([])
    disk.fill()
    const again = await start({ dataDir: disk.dir })
    expect((await fetch(`${again.url}/health`)).status).toBe(200)
    expect((await send(again, yard.token, `/api/kunden/${yard.kunde}/pfandkonto`)).status).toBe(200)
    let answer = await book(again, yard)
    for (let i = 0; i < 100 && answer.status === 201; i++) answer = await book(again, yard)
    expect(answer.status).toBe(507)
    disk.free()
    expect((await book(again, yard)).status).toBe(201)
    await expectAllThere(again, yard)
    expect(await again.stop()).toBe(0)
  }, 120_000)

  test("ends a backup with a word about it and leaves nothing behind", async () => {
    const disk = smallDisk(24)
    const service = await start({ dataDir: disk.dir })
    const yard = await found(service)
    for (let i = 0; i < 3; i++) await upload(service, yard, await noise(800))
    disk.fill()
    const before = filesIn(disk.dir)
    const { code, stderr } = await run(["backup"], { dataDir: disk.dir })
    expect([code, stderr]).toEqual([1, expect.stringMatching(/ENOSPC|no space|full/i)])
    expect(stderr).not.toContain("    at ")
    expect(filesIn(disk.dir)).toEqual(before)
    expect(await service.stop()).toBe(0)
  }, 120_000)

  test("ends an export with a word about it, wherever the disk is full, and leaves nothing behind", async () => {
    const disk = smallDisk(24)
    const service = await start({ dataDir: disk.dir })
    const yard = await found(service)
    for (let i = 0; i < 3; i++) await upload(service, yard, await noise(800))
    const target = smallDisk(1)
    target.fill()
    const elsewhere = temporaryDir()
    for (const [file, full] of [
      [join(target.dir, "hof.tar"), target],
      [join(elsewhere, "hof.tar"), disk],
    ] as const) {
      full.fill()
      // The log of writes has a little room left.
      if (full === disk) for (let i = 0; i < 500 && (await book(service, yard)).status === 201; i++);
      const { code, stderr } = await run(["tenant", "export", "hof", file, "--block"], { dataDir: disk.dir })
      expect([code, stderr]).toEqual([1, expect.stringContaining("Kein Platz mehr")])
      expect(stderr).not.toContain("    at ")
      full.free()
    }
    expect(filesIn(target.dir)).toEqual([])
    expect(readdirSync(elsewhere)).toEqual([])
    expect(readdirSync(join(disk.dir, "backups")).filter((name) => name.startsWith("."))).toEqual([])
    // Nobody stayed locked out.
    expect((await send(service, yard.token, `/api/kunden/${yard.kunde}/pfandkonto`)).status).toBe(200)
    expect(await service.stop()).toBe(0)
  }, 120_000)

  test.skipIf(!faketime)(
    "is told in the log when the backup at night fails, which leaves nothing",
    async () => {
      const disk = smallDisk(1)
      disk.fill()
      const service = await start({
        env: { ...BEFORE_TWO, BACKUP_SCHEDULE: "0 2 * * *", BACKUP_DIR: disk.dir },
      })
      await service.said('"backup failed"')
      const line =
        service
          .output()
          .split("\n")
          .find((one) => one.includes('"backup failed"')) ?? ""
      expect(JSON.parse(line)).toMatchObject({
        level: "error",
        result: expect.stringMatching(/wurde nicht geschrieben: Kein Platz mehr/),
      })
      expect(filesIn(disk.dir)).toEqual(["ballast"])
      expect(readdirSync(join(service.dataDir, "backups")).toSorted()).toEqual(["owner_id", "status.json"])
      expect(await service.stop()).toBe(0)
    },
    120_000,
  )

  test("stops an upgrade before anything is changed, and says why", async () => {
    const disk = smallDisk(8)
    openMigrated(disk.dir, { migrations: migrations.slice(0, -1) }).close()
    mkdirSync(join(disk.dir, "backups"))
    disk.fill()
    const before = filesIn(disk.dir)
    const { code, stderr } = await run(["serve"], { dataDir: disk.dir })
    expect([code, stderr]).toEqual([1, expect.stringContaining("Kein Platz mehr")])
    expect(filesIn(disk.dir).filter((name) => !/-wal$|-shm$|lock/.test(name))).toEqual(
      before.filter((name) => !/-wal$|-shm$|lock/.test(name)),
    )
    disk.free()
    const db = new Database(join(disk.dir, "pfandwerk.db"))
    expect(db.query("PRAGMA user_version").values()).toEqual([[migrations.length - 1]])
    db.close()
    const service = await start({ dataDir: disk.dir })
    expect(await service.stop()).toBe(0)
  }, 120_000)
})

const canLimit = Bun.which("prlimit") !== null
if (!canLimit) process.stderr.write("No prlimit (util-linux): a limit of files' sizes is NOT tried here.\n")

/**
 * Stand-in for a full disk where none can be mounted: no file may grow beyond this. Never shown to the
 * process as a signal, which would end it; who opens the database sees it as a fault of the disk.
 */
test.skipIf(!canLimit)(
  "a limit that files must not grow beyond refuses writing in words, and is lifted without a restart",
  async () => {
    const service = await start()
    const yard = await found(service)
    await book(service, yard)
    const limit = (bytes: number | "unlimited") =>
      Bun.spawnSync(["prlimit", `--pid=${service.pid}`, `--fsize=${bytes}:unlimited`]).exitCode
    expect(limit(8192)).toBe(0)
    expect(await book(service, yard)).toEqual({
      status: 503,
      body: { error: "Der Speicher des Servers meldet einen Fehler. Bitte später noch einmal versuchen." },
    })
    expect((await upload(service, yard, await noise(400))).status).toBe(507)
    expect((await send(service, yard.token, `/api/kunden/${yard.kunde}/pfandkonto`)).status).toBe(200)
    expect(limit("unlimited")).toBe(0)
    expect((await book(service, yard)).status).toBe(201)
    expect((await upload(service, yard, await noise(400))).status).toBe(201)
    await expectAllThere(service, yard)
    expect(await service.stop()).toBe(0)
  },
  120_000,
)

test.skipIf(!canMount)("a folder that is read-only is told at the start, and by each check", async () => {
  const dataDir = temporaryDir()
  const service = await start({ dataDir })
  await service.stop()
  const view = readOnlyView(dataDir)
  const check = await run(["check"], { dataDir: view })
  expect(check.stdout).toMatch(/^Fehler +Datenbank +Der Datenträger ist schreibgeschützt/m)
  expect(check.stdout).not.toContain("Dieser Benutzer darf dort nicht")
  const { code, stderr } = await run(["serve"], { dataDir: view })
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/kann nicht geschrieben werden|schreibgeschützt|read-only/),
  ])
  expect(stderr).not.toContain("    at ")
})
