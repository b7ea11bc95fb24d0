import { Database } from "bun:sqlite"
import { afterAll, afterEach, expect, test } from "bun:test"
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { backUp } from "../../src/ops/backup/backup.ts"
import { restore } from "../../src/ops/backup/restore.ts"
import { importCompany } from "../../src/ops/backup/transfer.ts"
import { latestBackup, superfluous } from "../../src/ops/retention/retention.ts"
import { openMigrated } from "../../src/db/migrate.ts"
import { migrations } from "../../src/db/migrations.ts"
import { kunden, kunden_bilder } from "../../src/db/schema.ts"
import { createTestApp } from "../helpers/app.ts"
import { yard } from "../helpers/pfand.ts"

const app = createTestApp()
afterAll(app.close)
const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })))

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), "pfandwerk-backup-"))
  folders.push(made)
  return made
}

/** A customer with a picture, stored as the service does: the file first, then the row. */
async function picture(tenantId: string, name: string): Promise<string> {
  const pfad = `${name.slice(0, 2)}/${name}.jpg`
  for (const path of [pfad, `v-${pfad}`]) {
    mkdirSync(join(app.dir, "uploads", path, ".."), { recursive: true })
    writeFileSync(join(app.dir, "uploads", path), `picture ${path}`)
  }
  const tenant = app.deps.system.tenant(tenantId)
  await app.deps.system.write(() => {
    const kunde = tenant.insert(kunden, { kundennummer: name, name })
    const size = { breite: 1, hoehe: 1, bytes: 10 }
    tenant.insert(kunden_bilder, { kunde_id: kunde.id, pfad, vorschau_pfad: `v-${pfad}`, ...size })
  })
  return pfad
}

test("a backup taken while others write holds everything acknowledged before it", async () => {
  const firma = await app.company("last")
  const acknowledged: string[] = []
  const writing = new AbortController()
  const writer = (async () => {
    for (let i = 0; !writing.signal.aborted; i++) acknowledged.push(await picture(firma.id, `bild${i}`))
  })()
  while (acknowledged.length < 50) await Bun.sleep(1)
  const before = [...acknowledged]
  const archive = join(folder(), "backup.tar")
  const made = await backUp(app.dir, archive, new Date())
  writing.abort()
  await writer

  const target = folder()
  await restore(target, archive, new Date())
  const restored = createTestApp({ dir: target })
  const rows = await restored.call("GET", "/api/mitarbeiter", { token: firma.admin.token })
  restored.close()
  // The secret is not in a backup: its tokens are those of another service.
  expect(rows.status).toBe(401)
  for (const pfad of before) {
    expect(readFileSync(join(target, "uploads", pfad), "utf8")).toBe(`picture ${pfad}`)
  }
  expect(made.files.length).toBeGreaterThan(100)
  expect(readdirSync(join(app.dir, "backups"))).toEqual([])
})

test("a restore keeps the data that was there, beside the backups", async () => {
  const archive = join(folder(), "backup.tar")
  await backUp(app.dir, archive, new Date())
  const target = folder()
  const other = createTestApp({ dir: target })
  await other.company("vorher")
  other.close()
  const { kept } = await restore(target, archive, new Date())
  const earlier = folder()
  copyFileSync(join(kept ?? "", "pfandwerk.db"), join(earlier, "pfandwerk.db"))
  const before = createTestApp({ dir: earlier })
  expect(before.deps.system.tenantBySlug("vorher")?.name).toBe("Firma vorher")
  before.close()
})

test("a restore is refused while the service runs", async () => {
  const archive = join(folder(), "backup.tar")
  await backUp(app.dir, archive, new Date())
  await expect(restore(app.dir, archive, new Date())).rejects.toThrow("Ein anderes Pfandwerk arbeitet mit")
})

test("a damaged, cut or foreign archive is refused and changes nothing", async () => {
  const archive = join(folder(), "backup.tar")
  await backUp(app.dir, archive, new Date())
  const bytes = readFileSync(archive)
  const flipped = Buffer.from(bytes)
  flipped[5000] = (flipped[5000] ?? 0) ^ 1
  const foreign = new Bun.Archive({ "../evil.txt": "x" })
  const variants = [
    flipped,
    bytes.subarray(0, bytes.length / 2),
    Buffer.from("no tar"),
    await foreign.bytes(),
  ]
  for (const variant of variants) {
    const target = folder()
    const file = join(target, "variant.tar")
    writeFileSync(file, variant)
    await restore(target, file, new Date()).then(
      () => expect.unreachable(),
      (error: Error) => expect(error.name).toBe("StartRefused"),
    )
    expect(readdirSync(target).toSorted()).toEqual([
      "backups",
      "import.lock",
      "pfandwerk.lock",
      "variant.tar",
    ])
    expect(existsSync(join(target, "..", "evil.txt"))).toBe(false)
  }
})

const tenant = (db: Database) =>
  db.run(
    `INSERT INTO tenants (id, tenant_id, name, slug, typ, erstellt_am, aktualisiert_am)
     VALUES ('t', 't', 'Früher', 'frueher', 'standard', '2020-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z')`,
  )

test("a backup of every earlier version is restored, and brought up to date", async () => {
  for (let count = 1; count < migrations.length; count++) {
    const source = folder()
    const db = openMigrated(source, { migrations: migrations.slice(0, count) })
    tenant(db)
    db.close()
    const archive = join(folder(), "frueher.tar")
    await backUp(source, archive, new Date())
    const target = folder()
    await restore(target, archive, new Date())
    const restored = createTestApp({ dir: target })
    expect(restored.deps.system.tenantBySlug("frueher")?.name).toBe("Früher")
    restored.close()
  }
}, 60_000)

