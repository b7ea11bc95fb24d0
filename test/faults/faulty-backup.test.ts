import { Database } from "bun:sqlite"
import { beforeAll, expect, setDefaultTimeout, test } from "bun:test"
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createTestApp } from "../helpers/app.ts"
import { executable, run, start } from "../helpers/executable.ts"
import { yard } from "../helpers/pfand.ts"
import { temporaryDir } from "../helpers/temporary.ts"
import { atTerminal } from "../helpers/terminal.ts"
import { pastTriggers } from "../helpers/triggers.ts"

/** A backup of data that a restore would refuse: no backup, in nobody's way, and an alarm. */

setDefaultTimeout(120_000)

const TOKEN = "0123456789abcdef"
const FAULT = "Das Pfandbuch von hof stimmt nicht: Buchung 2 wurde nachträglich verändert"

/** With a company that has booked. */
const template = temporaryDir()
beforeAll(async () => {
  const app = createTestApp({ dir: template })
  const hof = await yard(app, "hof")
  for (let i = 0; i < 3; i++)
    await app.call("POST", "/api/pfandbuchungen", {
      token: hof.admin.token,
      body: {
        kunde_id: hof.kunden[0],
        positionen: [{ pfandartikel_id: hof.leer, art: "ausgabe", menge: 1 }],
      },
    })
  app.close()
})

function copied(): { dataDir: string; backups: string } {
  const dataDir = temporaryDir()
  cpSync(template, dataDir, { recursive: true })
  return { dataDir, backups: join(dataDir, "backups") }
}

/** Past the triggers, as a failing disk does. */
function flipByte(dataDir: string): void {
  const db = new Database(join(dataDir, "pfandwerk.db"))
  pastTriggers(db, "pfandbuchungen", () =>
    db.run(
      `UPDATE pfandbuchungen SET hash = iif(hash LIKE '0%', '1', '0') || substr(hash, 2) WHERE lfd_nr = 2`,
    ),
  )
  db.close()
}

const proven = (backups: string) =>
  readdirSync(backups)
    .filter((name) => /^pfandwerk-.*Z\.tar$/.test(name))
    .toSorted()
const faulty = (backups: string) => readdirSync(backups).filter((name) => name.startsWith("fehlerhaft-"))

test("one flipped byte in a booking's hash: kept apart, told, and no proven backup makes room for it", async () => {
  const { dataDir, backups } = copied()
  const old = ["pfandwerk-2026-01-05T02-00-00Z.tar", "pfandwerk-2026-01-06T02-00-00Z.tar"]
  for (const name of old) writeFileSync(join(backups, name), "")
  const env = { METRICS_TOKEN: TOKEN, BACKUP_KEEP_DAILY: "1", BACKUP_KEEP_WEEKLY: "0" }
  flipByte(dataDir)
  const service = await start({ dataDir, env })
  for (const args of [["backup", "--scheduled"], ["backup"]]) {
    const { code, stdout, stderr } = await run(args, { dataDir, env })
    expect([code, stdout, stderr]).toEqual([1, "", expect.stringContaining(FAULT)])
    expect(proven(backups)).toEqual(old)
    // Of those that came by themselves the newest is enough.
    expect(faulty(backups)).toEqual([expect.stringMatching(/^fehlerhaft-pfandwerk-.*Z\.tar$/)])
    expect(stderr).toContain(join(backups, faulty(backups)[0] ?? ""))
  }
  const headers = { authorization: `Bearer ${TOKEN}` }
  const metrics = await (await fetch(`${service.url}/metrics`, { headers })).text()
  expect(metrics).toContain("pfandwerk_backup_fault 1")
  await service.stop()
  const checked = await run(["check"], { dataDir, env })
  expect(checked.code).toBe(1)
  expect(checked.stdout).toMatch(
    /Fehler {3}Sicherung .*misslungen: .*Buchung 2 wurde nachträglich verändert/s,
  )
  const listed = await run(["backup", "list"], { dataDir, env })
  expect(listed.stdout).toContain("Fehlerhaft, zurück nur mit restore --despite-faults")
})

test("a file or a stream that somebody asked for is no backup either", async () => {
  const { dataDir, backups } = copied()
  flipByte(dataDir)
  const folder = temporaryDir()
  const file = join(folder, "mit.tar")
  expect(await run(["backup", file], { dataDir })).toMatchObject({ code: 1, stdout: "" })
  expect(readdirSync(folder)).toEqual(["fehlerhaft-mit.tar"])
  expect(await run(["backup", "-"], { dataDir })).toMatchObject({ code: 1, stdout: "" })
  expect(faulty(backups)).toEqual([expect.stringMatching(/^fehlerhaft-pfandwerk-.*Z\.tar$/)])
  expect(JSON.parse(readFileSync(join(backups, "status.json"), "utf8")).failed.reason).toContain(FAULT)
})

test("what is faulty is restored by somebody who read what is wrong, and by nobody else", async () => {
  const { dataDir, backups } = copied()
  flipByte(dataDir)
  await run(["backup"], { dataDir })
  const file = join(backups, faulty(backups)[0] ?? "")
  const target = temporaryDir()
  const refused = await run(["restore", file], { dataDir: target })
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(FAULT)])
  expect(refused.stderr).toContain("pfandwerk restore --despite-faults")
  const answer = async (typed: string) => {
    const session = atTerminal([executable(), "restore", "--despite-faults", file], {
      cwd: temporaryDir(),
      env: { DATA_DIR: target },
    })
    await session.see(FAULT)
    await session.see("„ja“ eingeben: ")
    session.press(`${typed}\r`)
    return session.ended
  }
  expect(await answer("j")).toBe(1)
  expect(existsSync(join(target, "pfandwerk.db"))).toBe(false)
  expect(await answer("ja")).toBe(0)
  const service = await start({ dataDir: target })
  expect(await service.stop()).toBe(0)
  expect((await run(["check"], { dataDir: target })).stdout).toContain(
    "Buchung 2 wurde nachträglich verändert",
  )
})
