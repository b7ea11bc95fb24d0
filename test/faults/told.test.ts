import { expect, setDefaultTimeout, test } from "bun:test"
import { Database } from "bun:sqlite"
import { cpSync, readFileSync, rmSync, statfsSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { openMigrated } from "../../src/db/migrate.ts"
import { migrations } from "../../src/db/migrations.ts"
import { createTestApp } from "../helpers/app.ts"
import { run, start, type Running } from "../helpers/executable.ts"
import { temporaryDir } from "../helpers/temporary.ts"
import { canMount, imageDisk, smallDisk } from "./mount.ts"
import { book, expectAllThere, found } from "./work.ts"

/** Messages that an operator gets. */

setDefaultTimeout(120_000)

const DAY = 86_400_000

type Line = { level: string; message: string; [field: string]: unknown }

const lines = ({ output }: Running): Line[] =>
  output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line))

test("an upgrade tells its copy, each migration by name, and how long it took", async () => {
  const dataDir = temporaryDir()
  openMigrated(dataDir, { migrations: migrations.slice(0, -2) }).close()
  const service = await start({ dataDir })
  await service.stop()
  const said = lines(service)
  const [from, to] = [migrations.length - 2, migrations.length]
  const names = migrations.slice(-2).map(({ name }) => name)
  const at = (message: string) => said.find((line) => line.message.startsWith(message))
  expect(at("the database is being upgraded")).toMatchObject({ from, to, migrations: names })
  expect(at("the database was copied")).toMatchObject({
    copy: expect.stringContaining(`pfandwerk-v${from}-`),
    ms: expect.any(Number),
  })
  expect(
    said.filter(({ message }) => message === "a migration was applied").map((line) => line["migration"]),
  ).toEqual(names)
  expect(at("the database was upgraded")).toMatchObject({ from, to, ms: expect.any(Number) })
  const again = await start({ dataDir })
  await again.stop()
  expect(again.output()).not.toContain("upgraded")
})

test("a secret that was lost is made anew with a word; the first one is not", async () => {
  const dataDir = temporaryDir()
  const first = await start({ dataDir })
  await first.stop()
  expect(first.output()).not.toContain("a new secret")
  // What else a first start has to say.
  expect(first.output()).toContain("pfandwerk superadmin create")
  rmSync(join(dataDir, "jwt_secret"))
  const second = await start({ dataDir })
  await second.stop()
  expect(lines(second)).toContainEqual(
    expect.objectContaining({ level: "warn", advice: expect.stringContaining("Alle melden sich neu an") }),
  )
})

test("another secret than before is told at the start, wherever it comes from; the same one is not", async () => {
  const dataDir = temporaryDir()
  const told = async (env: Record<string, string>): Promise<unknown> => {
    const service = await start({ dataDir, env })
    await service.stop()
    expect(service.output()).not.toContain("0123456789")
    const line = lines(service).find(({ message }) => message === "the secret is another one than before")
    if (line)
      expect([line["level"], line["advice"]]).toEqual(["warn", expect.stringContaining("Alle melden")])
    return line?.["from"]
  }
  const [one, other] = ["one", "other"].map((name) => ({ JWT_SECRET: `${name} ${"0123456789".repeat(4)}` }))
  expect(await told({})).toBeUndefined()
  expect(await told({ ...one })).toBe("JWT_SECRET")
  // A command beside the service may have no such setting.
  expect((await run(["tenant", "list"], { dataDir })).code).toBe(0)
  expect(await told({ ...one })).toBeUndefined()
  expect(await told({ ...other })).toBe("JWT_SECRET")
  expect(await told({})).toBe(join(dataDir, "jwt_secret"))
  expect(await told({})).toBeUndefined()
})

test("a clock that stands before what was seen already is told at the start", async () => {
  const dataDir = temporaryDir()
  const first = await start({ dataDir })
  await first.stop()
  const note = join(dataDir, "ledger-ends.json")
  const notiert_am = new Date(Date.now() + DAY).toISOString()
  writeFileSync(note, JSON.stringify({ ...JSON.parse(readFileSync(note, "utf8")), notiert_am }))
  const second = await start({ dataDir })
  await second.stop()
  expect(first.output()).not.toContain("the clock went back")
  expect(lines(second)).toContainEqual(
    expect.objectContaining({
      level: "error",
      message: "the clock went back",
      before: notiert_am,
      advice: expect.stringContaining("timedatectl"),
    }),
  )
})

