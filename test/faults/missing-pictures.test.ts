import { Database } from "bun:sqlite"
import { expect, setDefaultTimeout, test } from "bun:test"
import { cpSync, existsSync, readdirSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { uploadPathsIn } from "../../src/db/upload-paths.ts"
import { openMigrated } from "../../src/db/migrate.ts"
import { createTestApp } from "../helpers/app.ts"
import { run, start } from "../helpers/executable.ts"
import { fill, readRows } from "../helpers/fill.ts"
import { temporaryDir } from "../helpers/temporary.ts"
import {
  expectAllThere,
  expectSound,
  found,
  logIn,
  metric,
  METRICS,
  noise,
  pictureFiles,
  upload,
} from "./work.ts"

/** The executable as an operator meets it when pictures are lost: everything else is still backed up and moved. */

// Each starts several processes, on a machine that may be busy.
setDefaultTimeout(120_000)

const template = temporaryDir()
const service = await start({ dataDir: template })
const yard = await found(service)
for (let i = 0; i < 3; i++) await upload(service, yard, await noise(200))
await service.stop()

/** @returns a copy without one picture and without the preview of another one, and their paths */
function damaged(): { dataDir: string; picture: string; preview: string } {
  const dataDir = temporaryDir()
  cpSync(template, dataDir, { recursive: true })
  const db = new Database(join(dataDir, "pfandwerk.db"))
  const rows = db.query("SELECT pfad, vorschau_pfad FROM kunden_bilder ORDER BY id").values() as string[][]
  db.close()
  const [picture = "", preview = ""] = [rows[0]?.[0], rows[1]?.[1]]
  for (const path of [picture, preview]) rmSync(join(dataDir, "uploads", path))
  return { dataDir, picture, preview }
}

test("a backup and an export take what there is, and say what is missing; so does what is made of them", async () => {
  const { dataDir } = damaged()
  const outside = temporaryDir()
  const [backup, company] = [join(outside, "backup.tar"), join(outside, "hof.tar")]
  const told = expect.stringContaining("Achtung: 2 Bilddateien fehlen, die erste ist uploads/")
  for (const [args, dir] of [
    [["backup", backup], dataDir],
    [["tenant", "export", "hof", company], dataDir],
    [["restore", backup], temporaryDir()],
    [["tenant", "import", company], temporaryDir()],
  ] as const) {
    const { code, stderr } = await run([...args], { dataDir: dir })
    expect([args[0], code, stderr]).toEqual([args[0], 0, told])
    expect(stderr).toContain("pfandwerk uploads repair")
    if (args[0] === "restore" || args[1] === "import") {
      expect(pictureFiles(join(dir, "uploads")).length).toBe(4)
      const again = await start({ dataDir: dir })
      await logIn(again)
      expect(await again.stop()).toBe(0)
    }
  }
})

test("a restore refuses a backup that lacks a picture without saying so", async () => {
  const { dataDir } = damaged()
  const backup = join(temporaryDir(), "backup.tar")
  expect((await run(["backup", backup], { dataDir })).code).toBe(0)
  const forged = join(temporaryDir(), "forged.tar")
  const files = await new Bun.Archive(await Bun.file(backup).bytes()).files()
  const entries = await Promise.all(
    [...files].map(async ([name, file]) => [name, await file.bytes()] as const),
  )
  const changed = entries.map(([name, bytes]) => {
    if (name !== "manifest.json") return [name, bytes] as const
    const { missing: _, ...manifest } = JSON.parse(new TextDecoder().decode(bytes))
    return [name, new TextEncoder().encode(JSON.stringify(manifest))] as const
  })
  await Bun.write(forged, await new Bun.Archive(Object.fromEntries(changed)).bytes())
  const target = temporaryDir()
  const { code, stderr } = await run(["restore", forged], { dataDir: target })
  expect([code, stderr]).toEqual([1, expect.stringContaining("In der Sicherung fehlt das Bild uploads/")])
  expect(existsSync(join(target, "pfandwerk.db"))).toBe(false)
})

test("check names the way to settle it: a backup has the picture, a preview is made anew", async () => {
  const { dataDir, picture, preview } = damaged()
  const good = join(temporaryDir(), "gut.tar")
  expect((await run(["backup", good], { dataDir: template })).code).toBe(0)
  const checked = await run(["check"], { dataDir })
  expect([checked.code, checked.stdout]).toEqual([1, expect.stringContaining("pfandwerk uploads repair")])
  const looked = await start({ dataDir, env: METRICS })
  await looked.said('"pictures are missing","pictures":2')
  expect(await metric(looked.url, "pfandwerk_pictures_missing")).toBe(2)
  expect(await looked.stop()).toBe(0)
  const first = await run(["uploads", "repair"], { dataDir })
  expect([first.code, first.stdout]).toEqual([
    1,
    expect.stringContaining(`${preview}: zurück (neu aus dem Bild`),
  ])
  expect(first.stdout).toContain(`${picture}: nicht gefunden`)
  expect(first.stdout).toContain("Firma hof, kunden_bilder")
  const second = await run(["uploads", "repair", good], { dataDir })
  expect([second.code, second.stdout]).toEqual([0, expect.stringContaining(`${picture}: zurück (${good})`)])
  await expectSound(dataDir)
  const again = await start({ dataDir })
  await expectAllThere(again, { ...yard, token: await logIn(again) })
  expect(await again.stop()).toBe(0)
})

test("a picture lies in quarantine, in what a restore put aside, or in a scheduled backup", async () => {
  const moves: [string, (dataDir: string, picture: string) => Promise<void> | void][] = [
    [
      "Quarantäne",
      (dataDir, picture) => {
        const folder = join(dataDir, "uploads", ".quarantine", "2026-11-01")
        cpSync(join(template, "uploads", picture), join(folder, picture), { recursive: true })
      },
    ],
    [
      "before-restore-",
      (dataDir, picture) => {
        const folder = join(dataDir, "backups", "before-restore-2026-01-01", "uploads")
        cpSync(join(template, "uploads", picture), join(folder, picture), { recursive: true })
      },
    ],
    [
      "pfandwerk-2026-",
      async (dataDir) => {
        const name = "pfandwerk-2026-01-02T02-00-00Z.tar"
        await run(["backup", join(dataDir, "backups", name)], { dataDir: template })
      },
    ],
  ]
  for (const [told, put] of moves) {
    const { dataDir, picture } = damaged()
    await put(dataDir, picture)
    const { code, stdout } = await run(["uploads", "repair"], { dataDir })
    expect([told, code, stdout]).toEqual([
      told,
      0,
      expect.stringMatching(new RegExp(`${picture}: zurück .*${told}`)),
    ])
    await expectSound(dataDir)
  }
})

test("what is nowhere is replaced on request by a picture that says so, and nothing is missing any more", async () => {
  const { dataDir, picture } = damaged()
  const { code, stdout } = await run(["uploads", "repair", "--placeholder"], { dataDir })
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining("1 sind durch ein graues Bild mit Kreuz ersetzt"),
  ])
  await expectSound(dataDir)
  const again = await start({ dataDir })
  const shown = await fetch(`${again.url}/uploads/${picture}`)
  const image = new Bun.Image(await shown.arrayBuffer())
  expect((await image.metadata()).width).toBe(480)
  expect(await again.stop()).toBe(0)
  const backup = await run(["backup"], { dataDir })
  expect([backup.code, backup.stderr]).toEqual([0, ""])
})

