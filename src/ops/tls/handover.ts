import type { Server } from "bun"
import { leadToSecond, openPort } from "../../lib/listening.ts"
import type { Log } from "../../lib/log.ts"

/** Listens on a port, or on the configured one; `shared` while another listener of this process still has it. */
type Listen = (at: { port?: number; shared: boolean }) => Server<unknown>

export type Listener = {
  port: number
  /**
   * Listens anew; no connection is lost, and those that are open are served to their end.
   *
   * @returns when new connections get to the new one
   * @throws whatever `listen` throws; the old one stays
   */
  renew: () => Promise<void>
  /** Takes no more connections. @returns when the last one has ended */
  stop: () => Promise<void>
  /** Ends all connections. */
  end: () => void
}

/** Time in ms for handshakes with the old listener to end, even over a slow network. */
const HANDSHAKES = 3000

/**
 * Listens, in a way that can be renewed: Bun takes up a new certificate by a new listener only. A listener that is
 * closed resets the connections that wait for it, so the old one stays until none can wait any more, while the system
 * leads new ones to its successor.
 *
 * @throws whatever `listen` throws at the start
 */
export function createListener(listen: Listen, log: Log): Listener {
  let current = listen({ shared: false })
  const port = current.port ?? 0
  const open = new Set([current])
  const leave = async (server: Server<unknown>) => {
    await server.stop()
    open.delete(server)
  }
  const replace = (): (() => Promise<void>) => {
    const old = current
    const shared = canShare(port, log)
    if (!shared) void leave(old)
    current = listen({ port, shared })
    open.add(current)
    if (!shared) return () => Promise.resolve()
    leadToSecond(port)
    return async () => {
      await Bun.sleep(HANDSHAKES)
      void leave(old)
    }
  }
  let stopped = false
  // Renewals run one after the other: the system leads connections to the second listener, which of three is not the
  // newest.
  let turn = Promise.resolve()
  return {
    port,
    renew() {
      if (stopped) return Promise.resolve()
      const replaced = turn.then(replace)
      turn = replaced.then((end) => end()).catch(() => {})
      return replaced.then(() => {})
    },
    async stop() {
      stopped = true
      await Promise.all([...open].map(leave))
    },
    end: () => {
      for (const server of open) void server.stop(true)
    },
  }
}

function canShare(port: number, log: Log): boolean {
  try {
    openPort(port)
    return true
  } catch (error) {
    log.warn("connections that arrive at this very moment may be lost", { error })
    return false
  }
}