test("check names a way out of a database that is missing, cut short or not one", async () => {
  const sound = temporaryDir()
  await (await start({ dataDir: sound })).stop()
  const faults: [string, (file: string) => void][] = [
    ["missing", (file) => rmSync(file)],
    ["cut short", (file) => truncateSync(file, 3 * 4096)],
    ["cut within its first page", (file) => truncateSync(file, 300)],
    ["overwritten", (file) => writeFileSync(file, "x".repeat(100_000))],
  ]
  for (const [name, damage] of faults) {
    const dataDir = temporaryDir()
    cpSync(sound, dataDir, { recursive: true })
    damage(join(dataDir, "pfandwerk.db"))
    const { code, stdout } = await run(["check"], { dataDir })
    const told = stdout.split("\n").find((line) => line.startsWith("Fehler   Datenbank")) ?? stdout
    expect([name, code, told]).toEqual([
      name,
      1,
      expect.stringMatching(/pfandwerk backup list.*pfandwerk restore DATEI/),
    ])
    expect([name, stdout]).toEqual([
      name,
      expect.not.stringMatching(/malformed|not a database|no such|disk image/),
    ])
  }
})

test.skipIf(!canMount)("check names a way out of a full disk", async () => {
  const sound = temporaryDir()
  await (await start({ dataDir: sound })).stop()
  const { dir, fill } = smallDisk(32)
  cpSync(sound, dir, { recursive: true })
  fill()
  const { code, stdout } = await run(["check"], { dataDir: dir })
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(/^Fehler   Platz .*Kein Platz mehr.*pfandwerk backup list/m),
  ])
})

test.skipIf(!canMount)(
  "check says of a full disk no more than is true: what was confirmed is kept",
  async () => {
    const { dir } = imageDisk(48)
    // As mkfs leaves it: a folder that is no picture of ours.
    rmSync(join(dir, "lost+found"), { recursive: true })
    const service = await start({ dataDir: dir })
    const yard = await found(service)
    const { bavail, bsize } = statfsSync(dir)
    // The part that is kept for root stays: only others find no room.
    writeFileSync(join(dir, "ballast"), Buffer.alloc(bavail * bsize))
    while (statfsSync(dir).bavail > 0) writeFileSync(join(dir, "ballast"), Buffer.alloc(bsize), { flag: "a" })
    expect((await book(service, yard)).status).toBe(201)
    const { stdout } = await run(["check"], { dataDir: dir })
    const said = stdout.split("\n").find((line) => line.startsWith("Fehler   Platz"))
    expect(said).toContain("Was bestätigt wurde, ist gespeichert")
    expect(said).not.toContain("nichts mehr gebucht")
    await expectAllThere(service, yard)
    await service.stop()
  },
)

const login = { email: "admin@demo.example", password: "pfandwerk-demo", tenant_slug: "demo" }
const logIn = async ({ url }: Running): Promise<number> => {
  const headers = { "content-type": "application/json" }
  return (await fetch(`${url}/api/auth/login`, { method: "POST", headers, body: JSON.stringify(login) }))
    .status
}
const offered = async ({ url }: Running): Promise<string[]> =>
  ((await (await fetch(`${url}/api/demo`)).json()) as { email: string }[]).map(({ email }) => email)

test("a demo listens here alone, offers no account that has ended, and outlives a jump of the clock", async () => {
  const dataDir = temporaryDir()
  let service = await start({ command: "demo", dataDir, env: { HOST: "" } })
  expect(service.output()).toContain('"address":"http://127.0.0.1:')
  expect(await offered(service)).toHaveLength(4)
  await service.stop()

  const database = new Database(join(dataDir, "pfandwerk.db"))
  database.run("UPDATE mitarbeiter SET aktiv = 0 WHERE email = 'fahrer2@demo.example'")
  database.close()
  // A clock that is a year ahead: a log-in stores the end, as is specified.
  const ahead = createTestApp({ dir: dataDir, clock: () => new Date(Date.now() + 365 * DAY) })
  expect((await ahead.call("POST", "/api/auth/login", { body: login })).status).toBe(403)
  expect(ahead.deps.system.tenants.bySlug("demo")?.status).toBe("abgelaufen")
  ahead.close()

  service = await start({ command: "demo", dataDir })
  expect(lines(service)).toContainEqual(
    expect.objectContaining({ message: "a demo goes on", tenant: "demo" }),
  )
  expect(await logIn(service)).toBe(200)
  expect(await offered(service)).toHaveLength(3)
  expect(service.output()).not.toContain("fahrer2@demo.example")
  await service.stop()

  const ended = new Database(join(dataDir, "pfandwerk.db"))
  ended.run("UPDATE tenants SET demo_expires_at = ?", [new Date(Date.now() - DAY).toISOString()])
  ended.close()
  service = await start({ command: "demo", dataDir })
  expect(await offered(service)).toEqual([])
  await service.said("ihre Konten sind zu Ende")
  expect(service.output()).not.toContain("pfandwerk-demo ")
  await service.stop()
})
