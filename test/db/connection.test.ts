import { Database } from "bun:sqlite"
import { afterEach, beforeEach, describe, expect, test } from "bun:test"
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Connection } from "../../src/db/connection.ts"
import { openMigrated } from "../../src/db/migrate.ts"
import { openDatabase } from "../../src/db/open.ts"
import { kunden, protokoll, tenants } from "../../src/db/schema.ts"
import { SystemDb } from "../../src/db/system-db.ts"
import { TenantDb } from "../../src/db/tenant-db.ts"
import { sharedClock } from "../../src/lib/fair-line.ts"
import { loop } from "../../src/lib/turns.ts"
import { until } from "../helpers/eventually.ts"
import { putDatabase } from "../helpers/migrated.ts"
import { failing } from "../helpers/failing.ts"

let folder: string
let file: string
let sqlite: Database
let connection: Connection
const time = Date.parse("2026-01-02T03:04:05.678Z")
/** Time that has passed, in ms: none unless a test says so, however busy the machine is. */
let elapsed = 0

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pfandwerk-test-"))
  file = join(folder, "pfandwerk.db")
  putDatabase(folder)
  sqlite = openMigrated(folder)
  elapsed = 0
  connection = new Connection(
    sqlite,
    () => new Date(time),
    true,
    () => elapsed,
  )
})
afterEach(() => {
  connection.close()
  rmSync(folder, { recursive: true, force: true })
})

const insert = (id: string) =>
  new TenantDb(connection, id).insert(tenants, { id, name: id, slug: id, typ: "standard" }).id

const probe = () => new SystemDb(connection).probe()

/** Rows that another connection sees: the committed ones. */
function stored(): string[] {
  const other = new Database(file, { readonly: true })
  const ids = other.query("SELECT id FROM tenants ORDER BY id").values()
  other.close()
  return ids.map(([id]) => String(id))
}

/** @returns another program that has the lock of writers, for a moment */
async function holdLock() {
  const holder = Bun.spawn([
    process.execPath,
    "--eval",
    `const db = new (require("bun:sqlite").Database)(${JSON.stringify(file)})
     db.run("BEGIN IMMEDIATE"); console.log("held"); await Bun.sleep(100); db.run("COMMIT")`,
  ])
  await holder.stdout.getReader().read()
  return holder
}

const pragma = (db: Database, name: string) => db.query(`PRAGMA ${name}`).values()[0]?.[0]

