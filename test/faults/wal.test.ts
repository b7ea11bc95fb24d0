import { Database } from "bun:sqlite"
import { beforeAll, expect, test } from "bun:test"
import { copyFileSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { checkLedgers } from "../../src/ops/check/check.ts"
import { openMigrated } from "../../src/db/migrate.ts"
import { readChecked } from "../../src/db/snapshot.ts"
import { start } from "../helpers/executable.ts"
import { temporaryDir } from "../helpers/temporary.ts"
import { book, expectAllThere, found, upload, type Yard } from "./work.ts"

/** A header of the log, then frames: each a header of 24 bytes and a page (sqlite.org/fileformat2.html#walformat). */
const [HEADER, FRAME] = [32, 24 + 4096]
/** Rounds of cutting the log, and of changing it. */
const ROUNDS = Number(process.env["FAULT_ROUNDS"] ?? 60)

/** Data of a killed service, with the length of its log of writes at each acknowledged booking. */
const killed = temporaryDir()
let yard: Yard
let wal: Buffer
const acknowledged: { id: string; length: number }[] = []
beforeAll(async () => {
  const service = await start({ dataDir: killed })
  yard = await found(service)
  await upload(service, yard)
  for (let i = 0; i < 15; i++) {
    await book(service, yard)
    const { size } = statSync(join(killed, "pfandwerk.db-wal"))
    acknowledged.push({ id: yard.booked.at(-1) ?? "", length: size })
  }
  await service.stop("SIGKILL")
  wal = readFileSync(join(killed, "pfandwerk.db-wal"))
}, 120_000)

/** @returns the bookings that a start finds, in their order, when this is the log of writes */
async function foundWith(log: Uint8Array): Promise<string[]> {
  const dataDir = temporaryDir()
  const file = join(dataDir, "pfandwerk.db")
  copyFileSync(join(killed, "pfandwerk.db"), file)
  writeFileSync(`${file}-wal`, log)
  openMigrated(dataDir).close()
  readChecked(file)
  expect((await checkLedgers(dataDir)).faults).toEqual([])
  const db = new Database(file, { readonly: true })
  const ids = db.query("SELECT vorgang_id FROM pfandbuchungen ORDER BY lfd_nr").values()
  db.close()
  return ids.map(([id]) => String(id))
}

/** All that was acknowledged before the log reached this length, and of the rest none without the one before. */
function expectWhole(ids: string[], length: number): void {
  const all = acknowledged.map(({ id }) => id)
  expect(ids).toEqual(all.slice(0, ids.length))
  expect(ids.length).toBeGreaterThanOrEqual(acknowledged.filter((booking) => booking.length <= length).length)
}

/** Offsets around the ends of frames, where a power cut may cut the log, and anywhere between. */
const offsets = (): number[] =>
  Array.from({ length: ROUNDS }, (_, i) => {
    const frame = Math.floor(((wal.length - HEADER) / FRAME) * (i / ROUNDS))
    const near = [0, 1, -1, 23, 24, Math.random() * FRAME][i % 6] ?? 0
    return Math.min(Math.floor(HEADER + frame * FRAME + near), wal.length - 1)
  })

test("the log is longer with each booking, and holds them all", async () => {
  expect(await foundWith(wal)).toEqual(yard.booked)
  expect(new Set(acknowledged.map(({ length }) => length)).size).toBe(15)
})

test("wherever the log was cut off, all that was acknowledged before is there, and nothing half", async () => {
  const moments = acknowledged.map(({ length }) => length)
  for (const length of [...moments, ...offsets()]) {
    expectWhole(await foundWith(wal.subarray(0, length)), length)
  }
}, 120_000)

test("whatever byte of the log is wrong, all that was acknowledged before it is there, and nothing half", async () => {
  for (const offset of offsets()) {
    const log = Buffer.from(wal)
    log[offset] = (log[offset] ?? 0) ^ 0x10
    expectWhole(await foundWith(log), offset)
  }
}, 120_000)

test("pages that never reached the disk, in the middle of the log, are found out", async () => {
  for (const offset of offsets()) {
    const log = Buffer.from(wal).fill(0, offset, offset + 512)
    expectWhole(await foundWith(log), offset)
  }
}, 120_000)

test("the log's index, which lies in memory, is made anew when it was left half written", async () => {
  const dataDir = temporaryDir()
  const service = await start({ dataDir })
  const company = await found(service)
  for (let i = 0; i < 5; i++) await book(service, company)
  await service.stop("SIGKILL")
  const index = join(dataDir, "pfandwerk.db-shm")
  writeFileSync(index, Buffer.alloc(statSync(index).size, 0x5a))
  const again = await start({ dataDir })
  await expectAllThere(again, company)
  expect(await again.stop()).toBe(0)
})
