import { expect, setDefaultTimeout, test } from "bun:test"
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { until } from "../helpers/eventually.ts"
import { executable, run, start } from "../helpers/executable.ts"
import { dirIn, endBehind, temporaryDir } from "../helpers/temporary.ts"
import { BEFORE_TWO, faketime } from "./faketime.ts"
import { canMount, readOnlyView, smallDisk, unmount } from "./mount.ts"
import { metric, METRICS } from "./work.ts"

/** Whether somebody who looks learns that backups are not made: in the log, from check, in the metrics. */

// Each starts several processes, on a machine that may be busy.
setDefaultTimeout(120_000)

const NIGHTLY = { BACKUP_SCHEDULE: "0 2 * * *" }
const NOBODY = 65534
const asNobody = ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"]
const canBeNobody = process.getuid?.() === 0 && Bun.which("setpriv") !== null

/** @returns a copy of the executable that everybody may run */
function programForNobody(): string {
  const program = join(temporaryDir(), "pfandwerk")
  cpSync(executable(), program)
  chmodSync(join(program, ".."), 0o755)
  chmodSync(program, 0o755)
  return program
}

type Found = { check: string; result: string; detail: string }

async function backupFinding(dataDir: string, env: Record<string, string>): Promise<Found> {
  const { stdout } = await run(["check", "--json"], { dataDir, env })
  return JSON.parse(stdout).findings.find(({ check }: Found) => check === "backup")
}

