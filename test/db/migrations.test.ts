import { Database } from "bun:sqlite"
import { afterEach, describe, expect, test } from "bun:test"
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openMigrated } from "../../src/db/migrate.ts"
import { migrations } from "../../src/db/migrations.ts"
import { readMigrations } from "../../src/db/read-migrations.ts"
import { StartRefused } from "../../src/lib/refusal.ts"
import { createTestApp } from "../helpers/app.ts"
import { fill, readRows, type Rows, tableNames } from "../helpers/fill.ts"
import { columnsIn, declared, definitionIn, keysIn, referencesIn } from "../helpers/schema.ts"

const root = join(import.meta.dir, "../..")
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "pfandwerk-test-"))
  folders.push(folder)
  return folder
}

const fileIn = (folder: string): string => join(folder, "pfandwerk.db")
const version = (db: Database): unknown => db.query("PRAGMA user_version").values()[0]?.[0]
const schema = (db: Database): unknown[] => db.query("SELECT * FROM sqlite_schema ORDER BY name").values()

type Filled = { bytes: Uint8Array; before: Rows; rules: Map<string, string> }
/** Filled databases by their version: filling one is dear, and several tests begin with the same. */
const filled = new Map<number, Filled>()

/** A data folder as an earlier version left it, with rows in every table. */
function folderAt(count: number): { folder: string; before: Rows } {
  const folder = newFolder()
  const made = filled.get(count) ?? makeFilled(count)
  filled.set(count, made)
  writeFileSync(fileIn(folder), made.bytes)
  return { folder, before: made.before }
}

/** Begins with the version before, where a test has made that: then only what its migration changed gets new rows. */
function makeFilled(count: number): Filled {
  const folder = newFolder()
  const earlier = filled.get(count - 1)
  if (earlier) writeFileSync(fileIn(folder), earlier.bytes)
  const db = openMigrated(folder, { migrations: migrations.slice(0, count) })
  const rules = rulesOf(db)
  fill(db, 3, undefined, (table) => rules.get(table) !== earlier?.rules.get(table))
  const before = readRows(db)
  // The last connection empties the log of writes into the file.
  db.close()
  return { bytes: readFileSync(fileIn(folder)), before, rules }
}

/** @returns of each table its columns, indexes and triggers, as SQL */
function rulesOf(db: Database): Map<string, string> {
  const each = db.query(
    "SELECT tbl_name, group_concat(sql ORDER BY name) FROM sqlite_schema GROUP BY tbl_name",
  )
  return new Map(each.values() as [string, string][])
}

const definitions = (db: Database): unknown[] =>
  db.query("SELECT type, name, sql FROM sqlite_schema ORDER BY name").values()

const inUse = () => {
  throw new StartRefused("in use")
}

function refusal(folder: string, list = migrations): string {
  try {
    openMigrated(folder, { migrations: list }).close()
  } catch (error) {
    expect(error).toBeInstanceOf(StartRefused)
    return (error as Error).message
  }
  throw new Error("it was opened")
}

describe("the list in migrations.ts", () => {
  test("is the folder migrations/, in its order, with its text", () => {
    const files = readdirSync(join(root, "migrations"))
      .filter((name) => name.endsWith(".sql"))
      .toSorted()
    expect(migrations.map(({ name }) => `${name}.sql`)).toEqual(files)
    for (const { name, sql } of migrations) {
      expect(sql).toBe(readFileSync(join(root, "migrations", `${name}.sql`), "utf8"))
    }
  })

  test("makes the columns of schema.ts", () => {
    const db = openMigrated(newFolder())
    const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)
    const made = declared.map(({ name }) => ({ name, columns: columnsIn(db, name).toSorted(byName) }))
    expect(made).toEqual(declared.map(({ name, columns }) => ({ name, columns: columns.toSorted(byName) })))
    expect(tableNames(db).toSorted()).toEqual(declared.map(({ name }) => name).toSorted())
    db.close()
  })
})

/** Columns with few values that the database itself does not hold to them. */
const UNCHECKED = [
  // A kind more needs no other table.
  "importzuordnungen.art",
  "inventurpositionen.status_vorher",
  "inventurpositionen.status_nachher",
  "lieferpositionen.zustand",
]

