import { expect, test } from "bun:test"
import { join } from "node:path"

/**
 * The second guard of what must be on the disk before what, which needs neither root nor a disk of its own: the order
 * of the calls. That they take effect is what power cuts show (powercut.test.ts).
 */
test("files are synced before they are named, and named before they are counted on", async () => {
  const child = Bun.spawn(
    [process.execPath, "test", "--timeout=60000", join(import.meta.dir, "order/recorded.ts")],
    {
      stdout: "pipe",
      stderr: "pipe",
      env: { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" },
    },
  )
  const [code, output] = await Promise.all([child.exited, child.stderr.text()])
  expect([code, code === 0 ? "" : output]).toEqual([0, ""])
  expect(output).toContain(" 6 pass")
}, 120_000)