/** A folder with a database, made by a service that ran. */
async function used(): Promise<string> {
  const dataDir = temporaryDir()
  await (await start({ dataDir })).stop()
  return dataDir
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const nameOf = (time: string) => `pfandwerk-${time.slice(0, 19).replaceAll(":", "-")}Z.tar`

test("check knows the last good backup, and that none came since", async () => {
  const dataDir = await used()
  const backups = join(dataDir, "backups")
  expect(await backupFinding(dataDir, NIGHTLY)).toMatchObject({
    result: "warning",
    detail: expect.stringContaining("noch keine Sicherung"),
  })
  // Two nights without one are one too many.
  writeFileSync(join(backups, nameOf(daysAgo(2.1))), "tar")
  expect(await backupFinding(dataDir, NIGHTLY)).toMatchObject({
    result: "fault",
    detail: expect.stringMatching(/letzte gute Sicherung: .*seither ist keine/),
  })
  // A monthly one is not late yet.
  expect((await backupFinding(dataDir, { BACKUP_SCHEDULE: "0 2 1 * *" })).result).toBe("ok")
  expect((await run(["backup"], { dataDir })).code).toBe(0)
  expect((await backupFinding(dataDir, NIGHTLY)).result).toBe("ok")
  expect(readdirSync(backups).filter((name) => name.startsWith("."))).toEqual([])
  // An unplugged disk's empty place is named.
  for (const name of readdirSync(backups).filter((one) => one.endsWith(".tar"))) rmSync(join(backups, name))
  expect(await backupFinding(dataDir, NIGHTLY)).toMatchObject({
    result: "warning",
    detail: expect.stringContaining("Ist die Platte eingehängt?"),
  })
})

/** A backup was made there, then the disk is gone: what is left is the place where it was mounted. */
const unplugged: [string, (place: string) => string][] = [
  ["leaves an empty folder", (place) => place],
  ["took a folder on it along", (place) => join(place, "pfandwerk")],
]
for (const [name, folder] of unplugged) {
  test(`a backup disk that is unplugged and ${name} is noticed; nothing is written in its place`, async () => {
    const dataDir = await used()
    const place = temporaryDir()
    const env = { ...NIGHTLY, BACKUP_DIR: folder(place) }
    expect((await run(["backup"], { dataDir, env })).code).toBe(0)
    expect((await backupFinding(dataDir, env)).result).toBe("ok")
    rmSync(env.BACKUP_DIR, { recursive: true })
    mkdirSync(place, { recursive: true })
    for (const args of [["backup", "--scheduled"], ["backup"]]) {
      const { code, stderr } = await run(args, { dataDir, env })
      expect([code, stderr]).toEqual([1, expect.stringMatching(/Ist die Platte eingehängt\?.*backup --here/)])
    }
    expect(readdirSync(place)).toEqual([])
    expect(await backupFinding(dataDir, env)).toMatchObject({
      result: "fault",
      detail: expect.stringContaining("Ist die Platte eingehängt?"),
    })
    // Another folder, and whoever really means this one.
    const other = { ...NIGHTLY, BACKUP_DIR: temporaryDir() }
    expect((await backupFinding(dataDir, other)).result).toBe("warning")
    expect((await run(["backup", "--here"], { dataDir, env })).code).toBe(0)
    expect((await backupFinding(dataDir, env)).result).toBe("ok")
    expect((await run(["backup", "--scheduled"], { dataDir, env })).code).toBe(0)
  })
}

test.skipIf(!canMount)("a backup disk is missed even where older backups lie below it", async () => {
  // On the disk that the place of the small one is on.
  const dataDir = dirIn("/tmp")
  await (await start({ dataDir })).stop()
  const { dir } = smallDisk(64)
  const env = { ...NIGHTLY, BACKUP_DIR: dir }
  expect((await run(["backup"], { dataDir, env })).code).toBe(0)
  unmount(dir)
  writeFileSync(join(dir, nameOf(daysAgo(1))), "tar")
  expect((await run(["backup", "--scheduled"], { dataDir, env })).code).toBe(1)
  expect((await backupFinding(dataDir, env)).result).toBe("fault")
  expect(readdirSync(dir)).toHaveLength(1)
})

test("backups from the future are told as such: the clock is behind, no disk is gone", async () => {
  const dataDir = await used()
  const later = nameOf(daysAgo(-3))
  const place = temporaryDir()
  const good = { gemacht_am: daysAgo(-3), file: join(place, later), missing: 0 }
  writeFileSync(join(dataDir, "backups", "status.json"), JSON.stringify({ good }))
  writeFileSync(join(place, later), "tar")
  const { result, detail } = await backupFinding(dataDir, { ...NIGHTLY, BACKUP_DIR: place })
  expect([result, detail]).toEqual(["warning", expect.stringContaining(`ist ${later} aus der Zukunft`)])
  expect(detail).toContain("timedatectl")
  expect(detail).not.toContain("eingehängt")
})

test("the metric of backups is 0 again when their disk is back", async () => {
  const dataDir = await used()
  const [place, away] = [temporaryDir(), `${temporaryDir()}-weg`]
  const good = { gemacht_am: daysAgo(0.1), file: join(place, nameOf(daysAgo(0.1))), missing: 0 }
  writeFileSync(join(dataDir, "backups", "status.json"), JSON.stringify({ good }))
  writeFileSync(good.file, "tar")
  renameSync(place, away)
  const service = await start({ dataDir, env: { ...METRICS, ...NIGHTLY, BACKUP_DIR: place } })
  const is = async (value: number) => (await metric(service.url, "pfandwerk_backup_fault")) === value
  await until("the fault is seen", () => is(1))
  renameSync(away, place)
  expect(await is(0)).toBe(true)
  await service.stop()
})

test.skipIf(!canBeNobody)("a low port without the right to it blames no other program", async () => {
  const program = programForNobody()
  const dataDir = temporaryDir()
  chownSync(dataDir, NOBODY, NOBODY)
  const env = { HOST: "127.0.0.1", PORT: "443", DATA_DIR: dataDir, BACKUP_SCHEDULE: "off" }
  const child = Bun.spawnSync([...asNobody, program, "serve"], { cwd: "/", env })
  const said = child.stdout.toString() + child.stderr.toString()
  expect([child.exitCode, said]).toEqual([1, expect.stringContaining("fehlt diesem Dienst das Recht")])
  expect(said).toContain("daemon-reload")
  expect(said).not.toContain("anderes Programm")
})

test("a night that failed is remembered until a good one", async () => {
  const dataDir = await used()
  const failed = { failed: { versucht_am: daysAgo(1), reason: "Kein Platz mehr." } }
  writeFileSync(join(dataDir, "backups", "status.json"), JSON.stringify(failed))
  expect(await backupFinding(dataDir, NIGHTLY)).toMatchObject({
    result: "fault",
    detail: expect.stringContaining("misslungen: Kein Platz mehr."),
  })
  const service = await start({ dataDir, env: METRICS })
  expect(await metric(service.url, "pfandwerk_backup_fault")).toBe(1)
  expect((await run(["backup"], { dataDir })).code).toBe(0)
  expect((await backupFinding(dataDir, NIGHTLY)).result).toBe("ok")
  expect(await metric(service.url, "pfandwerk_last_backup_timestamp_seconds")).toBeGreaterThan(0)
  expect(await service.stop()).toBe(0)
})

test.skipIf(!canMount)("what the system calls writable and is not, is found by writing", async () => {
  const dataDir = await used()
  const place = readOnlyView(temporaryDir())
  // Neither into the folder, nor to make it for the first backup.
  for (const BACKUP_DIR of [place, join(place, "neu")])
    expect(await backupFinding(dataDir, { ...NIGHTLY, BACKUP_DIR })).toMatchObject({
      result: "fault",
      detail: expect.stringMatching(/kann nicht geschrieben werden: .*schreibgeschützt.*install --write/),
    })
})

test.skipIf(!canBeNobody)(
  "a BACKUP_DIR that may not be read ends nothing: it is said in the log, by check and in the metrics",
  async () => {
    const program = programForNobody()
    const folder = temporaryDir()
    chownSync(folder, NOBODY, NOBODY)
    const [dataDir, backups] = [join(folder, "data"), temporaryDir()]
    mkdirSync(dataDir)
    chownSync(dataDir, NOBODY, NOBODY)
    chmodSync(backups, 0o700)
    writeFileSync(join(backups, nameOf(daysAgo(1))), "tar")
    const clock = faketime ? BEFORE_TWO : {}
    const env = {
      HOST: "127.0.0.1",
      PORT: "0",
      DATA_DIR: dataDir,
      BACKUP_DIR: backups,
      ...NIGHTLY,
      ...METRICS,
    }
    const written = join(temporaryDir(), "stdout")
    const child = Bun.spawn(
      [...asNobody, "env", ...Object.entries(clock).map((pair) => pair.join("=")), program, "serve"],
      {
        cwd: "/",
        env,
        stdout: Bun.file(written),
        stderr: "pipe",
      },
    )
    endBehind(child.pid)
    const output = () => readFileSync(written, "utf8")
    const waitFor = async (text: string) => {
      const isWritten = () => output().includes(text) || child.exitCode !== null
      await until(`the service has written ${text}`, isWritten)
      expect(output() + (child.exitCode === null ? "" : await child.stderr.text())).toContain(text)
    }
    try {
      await waitFor('"started"')
      const url = `http://127.0.0.1:${/"address":"[^"]*:(\d+)"/.exec(output())?.[1]}`
      await waitFor("backups are not made")
      // Pictures are counted between the log and the metric of a round.
      await until("the fault is measured", async () => (await metric(url, "pfandwerk_backup_fault")) === 1)
      expect(await metric(url, "pfandwerk_last_backup_timestamp_seconds")).toBe(0)
      const checked = Bun.spawnSync([...asNobody, program, "check"], { cwd: "/", env })
      expect([checked.exitCode, checked.stdout.toString()]).toEqual([
        1,
        expect.stringMatching(
          /Fehler +Sicherung +In .* kann nicht geschrieben werden: Dieser Benutzer darf dort nicht/,
        ),
      ])
      expect((await fetch(`${url}/health`)).status).toBe(200)
      // Only a night's backup that fails leads to it, and without faketime no night comes.
      if (faketime) await waitFor('"backup failed"')
      if (faketime) expect(output()).toContain("pfandwerk check")
    } finally {
      child.kill("SIGKILL")
      await child.exited
    }
    expect(await child.stderr.text()).toBe("")
  },
  120_000,
)

test("pictures that are missing, and those in quarantine, are in the log and the metrics", async () => {
  const dataDir = await used()
  const old = new Date(Date.now() - 86_400_000)
  mkdirSync(join(dataDir, "uploads", ".quarantine", daysAgo(3).slice(0, 10)), { recursive: true })
  const file = join(dataDir, "uploads", ".quarantine", daysAgo(3).slice(0, 10), "alt.webp")
  writeFileSync(file, "x")
  utimesSync(file, old, old)
  const service = await start({ dataDir, env: METRICS })
  const quarantined = () => metric(service.url, "pfandwerk_pictures_quarantined")
  await until("the picture in quarantine is counted", async () => (await quarantined()) === 1)
  expect(await metric(service.url, "pfandwerk_pictures_missing")).toBe(0)
  expect(await service.stop()).toBe(0)
})
