import { Database } from "bun:sqlite"
import { afterAll, beforeAll, expect, test } from "bun:test"
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { readArchive, writeArchive } from "../../../src/ops/backup/archive.ts"
import { backUp } from "../../../src/ops/backup/backup.ts"
import { restore } from "../../../src/ops/backup/restore.ts"
import { exportCompany, importCompany } from "../../../src/ops/backup/transfer.ts"
import { checkDataDir } from "../../../src/ops/check/check.ts"
import { makeDemo } from "../../../src/cli/demo.ts"
import { openMigrated } from "../../../src/db/migrate.ts"
import { migrations } from "../../../src/db/migrations.ts"
import { auftraege, importstuecke, kunden, mailserver } from "../../../src/db/schema.ts"
import { today } from "../../helpers/day.ts"
import { createTestApp, type TestApp } from "../../helpers/app.ts"
import { executable, run, start } from "../../helpers/executable.ts"
import { temporaryDir } from "../../helpers/temporary.ts"
import { failing } from "../../helpers/failing.ts"

/** A company with a past moves from one server to another, on which others work already. */

/** The demo's story begins three months ago. */
let past: number | undefined
const old = createTestApp({ clock: () => new Date(past ?? Date.now()) })
const fresh = createTestApp()
const file = join(temporaryDir(), "demo.tar")
let id: string

beforeAll(async () => {
  await old.company("nachbar")
  const { admin } = await fresh.company("eingesessen")
  // Numbers that count through all companies are taken there already.
  for (let nr = 0; nr < 20; nr++)
    await fresh.call("POST", "/api/kunden", { token: admin.token, body: { name: `Wirt ${nr}` } })
  await makeDemo(old.deps, (time) => (past = time))
  past = undefined
  id = old.deps.system.tenants.bySlug("demo")?.id ?? ""
  const tenant = old.deps.system.tenant(id)
  // An import that is at work at that moment: its pieces have numbers of their own.
  await old.deps.system.write(() => {
    const auftrag = tenant.insert(auftraege, {
      art: "import",
      status: "laeuft",
      angaben: "{}",
      erstellt_von: id,
      erstellt_von_name: "A",
    })
    tenant.insert(importstuecke, { auftrag_id: auftrag.id, nr: 1, inhalt: "[]" })
    const server = { server: "smtp.firma.example", absender: "post@firma.example", geheimnis: "versiegelt" }
    tenant.insert(mailserver, { id, ...server })
  }, id)
  await settleTwice()
  await exportCompany(old.dir, "demo", file, new Date())
})
afterAll(() => {
  old.close()
  fresh.close()
})

/** Settles a customer with an opening balance, cancels that, and settles anew. */
async function settleTwice(): Promise<void> {
  const admin = await token(old)
  const call = async (method: string, path: string, body?: object) => {
    const reply = await old.call(method, `/api/${path}`, { token: admin, ...(body && { body }) })
    expect([path, reply.status < 300, reply.text]).toEqual([path, true, reply.text])
    return reply.body
  }
  const kunde_id = (await call("GET", "kunden?limit=1")).items[0].id
  const artikel = (await call("GET", "pfandartikel")).items
  const pfandartikel_id = artikel.find((one: { art: string }) => one.art === "einzeln").id
  for (const art of ["anfangsbestand", "ausgabe"])
    await call("POST", "pfandbuchungen", {
      kunde_id,
      grund: "x",
      positionen: [{ pfandartikel_id, art, menge: 2 }],
    })
  const settle = () => call("POST", "abrechnungen", { kunde_id, bis: today() })
  await call("POST", `abrechnungen/${(await settle()).id}/storno`, { grund: "x" })
  await settle()
}

const database = (app: TestApp) => join(app.dir, "pfandwerk.db")

/** Every row of the company in every table, without the numbers that count through all companies. */
function rowsOf(path: string): Record<string, unknown[]> {
  const db = new Database(path, { readonly: true })
  const tables = db
    .query(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migrationen' AND name NOT LIKE '%\\_suche%' ESCAPE '\\'",
    )
    .values()
  const rows = tables.map(([name]) => {
    const found = db.query(`SELECT * FROM ${name} WHERE tenant_id = ? ORDER BY id`).all(id) as {
      nr?: number
    }[]
    return [name, found.map(({ nr: _, ...row }) => row)]
  })
  db.close()
  return Object.fromEntries(rows)
}

async function token(app: TestApp): Promise<string> {
  const body = { email: "admin@demo.example", password: "pfandwerk-demo", tenant_slug: "demo" }
  return (await app.call("POST", "/api/auth/login", { body })).body.token
}

