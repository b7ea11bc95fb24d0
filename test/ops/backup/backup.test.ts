import { Database } from "bun:sqlite"
import { afterAll, afterEach, expect, test } from "bun:test"
import {
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { writeArchive } from "../../../src/ops/backup/archive.ts"
import { backUp, backupName, makeArchive } from "../../../src/ops/backup/backup.ts"
import { restore, undoRestore } from "../../../src/ops/backup/restore.ts"
import { exportCompany, importCompany } from "../../../src/ops/backup/transfer.ts"
import {
  failedBackup,
  isDiskGone,
  latestBackup,
  noteFailed,
  noteGood,
  superfluous,
} from "../../../src/ops/retention/retention.ts"
import { openMigrated } from "../../../src/db/migrate.ts"
import { migrations } from "../../../src/db/migrations.ts"
import { noteLedgerEnds } from "../../../src/db/ledger-ends.ts"
import { lockCompanyImport } from "../../../src/db/lock.ts"
import { readContents, snapshot } from "../../../src/db/snapshot.ts"
import { secretsOf } from "../../../src/api/webhooks/zustellung.ts"
import { kunden, kunden_bilder, mitarbeiter, webhooks } from "../../../src/db/schema.ts"
import { identityOf } from "../../../src/lib/files.ts"
import { canMount, smallDisk } from "../../faults/mount.ts"
import { createTestApp } from "../../helpers/app.ts"
import { until } from "../../helpers/eventually.ts"
import { yard } from "../../helpers/pfand.ts"
import { failing } from "../../helpers/failing.ts"

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
  await until("50 are acknowledged", () => acknowledged.length >= 50)
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
  const place = join(folder(), "made")
  const archive = join(place, "backup.tar")
  await backUp(app.dir, archive, new Date())
  expect(statSync(place).mode & 0o777).toBe(0o700)
  const target = folder()
  const other = createTestApp({ dir: target })
  await other.company("vorher")
  other.close()
  const { kept } = await restore(target, archive, new Date())
  expect(statSync(join(target, "pfandwerk.db")).mode & 0o777).toBe(0o600)
  const earlier = folder()
  copyFileSync(join(kept ?? "", "pfandwerk.db"), join(earlier, "pfandwerk.db"))
  const before = createTestApp({ dir: earlier })
  expect(before.deps.system.tenants.bySlug("vorher")?.name).toBe("Firma vorher")
  before.close()
})

test("a backup carries what opens sealed secrets, and a restore elsewhere sends nothing until it is released", async () => {
  const { id, admin } = await app.company("versiegelt")
  const body = { name: "W", adresse: "https://w.example/", arten: ["pfandbuchungen.gebucht"] }
  const made = await app.call("POST", "/api/webhooks", { token: admin.token, body })
  expect(made.status).toBe(201)
  const [there, tar] = [folder(), join(folder(), "s.tar")]
  await backUp(app.dir, tar, new Date())
  await restore(there, tar, new Date())
  const moved = createTestApp({ dir: there })
  const token = await moved.deps.tokens.sign(moved.deps.system.tenant(id).get(mitarbeiter, admin.id))
  const { items } = (await moved.call("GET", "/api/webhooks", { token })).body
  expect(items[0].lage).toBe("angehalten")
  const tenant = moved.deps.system.tenant(id)
  const kept = tenant.get(webhooks, made.body.id)
  expect(secretsOf(tenant, kept, moved.deps.webhooks)).toEqual([made.body.geheimnis])
  const path = `/api/webhooks/${made.body.id}/freigabe`
  expect((await moved.call("POST", path, { token })).body.lage).toBe("an")
  moved.close()
  const firma = join(folder(), "firma.tar")
  await exportCompany(app.dir, "versiegelt", firma, new Date())
  expect(Bun.spawnSync(["tar", "tf", firma]).stdout.toString()).not.toContain("siegel")
  // A copy of the database alone leaves the key where it is.
  const [copy, key] = [join(folder(), "kopie.db"), readFileSync(join(there, "siegel"), "utf8")]
  copyFileSync(join(there, "pfandwerk.db"), copy)
  await restore(there, copy, new Date())
  expect(readFileSync(join(there, "siegel"), "utf8")).toBe(key)
})

