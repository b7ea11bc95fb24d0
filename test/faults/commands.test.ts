import { Database } from "bun:sqlite"
import { beforeAll, expect, test } from "bun:test"
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { readArchive } from "../../src/ops/backup/archive.ts"
import { workFolder } from "../../src/ops/backup/backup.ts"
import { openMigrated } from "../../src/db/migrate.ts"
import { migrations } from "../../src/db/migrations.ts"
import { readChecked } from "../../src/db/snapshot.ts"
import { until } from "../helpers/eventually.ts"
import { run, start } from "../helpers/executable.ts"
import { fill, tableNames } from "../helpers/fill.ts"
import { temporaryDir } from "../helpers/temporary.ts"
import { book, expectAllThere, expectSound, found, logIn, noise, upload, type Yard } from "./work.ts"

/** Each of them is killed so often, at moments spread over the time that it takes. */
const ROUNDS = Number(process.env["FAULT_ROUNDS"] ?? 3)
const LIMIT = 120_000 + ROUNDS * 5000

const template = temporaryDir()
let yard: Yard
beforeAll(async () => {
  const service = await start({ dataDir: template })
  yard = await found(service)
  for (let i = 0; i < 20; i++) await book(service, yard)
  for (let i = 0; i < 4; i++) await upload(service, yard, await noise(400))
  await service.stop()
}, 120_000)

function copyOf(folder: string): string {
  const copy = temporaryDir()
  cpSync(folder, copy, { recursive: true })
  return copy
}

/**
 * Lets a command run to its end once, elsewhere, and then kills it again and again.
 *
 * @param warning that it gives
 */
async function killed(
  prepare: () => string,
  args: string[],
  afterEach: (dataDir: string) => Promise<void>,
  warning = "",
) {
  const began = performance.now()
  const whole = await run(args, { dataDir: prepare() })
  expect([whole.code, whole.stderr.trim()]).toEqual([0, warning])
  const duration = performance.now() - began
  const dataDir = prepare()
  for (let round = 1; round <= ROUNDS; round++) {
    await run(args, { dataDir, killAfter: (duration * round) / (ROUNDS + 1) })
    await afterEach(dataDir)
  }
  return dataDir
}

test(
  "a backup that was killed is none, and what it left is removed",
  async () => {
    const dataDir = await killed(
      () => copyOf(template),
      ["backup"],
      async () => {},
    )
    const backups = join(dataDir, "backups")
    for (const name of readdirSync(backups).filter((one) => one.endsWith("Z.tar")))
      await readArchive(join(backups, name))
    // A folder and a file are there, no matter what the kills left; a day later nobody can still be at work on them.
    mkdirSync(workFolder(dataDir, new Date()))
    writeFileSync(`${workFolder(dataDir, new Date())}.tar`, "half")
    const then = Date.now() - 86_400_000
    for (const name of readdirSync(backups).filter((one) => one.startsWith(".")))
      renameSync(join(backups, name), join(backups, name.replace(/\d{13}/, String(then))))
    const service = await start({ dataDir })
    await until("what was left is removed", () => !readdirSync(backups).some((name) => name.startsWith(".")))
    await expectAllThere(service, yard)
    expect(await service.stop()).toBe(0)
  },
  LIMIT,
)

test(
  "a restore that was killed left all as it was, or says so and is run again",
  async () => {
    const backup = join(temporaryDir(), "backup.tar")
    expect((await run(["backup", backup], { dataDir: template })).code).toBe(0)
    const later = copyOf(template)
    const service = await start({ dataDir: later })
    const since = { ...yard, booked: [...yard.booked] }
    await book(service, since)
    await service.stop()
    await killed(
      () => copyOf(later),
      ["restore", backup],
      async (dataDir) => {
        if (existsSync(join(dataDir, "restore-unfinished"))) {
          const refused = await run(["serve"], { dataDir })
          expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("wurde unterbrochen")])
          expect((await run(["restore", backup], { dataDir })).code).toBe(0)
        }
        const again = await start({ dataDir })
        const restored = readdirSync(join(dataDir, "backups")).some((name) => name.startsWith("before-"))
        // A restore ends all log-ins.
        await expectAllThere(again, restored ? { ...yard, token: await logIn(again) } : since)
        const isLeft = () => readdirSync(dataDir).some((name) => name.startsWith(".restore"))
        await until("what the killed one unpacked is removed", () => !isLeft())
        expect(await again.stop()).toBe(0)
      },
      "Achtung: Darin fehlen bestätigte Buchungen (hof: mindestens Nr. 21).",
    )
  },
  LIMIT,
)

/** Data after a restore that was killed: so many old parts are moved away, and so many new ones in. */
function interrupted(backup: string, old: number, fresh: number): string {
  const dataDir = copyOf(template)
  const kept = join(dataDir, "backups", "before-restore-2026-01-01T00-00-00-000Z")
  const parts = ["uploads", "pfandwerk.db"]
  writeFileSync(join(dataDir, "restore-unfinished"), JSON.stringify({ kept, parts, replaced: parts }))
  mkdirSync(kept)
  for (const name of parts.toReversed().slice(0, old)) renameSync(join(dataDir, name), join(kept, name))
  const unpacked = temporaryDir()
  expect(Bun.spawnSync(["tar", "-xf", backup, "-C", unpacked]).exitCode).toBe(0)
  for (const name of parts.slice(0, fresh))
    cpSync(join(unpacked, name), join(dataDir, name), { recursive: true })
  return dataDir
}