/** Nobody in the demo's company has needed these yet. */
const notInDemo = new Set([
  "abrechnungsverschiebungen",
  "ansichten",
  "anfragen",
  "antwortlinks",
  "webhooks",
  "webhookzustellungen",
  "auftragseingaben",
  "auftragsfehler",
  "belege",
  "belegdateien",
  "datev_einstellungen",
  "datev_posten",
  "firmenlogos",
  "geraete_pruefdokumente",
  "geraete_pruefungen",
  "geraete_pruefplaene",
  "importzuordnungen",
  "liefertagwochen",
  "linkantworten",
  "programmzugaenge",
  "nachrichten",
  "versand_einstellungen",
  "anfangsimporte",
  "artikelstaende",
  "geraetestaende",
  "regelungsstaende",
  "pfandumbewertungen",
  "pfandverluste",
  "anfangsvorgaenge",
])

/** Tables that follow from the bookings, which are copied. */
const filledByBookings = new Set([
  "pfandkonten",
  "pfandsalden",
  "pfandwerte",
  "pfandverlauf",
  "pfandbestaende",
  "offene_buchungen",
])

const ended = {
  status: "gescheitert",
  meldung: expect.stringContaining("umgezogen"),
  beendet_am: expect.any(String),
  aktualisiert_am: expect.any(String),
  version: 2,
}

test("all its rows, answers and pictures are the same there, and the others' are untouched", async () => {
  const others = (await fresh.call("GET", "/health")).status
  const { rows } = await importCompany(fresh.dir, file, new Date())
  const [before, after] = [rowsOf(database(old)), rowsOf(database(fresh))]
  const copied = Object.entries(before).filter(([table]) => !filledByBookings.has(table))
  expect(rows).toBe(copied.reduce((sum, [, content]) => sum + content.length, 0))
  expect(Object.keys(before).length).toBeGreaterThan(14)
  for (const [table, content] of Object.entries(before)) {
    expect([table, content.length > 0 || notInDemo.has(table)]).toEqual([table, true])
    // A password that is sealed there stays there, and a job that is open there ends here.
    const differing: Record<string, (row: object) => object> = {
      mailserver: (row) => ({ ...row, geheimnis: null }),
      auftraege: (row) => ("beendet_am" in row && row.beendet_am === null ? { ...row, ...ended } : row),
    }
    const expected = content.map((row) => differing[table]?.(row as object) ?? row)
    expect([table, after[table]]).toEqual([table, expected])
  }
  const [there, here] = [await token(old), await token(fresh)]
  const paths = [
    "kunden?limit=200",
    "kunden?q=gast",
    "geraete",
    "lieferungen",
    "pfandsalden",
    "pfandpruefung",
    "protokoll",
  ]
  for (const path of paths) {
    const [first, second] = await Promise.all([
      old.call("GET", `/api/${path}`, { token: there }),
      fresh.call("GET", `/api/${path}`, { token: here }),
    ])
    expect([path, first.status, second.text]).toEqual([path, 200, first.text])
  }
  const [bild] = after["kunden_bilder"] as { pfad: string }[]
  const [first, second] = await Promise.all(
    [old, fresh].map((app) => app.call("GET", `/uploads/${bild?.pfad}`)),
  )
  expect([second?.status, second?.text]).toEqual([200, first?.text ?? ""])
  const faults = (await checkDataDir(fresh.dir, new Date())).filter(({ result }) => result !== "ok")
  expect([others, faults]).toEqual([200, []])
  expect(readdirSync(join(fresh.dir, "backups"))).toEqual([])
})

test("the ledger goes on there where it ended here", async () => {
  const here = await token(fresh)
  const [kunde] = (await fresh.call("GET", "/api/kunden?limit=1", { token: here })).body.items
  const artikel = (await fresh.call("GET", "/api/pfandartikel", { token: here })).body.items
  const fass = artikel.find((one: { art: string }) => one.art === "einzeln")
  const body = {
    kunde_id: kunde.id,
    grund: "x",
    positionen: [{ pfandartikel_id: fass.id, art: "ausgabe", menge: 1 }],
  }
  expect((await fresh.call("POST", "/api/pfandbuchungen", { token: here, body })).status).toBe(201)
  const pruefung = await fresh.call("GET", "/api/pfandpruefung", { token: here })
  expect(pruefung.body).toMatchObject({ in_ordnung: true, buchungen: expect.any(Number) })
})