describe("write", () => {
  test("runs writers that arrive together in one transaction", async () => {
    const seen: boolean[] = []
    await Promise.all(
      ["a", "b", "c"].map((id) =>
        connection.write(() => {
          insert(id)
          seen.push(stored().length === 0)
        }),
      ),
    )
    expect(seen).toEqual([true, true, true])
    expect(stored()).toEqual(["a", "b", "c"])
  })

  test("tells nobody before the commit", async () => {
    const told: string[][] = []
    await Promise.all(
      ["a", "b"].map((id) => connection.write(() => insert(id)).then(() => told.push(stored()))),
    )
    expect(told).toEqual([
      ["a", "b"],
      ["a", "b"],
    ])
  })

  test("undoes the work of one that fails, and leaves the others' alone", async () => {
    const results = await Promise.allSettled([
      connection.write(() => insert("a")),
      connection.write(() => {
        insert("b")
        throw new Error("nein")
      }),
      connection.write(() => insert("c")),
    ])
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"])
    expect(stored()).toEqual(["a", "c"])
  })

  test("undoes the work of one that the database refuses, and leaves the others' alone", async () => {
    const results = await Promise.allSettled(["a", "a", "c"].map((id) => connection.write(() => insert(id))))
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"])
    expect(stored()).toEqual(["a", "c"])
  })

  test("tells all that share a transaction of a failure, and stores none of them, when it fails as a whole", async () => {
    const results = await Promise.allSettled([
      connection.write(() => insert("a")),
      connection.write(() => {
        // A full disk ends the whole transaction, not only this writer's part of it.
        sqlite.run("ROLLBACK")
        throw new Error("disk full")
      }),
      connection.write(() => insert("c")),
    ])
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"])
    expect(stored()).toEqual(["c"])
  })

  test("refuses asynchronous work and undoes what it did until then", async () => {
    const work = connection.write(async () => insert("a"))
    expect(await failing(work)).toThrow("must be synchronous")
    expect(stored()).toEqual([])
  })

  test("takes many writers in their order", async () => {
    const ids = Array.from({ length: 200 }, (_, i) => `t${String(i).padStart(3, "0")}`)
    const done: string[] = []
    await Promise.all(ids.map((id) => connection.write(() => insert(id)).then((made) => done.push(made))))
    expect(done).toEqual(ids)
    expect(stored()).toEqual(ids)
  })

  test("takes first the company that has had least, so that none waits behind all that another one brought", async () => {
    const order: string[] = []
    const add = (owner: string, id: string) => connection.write(() => void order.push(insert(id)), owner)
    const many = Array.from({ length: 150 }, (_, i) => add("laut", `l${i}`))
    await Promise.all([...many, add("leise", "a"), add("still", "b")])
    expect(order.slice(0, 3)).toEqual(["l0", "a", "b"])
    expect(order.filter((id) => id.startsWith("l"))).toEqual(Array.from({ length: 150 }, (_, i) => `l${i}`))
  })

  test("lets five hundred of one company wait; who comes then is told so, and others are not", async () => {
    const writing = Array.from({ length: 500 }, (_, i) => connection.write(() => i, "laut"))
    const refused = connection.write(() => insert("a"), "laut")
    expect(await failing(refused)).toThrow("Zu viele Änderungen dieser Firma auf einmal")
    expect(await connection.write(() => "leise", "leise")).toBe("leise")
    expect(await Promise.all(writing)).toEqual(Array.from({ length: 500 }, (_, i) => i))
    expect(stored()).toEqual([])
    expect(await connection.write(() => insert("b"), "laut")).toBe("b")
  })

  test("lets readers go before a company that has had more than theirs", async () => {
    const order: string[] = []
    sharedClock.charge("laut", 1000)
    // Longer than a slice of the loop: readers that come now wait for the next.
    const read = (i: number) => loop.run(`leise ${i}`, () => (Bun.sleepSync(3), order.push("read")))
    const reads = Array.from({ length: 6 }, (_, i) => read(i))
    await Promise.all([connection.write(() => void order.push(insert("a")), "laut"), ...reads])
    expect(order).toEqual([...Array.from({ length: 6 }, () => "read"), "a"])
  })

  test("lets a company rest after a long write where others are there, and mixes its next with nobody's", async () => {
    const write = (id: string, owner: string, ms = 0) =>
      connection.write(() => {
        const before = stored()
        insert(id)
        elapsed += ms
        return before
      }, owner)
    await write("a", "laut", 20)
    await write("b", "laut", 20)
    // Others are there, and have had more.
    sharedClock.charge("leise", 1000)
    const loud = write("c", "laut", 20)
    await write("d", "leise")
    expect(stored()).toEqual(["a", "b", "d"])
    elapsed += 8 * 20
    await loud
    sharedClock.charge("laut", 2000)
    elapsed += 8 * 20
    const [, seen] = await Promise.all([write("e", "leise"), write("f", "laut")])
    expect(seen).toEqual(["a", "b", "c", "d", "e"])
  })

  test("lets a job rest after each of its writes elsewhere, however short it was, but not for its commit", async () => {
    const elsewhere = (ms: number) =>
      connection.writeElsewhere(async (worked) => {
        elapsed += 1000
        worked(ms)
      }, "auftraege laut")
    await elsewhere(2)
    sharedClock.charge("leise", 1000)
    const order: string[] = []
    const next = elsewhere(2).then(() => order.push("elsewhere"))
    await connection.write(() => void order.push("leise"), "leise")
    expect(order).toEqual(["leise"])
    elapsed += 8 * 2
    await next
    expect(order).toEqual(["leise", "elsewhere"])
  })

  test("runs each writer once, whatever becomes of the others", async () => {
    const runs: string[] = []
    const write = (id: string, fails = false) =>
      connection.write(() => {
        runs.push(id)
        insert(id)
        if (fails) throw new Error("nein")
      })
    await Promise.allSettled([write("a"), write("b", true), write("c")])
    expect([runs, stored()]).toEqual([
      ["a", "b", "c"],
      ["a", "c"],
    ])
  })

  test("ends a transaction that takes long, so that readers come in between", async () => {
    const seen: string[][] = []
    const write = (id: string, ms: number) =>
      connection.write(() => {
        seen.push(stored())
        insert(id)
        elapsed += ms
      })
    await Promise.all([write("a", 5), write("b", 6), write("c", 20), write("d", 0)])
    expect(seen).toEqual([[], [], ["a", "b"], ["a", "b", "c"]])
  })

  test("pauses for readers after a slow commit, and is over with it once the time has passed", async () => {
    let step = 0
    const slow = new Connection(
      sqlite,
      () => new Date(time),
      true,
      () => (elapsed += step),
    )
    const begun = performance.now()
    const isDoneSoon = async (): Promise<boolean> => {
      let done = false
      const written = slow.write(() => {}).then(() => (done = true))
      for (let i = 0; i < 3; i++) await new Promise(setImmediate)
      const wasDone = done
      await written
      return wasDone
    }
    const writeSlowly = async (): Promise<void> => {
      step = 40
      await slow.write(() => {})
      step = 0
    }
    await writeSlowly()
    await slow.write(() => {})
    // A timer of the pause's length, and no machine is too slow for that.
    expect(performance.now() - begun).toBeGreaterThanOrEqual(39)
    await writeSlowly()
    elapsed += 100
    expect(await isDoneSoon()).toBe(true)
    slow.close()
  })

  test("waits for another program's writing, in order, while everybody else goes on", async () => {
    await connection.write(() => insert("a"))
    const other = openDatabase(file)
    other.run("BEGIN IMMEDIATE")
    const done: string[] = []
    const ids = Array.from({ length: 100 }, (_, i) => `t${i}`)
    const writes = Promise.allSettled(
      ids.map((id) => connection.write(() => insert(id)).then((made) => done.push(made))),
    )
    try {
      let reads = 0
      await until("ten have read", () => {
        expect(new TenantDb(connection, "a").find(tenants, "a")?.name).toBe("a")
        return ++reads === 10
      })
      expect(done).toEqual([])
    } finally {
      other.run("COMMIT")
      other.close()
    }
    expect((await writes).filter(({ status }) => status === "rejected")).toEqual([])
    expect(done).toEqual(ids)
  })

  test("close waits for another program's writing, too", async () => {
    const holder = await holdLock()
    const write = connection.write(() => insert("a"))
    connection.close()
    expect(await write).toBe("a")
    await holder.exited
  })

  test("close stores all that was still waiting", async () => {
    const ids = Array.from({ length: 200 }, (_, i) => `t${i}`)
    const writes = ids.map((id) => connection.write(() => insert(id)))
    connection.close()
    expect(await Promise.all(writes)).toEqual(ids)
    expect(stored().length).toBe(200)
    connection = new Connection(openMigrated(folder), () => new Date(), true)
  })
})