describe("a file put into a gap of migrations/", () => {
  const gap = { name: "0038_dazwischen", sql: "CREATE TABLE dazwischen (id text) STRICT" }
  const withGap = [...migrations, gap].toSorted((a, b) => (a.name < b.name ? -1 : 1))

  test("is refused when the executable is built", () => {
    const folder = newFolder()
    cpSync(join(root, "migrations"), folder, { recursive: true })
    expect(readMigrations(folder).length).toBe(migrations.length)
    writeFileSync(join(folder, `${gap.name}.sql`), gap.sql)
    expect(() => readMigrations(folder)).toThrow(
      "96 files up to 0145_stornierte_lieferungen, where 95 were released",
    )
  })

  test("is refused at the start over a database that had a later one, and leaves it as it was", () => {
    const { folder, before } = folderAt(migrations.length)
    const refused = "0038_dazwischen gehört vor"
    expect(refusal(folder, withGap)).toContain(refused)
    // One that another program was already built with, and that nothing comes after.
    const later = { name: "9998_spaeter", sql: "CREATE TABLE spaeter (id text) STRICT" }
    openMigrated(folder, { migrations: [...migrations, later] }).close()
    const earlier = { name: "9997_frueher", sql: "CREATE TABLE frueher (id text) STRICT" }
    expect(refusal(folder, [...migrations, earlier, later])).toContain("9997_frueher gehört vor 9998_spaeter")
    expect(refusal(folder)).toContain("neueren Pfandwerk geschrieben (Stand 9998_spaeter")
    const db = openMigrated(folder, { migrations: [...migrations, later] })
    const { spaeter: none, ...rows } = readRows(db)
    expect([none, rows]).toEqual([[], before])
    db.close()
  })
})

test("a database that kept only the number of its migrations is brought up to date by it", () => {
  for (const count of [1, 23, 42]) {
    const { folder } = folderAt(count)
    const old = new Database(fileIn(folder))
    old.run("DROP TABLE migrationen")
    old.close()
    const all = [...migrations, { name: "9999_neu", sql: "CREATE TABLE neu (id text) STRICT" }]
    const db = openMigrated(folder, { migrations: all })
    expect(version(db)).toBe(all.length)
    const names = db.query("SELECT name FROM migrationen").values().flat()
    expect(names).toEqual(all.map(({ name }) => name))
    db.close()
  }
})

describe("the database itself", () => {
  const db = openMigrated(mkdtempSync(join(tmpdir(), "pfandwerk-test-")))
  folders.push(join(db.filename, ".."))

  test("has no table that is not STRICT", () => {
    const lax = db.query("SELECT name FROM pragma_table_list WHERE type = 'table' AND strict = 0").values()
    expect(lax.flat().filter((name) => !String(name).startsWith("sqlite_"))).toEqual([])
  })

  test("lets two companies have the same id, and none of them twice", () => {
    const key: Record<string, string> = { tenants: "id", anfragen: "tenant_id,art,id" }
    const missing = declared.filter(({ name }) => !keysIn(db, name).includes(key[name] ?? "tenant_id,id"))
    expect(missing.map(({ name }) => name)).toEqual([])
  })

  test("refuses references to another company's records", () => {
    const references = declared.flatMap(({ name }) => referencesIn(db, name).map((one) => `${name}: ${one}`))
    const within = /: tenant_id(,\w+ -> \w+\(tenant_id,id\)| -> tenants\(id\))$/
    expect(references.length).toBeGreaterThan(50)
    expect(references.filter((one) => !within.test(one))).toEqual([])
  })

  test("holds each enumeration to its values", () => {
    const free = declared.flatMap(({ name, choices }) =>
      choices.filter((one) => !definitionIn(db, name).includes(one)).map((one) => `${name}.${one}`),
    )
    expect(free.map((one) => one.split(" ")[0])).toEqual(UNCHECKED)
  })

  test("changes and deletes nothing of what is never to be, as its triggers are named", () => {
    const { folder } = folderAt(migrations.length)
    const full = openMigrated(folder)
    const never = full
      .query<{ tbl: string; name: string }, []>(
        "SELECT tbl_name AS tbl, name FROM sqlite_schema WHERE type = 'trigger'",
      )
      .all()
      // Of deliveries only those that are completed; see api/pfandbuchungen/unveraenderlich.test.ts.
      .filter(({ name }) => /_nie_(aendern|loeschen)$/.test(name) && !name.includes("_zugestellt_"))
    expect(never.length).toBeGreaterThan(25)
    for (const { tbl, name } of never) {
      const change = name.endsWith("_loeschen") ? `DELETE FROM ${tbl}` : `UPDATE ${tbl} SET id = id || 'x'`
      expect(() => full.run(change), name).toThrow(/unveraenderlich|werden nie ge/)
    }
    full.close()
  })
})

