import { Database } from "bun:sqlite"
import { expect, test } from "bun:test"
import { join } from "node:path"
import { until } from "../helpers/eventually.ts"
import { start } from "../helpers/executable.ts"
import { temporaryDir } from "../helpers/temporary.ts"
import { book, expectAllThere, expectSound, found } from "./work.ts"

/** @returns pages in the log of writes, and how many of them are in the database already */
function log(dataDir: string): { pages: number; moved: number } {
  const db = new Database(join(dataDir, "pfandwerk.db"))
  const [[, pages = 0, moved = 0] = []] = db.query("PRAGMA wal_checkpoint(NOOP)").values() as number[][]
  db.close()
  return { pages, moved }
}

test("the log of writes is moved into the database beside who books, who would do so at 10 000 pages", async () => {
  const dataDir = temporaryDir()
  const service = await start({ dataDir })
  const yard = await found(service)
  let most = 0
  const bookAndLook = async (): Promise<boolean> => {
    await book(service, yard)
    const { pages, moved } = log(dataDir)
    most = Math.max(most, pages)
    return moved > 0
  }
  await until("something of the log is moved", bookAndLook, { within: 90_000, every: 1 })
  expect(most).toBeWithin(500, 9_000)
  await expectAllThere(service, yard)
  expect(await service.stop()).toBe(0)
  await expectSound(dataDir)
}, 120_000)
