import { Database } from "bun:sqlite"
import { expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { Glob } from "bun"
import type { Route } from "../src/api/frame/route.ts"
import { migrations } from "../src/db/migrations.ts"
import { loadRoutes, roomAt } from "../src/routes.ts"

/**
 * The rings of the house, and the second and third belt of tenant isolation: who may import what, and what the database
 * refuses by itself.
 */

const files = [...new Glob("src/**/*.{ts,tsx}").scanSync()].map((path) => ({
  path,
  text: readFileSync(path, "utf8"),
}))

/** Types count as well: whoever names one has to know where it lives. */
const IMPORT = /(?:^(?:import|export)\s[^"'`;]*?|\bimport\()"(\.[^"]+\.tsx?)"/gm
const imports = files.flatMap(({ path, text }) =>
  [...text.matchAll(IMPORT)].map((match) => ({ from: path, to: join(dirname(path), match[1] ?? "") })),
)

/** `src/api/kunden/rules.ts` is in the ring `api`; what lies in src itself stands for itself. */
const ringOf = (path: string): string => path.split("/")[1] ?? ""

/** From the edges to the kernel: each ring, and the rings that it may know beside itself. */
const mayKnow: Record<string, string[]> = {
  "main.ts": ["cli"],
  "build.ts": ["version.ts", "web"],
  cli: ["serve.ts", "deps.ts", "config.ts", "version.ts", "web", "ops", "http", "api", "db", "lib"],
  "serve.ts": ["app.ts", "deps.ts", "config.ts", "version.ts", "ops", "http", "lib"],
  "app.ts": ["routes.ts", "deps.ts", "web", "http", "api", "lib"],
  "routes.ts": ["web", "ops", "api"],
  "route-thread.ts": ["http", "api", "lib"],
  "route-thread-worker.ts": ["routes.ts", "route-thread.ts", "http", "api", "db", "lib"],
  "deps.ts": [
    "data-folder.ts",
    "route-thread.ts",
    "config.ts",
    "version.ts",
    "ops",
    "http",
    "api",
    "db",
    "lib",
  ],
  "data-folder.ts": ["config.ts", "ops", "db", "lib"],
  web: ["config.ts", "version.ts", "ops", "http", "api", "lib"],
  ops: ["version.ts", "config.ts", "http", "api", "db", "lib"],
  http: ["version.ts", "config.ts", "api", "db", "lib"],
  api: ["print", "db", "lib"],
  print: ["lib"],
  "config.ts": ["lib"],
  db: ["lib"],
  lib: [],
  "version.ts": [],
  "types.d.ts": [],
}

test("an import goes inwards", () => {
  const outwards = imports.filter(({ from, to }) => {
    const [ring, other] = [ringOf(from), ringOf(to)]
    return ring !== other && !mayKnow[ring]?.includes(other)
  })
  expect(outwards).toEqual([])
  expect(imports.length).toBeGreaterThan(500)
})

/** Modules of the server that code in a browser may import: pure, and importing nothing else. */
const IN_BROWSERS = /^src\/web\/browser\//
const PURE = new Set([
  // Declared fields, but for what checks and searches by them.
  ...files.map(({ path }) => path).filter((path) => /^src\/lib\/felder\/(?!schema|search-text)/.test(path)),
  "src/lib/heic.ts",
  "src/lib/another-account.ts",
  "src/lib/arten.ts",
  "src/lib/ausserhalb.ts",
  "src/lib/buchungsart.ts",
  "src/lib/day.ts",
  "src/lib/einheit.ts",
  "src/lib/feierabend.ts",
  "src/lib/fifo.ts",
  "src/lib/figures.ts",
  "src/lib/fold.ts",
  "src/lib/format.ts",
  "src/lib/gebucht.ts",
  "src/lib/importarten.ts",
  "src/lib/kontenrahmen.ts",
  "src/lib/kundenart.ts",
  "src/lib/lieferstand.ts",
  "src/lib/once.ts",
  "src/lib/pruefungen.ts",
  "src/lib/printed.ts",
  "src/lib/programme.ts",
  "src/lib/scanned.ts",
  "src/lib/scanner-layout.ts",
  "src/lib/ereignisarten.ts",
  "src/lib/versandtexte.ts",
])

test("a browser gets nothing of the server but what is pure", () => {
  const known = imports.filter(({ from, to }) => IN_BROWSERS.test(from) && !IN_BROWSERS.test(to))
  expect([...new Set(known.map(({ to }) => to))].filter((path) => !PURE.has(path))).toEqual([])
  const pure = imports.filter(({ from }) => PURE.has(from)).map(({ to }) => to)
  expect(pure.filter((path) => !PURE.has(path))).toEqual([])
  expect(importing(/\bfrom "[^.]/).filter((path) => PURE.has(path))).toEqual([])
})

test("a folder of ui imports only those before it in the guide's list", () => {
  const ui = "src/web/browser/ui/"
  const [, names = ""] =
    /each of which may import those before it: ([^]*?)\.\n/.exec(readFileSync(`${ui}README.md`, "utf8")) ?? []
  const order = [...names.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name)
  const folderOf = (path: string): string => path.slice(ui.length).split("/")[0] ?? ""
  const known = new Set(files.filter(({ path }) => path.startsWith(ui)).map(({ path }) => folderOf(path)))
  expect(order.toSorted()).toEqual([...known].toSorted())
  const backwards = imports.filter(
    ({ from, to }) =>
      from.startsWith(ui) && to.startsWith(ui) && order.indexOf(folderOf(to)) > order.indexOf(folderOf(from)),
  )
  expect(backwards).toEqual([])
})

test("a screen imports nothing from another screen's folder", () => {
  const office = "src/web/browser/buero/"
  // The frame shows the screens; what it has for them is theirs as well.
  const screenOf = (path: string): string =>
    path.startsWith(office) ? (/^(?!shell)(\w+)\//.exec(path.slice(office.length))?.[1] ?? "") : ""
  const across = imports.filter(({ from, to }) => {
    const [one, other] = [screenOf(from), screenOf(to)]
    return one !== "" && other !== "" && one !== other
  })
  expect(across).toEqual([])
})

test("the office changes at the four widths that base.css names", () => {
  const sheets = [...new Glob("src/web/browser/{ui,buero,anmelden}/**/*.css").scanSync()]
  const widths = sheets.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/@media[^{]*\bwidth[^{]*/g)].flatMap(([query]) =>
      [...query.matchAll(/\d+(?=px)/g)].map(([width]) => width),
    ),
  )
  expect([...new Set(widths)].toSorted()).toEqual(["1000", "1200", "640", "800"])
})

test("what serves the pages reads their programs as files, and runs none of them", () => {
  const run = imports.filter(({ from, to }) => !IN_BROWSERS.test(from) && IN_BROWSERS.test(to))
  expect(run).toEqual([])
})

/** A reader of a log or an address bar finds the folder without searching. */
test("the folder of a route is named as its address", async () => {
  const folders = [...new Glob("src/api/**/routes.ts").scanSync()].map((path) => dirname(path))
  const served = await loadRoutes()
  for (const folder of folders) {
    // One of them makes the routes of an import for the features that have one.
    const exported: Route[][] = Object.values(await import(`../${folder}/routes.ts`)).filter(Array.isArray)
    expect([folder, exported.flat().filter((route) => !served.includes(route))]).toEqual([folder, []])
    for (const { path } of exported.flat()) {
      const words = path
        .split("/")
        .filter((word) => word !== "" && !word.startsWith(":"))
        // A paper lies beside its record.
        .map((word) => word.replace(/\.pdf$/, ""))
      const named = ["api", ...folder.split("/").slice(2)]
      // The operator's list of companies, and each company for itself.
      if (named.at(-1) === "tenants" && words.at(-1) === "tenant") continue
      expect([folder, ...words.slice(0, named.length)]).toEqual([folder, ...named])
    }
  }
  expect(folders.length).toBeGreaterThan(15)
})

test("a route is loaded by its own address", async () => {
  for (const { method, path } of await loadRoutes()) {
    const room = (await roomAt(path)?.()) ?? []
    expect(room.map((route) => `${route.method} ${route.path}`)).toContain(`${method} ${path}`)
  }
})

/** @returns what can be reached from itself, by what each node leads to */
function onCircles(edges: { from: string; to: string }[]): string[] {
  const next = Map.groupBy(edges, ({ from }) => from)
  const reaches = (start: string): boolean => {
    const seen = new Set<string>()
    const waiting = [start]
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      for (const { to } of next.get(node) ?? []) {
        if (to === start) return true
        if (!seen.has(to)) waiting.push(to)
        seen.add(to)
      }
    }
    return false
  }
  return [...next.keys()].filter(reaches).toSorted()
}

test("no files, no folders and no features import each other, by any way round", () => {
  expect(onCircles(imports)).toEqual([])
  const folderOf = (path: string): string => (dirname(path) === "src" ? path : dirname(path))
  const folders = imports
    .map(({ from, to }) => ({ from: folderOf(from), to: folderOf(to) }))
    .filter(({ from, to }) => from !== to)
  expect(onCircles(folders)).toEqual([])
  // A feature is all that lies below one name: `kunden` with its accounts and statements.
  const featureOf = (path: string): string => path.split("/").slice(0, 3).join("/")
  const features = imports
    .map(({ from, to }) => ({ from: featureOf(from), to: featureOf(to) }))
    .filter(({ from, to }) => from !== to && from.startsWith("src/api/") && to.startsWith("src/api/"))
  expect(onCircles(features)).toEqual([])
  const circle = [
    { from: "a", to: "b" },
    { from: "b", to: "c" },
    { from: "c", to: "a" },
    { from: "d", to: "a" },
  ]
  expect(onCircles(circle)).toEqual(["a", "b", "c"])
})
const importing = (what: RegExp): string[] =>
  files
    .filter(({ text }) => text.split("\n").some((line) => /\bfrom "|import\(/.test(line) && what.test(line)))
    .map(({ path }) => path)

test("a type that several files may import has a name of its own", () => {
  const named = files
    .filter(({ path }) => /^src\/(?:api|db|lib|print)\//.test(path))
    .flatMap(({ text }) => [...text.matchAll(/^export (?:declare )?(?:type|interface|class) (\w+)/gm)])
    .map(([, name = ""]) => name)
  expect(named.length).toBeGreaterThan(300)
  expect(named.filter((name, place) => named.indexOf(name) !== place)).toEqual([])
})

test("a test stands in the folder that its subject has in src", () => {
  const whole = /^(?:faults|helpers)\//
  const lost = [...new Glob("**/*.test.ts").scanSync("test")].filter(
    (path) => !whole.test(path) && !existsSync(join("src", dirname(path))),
  )
  expect(lost).toEqual([])
})

test("only db/ talks to SQLite", () => {
  const outside = importing(/"(bun:sqlite|drizzle-orm\/bun-sqlite)"/).filter(
    (path) => !path.startsWith("src/db/"),
  )
  expect(outside).toEqual([])
})

test("only the log-in, the session, the tenants and the command line see across tenants", () => {
  const allowed =
    /^src\/(db|api\/auth|api\/sitzung|api\/tenants|cli|ops\/demo)\/|^src\/api\/frame\/(session|services|route)\.ts$|^src\/http\/(guard|call|http-deps)\.ts$/
  expect(
    importing(/db\/(?:system-db|accounts|all-tenants)\.ts"/).filter((path) => !allowed.test(path)),
  ).toEqual([])
})

test("only the edge knows HTTP's framework, and the log-in its tokens", () => {
  const allowed = /^src\/(http|web)\/|^src\/app\.ts$|^src\/api\/auth\/tokens\.ts$/
  expect(importing(/"elysia|@elysiajs/).filter((path) => !allowed.test(path))).toEqual([])
})

test("only main.ts reads the environment of the process", () => {
  // A bundler replaces NODE_ENV: that is no reading of the environment.
  const readers = files
    .filter(({ text }) => /process\.env(?!\.NODE_ENV": )|Bun\.env/.test(text))
    .map(({ path }) => path)
  expect(readers).toEqual(["src/main.ts"])
})

const db = new Database(":memory:")
for (const { sql } of migrations) db.run(sql)
const tables = db
  .query(
    "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'",
  )
  .all() as { name: string; strict: number }[]
/** Full-text tables bring helpers of their own. */
const own = tables.filter(({ name }) => !/_suche(_|$)/.test(name))

test("every table is STRICT and carries tenant_id", () => {
  expect(own.filter(({ strict }) => strict !== 1)).toEqual([])
  for (const { name } of own) {
    const columns = db.query(`SELECT name FROM pragma_table_info('${name}')`).all() as { name: string }[]
    expect(columns.map((column) => column.name)).toContain("tenant_id")
  }
})

test("every reference between business tables is composite, so that none can cross tenants", () => {
  for (const { name } of own) {
    const parts = db.query(`SELECT id, "table", "from" FROM pragma_foreign_key_list('${name}')`).all() as {
      id: number
      table: string
      from: string
    }[]
    for (const { id, table } of parts.filter((part) => part.table !== "tenants")) {
      const columns = parts.filter((part) => part.id === id).map((part) => part.from)
      expect([name, table, columns.includes("tenant_id")]).toEqual([name, table, true])
    }
  }
})

test("no business table has a key of the id alone, which would tell tenants of each other's ids", () => {
  for (const { name } of own.filter((table) => table.name !== "tenants")) {
    const indexes = db
      .query(`SELECT name FROM pragma_index_list('${name}') WHERE "unique" = 1 AND partial = 0`)
      .all() as { name: string }[]
    for (const index of indexes) {
      const columns = (
        db.query(`SELECT name FROM pragma_index_info('${index.name}')`).all() as { name: string }[]
      ).map((column) => column.name)
      // Random values that the service makes itself.
      const harmless =
        columns.includes("tenant_id") || columns.every((column) => /pfad$|^token_hash$/.test(column))
      expect([name, columns, harmless]).toEqual([name, columns, true])
    }
  }
})
