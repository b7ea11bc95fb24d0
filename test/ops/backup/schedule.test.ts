import { afterEach, beforeEach, expect, jest, spyOn, test } from "bun:test"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { readConfig } from "../../../src/config.ts"
import type { Log } from "../../../src/lib/log.ts"
import { ourselves } from "../../../src/lib/ourselves.ts"
import { backupName } from "../../../src/ops/backup/backup.ts"
import { scheduleBackups } from "../../../src/ops/backup/schedule.ts"
import { readStatus } from "../../../src/ops/retention/retention.ts"
import { temporaryDir } from "../../helpers/temporary.ts"

/** When the service makes a backup by itself, and what it says of it; the clock and the command are doubles. */

const env = { DATA_DIR: "there" }
const dataDir = temporaryDir()
mkdirSync(join(dataDir, "backups"), { recursive: true })
const configOf = (schedule: string) => readConfig({ DATA_DIR: dataDir, BACKUP_SCHEDULE: schedule })
const [nightly, off] = [configOf("0 2 * * *"), configOf("off")]
const start = Bun.spawn.bind(Bun)

let said: [string, unknown][] = []
let started: unknown[][] = []
/** The command, as a script of a shell. */
let command = ""
let due: () => Promise<void>
let stopped = 0
const say = (level: string) => (_: string, about?: { result?: unknown }) =>
  void said.push([level, about?.result])
const log = { info: say("info"), warn: say("warn"), error: say("error") } as unknown as Log

beforeEach(() => {
  ;[said, started, command, stopped] = [[], [], "", 0]
  spyOn(Bun, "cron").mockImplementation(((schedule: string, run: () => Promise<void>) => {
    expect(schedule).toBe("0 2 * * *")
    due = run
    return { stop: () => void stopped++ }
  }) as never)
  spyOn(Bun, "spawn").mockImplementation(((args: string[], options: { env: object }) => {
    started.push([args, options.env])
    if (command === "") throw Object.assign(new Error("nothing there"), { code: "ENOSPC" })
    return start(["sh", "-c", command], { stdout: "pipe", stderr: "pipe" })
  }) as never)
})
afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
})

test("what the command says is in the log, and what went wrong is kept for the check", async () => {
  const end = scheduleBackups(nightly, env, log)
  const outcomes: [string, string, string, boolean][] = [
    ["echo gut", "info", "gut", false],
    ["echo gut; echo ein Bild fehlt >&2", "warn", "gut\nein Bild fehlt", false],
    ["echo so weit; echo kein Platz >&2; exit 1", "error", "so weit\nkein Platz", true],
    ["exit 3", "error", "abgebrochen (3)", true],
    ["kill -9 $$", "error", "abgebrochen (SIGKILL)", true],
    ["", "error", expect.stringContaining("Kein Platz mehr") as unknown as string, true],
  ]
  for (const [script, level, result, failed] of outcomes) {
    command = script
    writeFileSync(join(dataDir, "backups", "status.json"), "{}")
    await due()
    expect([script, said]).toEqual([script, [[level, result]]])
    expect([script, readStatus(dataDir).failed?.reason]).toEqual([script, failed ? result : undefined])
    said = []
  }
  expect(started[0]).toEqual([[...ourselves(), "backup", "--scheduled"], env])
  expect(stopped).toBe(0)
  end()
  expect(stopped).toBe(1)
})

test("one that is due while another is made is that one", async () => {
  const end = scheduleBackups(nightly, env, log)
  command = "echo gut"
  await Promise.all([due(), due()])
  expect(started).toHaveLength(1)
  await due()
  expect(started).toHaveLength(2)
  end()
})

test("a server that was off at night makes its backup a minute after it started, every day", () => {
  /** @returns how many were begun within so many ms after a start at a moment */
  const begun = (at: string, last: string | undefined, ms: number, ended = false): number => {
    started = []
    const backupDir = temporaryDir()
    if (last !== undefined) writeFileSync(join(backupDir, backupName(new Date(last))), "")
    jest.useFakeTimers({ now: new Date(at) })
    const end = scheduleBackups({ ...nightly, backupDir }, env, log)
    if (ended) end()
    jest.advanceTimersByTime(ms)
    end()
    jest.useRealTimers()
    return started.length
  }
  const noon = "2026-03-02T12:00:00.000Z"
  expect([begun(noon, undefined, 59_999), begun(noon, undefined, 60_000)]).toEqual([0, 1])
  // Made this night by the clock, or the day before after the start.
  const lasts = ["2026-03-02T02:00:00.000Z", "2026-03-02T02:30:00.000Z", "2026-03-01T12:01:00.000Z"]
  expect(lasts.map((last) => begun(noon, last, 60_000))).toEqual([0, 0, 1])
  expect(begun(noon, undefined, 60_000, true)).toBe(0)
})

test("who makes backups in another way has none made", () => {
  jest.useFakeTimers()
  scheduleBackups(off, env, log)()
  jest.advanceTimersByTime(60_000)
  expect([started, stopped]).toEqual([[], 0])
})
