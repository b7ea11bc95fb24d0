import type { Server } from "bun"
import type { Config } from "../config.ts"
import { parseAddress } from "../lib/address.ts"
import { forwardedFor } from "./forwarded.ts"
import type { Actor, Session } from "../api/frame/session.ts"
import type { SystemDb } from "../db/system-db.ts"
import type { TenantDb } from "../db/tenant-db.ts"

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
  readonly #idle: number
  /** Number of answers and pieces that are being made. Two at once: the first piece of a file begins before its answer. */
  #works = 0
  #isReceiving = false
  #isLifted = false

  /**
   * @param settings.trustProxy number of trusted proxies in front of the service
   * @param settings.idleSeconds the connections' idle timeout, in whole seconds up to 255
   */
  constructor(
    request: Request,
    server: Server<unknown> | undefined,
    { trustProxy: proxies, idleSeconds }: Pick<Config, "trustProxy" | "idleSeconds">,
  ) {
    this.#request = request
    this.#server = server
    this.#idle = idleSeconds
    const direct = () => parseAddress(server?.requestIP(request)?.address ?? "") ?? "unknown"
    this.address = forwardedFor(request, proxies) ?? direct()
    const given = request.headers.get("x-request-id")
    this.id = given !== null && /^[\w-]{8,64}$/.test(given) ? given : Bun.randomUUIDv7()
    ;(request as Known)[INFO] = this
  }

  /**
   * Lifts the connection's idle timeout until an answer, or the next piece of one, is there: Bun counts a handler that
   * works or waits as idle.
   */
  async takingTime<T>(answer: Promise<T>): Promise<T> {
    this.#works++
    this.#lift()
    try {
      return await answer
    } finally {
      this.#works--
      this.#lift()
    }
  }

  /** Keeps the idle timeout until the body is there, also within `takingTime`: the caller has to go on sending. */
  async receiving<T>(body: Promise<T>): Promise<T> {
    this.#isReceiving = true
    this.#lift()
    try {
      return await body
    } finally {
      this.#isReceiving = false
      this.#lift()
    }
  }

  #lift(): void {
    const isLifted = this.#works > 0 && !this.#isReceiving
    if (isLifted === this.#isLifted) return
    this.#isLifted = isLifted
    this.#server?.timeout(this.#request, isLifted ? 0 : this.#idle)
  }
}

/** Key of a request's RequestInfo. A WeakMap is slower, above all at garbage collection. */
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

/**
 * One request on its way through guard and validation. The handler never sees it, only a context made from it
 * (context.ts).
 */
export class Call {
  system: SystemDb | undefined
  session: Session | undefined
  actor: Actor | undefined
  tenant: TenantDb | undefined
  body: unknown
  query: unknown
  prepared: unknown

  constructor(
    readonly request: Request,
    public params: Record<string, string>,
    readonly info: RequestInfo,
  ) {}
}
