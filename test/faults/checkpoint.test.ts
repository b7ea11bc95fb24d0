import { Database } from "bun:sqlite"
import { expect, test } from "bun:test"
import { join } from "node:path"
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

test("the log of writes is moved into the database beside who books, who would do so at 24 000 pages", async () => {
  const dataDir = temporaryDir()
  const service = await start({ dataDir })
  const yard = await found(service)
  let most = 0
  const deadline = Date.now() + 60_000
  for (let moved = 0; moved === 0 && Date.now() < deadline;) {
    await book(service, yard)
    const now = log(dataDir)
    moved = now.moved
    most = Math.max(most, now.pages)
  }
  expect(most).toBeWithin(500, 24_000)
  expect(Date.now()).toBeLessThan(deadline)
  await expectAllThere(service, yard)
  expect(await service.stop()).toBe(0)
  await expectSound(dataDir)
}, 180_000)
