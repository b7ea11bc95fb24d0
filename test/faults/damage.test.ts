import { expect, test } from "bun:test"
import { appendFileSync, copyFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { run, start } from "../helpers/executable.ts"
import { temporaryDir } from "../helpers/temporary.ts"
import { book, expectAllThere, found, logIn } from "./work.ts"

const template = temporaryDir()
{
  const service = await start({ dataDir: template })
  const company = await found(service)
  for (let i = 0; i < 20; i++) await book(service, company)
  await service.stop()
}

/** @returns a folder whose database was damaged so */
function damaged(change: (file: string, bytes: Buffer) => void): string {
  const dataDir = temporaryDir()
  const file = join(dataDir, "pfandwerk.db")
  copyFileSync(join(template, "pfandwerk.db"), file)
  change(file, readFileSync(file))
  return dataDir
}

const overwritten = (from: number, length: number) => (file: string, bytes: Buffer) =>
  writeFileSync(file, bytes.fill(0xff, from, from + length))

const damages: [string, (file: string, bytes: Buffer) => void][] = [
  ["its header overwritten", overwritten(0, 100)],
  ["its schema overwritten", overwritten(100, 3000)],
  [
    "a page in the middle overwritten",
    (file, bytes) => overwritten(Math.floor(bytes.length / 8192) * 4096, 4096)(file, bytes),
  ],
  ["its end cut off", (file, bytes) => truncateSync(file, bytes.length - 4096 * 3)],
  ["half of it gone", (file, bytes) => truncateSync(file, bytes.length / 2)],
  ["nothing in it", (file) => truncateSync(file, 0)],
  ["another program's file in its place", (file) => writeFileSync(file, "Rechnungen 2026\n".repeat(1000))],
]

for (const [name, change] of damages) {
  test(`a database with ${name} is not served: it is said, and left as it is`, async () => {
    const dataDir = damaged(change)
    const before = readFileSync(join(dataDir, "pfandwerk.db"))
    const { code, stderr } = await run(["serve"], { dataDir })
    expect([code, stderr]).toEqual([1, expect.stringMatching(/beschädigt|leer|keine Datenbank/)])
    expect(stderr).toMatch(/Sicherung|wegschieben|verschieben|beiseite/)
    expect(stderr).not.toContain("    at ")
    expect(readFileSync(join(dataDir, "pfandwerk.db")).equals(before)).toBe(true)
    const checked = await run(["check"], { dataDir })
    expect([checked.code, checked.stderr]).toEqual([1, ""])
    expect(checked.stdout).toContain("Fehler ")
  })
}

test("a damaged database is put right with the last backup", async () => {
  const dataDir = temporaryDir()
  const service = await start({ dataDir })
  const company = await found(service)
  await book(service, company)
  const backup = join(temporaryDir(), "backup.tar")
  expect((await run(["backup", backup], { dataDir })).code).toBe(0)
  await service.stop("SIGKILL")
  truncateSync(join(dataDir, "pfandwerk.db"), 5000)
  expect((await run(["serve"], { dataDir })).code).toBe(1)
  const restored = await run(["restore", backup], { dataDir })
  expect([restored.code, restored.stderr]).toEqual([0, ""])
  const again = await start({ dataDir })
  await expectAllThere(again, { ...company, token: await logIn(again) })
  expect(await again.stop()).toBe(0)
})

test("a torn end of the log of writes is what a power cut leaves: the service starts with all before it", async () => {
  const dataDir = temporaryDir()
  const service = await start({ dataDir })
  const company = await found(service)
  for (let i = 0; i < 5; i++) await book(service, company)
  await service.stop("SIGKILL")
  const wal = join(dataDir, "pfandwerk.db-wal")
  expect(existsSync(wal)).toBe(true)
  appendFileSync(wal, Buffer.alloc(3000, 0x5a))
  const again = await start({ dataDir })
  await expectAllThere(again, company)
  expect(await again.stop()).toBe(0)
})