/**
 * Files for a printer are made of the kept documents since version 21; what is open is no opening balance since 24
 * (test/api/abrechnungen/umstellung.test.ts).
 */
const MADE_ANEW = new Set(["auftragsdateien", "offene_buchungen"])
/** Made anew from the records by migration 0122, as lib/fold.ts makes them now. */
const FOLDED = new Set(["kunden.name_sort", "kunden.name_ordnung", "kunden.ort_sort"])
const SEARCHED = /_suchtexte\.(?:text|filter)$/
/**
 * Reckoned anew from what happened by migrations 0025 and 0124: how old a piece is goes by the moment at which it went
 * out, and so does since when a device is where it is. Which settlement is still to go out, by migration 0131.
 */
const RECKONED = new Set(["seit_am", "seit_nr", "seit_rest", "status_seit", "versand_offen"])

describe("an upgrade", () => {
  for (let count = 1; count < migrations.length; count++) {
    test(`from version ${count} keeps every row`, () => {
      const { folder, before } = folderAt(count)
      const db = openMigrated(folder)
      const after = readRows(db)
      for (const [table, rows] of Object.entries(before)) {
        if (MADE_ANEW.has(table)) continue
        expect(rows.length).toBeGreaterThan(0)
        const kept = after[table]?.slice(0, rows.length) ?? []
        const columns = new Set(Object.keys(rows[0] ?? {})).intersection(new Set(Object.keys(kept[0] ?? {})))
        const only = (row: object) =>
          Object.entries(row).filter(
            ([name]) =>
              columns.has(name) &&
              !RECKONED.has(name) &&
              !FOLDED.has(`${table}.${name}`) &&
              !SEARCHED.test(`${table}.${name}`),
          )
        expect(kept.map(only)).toEqual(rows.map(only))
      }
      expect(version(db)).toBe(migrations.length)
      expect(db.query("PRAGMA foreign_key_check").values()).toEqual([])
      expect(db.query("PRAGMA integrity_check").values()).toEqual([["ok"]])
      db.close()
    })
  }

  test("finds customers from before by their words, in their town, and no other company's", async () => {
    const folder = newFolder()
    const anew = migrations.findIndex(({ name }) => name.endsWith("_suche_je_firma"))
    const old = openMigrated(folder, { migrations: migrations.slice(0, anew) })
    const [one, two] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()]
    const stamp = "'2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'"
    for (const id of [one, two]) {
      old.run(`INSERT INTO tenants (id, tenant_id, name, slug, typ, erstellt_am, aktualisiert_am)
        VALUES ('${id}', '${id}', 'x', '${id}', 'standard', ${stamp})`)
      old.run(`INSERT INTO kunden (tenant_id, id, kundennummer, name, email, ort, ort_sort, name_sort, erstellt_am, aktualisiert_am)
        VALUES ('${id}', '${id}', '1', 'Adler Łódź', '"krone"-wirt@gast.example', 'Bad Äsch', 'bad asch', 'adler', ${stamp})`)
      old.run(`INSERT INTO kunden_suchtexte (tenant_id, id, tenant_wort, text, erstellt_am, aktualisiert_am)
        VALUES ('${id}', '${id}', 't${id.replaceAll("-", "")}', '1 adler bad asch "krone"-wirt@gast.example', ${stamp})`)
    }
    old.close()
    const app = createTestApp({ dir: folder })
    const { token } = await app.account(one, "user")
    for (const query of [
      "q=adl",
      "q=lodz",
      "sort=name",
      "q=krone%20wirt",
      "q=gast&aktiv=1&ort=Bad%20Aesch",
    ]) {
      const { body } = await app.call("GET", `/api/kunden?${query}`, { token })
      expect([query, body.items.map(({ id }: { id: string }) => id)]).toEqual([query, [one]])
    }
    app.close()
  })

  test("ends in the same schema as a new database", () => {
    const old = openMigrated(folderAt(1).folder)
    const fresh = openMigrated(newFolder())
    expect(definitions(old)).toEqual(definitions(fresh))
    for (const db of [old, fresh]) db.close()
  })

  test("leaves a backup that opens and holds what was there", () => {
    const { folder, before } = folderAt(migrations.length - 1)
    openMigrated(folder).close()
    const [name, ...others] = readdirSync(join(folder, "backups"))
    expect(others).toEqual([])
    const backup = new Database(join(folder, "backups", name ?? ""), { readonly: true })
    expect(version(backup)).toBe(migrations.length - 1)
    expect(readRows(backup)).toEqual(before)
    backup.close()
  })

  test("can be taken back: the earlier version opens that backup in the place of the database", () => {
    const { folder, before } = folderAt(migrations.length - 1)
    openMigrated(folder).close()
    const [name = ""] = readdirSync(join(folder, "backups"))
    const back = newFolder()
    copyFileSync(join(folder, "backups", name), fileIn(back))
    const db = openMigrated(back, { migrations: migrations.slice(0, -1) })
    expect(readRows(db)).toEqual(before)
    db.close()
  })

  test("does not begin when no backup can be made", () => {
    const { folder, before } = folderAt(1)
    writeFileSync(join(folder, "backups"), "a file where the folder should be")
    refusal(folder)
    const db = new Database(fileIn(folder))
    expect([version(db), readRows(db)]).toEqual([1, before])
    db.close()
  })

  test("of an up-to-date database changes nothing and makes no backup", () => {
    const { folder, before } = folderAt(migrations.length)
    const db = openMigrated(folder)
    expect(readRows(db)).toEqual(before)
    expect(existsSync(join(folder, "backups"))).toBe(false)
    db.close()
  })

  test("of several migrations fails as a whole: schema, rows and version stay, and the message says so", () => {
    const { folder, before } = folderAt(1)
    const as = new Database(fileIn(folder))
    const schemaBefore = schema(as)
    as.close()
    const broken = [
      ...migrations,
      { name: "x", sql: "CREATE TABLE neu (id text) STRICT; INSERT INTO gibt_es_nicht VALUES (1)" },
    ]
    const message = refusal(folder, broken)
    expect(message).toContain("ist misslungen: no such table: gibt_es_nicht")
    expect(message).toContain("Nichts wurde geändert; eine Kopie von vorher ist")
    const db = new Database(fileIn(folder))
    expect({ version: version(db), schema: schema(db), rows: readRows(db) }).toEqual({
      version: 1,
      schema: schemaBefore,
      rows: before,
    })
    db.close()
    openMigrated(folder).close()
  })

  test("that leaves a reference without its row fails and undoes itself", () => {
    const { folder, before } = folderAt(migrations.length)
    const orphaning = [...migrations, { name: "x", sql: "DELETE FROM tenants" }]
    expect(refusal(folder, orphaning)).toContain("Verweise führen ins Leere")
    const db = openMigrated(folder)
    expect(readRows(db)).toEqual(before)
    db.close()
  })

  test("waits for nobody: a command beside a running service is refused instead", () => {
    const { folder } = folderAt(1)
    expect(() => openMigrated(folder, { exclude: inUse })).toThrow("in use")
    const db = new Database(fileIn(folder))
    expect(version(db)).toBe(1)
    db.close()
    openMigrated(folder).close()
    expect(() => openMigrated(folder, { exclude: inUse }).close()).not.toThrow()
  })
})