describe("write over a connection of a thread's or a command's own", () => {
  let alone: Connection
  beforeEach(() => (alone = new Connection(openDatabase(file), () => new Date(time))))
  afterEach(() => alone.close())
  const insertAlone = (id: string) =>
    new TenantDb(alone, id).insert(tenants, { id, name: id, slug: id, typ: "standard" }).id

  test("is done at once, each in a transaction of its own", async () => {
    const writes = ["a", "b"].map((id) => alone.write(() => insertAlone(id)))
    expect(stored()).toEqual(["a", "b"])
    expect(await Promise.all(writes)).toEqual(["a", "b"])
  })

  test("undoes the work of one that fails, and of one that is asynchronous", async () => {
    const fails = alone.write(() => {
      insertAlone("a")
      throw new Error("nein")
    })
    expect(await failing(fails)).toThrow("nein")
    expect(await failing(alone.write(async () => insertAlone("b")))).toThrow("must be synchronous")
    expect(() => insertAlone("c")).toThrow("only write() changes the database")
    expect(stored()).toEqual([])
  })

  test("waits for another program's writing", async () => {
    const holder = await holdLock()
    expect(await alone.write(() => insertAlone("a"))).toBe("a")
    await holder.exited
  })
})

describe("a connection is opened", () => {
  test("with the settings that the promises rest on", () => {
    const values = Object.fromEntries(
      ["journal_mode", "synchronous", "foreign_keys", "recursive_triggers", "trusted_schema"].map((name) => [
        name,
        pragma(sqlite, name),
      ]),
    )
    expect(values).toEqual({
      journal_mode: "wal",
      synchronous: 2,
      foreign_keys: 1,
      recursive_triggers: 1,
      trusted_schema: 0,
    })
    // The service waits without standing still; see `write`.
    expect(pragma(sqlite, "busy_timeout")).toBe(0)
    expect(pragma(sqlite, "temp_store")).toBe(2)
  })

  test("with them again after an upgrade, which switches one off", () => {
    const second = openDatabase(file)
    expect(pragma(second, "foreign_keys")).toBe(1)
    expect(pragma(second, "busy_timeout")).toBe(5000)
    expect(() => sqlite.run("INSERT INTO kunden (tenant_id, id) VALUES ('x', 'y')")).toThrow()
    second.close()
  })

  test("so that REPLACE does not pass the triggers of the log", async () => {
    const { id } = await connection.write(() => {
      insert("a")
      return new TenantDb(connection, "a").insert(protokoll, {
        mitarbeiter_name: "x",
        aktion: "tenants.angelegt",
        tabelle: "tenants",
        datensatz_id: "a",
        aenderungen: "{}",
      })
    })
    const replace = `INSERT OR REPLACE INTO protokoll SELECT tenant_id, id, mitarbeiter_id, 'jemand', aktion, tabelle,
       datensatz_id, aenderungen, erstellt_am, aktualisiert_am, version FROM protokoll WHERE id = '${id}'`
    expect(() => sqlite.run(replace)).toThrow("protokoll ist unveraenderlich")
    expect(() => sqlite.run(`DELETE FROM protokoll WHERE id = '${id}'`)).toThrow("unveraenderlich")
    expect(() => sqlite.run("UPDATE protokoll SET aktion = 'x'")).toThrow("unveraenderlich")
  })
})

