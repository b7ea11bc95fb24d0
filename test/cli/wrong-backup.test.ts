import { expect, test } from "bun:test"
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { run } from "../helpers/executable.ts"
import { temporaryDir } from "../helpers/temporary.ts"

/** Gives a folder to nobody, as that of a service belongs to its own user; only root can. */
function giveAway(folder: string): void {
  if (process.getuid?.() !== 0) return
  for (const name of ["", ...(readdirSync(folder, { recursive: true }) as string[])])
    chownSync(join(folder, name), 65534, 65534)
}

async function company(slug: string): Promise<string> {
  const dataDir = temporaryDir()
  const made = await run(["tenant", "create", "--name", slug, "--slug", slug], { dataDir })
  expect([made.code, made.stderr]).toEqual([0, ""])
  return dataDir
}

test("when it was the wrong backup, the command that restore prints brings all of the data back", async () => {
  const [dataDir, other] = [await company("hof"), await company("fremd")]
  const archive = join(temporaryDir(), "fremd.tar")
  expect((await run(["backup", archive], { dataDir: other })).code).toBe(0)
  mkdirSync(join(dataDir, "uploads", "ab"), { recursive: true })
  writeFileSync(join(dataDir, "uploads", "ab", "bild.webp"), "x")
  const id = readFileSync(join(dataDir, "installation_id"), "utf8")
  giveAway(dataDir)
  const wrong = await run(["restore", archive], { dataDir })
  const [, folder = ""] = wrong.stdout.match(/kommt es so zurück: pfandwerk restore (.+)/) ?? []
  expect([wrong.stderr, existsSync(folder)]).toEqual(["", true])
  const back = await run(["restore", folder], { dataDir })
  expect([back.code, back.stderr, back.stdout]).toEqual([
    0,
    "",
    expect.stringContaining("die Daten von vor einer Wiederherstellung"),
  ])
  expect((await run(["tenant", "list"], { dataDir })).stdout).toMatch(/^hof /m)
  expect(readFileSync(join(dataDir, "uploads", "ab", "bild.webp"), "utf8")).toBe("x")
  // Mail may have gone out meanwhile: a restore, this one too, makes another installation of it.
  expect(readFileSync(join(dataDir, "installation_id"), "utf8")).not.toBe(id)
  expect(existsSync(join(folder, "pfandwerk.db"))).toBe(true)
}, 60_000)
