import { Worker } from "node:worker_threads"
import { created } from "./api/frame/reply.ts"
import type { RouteRunner, RouteTask } from "./http/http-deps.ts"
import { FairLine, sharedClock } from "./lib/fair-line.ts"
import { hungUp, type Kind, Refusal, unavailable } from "./lib/refusal.ts"
import { endOf, LONGEST_WRITE } from "./lib/threads.ts"

/** Access to the database with which the thread opens it. */
export type Access = "read" | "write"
/** `workerData` of the thread: its database file, and how to open it. */
export type Given = { file: string; access: Access }

/** Outcome of a task: result, refusal or failure. `isFirst` is set if the handler returned `Created`. */
export type Answered =
  | { value: unknown; isFirst?: boolean }
  | { refusal: { kind: Kind; message: string; details: Refusal["details"] } }
  | { failure: { message: string; stack: string | undefined; code: string | undefined } }

/** Messages to and from the thread: `nr` numbers the task, `worked` is the CPU time it took in ms. */
export type Order = { nr: number; task: RouteTask; runs: boolean } | "end"
export type Told = Answered & { nr: number; worked: number }

type Job = {
  nr: number
  task: RouteTask
  /** Whether to run the handler; false only loads its module. */
  runs: boolean
  signal: AbortSignal | undefined
  resolve: (value: unknown) => void
  reject: (error: Error) => void
}

/** Maximum number of waiting tasks per company. */
const WAITING = 100
/** Longest time for one task, in ms: the others wait for its end, so the thread is ended with it then. */
const LONGEST = { read: 120_000, write: LONGEST_WRITE }
/** Idle time in ms after which the thread ends, to free its 40 MB. */
const IDLE = 60_000
const CLOSED = "the database was closed"
const TOO_LONG =
  "Das dauerte zu lange und wurde abgebrochen. Bitte nachsehen, ob es gespeichert ist, und sonst noch einmal versuchen."

/**
 * Thread with its own database connection, in which handlers run one at a time, in fair order
 * (lib/fair-line.ts). There are two: for long reads and for long writes (http/run.ts).
 */
export class RouteThread implements RouteRunner {
  readonly #given: Given
  readonly #line = new FairLine<Job>()
  #worker: Worker | undefined
  /** Resolves when the thread that was started last has exited. */
  #ended: Promise<void> = Promise.resolve()
  /** Routes that the running thread has loaded or is loading; all who wait for one share its promise. */
  readonly #loaded = new Map<string, Promise<unknown>>()
  #running: Job | undefined
  /** Number of the job that came last. */
  #lastNr = 0
  #idle: Timer | undefined
  readonly #longest: number
  #tooLong: Timer | undefined

  /**
   * @param file the database, which this process has already opened
   * @param longest time for one task, in ms
   */
  constructor(file: string, access: Access, longest = LONGEST[access]) {
    this.#given = { file, access }
    this.#longest = longest
  }

  run(task: RouteTask, signal?: AbortSignal): Promise<unknown> {
    return this.#push(task, true, signal)
  }

  async load(task: RouteTask): Promise<void> {
    const { route } = task
    const loading = this.#loaded.get(route) ?? this.#push({ ...task, body: undefined }, false, undefined)
    this.#loaded.set(route, loading)
    try {
      await loading
    } catch (error) {
      this.#loaded.delete(route)
      throw error
    }
  }

  #push(task: RouteTask, runs: boolean, signal: AbortSignal | undefined): Promise<unknown> {
    if (this.#line.waiting(task.tenant) >= WAITING)
      throw unavailable(
        "Zu viele aufwendige Anfragen dieser Firma auf einmal. Bitte gleich noch einmal versuchen.",
      )
    return new Promise((resolve, reject) => {
      this.#line.push(task.tenant, { nr: ++this.#lastNr, task, runs, signal, resolve, reject })
      this.#next()
    })
  }

  /** Rejects all tasks. Resolves when the thread has exited (lib/threads.ts). */
  async close(): Promise<void> {
    this.#end(new Error(CLOSED))
    for (const { reject } of this.#line.remove(() => true)) reject(new Error(CLOSED))
    await endOf(this.#ended)
  }

  /** Starts the next task. If none waits, the thread ends after IDLE. */
  #next(): void {
    if (this.#running) return
    // Tasks whose callers have hung up are dropped.
    for (const { reject } of this.#line.remove(({ signal }) => signal?.aborted === true)) reject(hungUp())
    const job = this.#line.shift()
    if (job) return this.#hand(job)
    this.#idle ??= setTimeout(() => this.#end(new Error("idle")), IDLE)
    this.#idle.unref()
  }

  /** Hands a job to the thread. One that cannot be handed over is rejected, so that the next one runs. */
  #hand(job: Job): void {
    const { nr, task, runs, reject } = job
    this.#running = job
    this.#tooLong = setTimeout(() => this.#giveUp(task), this.#longest)
    this.#tooLong.unref()
    try {
      this.#thread().postMessage({ nr, task, runs } satisfies Order, [])
    } catch (error) {
      this.#free()
      reject(error as Error)
      this.#next()
    }
  }

  #free(): void {
    clearTimeout(this.#tooLong)
    this.#running = undefined
  }

  /** Ends the thread with its task: what it wrote is rolled back when it has ended, at once unless SQLite hangs. */
  #giveUp({ route }: RouteTask): void {
    const worker = this.#worker
    const cause = new Error(`${route} took longer than ${this.#longest} ms and was ended`)
    this.#end(new Refusal("unavailable", TOO_LONG, { retryAfter: 30, cause }))
    void worker?.terminate()
    this.#next()
  }

  /** @returns the running thread, or a new one */
  #thread(): Worker {
    clearTimeout(this.#idle)
    this.#idle = undefined
    if (this.#worker) return this.#worker
    const worker = new Worker(new URL("./route-thread-worker.ts", import.meta.url), {
      workerData: this.#given,
    })
    worker.on("message", (told: Told) => this.#settle(told))
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
    // The thread must not keep the process alive.
    worker.unref()
    return (this.#worker = worker)
  }

  /** Settles the running job with the thread's answer, and starts the next. */
  #settle(told: Told): void {
    const job = this.#running
    // An abandoned thread may still answer; its job was already rejected.
    if (job?.nr !== told.nr) return
    this.#free()
    sharedClock.charge(job.task.tenant, told.worked)
    if ("value" in told)
      job.resolve(told.isFirst === undefined ? told.value : created(told.value, told.isFirst))
    else if ("refusal" in told)
      job.reject(new Refusal(told.refusal.kind, told.refusal.message, told.refusal.details))
    else job.reject(Object.assign(new Error(told.failure.message), told.failure))
    this.#next()
  }

  /** Tells the thread to end and abandons it. @param error rejects the running task */
  #end(error: Error): void {
    clearTimeout(this.#idle)
    this.#idle = undefined
    this.#worker?.postMessage("end", [])
    this.#worker = undefined
    this.#loaded.clear()
    this.#running?.reject(error)
    this.#free()
  }
}