test("the copy that an upgrade makes is restored, with the pictures left as they are", async () => {
  const target = folder()
  const before = openMigrated(target, { migrations: migrations.slice(0, -1) })
  tenant(before)
  before.close()
  openMigrated(target).close()
  const [copy = ""] = readdirSync(join(target, "backups"))
  expect(copy).toStartWith(`pfandwerk-v${migrations.length - 1}-`)
  mkdirSync(join(target, "uploads"))
  writeFileSync(join(target, "uploads", "bild.webp"), "x")
  const changed = new Database(join(target, "pfandwerk.db"))
  changed.run("UPDATE tenants SET name = 'Später'")
  changed.close()
  const { kept } = await restore(target, join(target, "backups", copy), new Date())
  expect(readdirSync(kept ?? "")).toContain("pfandwerk.db")
  expect(readFileSync(join(target, "uploads", "bild.webp"), "utf8")).toBe("x")
  const restored = createTestApp({ dir: target })
  expect(restored.deps.system.tenantBySlug("frueher")?.name).toBe("Früher")
  restored.close()
})

test("a backup whose ledger does not hold is refused, and changes nothing", async () => {
  const hof = await yard(app, "faelschung")
  await app.call("POST", "/api/pfandbuchungen", {
    token: hof.admin.token,
    body: { kunde_id: hof.kunden[0], positionen: [{ pfandartikel_id: hof.fass, art: "ausgabe", menge: 1 }] },
  })
  const file = new Database(join(app.dir, "pfandwerk.db"))
  file.run("UPDATE pfandsalden SET wert_cent = wert_cent + 1")
  const archive = join(folder(), "falsch.tar")
  await backUp(app.dir, archive, new Date())
  file.run("UPDATE pfandsalden SET wert_cent = wert_cent - 1")
  file.close()
  const target = folder()
  await expect(restore(target, archive, new Date())).rejects.toThrow("Pfandbuch von faelschung stimmt nicht")
  expect(readdirSync(target).toSorted()).toEqual(["backups", "import.lock", "pfandwerk.lock"])
})

test("what is no file, or not the user's to read, is named in one line", async () => {
  const secret = join(folder(), "secret.tar")
  writeFileSync(secret, "x", { mode: 0o000 })
  const directory = folder()
  const refused: [string, string][] = [
    [join(directory, "nix.tar"), "gibt es nicht"],
    [directory, "ist keine Datei"],
    ["/proc/self/mem/x", "kann dieser Benutzer nicht lesen"],
    // Root reads everything.
    ...(process.getuid?.() === 0 ? [] : [[secret, "kann dieser Benutzer nicht lesen"] as [string, string]]),
  ]
  for (const [path, message] of refused) {
    await expect(restore(folder(), path, new Date())).rejects.toThrow(message)
    await expect(importCompany(folder(), path, new Date())).rejects.toThrow(message)
  }
})

test("an interrupted restore is told instead of starting with an empty database", () => {
  const target = folder()
  writeFileSync(join(target, "restore-unfinished"), "")
  expect(() => createTestApp({ dir: target })).toThrow("wurde unterbrochen")
})

test("a backup never overwrites, and leaves nothing behind when it fails", async () => {
  const target = folder()
  writeFileSync(join(target, "there.tar"), "mine")
  await expect(backUp(app.dir, join(target, "there.tar"), new Date())).rejects.toThrow("gibt es schon")
  await expect(backUp(target, join(target, "new.tar"), new Date())).rejects.toThrow("keine Datenbank")
  await Bun.sleep(1)
  expect(readdirSync(target).filter((name) => name !== "backups")).toEqual(["there.tar"])
})

test("7 days and 4 weeks are kept, of each its newest backup", () => {
  const names = Array.from({ length: 60 }, (_, i) => {
    const date = new Date(Date.UTC(2026, 0, 1) + i * 86_400_000).toISOString().slice(0, 10)
    return [`pfandwerk-${date}T02-00-00Z.tar`, `pfandwerk-${date}T03-00-00Z.tar`]
  }).flat()
  const gone = new Set(superfluous([...names, "mine.tar"], 7, 4, new Date("2026-03-02")))
  const kept = names.filter((name) => !gone.has(name)).map((name) => name.slice(10, 23))
  expect(kept).toEqual([
    "2026-02-08T03",
    "2026-02-15T03",
    "2026-02-22T03",
    "2026-02-23T03",
    "2026-02-24T03",
    "2026-02-25T03",
    "2026-02-26T03",
    "2026-02-27T03",
    "2026-02-28T03",
    "2026-03-01T03",
  ])
  expect(gone.has("mine.tar")).toBe(false)
})

test("backups from the future, when the clock was wrong, displace none and are no reason to make none", () => {
  const wrong = Array.from({ length: 40 }, (_, i) => {
    const date = new Date(Date.UTC(2031, 0, 1) + i * 86_400_000).toISOString().slice(0, 10)
    return `pfandwerk-${date}T02-00-00Z.tar`
  })
  const right = ["pfandwerk-2026-03-01T02-00-00Z.tar", "pfandwerk-2026-03-02T02-00-00Z.tar"]
  const now = new Date("2026-03-02T02:00:00Z")
  expect(superfluous([...wrong, ...right], 7, 4, now)).toEqual([])
  expect(superfluous([...wrong, ...right], 1, 1, now)).toEqual(["pfandwerk-2026-03-01T02-00-00Z.tar"])
  expect(latestBackup([...wrong, ...right], now)).toEqual(now)
  expect(latestBackup(wrong, now)).toBeUndefined()
})
