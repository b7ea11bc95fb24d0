import { afterAll, beforeEach, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { type Event, events, mark, record } from "./recorder.ts"

/** Run by order.test.ts, in a process of its own. */
await record()
const { createTestApp } = await import("../../helpers/app.ts")
const { yard } = await import("../../helpers/pfand.ts")
const { drawing } = await import("../../../src/ops/demo/drawing.ts")
const { snapshot } = await import("../../../src/db/snapshot.ts")
const { backUp } = await import("../../../src/ops/backup/backup.ts")
const { restore } = await import("../../../src/ops/backup/restore.ts")
const { importCompany, exportCompany } = await import("../../../src/ops/backup/transfer.ts")

const folders: string[] = []
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "pfandwerk-order-"))
  folders.push(made)
  return made
}

const app = createTestApp({ dir: folder() })
const hof = await yard(app, "hof")
afterAll(() => {
  app.close()
  for (const made of folders) rmSync(made, { recursive: true, force: true })
})

// Only what changes the database is of interest: uploads and deletions go through here.
const { system } = app.deps
const write = system.write.bind(system)
system.write = async (work) => {
  mark("commit")
  const result = await write(work)
  mark("committed")
  return result
}
beforeEach(() => void events.splice(0))

const indexOf = (what: string, isIt: (event: Event) => boolean, after = -1): number => {
  const found = events.findIndex((event, i) => i > after && event.what === what && isIt(event))
  if (found < 0)
    throw new Error(`no ${what} after ${after} in\n${events.map((e) => JSON.stringify(e)).join("\n")}`)
  return found
}
const at = (path: string) => (event: Event) => event.path === path
const any = () => true

/** A file got its name only when it was on the disk, and the name was on the disk before `end`. */
function expectDurable(rename: number, end: number): void {
  const { path, from = "" } = events[rename] ?? { path: "" }
  expect(indexOf("sync", at(from))).toBeLessThan(rename)
  expect(indexOf("sync", at(dirname(path)), rename)).toBeLessThan(end)
}

const base = () => `/api/kunden/${hof.kunden[0]}/bilder`

async function upload(): Promise<{ id: string; pfad: string; vorschau_pfad: string }> {
  const form = new FormData()
  form.append("bild", new File([new Uint8Array(drawing(1))], "tor.png"))
  const reply = await app.call("POST", base(), { token: hof.admin.token, raw: form })
  expect(reply.status).toBe(201)
  return reply.body
}

test("a picture and its preview, and their names, are on the disk before their record", async () => {
  const { pfad, vorschau_pfad } = await upload()
  const commit = indexOf("commit", any)
  for (const path of [pfad, vorschau_pfad])
    expectDurable(indexOf("rename", at(join(app.dir, "uploads", path))), commit)
  // The folder that was made for it is a name as well.
  for (const path of [pfad, vorschau_pfad]) {
    const renamed = indexOf("rename", at(join(app.dir, "uploads", path)))
    expect(indexOf("sync", at(join(app.dir, "uploads")), renamed)).toBeLessThan(commit)
  }
})

test("a deleted picture's files go when its record is gone from the disk", async () => {
  const { id, pfad, vorschau_pfad } = await upload()
  events.splice(0)
  expect((await app.call("DELETE", `${base()}/${id}`, { token: hof.admin.token })).status).toBe(204)
  const committed = indexOf("committed", any)
  for (const path of [pfad, vorschau_pfad])
    expect(indexOf("remove", at(join(app.dir, "uploads", path)))).toBeGreaterThan(committed)
})

test("a backup gets its name when it was read back from the disk, and is called made when that is there too", async () => {
  await upload()
  events.splice(0)
  const target = join(folder(), "backup.tar")
  await backUp(app.dir, target, new Date())
  mark("made")
  const renamed = indexOf("rename", at(target))
  const draft = events[renamed]?.from ?? ""
  expect(basename(draft)).toStartWith(".unfinished")
  const synced = indexOf("sync", at(draft))
  const read = indexOf("read", at(draft))
  expect([synced < read, read < renamed]).toEqual([true, true])
  expectDurable(renamed, indexOf("made", any))
})

test("a restore's mark is on the disk before anything is moved, and goes when all that is", async () => {
  const backup = join(folder(), "backup.tar")
  await backUp(app.dir, backup, new Date())
  const target = folder()
  for (const _ of ["into an empty folder", "over what is there"]) {
    events.splice(0)
    const { kept } = await restore(target, backup, new Date())
    mark("done")
    const marker = join(target, "restore-unfinished")
    const marked = indexOf("rename", at(marker))
    expect(indexOf("flush", at(events[marked]?.from ?? ""))).toBeLessThan(marked)
    const moves = events.flatMap(({ what, path, from }, i) => {
      const isMove =
        what === "rename" && path !== marker && (dirname(path) === target || dirname(from ?? "") === target)
      return isMove ? [i] : []
    })
    const [first = -1, last = -1] = [moves[0], moves.at(-1)]
    expect(moves.length).toBeGreaterThanOrEqual(kept ? 4 : 2)
    const removed = indexOf("remove", at(marker))
    expect(indexOf("sync", at(target), marked)).toBeLessThan(first)
    expect(removed).toBeGreaterThan(last)
    expect(indexOf("sync", at(target), last)).toBeLessThan(removed)
    expect(indexOf("sync", at(target), removed)).toBeLessThan(indexOf("done", any))
    // Files of the folder of the old data, and the folder's own name.
    for (const path of kept ? [kept, dirname(kept)] : [])
      expect(indexOf("sync", at(path), marked)).toBeLessThan(removed)
  }
})

test("a database that is put back without pictures is on the disk before it gets its place", async () => {
  const copy = join(folder(), "pfandwerk-v1.db")
  snapshot(app.dir, copy)
  const target = folder()
  events.splice(0)
  await restore(target, copy, new Date())
  const synced = indexOf("sync", ({ path }) => path.startsWith(join(target, ".restore-")))
  expect(synced).toBeLessThan(indexOf("rename", at(join(target, "pfandwerk.db"))))
})

test("an import's pictures are on the disk, each under its name, before it is called done", async () => {
  const file = join(folder(), "hof.tar")
  await exportCompany(app.dir, "hof", file, new Date())
  const other = createTestApp({ dir: folder() })
  events.splice(0)
  await importCompany(other.dir, file, new Date())
  mark("done")
  other.close()
  const uploads = join(other.dir, "uploads")
  const placed = events.flatMap(({ what, path }, i) =>
    what === "rename" && path.startsWith(`${uploads}/`) ? [i] : [],
  )
  expect(placed.length).toBeGreaterThanOrEqual(4)
  for (const rename of placed) {
    expectDurable(rename, indexOf("done", any))
    expect(indexOf("sync", at(uploads), rename)).toBeLessThan(indexOf("done", any))
  }
})
