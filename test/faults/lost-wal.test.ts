import { beforeAll, expect, setDefaultTimeout, test } from "bun:test"
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { today } from "../helpers/day.ts"
import { until } from "../helpers/eventually.ts"
import { run, start } from "../helpers/executable.ts"
import { temporaryDir } from "../helpers/temporary.ts"
import { book, expectAllThere, found, send, type Yard } from "./work.ts"

/** A log of writes that somebody deleted took acknowledged bookings along, and left a database that is sound in itself. */

setDefaultTimeout(120_000)

const database = (dataDir: string) => join(dataDir, "pfandwerk.db")
const wal = (dataDir: string) => `${database(dataDir)}-wal`

const noted = (dataDir: string, nr: number): Promise<void> =>
  until("the end of the ledger is noted, which is done every second", () =>
    expect(readFileSync(join(dataDir, "ledger-ends.json"), "utf8")).toContain(`"nr":${nr},`),
  )

/** Data of a killed service: three bookings in the database, and five more in the log of writes alone. */
const template = temporaryDir()
const backup = join(temporaryDir(), "frueher.tar")
let yard: Yard
beforeAll(async () => {
  let service = await start({ dataDir: template })
  yard = await found(service)
  for (let i = 0; i < 3; i++) await book(service, yard)
  await service.stop()
  expect((await run(["backup", backup], { dataDir: template })).code).toBe(0)
  service = await start({ dataDir: template })
  for (let i = 0; i < 5; i++) await book(service, yard)
  await noted(template, 8)
  await service.stop("SIGKILL")
  expect(statSync(wal(template)).size).toBeGreaterThan(0)
}, 120_000)

/** Moved, not copied: it stays the same file. @returns the folder and the log of writes that is gone from it */
function crashed(from = template): { dataDir: string; removed: string } {
  const dataDir = temporaryDir()
  cpSync(from, dataDir, { recursive: true })
  // A copy is another file: the note of this one's is what a service would have written in its place.
  const { ino, birthtimeMs } = statSync(database(dataDir))
  const note = join(dataDir, "ledger-ends.json")
  const text = { ...JSON.parse(readFileSync(note, "utf8")), database: `${ino}-${birthtimeMs}` }
  writeFileSync(note, JSON.stringify(text))
  const removed = join(temporaryDir(), "wal")
  copyFileSync(wal(dataDir), removed)
  rmSync(wal(dataDir))
  rmSync(`${database(dataDir)}-shm`, { force: true })
  return { dataDir, removed }
}

const LOST = "hof: Nr. 4 bis mindestens 8"

test("check and the start name the numbers that are missing; with the log put back, all are there", async () => {
  const { dataDir, removed } = crashed()
  const checked = await run(["check"], { dataDir })
  expect(checked.code).toBe(1)
  expect(checked.stdout).toContain(LOST)
  for (const way of ["pfandwerk.db-wal", "pfandwerk restore DATEI", "pfandwerk init --accept-loss"])
    expect(checked.stdout).toContain(way)
  const refused = await run(["serve"], { dataDir })
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(LOST)])
  // No command writes to it either.
  const other = ["superadmin", "create", "--email", "a@b.example", "--name", "A", "--password-stdin"]
  expect((await run(other, { dataDir, stdin: "ein gutes Kennwort\n" })).stderr).toContain(LOST)
  // No proven backup either, though what is left of the data is sound in itself.
  const saved = await run(["backup"], { dataDir })
  expect([saved.code, saved.stdout, saved.stderr]).toEqual([1, "", expect.stringContaining(LOST)])
  expect(readdirSync(join(dataDir, "backups")).filter((name) => name.endsWith(".tar"))).toEqual([
    expect.stringMatching(/^fehlerhaft-pfandwerk-/),
  ])
  for (const rest of [wal(dataDir), `${database(dataDir)}-shm`]) rmSync(rest, { force: true })
  renameSync(removed, wal(dataDir))
  const service = await start({ dataDir })
  await expectAllThere(service, yard)
  expect(await service.stop()).toBe(0)
  expect((await run(["check"], { dataDir })).stdout).toContain("8 Buchungen")
})

