import { Worker } from "node:worker_threads"
import type { HttpDeps } from "../../http/http-deps.ts"
import { sharedClock } from "../../lib/fair-line.ts"
import type { LogEvent } from "../../lib/log.ts"
import { untilEnded, LONGEST_WRITE } from "../../lib/threads.ts"

/** `workerData` of the thread. */
export type Given = Pick<HttpDeps, "config">

/** Messages of the thread: a company's job asks for its turn to write, has used it (CPU time in ms), or says something. */
export type Message = { asks: string } | { worked: number } | { event: LogEvent }

/** Answer to who asks: it may write now, or may not, as another program holds the lock of writers. */
export type Turn = "go" | "locked"

type Tools = Pick<HttpDeps, "config" | "log" | "system">

/**
 * Time before a failed thread is started again, in ms: after its first failure, its second and so on. The last one is
 * for all further ones.
 */
const PAUSES = [1_000, 5_000, 30_000, 300_000] as const

/**
 * Does jobs (Aufträge) in a thread of lower priority with its own connection, so that printing a thousand statements
 * holds up nobody. Each of its transactions waits for its turn among the service's writers. The thread ends when no
 * job waits. If it or the service dies, the next one goes on where it stopped.
 */
export class AuftragThread {
  readonly #tools: Tools
  readonly #longestTurn: number
  #worker: Worker | undefined
  /** Ends the thread's turn to write. */
  #endTurn: (worked: number) => void = () => {}
  /** Whether there may be another job, of which the running thread may not know. */
  #isKicked = false
  #isClosed = false
  #failures = 0
  #pause: Timer | undefined

  /** @param longestTurn time for one transaction, in ms: all writers wait for its end */
  constructor(tools: Tools, longestTurn = LONGEST_WRITE) {
    this.#tools = tools
    this.#longestTurn = longestTurn
  }

  /** Says that a job may wait. */
  kick(): void {
    this.#isKicked = true
    if (!this.#worker && !this.#isClosed) this.#start()
  }

  /** Stops in the middle of a job, whose transaction is rolled back. Resolves when the thread has ended. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#pause)
    if (this.#worker) await untilEnded(this.#worker.terminate())
  }

  #start(): void {
    this.#isKicked = false
    const { config, log } = this.#tools
    const worker = new Worker(new URL("./auftrag-worker.ts", import.meta.url), {
      workerData: { config } satisfies Given,
    })
    this.#worker = worker
    // The thread must not keep the process alive.
    worker.unref()
    worker.on("message", (message: Message) => this.#receive(message))
    worker.once("error", (error) => log.error("jobs were not finished", { error }))
    worker.once("exit", (code) => this.#hasEnded(code))
  }

  #receive(received: Message): void {
    if ("asks" in received) void this.#giveTurn(received.asks)
    else if ("event" in received) {
      const { level, message, fields } = received.event
      this.#tools.log[level](message, fields)
    } else this.#endTurn(received.worked)
  }

  /** Lets the thread write once it is the company's turn, and nobody else until it has. */
  async #giveTurn(tenant: string): Promise<void> {
    const worker = this.#worker
    // The job and the company's people are served like two companies: a long job does not hold up its own.
    const owner = `auftraege ${tenant}`
    const turn = async (charge: (worked: number) => void): Promise<void> => {
      if (worker !== this.#worker) return
      const { promise, resolve } = Promise.withResolvers<number>()
      this.#endTurn = resolve
      const tooLong = setTimeout(() => this.#giveUp(), this.#longestTurn)
      worker?.postMessage("go" satisfies Turn, [])
      const worked = await promise
      clearTimeout(tooLong)
      sharedClock.charge(owner, worked)
      charge(worked)
    }
    const refused = (): void => worker?.postMessage("locked" satisfies Turn, [])
    await this.#tools.system.writeElsewhere(turn, owner).catch(refused)
  }

  #giveUp(): void {
    this.#tools.log.error("a job held up all writers for too long")
    void this.#worker?.terminate()
  }

  #hasEnded(code: number): void {
    this.#worker = undefined
    this.#endTurn(0)
    if (this.#isClosed) return
    this.#failures = code === 0 ? 0 : this.#failures + 1
    if (this.#isKicked) return this.kick()
    if (code === 0) return
    clearTimeout(this.#pause)
    this.#pause = setTimeout(() => this.kick(), PAUSES[Math.min(this.#failures, PAUSES.length) - 1])
    this.#pause.unref()
  }
}

/**
 * Calls `kick` while a job waits: nobody says so when a company may work again, as commands unblock it from another
 * process.
 *
 * @returns a function that ends this
 */
export function goOnWithJobs(
  { system }: Pick<HttpDeps, "system">,
  kick: () => void,
  every = 60_000,
): () => void {
  const timer = setInterval(() => system.nextAuftrag() && kick(), every)
  return () => clearInterval(timer)
}
