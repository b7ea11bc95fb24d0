import {
  beginSending,
  doubtInterrupted,
  endSending,
  postpone,
  setAside,
  type Sendung,
} from "../../api/nachrichten/zustellung.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import type { HttpDeps } from "../../http/http-deps.ts"
import { composeMail } from "../../lib/mail/compose.ts"
import { MailFault } from "../../lib/mail/fault.ts"
import type { Mail } from "../../lib/mail/server.ts"
import { faultOf } from "../../lib/disk-fault.ts"
import { type MailLine, openMailLine } from "../../lib/mail/smtp.ts"

type Tools = Pick<HttpDeps, "config" | "log" | "system" | "postamt" | "webhooks">
type Due = { tenant_id: string; id: string }

/** Times in ms, which tests shorten. */
type Times = {
  /** Between two looks at the queue. */
  look: number
  /** After a mail server that took nothing, ever longer; then the last one. */
  rests: readonly number[]
  /** After a write that failed: what became of a message must not be lost. */
  again: number
}
const TIMES: Times = { look: 1000, rests: [60_000, 300_000, 900_000], again: 5000 }

/** Messages on their way at once, each of another company: one with slow recipients holds up no other. */
const LANES = 4

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
  /** Earliest time for the next message, and for the next connection after a fault, in ms since 1970. */
  #paced = 0
  #rested = 0
  #faults = 0
  #timer: Timer | undefined
  #isStopped = false

  constructor(tools: Tools, times: Partial<Times> = {}) {
    this.#tools = tools
    this.#times = { ...TIMES, ...times }
  }

  /** Says of what was running that it is unclear, then begins. */
  async start(): Promise<void> {
    const { system, config, log } = this.#tools
    for (const { tenant_id, id } of system.runningNachrichten()) {
      log.warn("a message may have been sent when the service ended", { tenant: tenant_id, message: id })
      await this.#commit(tenant_id, (tenant) => doubtInterrupted(tenant, id)).catch((error: unknown) =>
        log.error("it cannot be said of a message that it is unclear", { message: id, error }),
      )
    }
    const { mail } = config
    if (!mail || this.#isStopped) return
    this.#timer = setInterval(() => this.#look(mail), this.#times.look)
    this.#timer.unref()
  }

  /** Begins no message any more, and waits for those on their way. @param patience at most, in ms */
  async stop(patience: number): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    const deadline = Bun.sleep(patience)
    await Promise.race([Promise.all(this.#running.values()), deadline])
  }

  #look(mail: Mail): void {
    try {
      this.#begin(mail)
      this.#forgetFault()
    } catch (error) {
      this.#tools.log.error("the queue of e-mails cannot be read", { error })
      this.#restFor(1)
    }
  }

  #begin(mail: Mail): void {
    while (!this.#isStopped && this.#running.size < LANES) {
      const now = Date.now()
      if (now < this.#paced || now < this.#rested) return
      const due = this.#next()
      if (!due) return
      this.#last = due.tenant_id
      this.#paced = Math.max(this.#paced, now - this.#times.look) + 60_000 / mail.perMinute
      const work = this.#deliver(mail, due)
        .catch((error: unknown) => this.#setAside(due, error))
        .finally(() => {
          this.#running.delete(due.tenant_id)
          this.#look(mail)
        })
      this.#running.set(due.tenant_id, work)
      // One connection finds out whether the server is there again.
      if (this.#faults > 0) return
    }
  }

  /** What nobody waits for any more, as it was withdrawn, is no fault. */
  #forgetFault(): void {
    const { postamt, system } = this.#tools
    if (!postamt.stoerung || system.countNachrichten() > 0) return
    postamt.stoerung = undefined
    this.#faults = 0
  }

  /** A fault of the service itself: it must not meet the same message again and again. */
  async #setAside({ tenant_id, id }: Due, error: unknown): Promise<void> {
    this.#tools.log.error("a message was not sent", { tenant: tenant_id, message: id, error })
    await this.#commit(tenant_id, (tenant) => setAside(tenant, id)).catch(() => this.#restFor(1))
  }

  /** @param faults how many there were in a row */
  #restFor(faults: number): void {
    const { rests } = this.#times
    this.#rested = Date.now() + (rests[Math.min(faults, rests.length) - 1] ?? 0)
  }

  /** @returns the message that is due first, of the next company in turn that has none on its way */
  #next(): Due | undefined {
    const { system, postamt } = this.#tools
    const waiting = system
      .dueNachrichten(postamt.anlage)
      .filter(({ tenant_id }) => !this.#running.has(tenant_id))
      .toSorted((a, b) => (a.tenant_id < b.tenant_id ? -1 : 1))
    return waiting.find(({ tenant_id }) => tenant_id > this.#last) ?? waiting[0]
  }

  async #deliver(mail: Mail, { tenant_id, id }: Due): Promise<void> {
    const line = await this.#connect(mail, tenant_id, id)
    if (!line) return
    try {
      const linkamt = { adresse: this.#tools.config.adresse, seal: this.#tools.webhooks.seal }
      const sendung = await this.#commit(tenant_id, (tenant) => beginSending(tenant, id, linkamt))
      if (sendung) await this.#send(mail, line, { tenant_id, id }, sendung)
    } finally {
      line.close()
    }
  }

  /** @returns undefined where nothing can be handed over now */
  async #connect({ server }: Mail, tenant_id: string, id: string): Promise<MailLine | undefined> {
    try {
      return await openMailLine(server)
    } catch (error) {
      if (!(error instanceof MailFault)) throw error
      await this.#rest(tenant_id, id, error)
      return undefined
    }
  }

  async #send(
    { sender }: Mail,
    line: MailLine,
    { tenant_id, id }: Due,
    { to, message }: Sendung,
  ): Promise<void> {
    const { name, ...rest } = message
    const letter = await composeMail({ ...rest, from: { name, address: sender } })
    try {
      const deliveries = await line.send({ from: sender, to }, letter)
      this.#faults = 0
      this.#tools.postamt.stoerung = undefined
      const { status } = await this.#commit(tenant_id, (tenant) => endSending(tenant, id, deliveries))
      this.#tools.log.info("a message was handed over", { tenant: tenant_id, message: id, fate: status })
    } catch (error) {
      if (!(error instanceof MailFault)) throw error
      await this.#rest(tenant_id, id, error)
    }
  }

  async #rest(tenant_id: string, id: string, fault: MailFault): Promise<void> {
    this.#faults++
    const { postamt, log } = this.#tools
    postamt.stoerung = { seit: postamt.stoerung?.seit ?? new Date(), grund: fault.message }
    this.#restFor(this.#faults)
    log.warn("the mail server takes nothing", { advice: fault.message })
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
