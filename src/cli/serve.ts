import { join } from "node:path"
import { checkpointBeside } from "../db/checkpointer.ts"
import { createAuftragsdienst } from "../ops/auftraege/process.ts"
import { scheduleBackups } from "../ops/backup/schedule.ts"
import { renewDaily, withOwnTls } from "../ops/tls/kept.ts"
import { tidyDaily } from "../ops/upkeep.ts"
import { readConfig } from "../config.ts"
import { openDeps } from "../deps.ts"
import type { DemoAccount } from "../http/deps.ts"
import { createMetrics } from "../ops/metrics/metrics.ts"
import { serve } from "../serve.ts"
import { type Command, commandLog, type Terminal } from "./command.ts"
import { readOptions } from "./options.ts"

export const serveCommand: Command = {
  name: "serve",
  summary: "Den Dienst starten (auch ohne Befehl)",
  usage: "pfandwerk serve",
  async run(args, terminal) {
    readOptions(args, {})
    return runService(terminal)
  },
}

/**
 * Serves until the process is asked to stop.
 *
 * @param demo accounts that the page of the log-in offers to click
 */
export async function runService(
  terminal: Terminal,
  started: (port: number) => void = () => {},
  demo?: readonly DemoAccount[],
): Promise<number> {
  const config = withOwnTls(readConfig(terminal.env))
  const log = commandLog(config, terminal)
  const metrics = config.metricsToken === undefined ? undefined : await createMetrics()
  const auftraege = createAuftragsdienst(terminal.env, log)
  const deps = openDeps(config, log, { metrics, auftraege, ...(demo && { demo }) })
  let running: ReturnType<typeof serve>
  try {
    running = serve(deps)
  } catch (error) {
    deps.close()
    throw error
  }
  if (deps.system.superadmins().length === 0) {
    log.warn("there is no super administrator yet; make one: pfandwerk superadmin create")
  }
  // A service that was killed may have left erased data in the log.
  deps.system.truncateWal()
  const endCheckpoints = checkpointBeside(join(config.dataDir, "pfandwerk.db"), (error) =>
    log.error("the log of writes is moved by whoever books from now on", { error }),
  )
  const endSweeps = tidyDaily(deps)
  const endSchedule = scheduleBackups(config, terminal.env, log)
  const endRenewal = renewDaily(deps, running.reload)
  // Closing the terminal in which the service was tried out is meant to end it.
  if (!terminal.isTerminal) terminal.onHangup(running.reload)
  auftraege.kick()
  started(running.port)
  const signal = await terminal.stopped
  log.info("asked to stop", { signal })
  auftraege.stop()
  endSchedule()
  endSweeps()
  endRenewal()
  await endCheckpoints()
  await running.stop()
  return 0
}