test("a loss that somebody accepts is no obstacle any more", async () => {
  const { dataDir } = crashed()
  const accepted = await run(["init", "--accept-loss"], { dataDir })
  expect([accepted.code, accepted.stdout]).toEqual([0, expect.stringContaining(LOST)])
  const service = await start({ dataDir })
  expect((await book(service, yard)).status).toBe(201)
  yard.booked.pop()
  await noted(dataDir, 4)
  expect(await service.stop()).toBe(0)
  expect((await run(["check"], { dataDir })).code).toBe(0)
  expect(await run(["init", "--accept-loss"], { dataDir })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("fehlt keine bestätigte Buchung"),
  })
})

test("an older backup is restored with a word about what is not in it, and starts", async () => {
  const { dataDir, removed } = crashed()
  renameSync(removed, wal(dataDir))
  const restored = await run(["restore", backup], { dataDir })
  expect([restored.code, restored.stderr]).toEqual([0, expect.stringContaining(LOST)])
  const service = await start({ dataDir })
  expect(service.output()).not.toContain("the ledger ends earlier")
  expect(await service.stop()).toBe(0)
  expect((await run(["check"], { dataDir })).code).toBe(0)
})

test("an older file that somebody put there is told once, and accepted", async () => {
  const { dataDir } = crashed()
  mkdirSync(join(dataDir, "weg"))
  copyFileSync(database(dataDir), join(dataDir, "weg", "alt.db"))
  renameSync(join(dataDir, "weg", "alt.db"), database(dataDir))
  const starts: boolean[] = []
  const installation = () => readFileSync(join(dataDir, "installation_id"), "utf8")
  const before = installation()
  for (let i = 0; i < 2; i++) {
    const service = await start({ dataDir })
    await noted(dataDir, 3)
    starts.push(
      service
        .output()
        .includes(
          `"message":"the ledger ends earlier than it did","missing":"bestätigte Buchungen (${LOST})"`,
        ),
    )
    expect(await service.stop()).toBe(0)
  }
  expect(starts).toEqual([true, false])
  // What it has as waiting may have been sent since: as after a restore, nothing goes out by itself.
  expect(installation()).not.toBe(before)
})

test("settlements that are missing are named, too, though no booking is: their numbers are on paper", async () => {
  const from = temporaryDir()
  let service = await start({ dataDir: from })
  const hof = await found(service)
  await book(service, hof)
  const customer = { abrechnung: "monatlich" }
  expect(await send(service, hof.token, `/api/kunden/${hof.kunde}`, customer, "PATCH")).toMatchObject({
    status: 200,
  })
  const settled = await send(service, hof.token, "/api/abrechnungen", { kunde_id: hof.kunde, bis: today() })
  expect([settled.status, settled.body]).toEqual([201, expect.anything()])
  await service.stop()
  const earlier = join(temporaryDir(), "frueher.tar")
  expect((await run(["backup", earlier], { dataDir: from })).code).toBe(0)
  service = await start({ dataDir: from })
  const path = `/api/abrechnungen/${settled.body.id}/storno`
  const cancelled = await send(service, hof.token, path, { grund: "Test" })
  expect(cancelled.status).toBe(201)
  await until("the last settlement is noted", () =>
    expect(readFileSync(join(from, "ledger-ends.json"), "utf8")).toContain(cancelled.body.id),
  )
  await service.stop("SIGKILL")
  const { dataDir, removed } = crashed(from)
  const lost = `ausgestellte Abrechnungen (hof: mindestens ${cancelled.body.nummer})`
  const refused = await run(["serve"], { dataDir })
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(lost)])
  expect((await run(["check"], { dataDir })).stdout).toContain(`fehlen ${lost}. Meist`)
  expect((await run(["backup"], { dataDir })).stderr).toContain(lost)
  // Put back, it is all there; an earlier backup has not got it.
  for (const rest of [wal(dataDir), `${database(dataDir)}-shm`]) rmSync(rest, { force: true })
  renameSync(removed, wal(dataDir))
  expect((await run(["check"], { dataDir })).stdout).not.toContain(`fehlen ${lost}. Meist`)
  const restored = await run(["restore", earlier], { dataDir })
  expect([restored.code, restored.stderr]).toEqual([0, expect.stringContaining(lost)])
  expect(restored.stderr).toContain("Wer eine davon schon bekam")
})
