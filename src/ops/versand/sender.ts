import {
  beginSending,
  doubtInterrupted,
  endSending,
  postpone,
  setAside,
  type Mailsendung,
} from "../../api/nachrichten/zustellung.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import type { HttpDeps } from "../../http/http-deps.ts"
import { composeMail } from "../../lib/mail/compose.ts"
import { MailFault } from "../../lib/mail/fault.ts"
import { faultOf } from "../../lib/disk-fault.ts"
import { type MailLine, openMailLine } from "../../lib/mail/smtp.ts"
import { type Times, type Relay, Relays } from "./relays.ts"

type Tools = Pick<HttpDeps, "config" | "log" | "system" | "mailService">
type Due = { tenant_id: string; id: string }

const TIMES: Times = { look: 1000, rests: [60_000, 300_000, 900_000], again: 5000 }

/**
 * Hands messages that wait over to the mail server: those of each company in turn, at most so many in a minute. A message
 * is marked as running before its first byte, so that whatever happens, none is sent twice.
 */
export class Sender {
  readonly #tools: Tools
  readonly #times: Times
  /** By company. */
  readonly #running = new Map<string, Promise<void>>()
  /** The company that had its turn last. */
  #last = ""
  readonly #relays: Relays
  /** Until then nothing is begun, as the service itself failed; in ms since the start. */
  #restUntil = 0
  #timer: Timer | undefined
  #isStopped = false

  constructor(tools: Tools, times: Partial<Times> = {}) {
    this.#tools = tools
    this.#times = { ...TIMES, ...times }
    this.#relays = new Relays(tools, this.#times)
  }

  /** Marks what was running as unclear, then begins. */
  async start(): Promise<void> {
    const { system, log } = this.#tools
    for (const { tenant_id, id } of system.runningNachrichten()) {
      log.warn("a message may have been sent when the service ended", { tenant: tenant_id, email: id })
      await this.#commit(tenant_id, (tenant) => doubtInterrupted(tenant, id)).catch((error: unknown) =>
        log.error("it cannot be said of a message that it is unclear", { email: id, error }),
      )
    }
    if (this.#isStopped) return
    this.#timer = setInterval(() => this.#look(), this.#times.look)
    this.#timer.unref()
  }

  /** Begins no message any more, and waits for those on their way. @param patience at most, in ms */
  async stop(patience: number): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    const deadline = Bun.sleep(patience)
    await Promise.race([Promise.all(this.#running.values()), deadline])
  }

  #look(): void {
    try {
      for (let next = this.#next(); next; next = this.#next()) this.#begin(next)
      this.#relays.forgetFault()
    } catch (error) {
      this.#tools.log.error("the queue of e-mails cannot be read", { error })
      this.#rest()
    }
  }

  #begin({ due, relay }: { due: Due; relay: Relay }): void {
    this.#last = due.tenant_id
    this.#relays.begin(relay)
    const work = this.#deliver(relay, due)
      .catch((error: unknown) => this.#setAside(due, error))
      .finally(() => {
        this.#running.delete(due.tenant_id)
        this.#relays.end(relay)
        this.#look()
      })
    this.#running.set(due.tenant_id, work)
  }

  /** For a fault of the service itself, which must not meet the same message again and again. */
  async #setAside({ tenant_id, id }: Due, error: unknown): Promise<void> {
    this.#tools.log.error("a message was not sent", { tenant: tenant_id, email: id, error })
    await this.#commit(tenant_id, (tenant) => setAside(tenant, id)).catch(() => this.#rest())
  }

  #rest(): void {
    this.#restUntil = performance.now() + (this.#times.rests[0] ?? 0)
  }

  /** @returns the message that is due first, of the next company in turn that has none on its way and a server for it */
  #next(): { due: Due; relay: Relay } | undefined {
    if (this.#isStopped || performance.now() < this.#restUntil) return undefined
    const { system, mailService } = this.#tools
    const waiting = system
      .dueNachrichten(mailService.installation)
      .filter(({ tenant_id }) => !this.#running.has(tenant_id))
      .toSorted((a, b) => (a.tenant_id < b.tenant_id ? -1 : 1))
    const turn = waiting.findIndex(({ tenant_id }) => tenant_id > this.#last)
    const inTurn = turn < 1 ? waiting : [...waiting.slice(turn), ...waiting.slice(0, turn)]
    for (const due of inTurn) {
      const relay = this.#relays.freeFor(due.tenant_id)
      if (relay) return { due, relay }
    }
    return undefined
  }

  async #deliver(relay: Relay, { tenant_id, id }: Due): Promise<void> {
    const line = await this.#connect(relay, tenant_id, id)
    if (!line) return
    try {
      const { system, config, mailService } = this.#tools
      const linkSettings = { adresse: config.adresse, seal: mailService.seal }
      const sendung = await this.#commit(tenant_id, (tenant) =>
        system.mayWork(tenant_id)
          ? beginSending(tenant, id, mailService.installation, linkSettings)
          : undefined,
      )
      if (sendung) await this.#send(relay, line, { tenant_id, id }, sendung)
    } finally {
      line.close()
    }
  }

  /** @returns undefined where nothing can be handed over now */
  async #connect(relay: Relay, tenant_id: string, id: string): Promise<MailLine | undefined> {
    try {
      return await openMailLine(relay.mail.server)
    } catch (error) {
      if (!(error instanceof MailFault)) throw error
      await this.#postpone(relay, tenant_id, id, error)
      return undefined
    }
  }

  async #send(
    relay: Relay,
    line: MailLine,
    { tenant_id, id }: Due,
    { to, message }: Mailsendung,
  ): Promise<void> {
    const { name, ...rest } = message
    const { sender } = relay.mail
    const letter = await composeMail({ ...rest, from: { name, address: sender } })
    try {
      const deliveries = await line.send({ from: sender, to }, letter)
      const cut = line.cut()
      if (cut === undefined) relay.recover()
      else relay.cut(cut)
      const { status } = await this.#commit(tenant_id, (tenant) => endSending(tenant, id, deliveries))
      this.#tools.log.info("a message was handed over", { tenant: tenant_id, email: id, fate: status })
    } catch (error) {
      if (!(error instanceof MailFault)) throw error
      await this.#postpone(relay, tenant_id, id, error)
    }
  }

  async #postpone(relay: Relay, tenant_id: string, id: string, fault: MailFault): Promise<void> {
    relay.rest(fault.message)
    this.#tools.log.warn("the mail server takes nothing", { advice: fault.message })
    await this.#commit(tenant_id, (tenant) => postpone(tenant, id, fault.message))
  }

  /**
   * Writes, however often it takes while the disk is full or locked: what became of a message is known here alone.
   *
   * @throws what `work` throws
   */
  async #commit<T>(tenant_id: string, work: (tenant: TenantDb) => T): Promise<T> {
    const { system, log } = this.#tools
    for (;;) {
      try {
        return await system.write(() => work(system.tenant(tenant_id)), tenant_id)
      } catch (error) {
        if (faultOf(error) === undefined) throw error
        log.error("what became of a message cannot be written", { error })
        if (this.#isStopped) throw error
        await Bun.sleep(this.#times.again)
      }
    }
  }
}
