import { afterEach, expect, test } from "bun:test"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { exchange, takeBack } from "../../../src/ops/backup/exchange.ts"
import { refuseHalfRestored } from "../../../src/ops/start/half-restored.ts"

/** Old data and new change places part by part: wherever that stops, all of the old can be had back. */

const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })))

const PARTS = ["uploads", "ledger-ends.json", "pfandwerk.db-wal", "pfandwerk.db-shm", "pfandwerk.db"]
const MARKER = "restore-unfinished"

function put(folder: string, name: string, content: string): void {
  mkdirSync(name === "uploads" ? join(folder, name) : folder, { recursive: true })
  writeFileSync(name === "uploads" ? join(folder, name, "bild") : join(folder, name), content)
}
const contents = (folder: string) =>
  PARTS.filter((name) => existsSync(join(folder, name))).map((name) => [
    name,
    readFileSync(name === "uploads" ? join(folder, name, "bild") : join(folder, name), "utf8"),
  ])

function dataFolder(parts: string[], content: string): string {
  const folder = mkdtempSync(join(tmpdir(), "pfandwerk-exchange-"))
  folders.push(folder)
  mkdirSync(join(folder, "backups"))
  for (const name of parts) put(folder, name, content)
  return folder
}

/** @returns a folder in which so many of the old parts are away already, and so many of the new ones there */
function stopped(parts: string[], away: number, there: number): string {
  const kept = (folder: string) => join(folder, "backups", "before-restore")
  const moved = parts.toReversed().slice(0, away)
  const folder = dataFolder(
    parts.filter((name) => !moved.includes(name)),
    "old",
  )
  for (const name of moved) put(kept(folder), name, "old")
  for (const name of PARTS.slice(0, there)) put(folder, name, "new")
  writeFileSync(join(folder, MARKER), JSON.stringify({ kept: kept(folder), parts, replaced: PARTS }))
  return folder
}

for (const parts of [PARTS, ["uploads", "pfandwerk.db"], ["pfandwerk.db"], []])
  test(`of ${parts.length} old parts all are there again, and nothing else`, () => {
    const points = [
      ...parts.map((_, away) => [away, 0] as const),
      ...[...PARTS, "all"].map((_, there) => [parts.length, there] as const),
    ]
    for (const [away, there] of points) {
      const folder = stopped(parts, away, there)
      expect(() => refuseHalfRestored(folder)).toThrow("pfandwerk restore --undo")
      expect(takeBack(folder)).toBe(true)
      expect([away, there, contents(folder)]).toEqual([away, there, parts.map((name) => [name, "old"])])
      expect(readdirSync(folder).toSorted()).toEqual(["backups", ...parts].toSorted())
      expect(readdirSync(join(folder, "backups"))).toEqual([])
      refuseHalfRestored(folder)
      expect(takeBack(folder)).toBe(false)
    }
  })

test("begun anew after it stopped, it keeps all of the old in one place", () => {
  const folder = stopped(PARTS, 2, 0)
  const keep = join(folder, "backups", "again")
  expect(exchange(folder, dataFolder(["pfandwerk.db"], "new"), keep, true)).toBe(keep)
  expect(contents(keep)).toEqual(PARTS.map((name) => [name, "old"]))
  expect(readdirSync(folder).toSorted()).toEqual(["backups", "pfandwerk.db", "uploads"])
  expect(readFileSync(join(folder, "pfandwerk.db"), "utf8")).toBe("new")
  // Pictures are the service's user's alone, also before there is any.
  expect([keep, join(folder, "uploads")].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700])
})

test("a database alone leaves the pictures as they are, and an empty folder leaves nothing to keep", () => {
  const folder = dataFolder(PARTS, "old")
  const keep = join(folder, "backups", "keep")
  expect(exchange(folder, dataFolder(["pfandwerk.db"], "new"), keep, false)).toBe(keep)
  expect(contents(folder)).toEqual([
    ["uploads", "old"],
    ["pfandwerk.db", "new"],
  ])
  const empty = dataFolder([], "old")
  const nothing = join(empty, "backups", "nothing")
  expect(exchange(empty, dataFolder(PARTS, "new"), nothing, true)).toBeUndefined()
  expect([contents(empty), readdirSync(join(empty, "backups"))]).toEqual([
    PARTS.map((name) => [name, "new"]),
    [],
  ])
})

test("a single old part is kept like all of them", () => {
  const folder = dataFolder(["pfandwerk.db"], "old")
  const keep = join(folder, "backups", "keep")
  expect(exchange(folder, dataFolder(PARTS, "new"), keep, true)).toBe(keep)
  expect([contents(keep), contents(folder).length]).toEqual([[["pfandwerk.db", "old"]], PARTS.length])
})

test("a mark of an earlier version is told, and nothing is touched", () => {
  const folder = dataFolder(PARTS, "old")
  writeFileSync(join(folder, MARKER), "/var/old\n")
  expect(() => takeBack(folder)).toThrow("von einer früheren Version: „/var/old“")
  expect(contents(folder)).toEqual(PARTS.map((name) => [name, "old"]))
})

test("a mark with a path from where the command was given once is found below the data folder", () => {
  const folder = stopped(PARTS, 2, 0)
  const mark = JSON.parse(readFileSync(join(folder, MARKER), "utf8"))
  writeFileSync(join(folder, MARKER), JSON.stringify({ ...mark, kept: "data/backups/before-restore" }))
  expect(takeBack(folder)).toBe(true)
  expect(contents(folder)).toEqual(PARTS.map((name) => [name, "old"]))
})
