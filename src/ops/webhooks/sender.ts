import { sendWebhook } from "../../api/webhooks/post.ts"
import {
  endAttempt,
  isFinal,
  isTaken,
  nextSendung,
  type Outcome,
  spreadEreignisse,
} from "../../api/webhooks/zustellung.ts"
import type { HttpDeps } from "../../http/http-deps.ts"
import { DAY } from "../../lib/day.ts"

type Tools = Pick<HttpDeps, "log" | "system" | "webhooks" | "clock">

/** A receiver that may have something to get. */
type DueWebhook = ReturnType<Tools["system"]["dueWebhooks"]>[number]

/** Time between two looks, in ms. */
const LOOK = 1000
/** Receivers that are spoken to at once, in all and of one company: those that do not answer hold up no others. */
const LANES = 16
const LANES_OF_ONE = 4
/** Messages to one receiver before another has its turn. */
const AT_ONCE = 20
/** Pause of a receiver that took nothing, in ms: doubled each time, up to the longest. */
const [SHORTEST, LONGEST] = [5_000, 5 * 60_000]

/** A receiver that took nothing: until when it is left alone, and how often in a row. */
type Rest = { until: number; times: number }

/**
 * Sends events to the receivers of all companies: to each in its order, one at a time, and to a company's receivers in turn
 * with those of others. A message that was sent and not noted, as the service was killed, is sent again under the same id.
 */
export class WebhookSender {
  readonly #tools: Tools
  /** By receiver. */
  readonly #running = new Map<string, { tenant_id: string; work: Promise<void> }>()
  /** By address of a receiver: another address may be better. */
  readonly #rests = new Map<string, Rest>()
  /** The company that had its turn last, and by company its receiver that had. */
  #last = ""
  readonly #lastOf = new Map<string, string>()
  #timer: Timer | undefined
  #isStopped = false

  constructor(tools: Tools) {
    this.#tools = tools
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(), LOOK)
    this.#timer.unref()
  }

  /** Begins no message any more, and waits for those on their way. @param patience at most, in ms */
  async stop(patience: number): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await Promise.race([this.#settled(), Bun.sleep(patience)])
  }

  /** Sends until nothing is due; for tests, instead of `start`. */
  async sendAll(): Promise<void> {
    for (this.#look(); this.#running.size > 0; this.#look()) await this.#settled()
  }

  #settled(): Promise<unknown> {
    return Promise.all([...this.#running.values()].map(({ work }) => work))
  }

  #look(): void {
    try {
      this.#forgetRests()
      while (!this.#isStopped && this.#running.size < LANES) {
        const next = this.#next()
        if (!next) return
        this.#begin(next)
      }
    } catch (error) {
      this.#tools.log.error("webhooks could not be looked at", { error })
    }
  }

  #begin(webhook: DueWebhook): void {
    const { id, tenant_id } = webhook
    this.#last = tenant_id
    this.#lastOf.set(tenant_id, id)
    const work = this.#serve(webhook)
      .catch((error: unknown) => {
        this.#rest(webhook, 0)
        this.#tools.log.error("a webhook was not sent", { webhook: id, error })
      })
      .finally(() => this.#running.delete(id))
    this.#running.set(id, { tenant_id, work })
  }

  /** @returns a receiver for whom something is due, of the next company in turn */
  #next(): DueWebhook | undefined {
    const { system, webhooks, clock } = this.#tools
    const now = clock().getTime()
    const running = [...this.#running.values()]
    const isFull = (tenant: string) =>
      running.filter((one) => one.tenant_id === tenant).length >= LANES_OF_ONE
    const waiting = system
      .dueWebhooks(webhooks.installation)
      .filter(({ id, tenant_id }) => !this.#running.has(id) && !isFull(tenant_id))
      .filter((one) => (this.#rests.get(keyOf(one))?.until ?? 0) <= now)
    const first = waiting.find(({ tenant_id }) => tenant_id > this.#last) ?? waiting[0]
    if (!first) return undefined
    const before = this.#lastOf.get(first.tenant_id) ?? ""
    return waiting.find(({ tenant_id, id }) => tenant_id === first.tenant_id && id > before) ?? first
  }

  /** Makes messages of new events, and sends some that are due. */
  async #serve(webhook: DueWebhook): Promise<void> {
    const { tenant_id, id, isBehind } = webhook
    const { system, webhooks, clock, log } = this.#tools
    const tenant = system.tenant(tenant_id)
    if (isBehind) await system.write(() => spreadEreignisse(tenant, id), tenant_id)
    for (let n = 0; n < AT_ONCE && !this.#isStopped; n++) {
      const sendung = nextSendung(tenant, id, webhooks)
      if (!sendung) return
      const outcome = await sendWebhook(webhooks, { ...sendung, at: clock() })
      await system.write(() => endAttempt(tenant, sendung, outcome), tenant_id)
      if (!isTaken(outcome)) {
        log.info("a webhook was not taken", { tenant: tenant_id, webhook: id, ...outcome })
        // The receiver was not even asked, so it needs no rest.
        if (isFinal(outcome)) continue
        return this.#rest({ id, adresse: sendung.adresse }, askedOf(outcome))
      }
      this.#rests.delete(keyOf(webhook))
    }
  }

  #rest(webhook: Pick<DueWebhook, "id" | "adresse">, asked: number): void {
    const key = keyOf(webhook)
    const { times } = this.#rests.get(key) ?? { times: 0 }
    const pause = Math.min(SHORTEST * 2 ** times, LONGEST)
    const until = this.#tools.clock().getTime() + Math.max(pause, Math.min(asked, DAY))
    this.#rests.set(key, { until, times: times + 1 })
  }

  /** Forgets the rests of receivers that are deleted or have another address, and those by a clock that was ahead. */
  #forgetRests(): void {
    const now = this.#tools.clock().getTime()
    for (const [key, { until }] of this.#rests)
      if (until < now - DAY || until > now + DAY) this.#rests.delete(key)
  }
}

const keyOf = ({ id, adresse }: Pick<DueWebhook, "id" | "adresse">): string => `${id} ${adresse}`

/** @returns the pause that a receiver asked for, in ms */
const askedOf = (outcome: Outcome): number => ("status" in outcome ? (outcome.retryAfter ?? 0) * 1000 : 0)
