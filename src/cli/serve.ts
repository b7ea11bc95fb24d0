import { checkpointBeside } from "../db/checkpointer.ts"
import { goOnWithJobs } from "../ops/auftraege/thread.ts"
import { scheduleBackups } from "../ops/backup/schedule.ts"
import { withOwnTls } from "../ops/tls/kept.ts"
import { renewDaily, watchFiles } from "../ops/tls/renew.ts"
import { watchService } from "../ops/trouble/watch.ts"
import { tidyDaily } from "../ops/upkeep.ts"
import { readConfig } from "../config.ts"
import { type Deps, openDeps } from "../deps.ts"
import type { DemoAccount } from "../http/http-deps.ts"
import { createMetrics } from "../ops/metrics/metrics.ts"
import { type Running, serve } from "../serve.ts"
import { Sender } from "../ops/versand/sender.ts"
import { WebhookSender } from "../ops/webhooks/sender.ts"
import { shutFromService } from "../ops/install/hidden.ts"
import { tellClockBack } from "../ops/start/found.ts"
import { command, commandLog, type Terminal } from "./command.ts"
import { describeUnknown } from "./settings-file.ts"
import { databaseIn } from "../db/open.ts"
import { PROGRAM } from "../lib/ourselves.ts"

export const serveCommand = command({
  summary: "Den Dienst starten (auch ohne Befehl)",
  asCaller: true,
  run: (_typed, terminal) => runService(terminal),
})

/** Time for messages on their way when the service ends, in ms: less than systemd waits beyond STOP_SECONDS. */
const SEND_TO_THE_END = 10_000

/**
 * Serves until the process is asked to stop.
 *
 * @param demo accounts that the page of the log-in offers to click
 */
export async function runService(
  terminal: Terminal,
  started: (port: number, deps: Deps) => void = () => {},
  demo?: (deps: Deps) => readonly DemoAccount[],
): Promise<void> {
  const config = withOwnTls(readConfig(terminal.env))
  const log = commandLog(config, terminal)
  const metrics = config.metricsToken === undefined ? undefined : await createMetrics()
  const deps: Deps = openDeps(config, log, {
    metrics,
    doesAuftraege: true,
    ...(demo && { demo: () => demo(deps) }),
  })
  let running: Running | undefined
  // Listens before it says that it has started: whoever reads that may reload it at once, and an unheard SIGHUP ends a
  // process. Closing the terminal in which the service was tried out is meant to end it.
  if (!terminal.isTerminal) terminal.onHangup(() => running?.reload())
  try {
    running = serve(deps)
  } catch (error) {
    deps.close()
    throw error
  }
  await catchUp(deps)
  const endRoutines = startRoutines(deps, terminal.env, running)
  const sender = new Sender(deps)
  void sender.start()
  const webhooks = new WebhookSender(deps)
  webhooks.start()
  if (deps.system.nextAuftrag()) deps.auftraege.kick()
  started(running.port, deps)
  const signal = await terminal.stopped
  log.info("asked to stop", { signal })
  await endRoutines()
  // A message that is cut off is unclear for good, so it gets its time whatever STOP_SECONDS says of requests.
  await Promise.all([sender.stop(SEND_TO_THE_END), webhooks.stop(SEND_TO_THE_END)])
  await running.stop()
}

/** Reports and mends what may have happened while no service ran. */
async function catchUp(deps: Deps): Promise<void> {
  const { config, clock, log, system } = deps
  const unknown = describeUnknown()
  if (unknown) log.warn("some settings are none", { advice: unknown })
  const shut = shutFromService(config)
  if (shut) log.warn("the service is shut off from what settings name", { advice: shut })
  tellClockBack(config.dataDir, clock(), log)
  await reviveDemos(deps)
  if (system.accounts.superadmins().length === 0)
    log.warn(`there is no super administrator yet; make one: ${PROGRAM} superadmin create`)
  // A service that was killed may have left erased data in the log.
  system.truncateWal()
}

/** A clock that was ahead made the log-in store the end of a demo that has days left now that it is right. */
async function reviveDemos({ system, log }: Deps): Promise<void> {
  const revived = await system.write(() => system.tenants.reviveDemos())
  for (const tenant of revived)
    log.warn("a demo goes on", { tenant, advice: "Ihr Ende liegt in der Zukunft: Die Uhr war vorgegangen." })
}

/** Starts the work that recurs beside answering. @returns a function that ends it */
function startRoutines(
  deps: Deps,
  env: Terminal["env"],
  { reload, reloadReplaced }: Running,
): () => Promise<void> {
  const { config, log } = deps
  const endCheckpoints = checkpointBeside(databaseIn(config.dataDir), (error) =>
    log.error(
      "the log of writes is moved by each writer from now on, and the ends of the ledgers are not noted",
      { error },
    ),
  )
  const ends = [
    tidyDaily(deps),
    scheduleBackups(config, env, log),
    renewDaily(deps, reload),
    watchFiles(deps, reloadReplaced),
    watchService(deps),
    goOnWithJobs(deps, deps.auftraege.kick),
  ]
  return async () => {
    for (const end of ends) end()
    await endCheckpoints()
  }
}
