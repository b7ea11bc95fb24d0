import { expect, test } from "bun:test"
import { renameSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { canMount, smallDisk } from "../../faults/mount.ts"
import { createTestApp } from "../app.ts"
import { executable, start } from "../executable.ts"

/** Run by cleanup.test.ts: leaves behind what tests may leave, and fails. */
test("fails with everything running", async () => {
  const disk = canMount ? smallDisk(8).dir : undefined
  const { pid, dataDir } = await start()
  const { dir } = createTestApp()
  // Where the executable is, which other processes of a run may need as well.
  const shared = dirname(dirname(executable()))
  const told = { pid, folders: [dataDir, dir, shared, ...(disk ? [disk] : [])], disk }
  // In one step: whoever waits for the file must not find half of it.
  const file = process.env["LEFT_BEHIND"] ?? ""
  writeFileSync(`${file}.new`, JSON.stringify(told))
  renameSync(`${file}.new`, file)
  if (process.env["HANG"]) await Promise.withResolvers().promise
  expect("this").toBe("that")
}, 600_000)

test("is never reached", () => {})