test("what is there already is never overwritten", async () => {
  const before = rowsOf(database(fresh))
  expect(await failing(importCompany(fresh.dir, file, new Date()))).toThrow(/^Die Firma demo ist schon da;/)
  expect(rowsOf(database(fresh))).toEqual(before)
  expect(await failing(exportCompany(old.dir, "demo", file, new Date()))).toThrow("überschrieben wird nichts")
  expect(await failing(exportCompany(old.dir, "nix", `${file}2`, new Date()))).toThrow(
    "Firma nix gibt es nicht",
  )
  expect(existsSync(`${file}2`)).toBe(false)
})

test("a whole backup is told as what it is, also that of one company, which is there already", async () => {
  const alone = createTestApp()
  await alone.company("allein")
  const backup = join(temporaryDir(), "backup.tar")
  await backUp(alone.dir, backup, new Date())
  expect(await failing(importCompany(alone.dir, backup, new Date()))).toThrow(
    /Firma allein ist schon da; .* Sicherung der ganzen Anlage; .*: pfandwerk restore DATEI$/,
  )
  alone.close()
})

/** Makes the archive anew with something changed in it, and correct checksums. */
async function forged(change: (db: Database, folder: string) => void): Promise<string> {
  const folder = temporaryDir()
  const target = join(temporaryDir(), "forged.tar")
  const { files } = await readArchive(file, folder)
  const db = new Database(join(folder, "pfandwerk.db"))
  const guards = db
    .query(
      "SELECT name, sql FROM sqlite_schema WHERE name IN ('pfandbuchungen_nie_aendern', 'protokoll_nie_loeschen')",
    )
    .all() as { name: string; sql: string }[]
  for (const { name } of guards) db.run(`DROP TRIGGER ${name}`)
  change(db, folder)
  for (const { sql } of guards) db.run(sql)
  db.run("PRAGMA wal_checkpoint(TRUNCATE)")
  db.close()
  const entries = files
    .filter(({ path }) => existsSync(join(folder, path)))
    .map(({ path }) => ({ path, file: join(folder, path) }))
  await writeArchive(target, entries, { format: 1, version: "x", created_am: "", schema: migrations.length })
  return target
}

test("what is not sound or not one company is refused, and nothing of it stays", async () => {
  const target = createTestApp()
  const refused: [string, (db: Database, folder: string) => void, string][] = [
    [
      "a changed booking",
      (db) => db.run("UPDATE pfandbuchungen SET grund = 'x' WHERE lfd_nr = 7"),
      "stimmt nicht",
    ],
    ["a changed balance", (db) => db.run("UPDATE pfandkonten SET wert_cent = wert_cent + 1"), "stimmt nicht"],
    [
      "an account from before its first booking",
      (db) => db.run("UPDATE pfandkonten SET erstellt_am = '2020-01-01'"),
      "Die Zeilen von pfandkonten der Firma demo passen nicht zusammen",
    ],
    [
      "a second company",
      (db) =>
        db.run(
          "INSERT INTO tenants (id, tenant_id, name, slug, typ, erstellt_am, aktualisiert_am) VALUES ('x', 'x', 'X', 'x', 'standard', '', '')",
        ),
      "nicht genau eine Firma",
    ],
    [
      "a missing picture",
      (_, folder) => rmSync(join(folder, "uploads"), { recursive: true }),
      "fehlt das Bild",
    ],
    [
      "an impossible row",
      (db) => {
        db.run("PRAGMA ignore_check_constraints = ON")
        db.run("UPDATE geraete SET status = 'weg' WHERE rowid = 1")
      },
      "lässt sich nicht übernehmen: CHECK constraint",
    ],
  ]
  for (const [name, change, message] of refused) {
    const result = await importCompany(target.dir, await forged(change), new Date()).then(
      () => "taken in",
      (error: Error) => error.message,
    )
    expect([name, result]).toEqual([name, expect.stringContaining(message)])
    expect([name, result === "taken in"]).toEqual([name, false])
    expect(target.deps.system.tenants.count()).toBe(0)
    const left = readdirSync(join(target.dir, "uploads"), { recursive: true, withFileTypes: true })
    expect(left.filter((entry) => entry.isFile())).toEqual([])
    expect(readdirSync(join(target.dir, "backups"))).toEqual([])
  }
  target.close()
})