describe("reads", () => {
  const names = () => new SystemDb(connection).tenants.pageByName(undefined, 10)
  const turn = () => new Promise(setImmediate)

  test("of one turn see one state, and the next turn's what another process has committed", async () => {
    expect(names()).toHaveLength(0)
    const other = new Database(file)
    other.run(
      "INSERT INTO tenants (tenant_id, id, name, slug, typ, erstellt_am, aktualisiert_am) VALUES ('x', 'x', 'X', 'x', 'standard', '', '')",
    )
    expect(names()).toHaveLength(0)
    await turn()
    expect(names()).toHaveLength(1)
    // Nothing is held between turns: the log of writes can be emptied.
    await turn()
    expect(other.query("PRAGMA wal_checkpoint(TRUNCATE)").values()).toEqual([[0, 0, 0]])
    other.close()
  })

  test("see what was written in the same turn", async () => {
    names()
    await connection.write(() => {
      insert("a")
      expect(names()).toHaveLength(1)
    })
    expect(names()).toHaveLength(1)
  })

  test("are all that may happen outside of write", () => {
    expect(() => insert("a")).toThrow("only write() changes the database")
    names()
    expect(() => insert("a")).toThrow("only write() changes the database")
    expect(() => new SystemDb(connection).tenants.expireDemo("a")).toThrow(
      "only write() changes the database",
    )
  })
})

