import { isIP } from "node:net"
import type { Server } from "bun"

/** The longest address is an IPv4 one inside an IPv6 one; only a zone suffix could be longer. */
const LONGEST_ADDRESS = 45

/** Facts about a request, for the log, the reply and the throttle. */
export class RequestInfo {
  /** `performance.now()` when the request arrived. */
  readonly started = performance.now()
  /** The caller's `X-Request-Id` if it is valid, so that a proxy's log has the same id; else a new one. */
  readonly id: string
  /** The pattern of the route that took it, such as `/api/kunden/:id`. */
  route: string | undefined
  /** The id of the tenant whose data it is about. */
  tenant: string | undefined
  /** The id of the account whose token it carried. */
  account: string | undefined
  /** The caller's address, or "unknown". Read at arrival, as a closed connection has none. */
  readonly address: string
  readonly #request: Request
  readonly #server: Server<unknown> | undefined

  constructor(request: Request, server: Server<unknown> | undefined, trustProxy: boolean) {
    this.#request = request
    this.#server = server
    this.address = (trustProxy && forwarded(request)) || server?.requestIP(request)?.address || "unknown"
    const given = request.headers.get("x-request-id")
    this.id = given !== null && /^[\w-]{8,64}$/.test(given) ? given : Bun.randomUUIDv7()
    ;(request as Known)[INFO] = this
  }

  /**
   * Lifts the connection's idle timeout while `work` runs.
   *
   * @param idle the idle timeout to restore, in whole seconds up to 255
   */
  async takingTime<T>(work: () => T | Promise<T>, idle: number): Promise<T> {
    this.#server?.timeout(this.#request, 0)
    try {
      return await work()
    } finally {
      this.#server?.timeout(this.#request, idle)
    }
  }
}

/**
 * @returns the last address in X-Forwarded-For, which the trusted proxy appended; those before it can be
 *   forged. Anything but an address is ignored: the throttle would keep it in memory, of any length
 */
function forwarded({ headers }: Request): string | undefined {
  const header = headers.get("x-forwarded-for") ?? ""
  const address = header.slice(header.lastIndexOf(",") + 1).trim()
  return address.length <= LONGEST_ADDRESS && isIP(address) !== 0 ? address : undefined
}

/** Key of a request's RequestInfo. A WeakMap would cost ten times as much, and more at garbage collection. */
const INFO = Symbol("what is known of the request")
type Known = Request & { [INFO]?: RequestInfo }

/** @throws Error for a request that did not come through the front door */
export function infoOf(request: Request): RequestInfo {
  const info = (request as Known)[INFO]
  if (!info) throw new Error("a request without its RequestInfo")
  return info
}

/** @returns the id in the log and in the reply's `X-Request-Id` */
export const requestIdOf = (request: Request): string => (request as Known)[INFO]?.id ?? "-"