test("of two imports at once one is refused, and takes no picture of the other away; nor is there a restore", async () => {
  const target = createTestApp({ dir: temporaryDir() })
  const backup = join(temporaryDir(), "backup.tar")
  await backUp(old.dir, backup, new Date())
  const first = importCompany(target.dir, file, new Date())
  const others = await Promise.allSettled([
    importCompany(target.dir, file, new Date()),
    restore(target.dir, backup, new Date()),
  ])
  target.close()
  others.push(...(await Promise.allSettled([restore(target.dir, backup, new Date())])))
  await first
  const reasons = others.map((other) => other.status === "rejected" && String(other.reason.message))
  expect(reasons).toEqual([
    expect.stringContaining("Eine Übernahme oder Wiederherstellung"),
    expect.stringContaining("Ein anderes Pfandwerk arbeitet mit"),
    expect.stringContaining("Eine Übernahme oder Wiederherstellung"),
  ])
  const pictures = (await checkDataDir(target.dir, new Date())).find(({ check }) => check === "pictures")
  expect(pictures).toMatchObject({ result: "ok", detail: expect.stringMatching(/^[1-9]/) })
  // Nothing is locked any more.
  expect(await failing(restore(target.dir, file, new Date()))).toThrow("pfandwerk tenant import")
  expect(target.dir).toSatisfy((dir: string) => existsSync(join(dir, "pfandwerk.db")))
  await restore(target.dir, backup, new Date())
})

test("a file of an earlier version is brought up to date", async () => {
  const folder = temporaryDir()
  const target = join(temporaryDir(), "frueher.tar")
  const db = openMigrated(folder, { migrations: migrations.slice(0, 2) })
  const stamp = "'2020-01-01T00:00:00.000Z'"
  db.run(
    `INSERT INTO tenants (id, tenant_id, name, slug, typ, erstellt_am, aktualisiert_am) VALUES ('t', 't', 'Früher', 'frueher', 'standard', ${stamp}, ${stamp})`,
  )
  db.run(
    `INSERT INTO kunden (tenant_id, id, kundennummer, name, erstellt_am, aktualisiert_am) VALUES ('t', 'k', '1', 'Gasthaus Krüger', ${stamp}, ${stamp})`,
  )
  db.close()
  const entries = [{ path: "pfandwerk.db", file: join(folder, "pfandwerk.db") }]
  await writeArchive(target, entries, { format: 1, version: "0.0.1", created_am: "", schema: 2 })
  const app = createTestApp()
  await importCompany(app.dir, target, new Date())
  expect(app.deps.system.tenant("t").get(kunden, "k").name).toBe("Gasthaus Krüger")
  app.close()
})

test("typed as commands, beside two running services: blocked here, at work there", async () => {
  const here = await start()
  const there = await start()
  mkdirSync(temporaryDir(), { recursive: true })
  const target = join(temporaryDir(), "sommer.tar")
  const create =
    "tenant create --name Sommer --slug sommer --admin-email a@s.example --admin-name A --password-stdin"
  await run(create.split(" "), { dataDir: here.dataDir, stdin: "ein gutes Kennwort\n" })
  // A company that could not be exported goes on here.
  writeFileSync(target, "mine")
  const failed = await run(["tenant", "export", "sommer", target, "--block"], { dataDir: here.dataDir })
  expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining("überschrieben wird nichts")])
  expect((await run(["tenant", "list"], { dataDir: here.dataDir })).stdout).toContain(" aktiv ")
  rmSync(target)
  const full = Bun.spawnSync(["sh", "-c", '"$0" tenant export sommer - --block > /dev/full', executable()], {
    env: { DATA_DIR: here.dataDir },
  })
  expect([full.exitCode, full.stderr.toString()]).toEqual([
    1,
    expect.stringContaining("Das Archiv konnte nicht ausgegeben werden: Kein Platz mehr"),
  ])
  expect((await run(["tenant", "list"], { dataDir: here.dataDir })).stdout).toContain(" aktiv ")
  const moved = await run(["tenant", "export", "sommer", target, "--block"], { dataDir: here.dataDir })
  expect([moved.code, moved.stdout]).toEqual([0, expect.stringContaining("geschrieben und geprüft")])
  expect(statSync(target).mode & 0o777).toBe(0o600)
  const taken = await run(["tenant", "import", target, "--activate"], { dataDir: there.dataDir })
  expect([taken.code, taken.stdout]).toEqual([0, expect.stringContaining("sie ist aktiv")])
  const logIn = (url: string) =>
    fetch(`${url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "a@s.example", password: "ein gutes Kennwort" }),
    }).then(({ status }) => status)
  expect([await logIn(here.url), await logIn(there.url)]).toEqual([403, 200])
  const again = await run(["tenant", "import", target], { dataDir: there.dataDir })
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("schon da")])
  expect((await run(["tenant", "export", "sommer"], { dataDir: here.dataDir })).code).toBe(2)
  await Promise.all([here.stop(), there.stop()])
})