test("every column that names a file is known to backups and to the sweep, whatever table it is in", () => {
  const dir = temporaryDir()
  const db = openMigrated(dir)
  fill(db)
  const named = Object.values(readRows(db)).flatMap((rows) =>
    rows.flatMap((row) =>
      Object.entries(row).flatMap(([column, value]) =>
        column === "pfad" || column.endsWith("_pfad") ? [String(value)] : [],
      ),
    ),
  )
  expect(named.length).toBeGreaterThan(8)
  expect(uploadPathsIn(db).toSorted()).toEqual(named.toSorted())
  db.close()
  const app = createTestApp({ dir })
  expect(named.filter((path) => !app.deps.system.findRecordOf(path))).toEqual([])
  app.close()
})

test("a failing upgrade that is tried again and again leaves one copy of the database", async () => {
  const { migrations } = await import("../../src/db/migrations.ts")
  const dataDir = temporaryDir()
  const db = openMigrated(dataDir, { migrations: migrations.slice(0, -1) })
  db.run("PRAGMA foreign_keys = OFF")
  db.run(`INSERT INTO kunden (id, tenant_id, kundennummer, name, erstellt_am, aktualisiert_am)
          VALUES ('k', 'gibt-es-nicht', '1', 'Niemand', '2026-01-01', '2026-01-01')`)
  db.close()
  for (let i = 0; i < 4; i++) {
    const { code, stderr } = await run(["serve"], { dataDir })
    expect([code, stderr]).toEqual([1, expect.stringContaining("ist misslungen")])
  }
  expect(readdirSync(join(dataDir, "backups")).length).toBe(1)
})

const asNobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
const canBeNobody = process.getuid?.() === 0 && Bun.which("setpriv") !== null

test.skipIf(!canBeNobody)("another user's folder refuses a backup in words", async () => {
  const { executable } = await import("../helpers/executable.ts")
  const dataDir = temporaryDir()
  cpSync(template, dataDir, { recursive: true })
  Bun.spawnSync(["chown", "-R", "65534:65534", dataDir])
  const folder = temporaryDir()
  const program = join(temporaryDir(), "pfandwerk")
  cpSync(executable(), program)
  Bun.spawnSync(["chmod", "755", program, join(program, "..")])
  for (const target of [join(folder, "a.tar"), join(folder, "neu", "a.tar")]) {
    const child = Bun.spawnSync([...asNobody, program, "backup", target], {
      cwd: "/",
      env: { DATA_DIR: dataDir },
    })
    const stderr = child.stderr.toString()
    expect([child.exitCode, stderr]).toEqual([1, expect.stringContaining("Dieser Benutzer darf dort nicht")])
    expect(stderr).not.toContain("    at ")
  }
  // Whose backups are made from there is all that is known by now.
  expect(readdirSync(join(dataDir, "backups"))).toEqual(["owner_id"])
  renameSync(program, `${program}-used`)
})
