import type { Config } from "../../config.ts"
import type { Log } from "../../lib/log.ts"
import { ourselves } from "../../lib/ourselves.ts"
import { latestBackupIn } from "./retention.ts"

/** A server that is switched off at night would never be backed up: then it is done after the start. In ms. */
const OVERDUE = 26 * 3_600_000
const AFTER_START = 60_000

/**
 * Backs up by the clock, in a process of its own, so that copying a large database holds up nobody.
 *
 * @param env the settings, handed on to that process
 * @returns ends the schedule
 */
export function scheduleBackups(
  config: Readonly<Config>,
  env: Record<string, string | undefined>,
  log: Log,
): () => void {
  if (config.backupSchedule === "off") return () => {}
  const run = () => runBackup(env, log)
  const job = Bun.cron(config.backupSchedule, run)
  const missed = setTimeout(() => {
    if (isOverdue(config)) void run()
  }, AFTER_START)
  return () => {
    job.stop()
    clearTimeout(missed)
  }
}

async function runBackup(env: Record<string, string | undefined>, log: Log): Promise<void> {
  const child = Bun.spawn([...ourselves(), "backup", "--scheduled"], { env, stdout: "pipe", stderr: "pipe" })
  const [code, out, err] = await Promise.all([child.exited, child.stdout.text(), child.stderr.text()])
  if (code === 0) log.info("backup made", { result: out.trim() })
  else log.error("backup failed", { result: err.trim() })
}

function isOverdue({ backupDir }: Readonly<Config>): boolean {
  const now = new Date()
  const latest = latestBackupIn(backupDir, now)
  return latest === undefined || now.getTime() - latest.getTime() > OVERDUE
}