describe("a new database", () => {
  test("appears as a whole: what an earlier, killed start left is not used", () => {
    const folder = newFolder()
    writeFileSync(join(folder, "pfandwerk.db.new"), "half a database")
    writeFileSync(join(folder, "pfandwerk.db-wal"), "another one's log")
    const db = openMigrated(folder)
    fill(db)
    expect(version(db)).toBe(migrations.length)
    expect(existsSync(join(folder, "pfandwerk.db.new"))).toBe(false)
    db.close()
  })

  test("is not there at all when its schema cannot be made", () => {
    const folder = newFolder()
    expect(refusal(folder, [{ name: "x", sql: "CREATE NONSENSE" }])).toContain("lässt sich nicht öffnen")
    expect(readdirSync(folder)).toEqual([])
  })
})

describe("refused with a message that says what to do", () => {
  test("a database of a newer version, untouched", () => {
    const { folder, before } = folderAt(migrations.length)
    expect(refusal(folder, migrations.slice(0, 1))).toContain("neueren Pfandwerk geschrieben (Stand")
    const db = openMigrated(folder)
    expect(readRows(db)).toEqual(before)
    db.close()
  })

  test("another program's database, untouched", () => {
    const folder = newFolder()
    const foreign = new Database(fileIn(folder), { create: true })
    foreign.run("CREATE TABLE fremd (id integer)")
    foreign.close()
    expect(refusal(folder)).toContain("ist keine Datenbank von Pfandwerk")
    const db = new Database(fileIn(folder))
    expect(tableNames(db)).toEqual(["fremd"])
    db.close()
  })

  test("an empty file", () => {
    const folder = newFolder()
    writeFileSync(fileIn(folder), "")
    expect(refusal(folder)).toContain("ist leer (0 Bytes)")
    expect(statSync(fileIn(folder)).size).toBe(0)
  })

  test("a file that is no database", () => {
    const folder = newFolder()
    writeFileSync(fileIn(folder), crypto.getRandomValues(new Uint8Array(20_000)))
    expect(refusal(folder)).toContain("ist beschädigt, abgeschnitten oder keine Datenbank")
  })

  test("a file cut short", () => {
    const { folder } = folderAt(migrations.length)
    truncateSync(fileIn(folder), Math.floor(statSync(fileIn(folder)).size / 8192) * 4096)
    expect(refusal(folder)).toContain("beschädigt")
  })

  test("a file with an overwritten page", () => {
    const { folder } = folderAt(migrations.length)
    const bytes = readFileSync(fileIn(folder))
    bytes.fill(0xff, 4096 * 3, 4096 * 4)
    writeFileSync(fileIn(folder), bytes)
    expect(refusal(folder)).toContain("beschädigt")
  })

  test("a folder in the file's place", () => {
    const folder = newFolder()
    cpSync(join(root, "migrations"), fileIn(folder), { recursive: true })
    expect(refusal(folder)).toContain("kann nicht geschrieben werden. Wem gehört der Ordner")
  })

  test("a database that another program holds locked", () => {
    const { folder } = folderAt(migrations.length)
    const other = new Database(fileIn(folder))
    other.run("BEGIN IMMEDIATE")
    expect(refusal(folder)).toMatch(
      /ist von einem anderen Programm gesperrt. Welches, zeigt: sudo fuser -v \S+pfandwerk\.db\./,
    )
    other.close()
    openMigrated(folder).close()
  }, 120_000)
})

test("a database copied while it is being written opens with everything that its log holds", () => {
  const { folder, before } = folderAt(migrations.length)
  const db = openMigrated(folder)
  db.run("UPDATE tenants SET name = 'im Log'")
  const copy = newFolder()
  for (const end of ["", "-wal"]) copyFileSync(fileIn(folder) + end, fileIn(copy) + end)
  const opened = openMigrated(copy)
  expect(readRows(opened)["tenants"]?.map(({ name }) => name)).toEqual(
    (before["tenants"] ?? []).map(() => "im Log"),
  )
  for (const each of [opened, db]) each.close()
})
