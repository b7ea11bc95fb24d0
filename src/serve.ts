import type { Server } from "bun"
import { reasonOf } from "./lib/disk-fault.ts"
import { portFault } from "./lib/port-fault.ts"
import { createApp } from "./app.ts"
import type { Deps } from "./deps.ts"
import type { Front } from "./http/front.ts"
import { distrustOf, expiryOf, isReplaced, readTls, type Tls } from "./lib/tls.ts"
import { StartRefused } from "./lib/refusal.ts"
import { createListener, type Listener } from "./ops/tls/handover.ts"
import { tlsMismatch } from "./ops/tls/mismatch.ts"
import { listenPlain } from "./ops/tls/plain.ts"
import { version } from "./version.ts"

/** A running service. */
export type Running = {
  port: number
  /** Reloads the certificate; open connections keep the old one. */
  reload: () => void
  /** Reloads the certificate if its files have been replaced. */
  reloadReplaced: () => void
  /** Waits for running requests, at most STOP_SECONDS, then closes everything. Safe to call twice. */
  stop: () => Promise<void>
}

/**
 * Cipher suites for TLS 1.2 with forward secrecy and authenticated encryption: none with RSA key exchange or
 * CBC (RFC 9325, 4.2). All suites of TLS 1.3 qualify.
 */
const CIPHERS = [
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-ECDSA-CHACHA20-POLY1305",
  "ECDHE-RSA-CHACHA20-POLY1305",
].join(":")

/** Bun's limit for bodies, in bytes: higher than that of any route, so that routes answer 413 themselves. */
const BODY_LIMIT = 2 ** 40

/**
 * Starts to answer requests.
 *
 * @throws StartRefused when the address is taken or not available, or the certificate is unusable
 */
export function serve(deps: Deps): Running {
  const { config, log } = deps
  const front = createApp(deps)
  let tls = certificate(deps)
  const listener = createListener((at) => listen(deps, front, tls, at), log)
  const port = listener.port
  const plain = tls && config.httpPort > 0 ? openPlain(deps, listener) : undefined
  const scheme = config.tls ? "https" : "http"
  const advice = tlsMismatch(config)
  if (advice) log.warn("settings do not fit together", { advice })
  log.info("started", {
    version,
    address: `${scheme}://${config.host}:${port}`,
    data: config.dataDir,
    ...(tls && { advice: `Adressen beginnen mit https://; auf http://…:${port} kommt keine Antwort` }),
  })
  let stopped: Promise<void> | undefined
  const running: Running = {
    port,
    reloadReplaced: () => {
      if (tls && config.tls && isReplaced(config.tls, tls)) running.reload()
    },
    reload: () => {
      if (stopped) return
      if (!tls) return log.info("nothing to read again: TLS_CERT is not set")
      const refused = (error: unknown) =>
        log.error("the certificate cannot be used; the old one stays", { error })
      try {
        tls = certificate(deps) ?? tls
      } catch (error) {
        return refused(error)
      }
      const { until } = tls
      void listener
        .renew()
        .then(() => log.info("certificate read again", { until: until.toISOString() }), refused)
    },
    stop: () => {
      void plain?.stop(true)
      return (stopped ??= shutDown(listener, deps))
    },
  }
  return running
}

/**
 * Opens HTTP_PORT beside TLS. Its front door is configured without TLS: the URLs begin with `http://` (app.ts),
 * and over plain HTTP no HSTS may be sent (RFC 6797, 7.2).
 *
 * @throws StartRefused when the port is taken; `listener` is closed then
 */
function openPlain(deps: Deps, listener: Listener): Server<unknown> {
  const { host: hostname, httpPort: port, idleSeconds: idleTimeout } = deps.config
  const front = createApp({ ...deps, config: { ...deps.config, tls: undefined } })
  try {
    return listenPlain({ hostname, port, idleTimeout }, listener.port, front)
  } catch (error) {
    listener.end()
    throw error
  }
}

/** Reads the certificate, and warns if it has expired or soon will, or if telephones refuse it. */
function certificate({ config, clock, log }: Deps): Tls | undefined {
  if (!config.tls) return undefined
  const tls = readTls(config.tls)
  const warning = expiryOf(tls, clock())
  if (warning) log.warn("the certificate ends soon, or has ended", { file: config.tls.cert, advice: warning })
  const distrust = distrustOf(tls, config.adresse)
  if (distrust) log.warn("telephones may refuse the certificate", { file: config.tls.cert, advice: distrust })
  return tls
}

/**
 * Opens a listening socket.
 *
 * @param at.port port to listen on; the configured one if left out
 * @param at.shared whether another listener of this process still has the port
 * @throws StartRefused when the address cannot be listened on
 */
function listen(
  deps: Deps,
  front: Front,
  tls: Tls | undefined,
  at: { port?: number; shared: boolean },
): Server<unknown> {
  const { host: hostname, idleSeconds } = deps.config
  const { port = deps.config.port, shared } = at
  try {
    return Bun.serve({
      hostname,
      port,
      ...(tls && { tls: { cert: tls.cert, key: tls.key, ciphers: CIPHERS } }),
      // True only during a renewal: otherwise two services could share one port and split the requests.
      reusePort: shared,
      maxRequestBodySize: BODY_LIMIT,
      // Bun itself closes connections that have not sent all headers (at most 16 KB) within 12 seconds.
      idleTimeout: idleSeconds,
      // Bun's error page for development would show source code.
      development: false,
      fetch: front,
      error: () => Response.json({ error: "Serverfehler" }, { status: 500 }),
    })
  } catch (cause) {
    throw new StartRefused(
      `An ${hostname}:${port} kann nicht gelauscht werden: ${portFault(port) ?? reasonOf(cause)}`,
      { cause },
    )
  }
}

async function shutDown(listener: Listener, { config, log, stop, endThreads, close }: Deps): Promise<void> {
  log.info("stopping")
  stop()
  // `listener.stop` waits for every connection, even a stuck one, hence the deadline.
  const finished = await Promise.race([
    listener.stop().then(() => true),
    Bun.sleep(config.stopSeconds * 1000).then(() => false),
  ])
  if (!finished) {
    log.warn("stopped with requests still running")
    listener.end()
  }
  await endThreads()
  close()
  log.info("stopped")
}
