import { Database } from "bun:sqlite"
import { expect, test } from "bun:test"
import { closeSync, openSync, statSync, truncateSync, writeSync } from "node:fs"
import { join } from "node:path"
import { until } from "../helpers/eventually.ts"
import { run, type Running, start } from "../helpers/executable.ts"
import { temporaryDir } from "../helpers/temporary.ts"
import { canMount, copyOfDisk, mountImage, thinDisk } from "./mount.ts"
import { asOfNow, book, expectAllThere, expectSound, found, logIn, send, upload, type Yard } from "./work.ts"

/** Failures that the service has logged since it started. */
const failures = ({ output }: Running): { message: string; error: { code: string } }[] =>
  output()
    .split("\n")
    .filter((line) => line.includes('"level":"error"'))
    .map((line) => JSON.parse(line))

const look = async (service: Running, { token, kunde }: Yard): Promise<number> =>
  (await send(service, token, `/api/kunden/${kunde}/pfandkonto`)).status

test.skipIf(!canMount)(
  "a disk that fails while it runs: writing is refused in words, reading goes on, nothing acknowledged is lost",
  async () => {
    const disk = thinDisk(40)
    const service = await start({ dataDir: join(disk.dir, "data") })
    const yard = await found(service)
    for (let i = 0; i < 5; i++) await book(service, yard)
    await upload(service, yard)
    disk.fail()
    let answer = await book(service, yard)
    for (let i = 0; i < 2000 && answer.status === 201; i++) answer = await book(service, yard)
    expect(answer).toEqual({
      status: 503,
      body: { error: "Der Speicher des Servers meldet einen Fehler. Bitte später noch einmal versuchen." },
    })
    expect((await upload(service, yard)).status).toBe(503)
    expect(await look(service, yard)).toBe(200)
    expect((await send(service, await logIn(service), "/api/auth/me")).status).toBe(200)
    expect((await fetch(`${service.url}/health`)).status).toBe(200)
    await until("the failure is in the log", () => failures(service).length > 0)
    const left = asOfNow(yard)
    expect(await service.stop()).toBe(0)

    // The contents of the failed disk, on a new one.
    const dataDir = join(mountImage(copyOfDisk(disk.image)), "data")
    await expectSound(dataDir)
    const again = await start({ dataDir })
    await expectAllThere(again, left)
    expect(await again.stop()).toBe(0)
  },
  120_000,
)

/** A database that is larger than what is read through at every start. */
async function large(): Promise<{ dataDir: string; file: string; yard: Yard }> {
  const dataDir = temporaryDir()
  const service = await start({ dataDir })
  const yard = await found(service)
  await book(service, yard)
  await service.stop()
  const file = join(dataDir, "pfandwerk.db")
  const db = new Database(file)
  const columns = "tenant_id, mitarbeiter_name, aktion, tabelle, datensatz_id, erstellt_am, aktualisiert_am"
  for (let i = 0; i < 40; i++) {
    db.query(
      `INSERT INTO protokoll (id, aenderungen, ${columns})
       SELECT ?, '{"x":["' || hex(zeroblob(500000)) || '","y"]}', ${columns} FROM protokoll WHERE tabelle = 'kunden' LIMIT 1`,
    ).run(Bun.randomUUIDv7())
  }
  db.run("PRAGMA wal_checkpoint(TRUNCATE)")
  db.close()
  return { dataDir, file, yard }
}

test("a large database whose end is missing is found out at the start, though it is not read through", async () => {
  const { dataDir, file } = await large()
  truncateSync(file, statSync(file).size - 4096)
  const { code, stderr } = await run(["serve"], { dataDir })
  expect([code, stderr]).toEqual([1, expect.stringContaining("ist beschädigt")])
})

test("a damaged page, met while it runs, fails what needs it and nothing else, and is found by check", async () => {
  const { dataDir, file, yard } = await large()
  const fd = openSync(file, "r+")
  writeSync(fd, Buffer.alloc(4096, 0xff), 0, 4096, Math.floor(statSync(file).size / 8192) * 4096)
  closeSync(fd)

  const service = await start({ dataDir })
  const refused = await send(service, yard.token, "/api/protokoll?limit=200")
  expect([refused.status, refused.body]).toEqual([500, { error: "Serverfehler" }])
  await until("the failure is in the log", () => failures(service).length > 0)
  expect(failures(service)).toMatchObject([
    { message: "request failed", error: { code: expect.stringMatching(/^SQLITE_CORRUPT/) } },
  ])
  await expectAllThere(service, yard)
  expect((await book(service, yard)).status).toBe(201)
  expect((await upload(service, yard)).status).toBe(201)
  expect(await service.stop()).toBe(0)
  const checked = await run(["check"], { dataDir })
  expect([checked.code, checked.stdout]).toEqual([1, expect.stringMatching(/Fehler +Datenbank/)])
}, 120_000)

test("while another program holds the database, reading goes on, and writing is refused after a while", async () => {
  const service = await start()
  const yard = await found(service)
  const other = new Database(join(service.dataDir, "pfandwerk.db"))
  other.run("BEGIN IMMEDIATE")
  const ended: string[] = []
  const patient = book(service, yard).finally(() => ended.push("booking"))
  // A service that waited itself would let through one of them before it, and no more.
  for (let i = 0; i < 4; i++) expect(await look(service, yard)).toBe(200)
  expect(ended).toEqual([])
  expect(await patient).toEqual({
    status: 503,
    body: { error: "Die Datenbank ist gerade belegt. Bitte gleich noch einmal versuchen." },
  })
  const waiting = book(service, yard)
  await look(service, yard)
  other.run("ROLLBACK")
  other.close()
  expect((await waiting).status).toBe(201)
  await expectAllThere(service, yard)
  expect(await service.stop()).toBe(0)
}, 120_000)
