import { findMailserver, mailOf } from "../../api/versand/mailserver.ts"
import type { HttpDeps } from "../../http/http-deps.ts"
import type { Stoerung } from "../../api/frame/services.ts"
import type { Mail } from "../../lib/mail/server.ts"

/** Times in ms, which tests shorten. */
export type Times = {
  /** Between two looks at the queue. */
  look: number
  /** After a mail server that took nothing, ever longer; then the last one. */
  rests: readonly number[]
  /** After a write that failed: what became of a message must not be lost. */
  again: number
}

/** Messages in a row at which a server hangs up before it rests: one may be the message's fault, so many are the server's. */
const CUTS = 3

/** One mail server with its pace and its rest: the operator's for many companies, or a company's own. */
export class Relay {
  readonly mail: Mail
  readonly #times: Times
  readonly #tell: (stoerung: Stoerung | undefined) => void
  /** Earliest time for the next message by the pace, and after a fault, in ms since the start: clocks jump. */
  #paceUntil = 0
  #restUntil = 0
  #faults = 0
  #cuts = 0
  #since: Date | undefined
  #running = 0

  /** @param tell is told since when the server takes nothing, or that it does again */
  constructor(mail: Mail, times: Times, tell: (stoerung: Stoerung | undefined) => void) {
    this.mail = mail
    this.#times = times
    this.#tell = tell
  }

  /** @param lanes messages on their way at once @returns whether another one may go now */
  isFree(lanes: number, now = performance.now()): boolean {
    if (now < this.#paceUntil || now < this.#restUntil) return false
    // After a fault, one connection finds out whether the server is there again.
    return this.#running < (this.#faults > 0 ? 1 : lanes)
  }

  begin(): void {
    this.#running++
    const { perMinute } = this.mail
    this.#paceUntil = Math.max(this.#paceUntil, performance.now() - this.#times.look) + 60_000 / perMinute
  }

  end(): void {
    this.#running--
  }

  /** @param fault why it takes nothing at all */
  rest(fault: string): void {
    this.#faults++
    const { rests } = this.#times
    this.#restUntil = performance.now() + (rests[Math.min(this.#faults, rests.length) - 1] ?? 0)
    this.#since ??= new Date()
    this.#tell({ seit: this.#since, grund: fault })
  }

  /**
   * Notes that the server hung up in the middle of a message. After some in a row it rests: otherwise a whole month's
   * messages would become unclear, one after the other.
   *
   * @param fault says so
   */
  cut(fault: string): void {
    this.#cuts++
    if (this.#cuts >= CUTS) this.rest(fault)
  }

  /** The server takes what is sent, or nobody waits for it any more. */
  recover(): void {
    this.#cuts = 0
    if (this.#faults === 0) return
    this.#faults = 0
    this.#since = undefined
    this.#tell(undefined)
  }
}

/**
 * Messages on their way at once by the operator's server, each of another company: slow recipients of one hold up no
 * other.
 */
const SHARED = 4
/** The same by all companies' own servers together: those that hang take no place from the operator's. */
const OWN = 32

type Tools = Pick<HttpDeps, "config" | "system" | "mailService">

/** The mail servers by which companies' messages leave. */
export class Relays {
  readonly #tools: Tools
  readonly #times: Times
  readonly #shared: Relay | undefined
  /**
   * By company with a server of its own, with the row that it was made from: once that changes, a new relay is made.
   */
  readonly #own = new Map<string, { relay: Relay; from: string }>()
  #ownRunning = 0

  constructor(tools: Tools, times: Times) {
    this.#tools = tools
    this.#times = times
    const { config, mailService } = tools
    this.#shared =
      config.mail && new Relay(config.mail, times, (stoerung) => (mailService.stoerung = stoerung))
  }

  /** @returns the server by which a company's next message can go now; undefined where none can */
  freeFor(tenant_id: string): Relay | undefined {
    const { system, mailService } = this.#tools
    const tenant = system.tenant(tenant_id)
    const row = findMailserver(tenant)
    if (!row) {
      this.#own.delete(tenant_id)
      return this.#shared?.isFree(SHARED) ? this.#shared : undefined
    }
    if (this.#ownRunning >= OWN) return undefined
    const from = JSON.stringify(row)
    let own = this.#own.get(tenant_id)
    if (own?.from !== from) {
      const mail = mailOf(tenant, row, mailService)
      if (!mail) return undefined
      own = { relay: this.#ownOf(tenant_id, mail, from), from }
      this.#own.set(tenant_id, own)
    }
    return own.relay.isFree(1) ? own.relay : undefined
  }

  /** @param from what it was made from: of a server that the company has replaced meanwhile, nothing is told any more */
  #ownOf(tenant_id: string, mail: Relay["mail"], from: string): Relay {
    const { system, mailService } = this.#tools
    const { stoerungen } = mailService
    return new Relay(mail, this.#times, (stoerung) => {
      if (JSON.stringify(findMailserver(system.tenant(tenant_id))) !== from) return
      if (stoerung) stoerungen.set(tenant_id, stoerung)
      else stoerungen.delete(tenant_id)
    })
  }

  begin(relay: Relay): void {
    relay.begin()
    if (relay !== this.#shared) this.#ownRunning++
  }

  end(relay: Relay): void {
    relay.end()
    if (relay !== this.#shared) this.#ownRunning--
  }

  /** Ends the fault of a server for which nothing waits any more: it was withdrawn, or its companies may not send. */
  forgetFault(): void {
    const { mailService, system } = this.#tools
    if (!mailService.stoerung) return
    if (system.countNachrichten(mailService.installation) === 0) this.#shared?.recover()
  }
}