test("the log of writes stays below 64 MB under 120 MB of writes with reads between them", async () => {
  await connection.write(() => insert("a"))
  const tenant = new TenantDb(connection, "a")
  for (let batch = 0; batch < 1200; batch++) {
    const strasse = String(batch).repeat(100_000 / String(batch).length)
    const writes = Array.from({ length: 4 }, (_, i) =>
      connection.write(() => tenant.update(tenants, "a", { name: `${batch} ${i}`, strasse })),
    )
    await Promise.all(writes)
    tenant.find(tenants, "a")
    new SystemDb(connection).tenants.pageByName(undefined, 10)
  }
  const megabytes = statSync(`${file}-wal`).size / 2 ** 20
  // Not with every few writes either: a running service has a thread for it (checkpoint.test.ts).
  expect(megabytes).toBeGreaterThan(30)
  expect(megabytes).toBeLessThan(64)
}, 120_000)

test("a page that the disk cannot read fails what asked for it, and nothing else", async () => {
  await connection.write(() => insert("a"))
  const tenant = new TenantDb(connection, "a")
  for (let i = 0; i < 100; i++) {
    await connection.write(() =>
      tenant.insert(kunden, { id: `k${i}`, kundennummer: `${i}`, name: "x".repeat(500) }),
    )
  }
  // Nothing of it is in memory, and the log of writes ends where the rows would be.
  sqlite.run("PRAGMA cache_size = 1")
  sqlite.run("PRAGMA shrink_memory")
  const log = readFileSync(`${file}-wal`)
  truncateSync(`${file}-wal`, 100)
  expect(() => tenant.find(kunden, "k50")).toThrow("disk I/O error")
  expect(await failing(connection.write(() => tenant.find(kunden, "k50")))).toThrow("disk I/O error")
  writeFileSync(`${file}-wal`, log)
  expect(tenant.find(kunden, "k50")?.kundennummer).toBe("50")
  await connection.write(() => tenant.update(kunden, "k50", { name: "Adler" }))
  expect(tenant.find(kunden, "k50")?.name).toBe("Adler")
})

test("of all texts that lists can make, only the last used statements are kept", () => {
  const texts = Array.from({ length: 1001 }, (_, i) => `SELECT ${i}`)
  const [first, second] = texts.slice(0, 2).map((sql) => connection.statement(sql))
  connection.statement("SELECT 0")
  for (const sql of texts.slice(2)) connection.statement(sql).get()
  expect(() => second?.get()).toThrow("finalized")
  expect(first?.values()).toEqual([[0]])
  expect(connection.statement("SELECT 1").values()).toEqual([[1]])
})

describe("probe", () => {
  test("is content with a database that answers, also while somebody writes", async () => {
    expect(probe).not.toThrow()
    await connection.write(() => {
      insert("a")
      expect(probe).not.toThrow()
    })
  })

  test("finds that the file is gone, although the open one would still answer", () => {
    renameSync(file, `${file}.weg`)
    expect(new SystemDb(connection).tenants.byId("x")).toBeUndefined()
    expect(probe).toThrow()
    expect(existsSync(file)).toBe(false)
    renameSync(`${file}.weg`, file)
  })

  test("finds that another file lies in its place", () => {
    sqlite.run(`VACUUM INTO '${file}.kopie'`)
    renameSync(file, `${file}.weg`)
    renameSync(`${file}.kopie`, file)
    expect(probe).toThrow("replaced")
    renameSync(`${file}.weg`, file)
  })

  test("finds that the file is damaged", () => {
    sqlite.run("PRAGMA wal_checkpoint(TRUNCATE)")
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.fill(0xff, 0, 4096))
    expect(probe).toThrow()
  })

  test("finds that the file was cut short", () => {
    sqlite.run("PRAGMA wal_checkpoint(TRUNCATE)")
    truncateSync(file, 0)
    expect(probe).toThrow()
  })
})
