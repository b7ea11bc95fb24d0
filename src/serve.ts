import type { Server } from "bun"
import { createApp } from "./app.ts"
import type { Deps } from "./deps.ts"
import { StartRefused } from "./lib/start-refused.ts"
import { version } from "./version.ts"

/** A running service. */
export type Running = {
  port: number
  /** Lets running requests finish, at most STOP_SECONDS; then closes everything. Safe to call twice. */
  stop: () => Promise<void>
}

/** Beyond what any route takes, so that each answers 413 itself, with a body. In bytes. */
const BODY_LIMIT = 2 ** 40

/**
 * Starts to answer requests.
 *
 * @throws StartRefused when the address is taken or not ours
 */
export function serve(deps: Deps): Running {
  const { config, log } = deps
  const front = createApp(deps)
  const server = listen(deps, front)
  log.info("started", { version, address: `http://${config.host}:${server.port}`, data: config.dataDir })
  let stopped: Promise<void> | undefined
  return { port: server.port ?? config.port, stop: () => (stopped ??= shutDown(server, deps)) }
}

function listen(deps: Deps, front: ReturnType<typeof createApp>): Server<unknown> {
  const { host: hostname, port, idleSeconds } = deps.config
  try {
    return Bun.serve({
      hostname,
      port,
      // Two services on one port would each get half of the requests.
      reusePort: false,
      maxRequestBodySize: BODY_LIMIT,
      // Bun itself closes whoever has not sent a whole header (of at most 16 KB) within 12 seconds.
      idleTimeout: idleSeconds,
      // Bun's own page for an error shows the source; nothing of ours should ever get there.
      development: false,
      fetch: front,
      error: () => Response.json({ error: "Serverfehler" }, { status: 500 }),
    })
  } catch (cause) {
    throw new StartRefused(`Cannot listen on ${hostname}:${port}: ${(cause as Error).message}`, { cause })
  }
}

async function shutDown(server: Server<unknown>, { config, log, stop, close }: Deps): Promise<void> {
  log.info("stopping")
  stop()
  // stop() waits for every connection, a stuck one too: the deadline ends that.
  const finished = await Promise.race([
    server.stop().then(() => true),
    Bun.sleep(config.stopSeconds * 1000).then(() => false),
  ])
  if (!finished) {
    log.warn("stopped with requests still running")
    void server.stop(true)
  }
  close()
  log.info("stopped")
}
