import type { Config } from "../../config.ts"
import type { Log } from "../../lib/log.ts"
import { ourselves, PROGRAM } from "../../lib/ourselves.ts"
import { reasonOf } from "../../lib/disk-fault.ts"
import { lastGoodBackup, noteFailed } from "../retention/retention.ts"

const { parse } = Bun.cron
const AFTER_START = 60_000

/**
 * Backs up by the clock, in a process of its own, so that copying a large database holds up nobody.
 *
 * @param env the settings, handed on to that process
 * @returns a function that ends the schedule
 */
export function scheduleBackups(
  config: Readonly<Config>,
  env: Record<string, string | undefined>,
  log: Log,
): () => void {
  if (config.backupSchedule === "off") return () => {}
  let running: Promise<void> | undefined
  /** One at a time: that of the clock may be due while the one after the start is made. */
  const run = () => (running ??= runBackup(config, env, log).finally(() => (running = undefined)))
  const job = Bun.cron(config.backupSchedule, run)
  const missed = setTimeout(() => {
    if (isOverdue(config)) void run()
  }, AFTER_START)
  return () => {
    job.stop()
    clearTimeout(missed)
  }
}

/** Runs one backup. A failure is logged with advice, and noted for `check` and the metrics. */
async function runBackup(
  config: Readonly<Config>,
  env: Record<string, string | undefined>,
  log: Log,
): Promise<void> {
  try {
    const child = Bun.spawn([...ourselves(), "backup", "--scheduled"], {
      env,
      stdout: "pipe",
      stderr: "pipe",
    })
    const [code, out, err] = await Promise.all([child.exited, child.stdout.text(), child.stderr.text()])
    const result = [out.trim(), err.trim()].filter(Boolean).join("\n")
    if (code !== 0) failed(config, log, result || `abgebrochen (${child.signalCode ?? code})`)
    else if (err.trim()) log.warn("backup made, but pictures are missing", { result })
    else log.info("backup made", { result })
  } catch (error) {
    failed(config, log, reasonOf(error))
  }
}

function failed(config: Readonly<Config>, log: Log, reason: string): void {
  noteFailed(config, new Date(), reason)
  log.error("backup failed", {
    result: reason,
    advice: `Nachsehen: ${PROGRAM} check. Von Hand: ${PROGRAM} backup`,
  })
}

/** Some servers are off at night: then every morning makes up for it, not every second one. */
function isOverdue(config: Readonly<Config>): boolean {
  const now = new Date()
  const latest = lastGoodBackup(config, now)
  const next = latest && parse(config.backupSchedule, latest)
  return latest === undefined || (next !== null && next !== undefined && next <= now)
}