test(
  "a restore that was killed while it exchanged old and new is run again, or taken back",
  async () => {
    const backup = join(temporaryDir(), "backup.tar")
    const older = copyOf(template)
    const running = await start({ dataDir: older })
    const since = { ...yard, booked: [...yard.booked], pictures: new Map(yard.pictures) }
    expect((await run(["backup", backup], { dataDir: older })).code).toBe(0)
    await running.stop()
    for (const [old, fresh] of [
      [0, 0],
      [1, 0],
      [2, 0],
      [2, 1],
      [2, 2],
    ] as const) {
      const again = interrupted(backup, old, fresh)
      const refused = await run(["serve"], { dataDir: again })
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("pfandwerk restore --undo")])
      expect((await run(["restore", backup], { dataDir: again })).code).toBe(0)
      const kept = readdirSync(join(again, "backups")).filter((name) => name.startsWith("before-restore"))
      expect([old, fresh, kept.length]).toEqual([old, fresh, 1])
      expect(readdirSync(join(again, "backups", kept[0] ?? "")).toSorted()).toEqual([
        "installation_id",
        "ledger-ends.json",
        "pfandwerk.db",
        "uploads",
      ])
      const back = interrupted(backup, old, fresh)
      const undone = await run(["restore", "--undo"], { dataDir: back })
      expect([undone.code, undone.stderr]).toEqual([0, ""])
      expect(readdirSync(join(back, "backups")).filter((name) => name !== "owner_id")).toEqual([])
      for (const dataDir of [again, back]) {
        const service = await start({ dataDir })
        await expectAllThere(service, { ...since, token: await logIn(service), booked: [...since.booked] })
        expect(await service.stop()).toBe(0)
      }
    }
    const none = await run(["restore", "--undo"], { dataDir: copyOf(template) })
    expect([none.code, none.stderr]).toEqual([
      1,
      expect.stringContaining("keine Wiederherstellung unterbrochen"),
    ])
  },
  LIMIT,
)

test(
  "an import that was killed took in all or nothing, and is run again",
  async () => {
    const archive = join(temporaryDir(), "hof.tar")
    expect((await run(["tenant", "export", "hof", archive], { dataDir: template })).code).toBe(0)
    const elsewhere = temporaryDir()
    await (await start({ dataDir: elsewhere })).stop()
    const dataDir = await killed(() => copyOf(elsewhere), ["tenant", "import", archive], expectSound)
    const again = await run(["tenant", "import", archive], { dataDir })
    // The last ones may have come to their end before they were killed.
    if (again.code !== 0) expect(again.stderr).toContain("Die Firma hof ist schon da")
    const service = await start({ dataDir })
    await expectAllThere(service, { ...yard, token: await logIn(service) })
    expect(await service.stop()).toBe(0)
  },
  LIMIT,
)

test(
  "an upgrade that was killed is done by the next start, with nothing lost",
  async () => {
    const old = temporaryDir()
    const db = openMigrated(old, { migrations: migrations.slice(0, -1) })
    fill(db)
    // Large enough that reading it takes a while.
    const [id] = db.query("SELECT id FROM protokoll").values()[0] ?? []
    const columns =
      "tenant_id, mitarbeiter_id, mitarbeiter_name, aktion, tabelle, datensatz_id, erstellt_am, aktualisiert_am"
    const more = db.query(
      `INSERT INTO protokoll (id, aenderungen, ${columns})
     SELECT ?1, '{"x":["' || hex(zeroblob(400000)) || '","y"]}', ${columns} FROM protokoll WHERE id = ?2`,
    )
    for (let i = 0; i < 20; i++) more.run(Bun.randomUUIDv7(), id ?? null)
    const rows = countRows(db)
    db.close()
    const dataDir = await killed(
      () => copyOf(old),
      ["superadmin", "list"],
      async (folder) => {
        const { schema } = readChecked(join(folder, "pfandwerk.db"))
        expect([migrations.length - 1, migrations.length]).toContain(schema)
      },
    )
    const service = await start({ dataDir })
    const backups = join(dataDir, "backups")
    const isLeft = () => readdirSync(backups).some((name) => name.includes(".unfinished"))
    await until("unfinished copies are removed", () => !isLeft())
    expect(await service.stop()).toBe(0)
    for (const name of readdirSync(backups))
      expect(readChecked(join(backups, name)).schema).toBe(migrations.length - 1)
    const upgraded = new Database(join(dataDir, "pfandwerk.db"), { readonly: true })
    expect(countRows(upgraded)).toMatchObject(rows)
    expect(upgraded.query("PRAGMA user_version").values()).toEqual([[migrations.length]])
    upgraded.close()
  },
  LIMIT,
)

const countRows = (db: Database): Record<string, unknown> =>
  Object.fromEntries(
    tableNames(db).map((name) => [name, db.query(`SELECT count(*) FROM "${name}"`).values()[0]?.[0]]),
  )
