import { Worker } from "node:worker_threads"
import type { Asked, Readers } from "./http/deps.ts"
import { FairLine } from "./lib/fair-line.ts"
import { hungUp, type Kind, Refusal, unavailable } from "./lib/refusal.ts"
import type { Shares } from "./lib/shares.ts"

/** The result, or why there is none. */
export type Answered =
  | { value: unknown }
  | { refusal: { kind: Kind; message: string; details: Refusal["details"] } }
  | { failure: { message: string; stack: string | undefined; code: string | undefined } }

/** What comes back: also for how many ms the thread has worked. */
type Told = Answered & { worked: number }

type Job = {
  asked: Asked
  signal: AbortSignal | undefined
  resolve: (value: unknown) => void
  reject: (error: Error) => void
}

/** Of one company so many reads wait for their turn. */
const WAITING = 100
/** When all who wait have used up their shares, they are looked at again after so many ms. */
const SOON = 20
/** A thread that nobody needs ends after so many ms: it keeps 40 MB. */
const IDLE = 60_000
/** Who stops waits so long for the read that is under way, in ms. */
const LAST = 2000
const CLOSED = "the database was closed"

/**
 * Does the reads that would hold up everybody in a thread of its own, over a connection of its own: one at a time, one
 * company after another, and each within its share.
 */
export class ReadingThread implements Readers {
  readonly #file: string
  readonly #shares: Shares
  readonly #line = new FairLine<Job>()
  #worker: Worker | undefined
  /** The thread that was started last has closed its connection. */
  #ended: Promise<void> = Promise.resolve()
  #running: Job | undefined
  #timer: Timer | undefined
  #idle: Timer | undefined

  /** @param file the database, opened by this process already */
  constructor(file: string, shares: Shares) {
    this.#file = file
    this.#shares = shares
  }

  read(asked: Asked, signal?: AbortSignal): Promise<unknown> {
    if (this.#line.waiting(asked.tenant) >= WAITING)
      throw unavailable(
        "Zu viele aufwendige Anfragen dieser Firma auf einmal. Bitte gleich noch einmal versuchen.",
      )
    return new Promise((resolve, reject) => {
      this.#line.push(asked.tenant, { asked, signal, resolve, reject })
      this.#next()
    })
  }

  /** Refuses what waits. @returns when the thread has let go of the database, or takes too long for that */
  async close(): Promise<void> {
    this.#end(new Error(CLOSED))
    for (const { reject } of this.#line.remove(() => true)) reject(new Error(CLOSED))
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, LAST)
    void this.#ended.then(resolve)
    await promise
    clearTimeout(timer)
  }

  #next(): void {
    clearTimeout(this.#timer)
    if (this.#running) return
    // Nobody waits for what they asked for any more; they may have asked again.
    for (const { reject } of this.#line.remove(({ signal }) => signal?.aborted === true)) reject(hungUp())
    this.#running = this.#line.shift((owner) => !this.#shares.isUsedUp(owner))
    if (this.#running) {
      this.#thread().postMessage(this.#running.asked, [])
    } else if (this.#line.size > 0) {
      this.#timer = setTimeout(() => this.#next(), SOON)
    } else {
      this.#idle ??= setTimeout(() => this.#end(new Error("idle")), IDLE)
      this.#idle.unref()
    }
  }

  #thread(): Worker {
    clearTimeout(this.#idle)
    this.#idle = undefined
    if (this.#worker) return this.#worker
    const worker = new Worker(new URL("./reading-worker.ts", import.meta.url), { workerData: this.#file })
    worker.on("message", (told: Told) => this.#told(told))
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#ended = promise
    const lost = (error: Error): void => {
      if (this.#worker !== worker) return
      this.#end(error)
      this.#next()
    }
    worker.once("error", (error) => lost(error as Error))
    worker.once("exit", () => {
      resolve()
      lost(new Error("the thread has ended"))
    })
    // It keeps no process alive.
    worker.unref()
    return (this.#worker = worker)
  }

  #told(told: Told): void {
    const job = this.#running
    if (!job) return
    this.#running = undefined
    this.#shares.charge(job.asked.tenant, told.worked)
    if ("value" in told) job.resolve(told.value)
    else if ("refusal" in told)
      job.reject(new Refusal(told.refusal.kind, told.refusal.message, told.refusal.details))
    else job.reject(Object.assign(new Error(told.failure.message), told.failure))
    this.#next()
  }

  #end(error: Error): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#idle)
    this.#idle = undefined
    this.#worker?.postMessage("end", [])
    this.#worker = undefined
    this.#running?.reject(error)
    this.#running = undefined
  }
}
