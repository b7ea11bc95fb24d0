import { Worker } from "node:worker_threads"
import { Created } from "./api/frame/reply.ts"
import type { RouteRunner, RouteTask } from "./http/http-deps.ts"
import { sharedClock } from "./lib/fair-line.ts"
import { queue } from "./lib/queue.ts"
import { type RefusalKind, Refusal, unavailable } from "./lib/refusal.ts"
import { untilEnded, LONGEST_WRITE } from "./lib/threads.ts"

/** Access to the database with which the thread opens it. */
type Access = "read" | "write"
/** `workerData` of the thread: its database file, and how to open it. */
export type Given = { file: string; access: Access }

/** Outcome of a task: result, refusal or failure. `isFirst` is set if the handler returned `Created`. */
export type Outcome =
  | { value: unknown; isFirst?: boolean }
  | { refusal: { kind: RefusalKind; message: string; details: Refusal["details"] } }
  | { failure: { message: string; stack: string | undefined; code: string | undefined } }

/** Messages to and from the thread: `nr` numbers the task, `worked` is the CPU time it took in ms. */
export type Order = { nr: number; task: RouteTask; runs: boolean } | "end"
export type Answer = Outcome & { nr: number; worked: number }

/** The task that the thread does now. */
type Running = {
  nr: number
  tenant: string
  resolve: (value: unknown) => void
  reject: (error: Error) => void
}

/** Maximum number of waiting tasks per company. */
const WAITING = 100
/** Longest time for one task, in ms. Then the thread is ended with it, as all others wait. */
const LONGEST_TASK = { read: 120_000, write: LONGEST_WRITE }
/** Idle time in ms after which the thread ends, to free its memory. */
const IDLE = 60_000
const TOO_LONG =
  "Das dauerte zu lange und wurde abgebrochen. Bitte nachsehen, ob es gespeichert ist, und sonst noch einmal versuchen."

const tooMany = (): Refusal =>
  unavailable("Zu viele aufwendige Anfragen dieser Firma auf einmal. Bitte gleich noch einmal versuchen.")

/**
 * Thread with its own database connection, in which handlers run one at a time, in fair order
 * (lib/fair-line.ts). There are two: for long reads and for long writes (http/run.ts).
 */
export class RouteThread implements RouteRunner {
  readonly #given: Given
  /** The thread says itself how long a task took. */
  readonly #inTurn = queue(
    { parallel: 1, waiting: Infinity, waitingEach: WAITING, isCharged: false },
    tooMany,
  )
  #worker: Worker | undefined
  /** Resolves when the thread that was started last has exited. */
  #ended: Promise<void> = Promise.resolve()
  /** Routes that the running thread has loaded or is loading; all who wait for one share its promise. */
  readonly #loaded = new Map<string, Promise<unknown>>()
  #running: Running | undefined
  /** Number of the task that was handed over last. */
  #lastNr = 0
  #idle: Timer | undefined
  readonly #longest: number

  /**
   * @param file the database, which this process has already opened
   * @param longest time for one task, in ms
   */
  constructor(file: string, access: Access, longest = LONGEST_TASK[access]) {
    this.#given = { file, access }
    this.#longest = longest
  }

  run(task: RouteTask, signal?: AbortSignal): Promise<unknown> {
    return this.#inTurn(() => this.#hand(task, true), task.tenant, signal && { signal })
  }

  async load(task: RouteTask): Promise<void> {
    const { route } = task
    const loading =
      this.#loaded.get(route) ??
      this.#inTurn(() => this.#hand({ ...task, body: undefined }, false), task.tenant)
    this.#loaded.set(route, loading)
    try {
      await loading
    } catch (error) {
      this.#loaded.delete(route)
      throw error
    }
  }

  /** Rejects all tasks. Resolves when the thread has exited (lib/threads.ts). */
  async close(): Promise<void> {
    const closed = new Error("the database was closed")
    this.#inTurn.drop(closed)
    this.#end(closed)
    await untilEnded(this.#ended)
  }

  /** Hands a task to the thread. @returns what it answers */
  async #hand(task: RouteTask, runs: boolean): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const nr = ++this.#lastNr
    clearTimeout(this.#idle)
    const tooLong = setTimeout(() => this.#giveUp(task), this.#longest).unref()
    try {
      this.#thread().postMessage({ nr, task, runs } satisfies Order, [])
      this.#running = { nr, tenant: task.tenant, resolve, reject }
      return await promise
    } finally {
      clearTimeout(tooLong)
      this.#running = undefined
      this.#idle = setTimeout(() => this.#end(new Error("idle")), IDLE).unref()
    }
  }

  /** Ends the thread with its task: what it wrote is rolled back when it has ended, at once unless SQLite hangs. */
  #giveUp({ route }: RouteTask): void {
    const worker = this.#worker
    const cause = new Error(`${route} took longer than ${this.#longest} ms and was ended`)
    this.#end(new Refusal("unavailable", TOO_LONG, { retryAfter: 30, cause }))
    void worker?.terminate()
  }

  /** @returns the running thread, or a new one */
  #thread(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(new URL("./route-thread-worker.ts", import.meta.url), {
      workerData: this.#given,
    })
    worker.on("message", (answer: Answer) => this.#settle(answer))
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#ended = promise
    const lost = (error: Error): void => {
      if (this.#worker === worker) this.#end(error)
    }
    worker.once("error", (error) => lost(error as Error))
    worker.once("exit", () => {
      resolve()
      lost(new Error("the thread has ended"))
    })
    // The thread must not keep the process alive.
    worker.unref()
    return (this.#worker = worker)
  }

  /** Settles the running task with the thread's answer. */
  #settle(answer: Answer): void {
    const running = this.#running
    // An abandoned thread may still answer; its task was already rejected.
    if (running?.nr !== answer.nr) return
    const { tenant, resolve, reject } = running
    sharedClock.charge(tenant, answer.worked)
    if ("value" in answer)
      resolve(answer.isFirst === undefined ? answer.value : new Created(answer.value, answer.isFirst))
    else if ("refusal" in answer)
      reject(new Refusal(answer.refusal.kind, answer.refusal.message, answer.refusal.details))
    else reject(Object.assign(new Error(answer.failure.message), answer.failure))
  }

  /** Tells the thread to end and abandons it. @param error rejects the running task */
  #end(error: Error): void {
    this.#worker?.postMessage("end", [])
    this.#worker = undefined
    this.#loaded.clear()
    this.#running?.reject(error)
  }
}