test("a restore is refused while the service runs", async () => {
  const archive = join(folder(), "backup.tar")
  await backUp(app.dir, archive, new Date())
  expect(await failing(restore(app.dir, archive, new Date()))).toThrow("Ein anderes Pfandwerk arbeitet mit")
})

// Only root can give a folder away.
test.skipIf(process.getuid?.() !== 0)(
  "root saves and restores nothing in another user's folder",
  async () => {
    const dataDir = folder()
    snapshot(app.dir, join(dataDir, "pfandwerk.db"))
    const archive = join(folder(), "backup.tar")
    await backUp(dataDir, archive, new Date())
    const before = readdirSync(dataDir).toSorted()
    chownSync(dataDir, 65_534, 65_534)
    const told = "sudo -u pfandwerk pfandwerk"
    expect(await failing(backUp(dataDir, join(folder(), "backup.tar"), new Date()))).toThrow(told)
    expect(await failing(restore(dataDir, archive, new Date()))).toThrow(told)
    expect(() => undoRestore(dataDir)).toThrow(told)
    expect(readdirSync(dataDir).toSorted()).toEqual(before)
  },
)

test("a damaged, cut or foreign archive is refused and changes nothing", async () => {
  const archive = join(folder(), "backup.tar")
  await backUp(app.dir, archive, new Date())
  const bytes = readFileSync(archive)
  const flipped = Buffer.from(bytes)
  flipped[5000] = (flipped[5000] ?? 0) ^ 1
  const foreign = new Bun.Archive({ "../evil.txt": "x" })
  const unfinished = new Bun.Archive({ "pfandwerk.db": "x" })
  const variants: [string, Uint8Array][] = [
    ["FILE ist beschädigt: pfandwerk.db stimmt nicht mit dem Verzeichnis überein.", flipped],
    // Damaged, or without its list of files: on a busy machine the reader may say the one or the other.
    ["FILE ist ", bytes.subarray(0, bytes.length / 2)],
    ["FILE ist abgeschnitten oder keine Sicherung: ", Buffer.from("no tar")],
    ['In der Datei ist "../evil.txt"; das ist in keiner Sicherung.', await foreign.bytes()],
    ["FILE ist nicht vollständig: Das Verzeichnis am Ende fehlt.", await unfinished.bytes()],
  ]
  for (const [reason, variant] of variants) {
    const target = folder()
    const file = join(target, "variant.tar")
    writeFileSync(file, variant)
    const told = await restore(target, file, new Date()).catch(String)
    expect(told).toStartWith(`StartRefused: ${reason.replace("FILE", file)}`)
    expect(told).not.toMatch(/unexpected|end of/i)
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

/** That each of them leads to the next one is seen in migrations.test.ts. */
const earlier = [1, Math.floor(migrations.length / 2), migrations.length - 1]

test("a backup of an earlier version is restored, and brought up to date", async () => {
  const source = folder()
  const file = join(source, "pfandwerk.db")
  for (const schema of earlier) {
    const db = openMigrated(source, { migrations: migrations.slice(0, schema) })
    if (schema === 1) tenant(db)
    // The last connection empties the log of writes into the file.
    db.close()
    const archive = join(folder(), "frueher.tar")
    const about = { format: 1, version: "0.1.0", created_am: new Date().toISOString(), schema } as const
    await writeArchive(archive, [{ path: "pfandwerk.db", file }], about)
    const target = folder()
    await restore(target, archive, new Date())
    const restored = new Database(join(target, "pfandwerk.db"), { readonly: true })
    expect([schema, restored.query("PRAGMA user_version").values()]).toEqual([schema, [[migrations.length]]])
    expect(restored.query("SELECT name FROM tenants WHERE slug = 'frueher'").values()).toEqual([["Früher"]])
    restored.close()
  }
}, 120_000)

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
  expect(statSync(join(target, "pfandwerk.db")).mode & 0o777).toBe(0o600)
  const restored = createTestApp({ dir: target })
  expect(restored.deps.system.tenants.bySlug("frueher")?.name).toBe("Früher")
  restored.close()
})

/** A copy of the database, after which the given work is done once: as somebody who deletes meanwhile. */
function copyingOnceBefore(work: () => void): { copies: () => number; copy: (to: string) => void } {
  let copies = 0
  return {
    copies: () => copies,
    copy(to) {
      snapshot(app.dir, join(to, "pfandwerk.db"))
      if (copies++ === 0) work()
    },
  }
}

test("a picture that is deleted while a backup is made was not lost: both are looked at again", async () => {
  const firma = await app.company("geloescht")
  const pfad = await picture(firma.id, "weg1")
  const file = new Database(join(app.dir, "pfandwerk.db"))
  const { copies, copy } = copyingOnceBefore(() => {
    file.run("DELETE FROM kunden_bilder WHERE pfad = ?", [pfad])
    for (const path of [pfad, `v-${pfad}`]) rmSync(join(app.dir, "uploads", path))
  })
  const made = await makeArchive(app.dir, join(folder(), "backup.tar"), new Date(), copy)
  file.close()
  expect([made.missing, copies()]).toEqual([undefined, 2])
  expect(made.files.map(({ path }) => path)).not.toContain(`uploads/${pfad}`)
})

test("a picture that two copies name and that is gone both times is lost, and told", async () => {
  const firma = await app.company("verloren")
  const pfad = await picture(firma.id, "verl1")
  rmSync(join(app.dir, "uploads", pfad))
  const { copies, copy } = copyingOnceBefore(() => {})
  const made = await makeArchive(app.dir, join(folder(), "backup.tar"), new Date(), copy)
  expect([made.missing, copies()]).toEqual([[`uploads/${pfad}`], 2])
  writeFileSync(join(app.dir, "uploads", pfad), `picture ${pfad}`)
})

test("a picture that is there and cannot be read is not lost: no archive is made without it", async () => {
  const firma = await app.company("unlesbar")
  const path = join(app.dir, "uploads", await picture(firma.id, "unle1"))
  rmSync(path)
  mkdirSync(path)
  const target = join(folder(), "backup.tar")
  const { copy } = copyingOnceBefore(() => {})
  expect(await failing(makeArchive(app.dir, target, new Date(), copy))).toThrow(
    `${target} wurde nicht geschrieben: `,
  )
  rmSync(path, { recursive: true })
  writeFileSync(path, "picture")
})

/** A company with one booking. */
async function bookIn(slug: string): Promise<void> {
  const hof = await yard(app, slug)
  await app.call("POST", "/api/pfandbuchungen", {
    token: hof.admin.token,
    body: { kunde_id: hof.kunden[0], positionen: [{ pfandartikel_id: hof.fass, art: "ausgabe", menge: 1 }] },
  })
}

test("a backup whose ledger does not hold is refused, and changes nothing", async () => {
  await bookIn("faelschung")
  const file = new Database(join(app.dir, "pfandwerk.db"))
  file.run("UPDATE pfandsalden SET wert_cent = wert_cent + 1")
  const [place, target] = [folder(), folder()]
  const making = backUp(app.dir, join(place, "falsch.tar"), new Date())
  expect(await failing(making)).toThrow("Pfandbuch von faelschung stimmt nicht")
  file.run("UPDATE pfandsalden SET wert_cent = wert_cent - 1")
  file.close()
  expect(readdirSync(place)).toEqual(["fehlerhaft-falsch.tar"])
  const restoring = restore(target, join(place, "fehlerhaft-falsch.tar"), new Date())
  // One fault is told without a number of others.
  expect(await failing(restoring)).toThrow(
    /^Das Pfandbuch von faelschung stimmt nicht: [^(]*\nNichts wurde geändert/,
  )
  expect(readdirSync(target).toSorted()).toEqual(["backups", "import.lock", "pfandwerk.lock"])
  const importing = importCompany(folder(), join(place, "fehlerhaft-falsch.tar"), new Date())
  expect(await failing(importing)).toThrow("Pfandbuch von faelschung stimmt nicht")
})

/** @returns an archive of a copy of the database that something was done to */
const archiveOf = (target: string, spoil: (copy: Database) => void) =>
  makeArchive(app.dir, target, new Date(), (to) => {
    snapshot(app.dir, join(to, "pfandwerk.db"))
    const copy = new Database(join(to, "pfandwerk.db"))
    spoil(copy)
    copy.close()
  })

test("no archive is made of what is broken: the reason is told, and nothing is left behind", async () => {
  await bookIn("kaputt")
  const place = folder()
  const broken: [string, (copy: Database) => void][] = [
    ["Das Pfandbuch von ", (copy) => copy.run("UPDATE pfandsalden SET wert_cent = wert_cent + 1")],
    [
      "Die Datenbank ist beschädigt: ",
      (copy) => copy.run("PRAGMA foreign_keys = OFF; DELETE FROM tenants WHERE slug = 'kaputt'"),
    ],
    [
      `${join(place, "neu.tar")} wurde nicht geschrieben: no such table`,
      (copy) => copy.run("PRAGMA foreign_keys = OFF; DROP TABLE pfandsalden"),
    ],
    [
      `${join(place, "neu.tar")} wurde nicht geschrieben: `,
      () => {
        throw new Error("unlesbar")
      },
    ],
  ]
  for (const [reason, spoil] of broken) {
    const told = await archiveOf(join(place, "neu.tar"), spoil).catch(String)
    expect(told).toStartWith(`StartRefused: ${reason}`)
    expect(readdirSync(place)).toEqual([])
  }
})

test("of two faults in a ledger the first is told, and that there is another", async () => {
  await bookIn("zweimal")
  const making = archiveOf(join(folder(), "neu.tar"), (copy) =>
    copy.run(`UPDATE pfandsalden SET wert_cent = wert_cent + 1 WHERE tenant_id = (SELECT id FROM tenants WHERE slug = 'zweimal');
      UPDATE pfandkonten SET bestand = bestand + 1 WHERE tenant_id = (SELECT id FROM tenants WHERE slug = 'zweimal')`),
  )
  expect(await failing(making)).toThrow(/^Das Pfandbuch von zweimal stimmt nicht: .* \(und 1 weitere\)$/)
})

test("a company whose balances are not those of its bookings is not moved away", async () => {
  await bookIn("schief")
  const file = new Database(join(app.dir, "pfandwerk.db"))
  const of = "WHERE tenant_id = (SELECT id FROM tenants WHERE slug = 'schief')"
  const [kept] = file.query(`SELECT wert_cent AS cent FROM pfandsalden ${of}`).all() as { cent: number }[]
  file.run(`UPDATE pfandsalden SET wert_cent = 1 ${of}`)
  const moving = exportCompany(app.dir, "schief", join(folder(), "schief.tar"), new Date())
  expect(await failing(moving)).toThrow("Die Zeilen von pfandsalden der Firma schief passen nicht zusammen")
  file.run(`UPDATE pfandsalden SET wert_cent = ? ${of}`, [kept?.cent ?? 0])
  file.close()
  expect(await exportCompany(app.dir, "schief", join(folder(), "gerade.tar"), new Date())).toMatchObject({
    missing: [],
  })
})

test("a database that this version cannot open is kept apart, too", async () => {
  const [dataDir, place] = [folder(), folder()]
  snapshot(app.dir, join(dataDir, "pfandwerk.db"))
  const file = new Database(join(dataDir, "pfandwerk.db"))
  file.run("PRAGMA user_version = 9999")
  file.close()
  expect(await failing(backUp(dataDir, join(place, "neuer.tar"), new Date()))).toThrow("fehlerhaft-neuer.tar")
  expect(readdirSync(place)).toEqual(["fehlerhaft-neuer.tar"])
})

test("what was booked and is gone is no company's backup but the others'", async () => {
  await app.company("heil")
  const { id } = await app.company("gekuerzt")
  const note = join(app.dir, "ledger-ends.json")
  const ends = { [id]: { slug: "gekuerzt", nr: 2, hash: "x" } }
  writeFileSync(note, JSON.stringify({ database: identityOf(join(app.dir, "pfandwerk.db")), ends }))
  const place = folder()
  const lost = "fehlen bestätigte Buchungen (gekuerzt: Nr. 1 bis mindestens 2)"
  expect(await failing(backUp(app.dir, join(place, "alle.tar"), new Date()))).toThrow(lost)
  expect(await failing(exportCompany(app.dir, "gekuerzt", join(place, "eine.tar"), new Date()))).toThrow(lost)
  await exportCompany(app.dir, "heil", join(place, "andere.tar"), new Date())
  expect(readdirSync(place).toSorted()).toEqual(["andere.tar", "fehlerhaft-alle.tar"])
  rmSync(note)
  const restoring = restore(folder(), join(place, "andere.tar"), new Date())
  expect(await failing(restoring)).toThrow("ist der Export der einen Firma heil")
})

test("pictures that go whenever they are looked for hold up no backup for ever", async () => {
  const firma = await app.company("fluechtig")
  const paths: string[] = []
  for (let i = 0; i < 9; i++) paths.push(await picture(firma.id, `fluechtig${i}`))
  const gone: string[] = []
  const made = await makeArchive(app.dir, join(folder(), "backup.tar"), new Date(), (to) => {
    snapshot(app.dir, join(to, "pfandwerk.db"))
    const next = paths[gone.length] ?? ""
    rmSync(join(app.dir, "uploads", next))
    gone.push(`uploads/${next}`)
  })
  expect([gone.length, made.missing?.toSorted()]).toEqual([5, gone])
  for (const path of gone) writeFileSync(join(app.dir, path), `picture ${path.slice("uploads/".length)}`)
})

test("an archive without pictures that it does not call lost is refused, and names them", async () => {
  const firma = await app.company("bilder")
  const lacking = [await picture(firma.id, "ohne1"), await picture(firma.id, "ohne2")]
  const place = folder()
  snapshot(app.dir, join(place, "pfandwerk.db"))
  const { schema, uploads } = readContents(join(place, "pfandwerk.db"))
  const about = { format: 1, version: "0", created_am: "", schema } as const
  const restoring = async (name: string, gone: string[]) => {
    const entries = uploads
      .filter((path) => !gone.includes(path))
      .map((path) => ({ path: `uploads/${path}`, file: join(app.dir, "uploads", path) }))
    const all = [{ path: "pfandwerk.db", file: join(place, "pfandwerk.db") }, ...entries]
    await writeArchive(join(place, name), all, about)
    expect(statSync(join(place, name)).mode & 0o777).toBe(0o600)
    return restore(folder(), join(place, name), new Date()).catch(String)
  }
  const told = `StartRefused: In der Sicherung fehlt das Bild uploads/${lacking[0]}`
  expect(await restoring("eins.tar", lacking.slice(0, 1))).toStartWith(`${told}.\n`)
  expect(await restoring("zwei.tar", lacking)).toStartWith(`${told} (und 1 weitere).\n`)
  const nowhere = [{ path: "pfandwerk.db", file: join(place, "nix.db") }]
  expect(await failing(writeArchive(join(place, "drei.tar"), nowhere, about))).toThrow("ENOENT")
})

test("nothing is taken back where nothing was interrupted, and an import keeps a restore out", async () => {
  const [target, place] = [folder(), folder()]
  for (let i = 0; i < 2; i++)
    expect(() => undoRestore(target)).toThrow("wurde keine Wiederherstellung unterbrochen")
  await backUp(app.dir, join(place, "gut.tar"), new Date())
  const unlock = lockCompanyImport(target)
  expect(await failing(restore(target, join(place, "gut.tar"), new Date()))).toThrow("Eine Übernahme")
  unlock()
  expect((await restore(target, join(place, "gut.tar"), new Date())).missing).toEqual([])
  expect(statSync(join(target, "backups")).mode & 0o777).toBe(0o700)
})

test("what an interrupted restore moved away is back when that is undone", () => {
  const target = folder()
  const kept = join(target, "backups", "before-restore")
  mkdirSync(kept, { recursive: true })
  writeFileSync(join(kept, "pfandwerk.db"), "old")
  const parts = ["pfandwerk.db"]
  writeFileSync(join(target, "restore-unfinished"), JSON.stringify({ kept, parts, replaced: parts }))
  undoRestore(target)
  expect(readFileSync(join(target, "pfandwerk.db"), "utf8")).toBe("old")
})

test("what was booked since a backup is named when it is restored", async () => {
  const archive = join(folder(), "vorher.tar")
  await backUp(app.dir, archive, new Date())
  await bookIn("seither")
  const target = folder()
  snapshot(app.dir, join(target, "pfandwerk.db"))
  noteLedgerEnds(target)
  const { losses } = await restore(target, archive, new Date())
  expect(losses).toEqual([{ slug: "seither", from: 1, to: 1 }])
})

test("a copy of the database asks for no pictures: those of the folder stay", async () => {
  const firma = await app.company("kopie")
  await picture(firma.id, "kopie1")
  const copy = join(folder(), "pfandwerk.db")
  snapshot(app.dir, copy)
  expect(await restore(folder(), copy, new Date())).toMatchObject({ kept: undefined, missing: [] })
})

test.skipIf(!canMount)("pictures on another disk than the backups' work are copied", async () => {
  const firma = await app.company("anderswo")
  const pfad = await picture(firma.id, "anders1")
  const dataDir = folder()
  snapshot(app.dir, join(dataDir, "pfandwerk.db"))
  const { dir } = smallDisk(64)
  cpSync(join(app.dir, "uploads"), dir, { recursive: true })
  symlinkSync(dir, join(dataDir, "uploads"))
  const made = await backUp(dataDir, join(folder(), "backup.tar"), new Date())
  expect(made.files.map(({ path }) => path)).toContain(`uploads/${pfad}`)
  expect(made.missing).toBeUndefined()
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
    expect(await failing(restore(folder(), path, new Date()))).toThrow(message)
    expect(await failing(importCompany(folder(), path, new Date()))).toThrow(message)
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
  expect(await failing(backUp(app.dir, join(target, "there.tar"), new Date()))).toThrow("gibt es schon")
  expect(await failing(backUp(target, join(target, "new.tar"), new Date()))).toThrow("keine Datenbank")
  await Bun.sleep(1)
  expect(readdirSync(target).filter((name) => name !== "backups")).toEqual(["there.tar"])
  expect(statSync(join(target, "backups")).mode & 0o777).toBe(0o700)
})

test("7 days and 4 weeks are kept, of each its newest backup", () => {
  expect(backupName(new Date("2026-01-05T02:00:00.999Z"))).toBe("pfandwerk-2026-01-05T02-00-00Z.tar")
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

test("a failure is over with the next good backup of the folder, and not with one of before", () => {
  const dataDir = folder()
  const config = { dataDir, backupDir: join(dataDir, "backups") }
  mkdirSync(config.backupDir)
  const [before, failed, after] = ["1", "2", "3"].map((day) => new Date(`2026-03-0${day}T02:00:00Z`)) as [
    Date,
    Date,
    Date,
  ]
  const isFailed = () => failedBackup(config, after) !== undefined
  const put = (made: Date) => writeFileSync(join(config.backupDir, backupName(made)), "")
  noteFailed(config, failed, "voll")
  const told = [isFailed()]
  expect(failedBackup({ dataDir, backupDir: folder() }, after)).toBeUndefined()
  for (const made of [before, after]) {
    put(made)
    told.push(isFailed())
  }
  expect(told).toEqual([true, true, false])
})

test("a folder without the last backup is a disk that is gone, but for the one beside the data", () => {
  const [dataDir, other] = [folder(), folder()]
  mkdirSync(join(dataDir, "backups"))
  const now = new Date("2026-03-01T02:00:00Z")
  for (const [backupDir, isGone] of [
    [join(dataDir, "backups"), false],
    [other, true],
  ] as const) {
    noteGood(dataDir, join(backupDir, backupName(now)), now, 0)
    expect(isDiskGone({ dataDir, backupDir })).toBe(isGone)
    writeFileSync(join(backupDir, backupName(now)), "")
    expect(isDiskGone({ dataDir, backupDir })).toBe(false)
  }
})

test.each([
  ["EINVAL", 0],
  ["EBADF", 0],
  ["EPERM", 0],
  ["EACCES", 0],
  ["ENOTSUP", 0],
  ["EIO", 1],
  ["ENOSPC", 1],
])(
  "on a disk that answers %s to the syncing of a folder, a command ends with %i",
  async (FSYNC, expected) => {
    const target = folder()
    const on = async (...args: string[]): Promise<number> => {
      const script = join(import.meta.dir, "without-fsync.ts")
      const env = { ...process.env, FSYNC, DATA_DIR: app.dir }
      return await Bun.spawn([process.execPath, script, ...args], {
        env,
        stdio: ["ignore", "ignore", "ignore"],
      }).exited
    }
    const codes = [on("backup", join(target, "sicherung.tar")), on("store", target)]
    expect(await Promise.all(codes)).toEqual([expected, expected])
    expect(existsSync(join(target, "sicherung.tar"))).toBe(expected === 0)
  },
  60_000,
)
