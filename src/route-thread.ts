import { Worker } from "node:worker_threads"
import { created } from "./api/frame/reply.ts"
import type { RouteRunner, RouteTask } from "./http/http-deps.ts"
import { FairLine, machine } from "./lib/fair-line.ts"
import { hungUp, type Kind, Refusal, unavailable } from "./lib/refusal.ts"

/** Purpose for which the thread opens the database. */
export type Access = "read" | "write"
/** Data of the thread. */
export type Given = { file: string; access: Access }

/** The result, or the error. `isFirst` comes with a record that was made (api/frame/reply.ts). */
export type Answered =
  | { value: unknown; isFirst?: boolean }
  | { refusal: { kind: Kind; message: string; details: Refusal["details"] } }
  | { failure: { message: string; stack: string | undefined; code: string | undefined } }

/** Messages to and from the thread: `nr` is the task's number, `worked` the thread's work in ms. */
export type Order = { nr: number; task: RouteTask; isDone: boolean } | "end"
export type Told = Answered & { nr: number; worked: number }

type Job = {
  nr: number
  task: RouteTask
  /** False where its route is only loaded. */
  isDone: boolean
  signal: AbortSignal | undefined
  resolve: (value: unknown) => void
  reject: (error: Error) => void
}

/** Most waiting tasks of one company. */
const WAITING = 100
/** Time in ms after which an idle thread ends, as it keeps 40 MB. */
const IDLE = 60_000
/** Longest wait for the task under way when the service stops, in ms. */
const LONGEST_END = 2000
const CLOSED = "the database was closed"

/** Runs handlers in a thread with its own connection: one at a time, in fair order (lib/fair-line.ts). */
export class RouteThread implements RouteRunner {
  readonly #given: Given
  readonly #line = new FairLine<Job>()
  #worker: Worker | undefined
  /** Resolves when the thread that was started last has closed its connection. */
  #ended: Promise<void> = Promise.resolve()
  /** Routes that the running thread has loaded, or is loading: once for all who wait for one. */
  readonly #loaded = new Map<string, Promise<unknown>>()
  #running: Job | undefined
  /** Number of the job that came last. */
  #lastNr = 0
  #idle: Timer | undefined

  /** @param file the database, opened by this process already */
  constructor(file: string, access: Access) {
    this.#given = { file, access }
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

  #push(task: RouteTask, isDone: boolean, signal: AbortSignal | undefined): Promise<unknown> {
    if (this.#line.waiting(task.tenant) >= WAITING)
      throw unavailable(
        "Zu viele aufwendige Anfragen dieser Firma auf einmal. Bitte gleich noch einmal versuchen.",
      )
    return new Promise((resolve, reject) => {
      this.#line.push(task.tenant, { nr: ++this.#lastNr, task, isDone, signal, resolve, reject })
      this.#next()
    })
  }

  /** Refuses waiting tasks. @returns when the thread has closed its connection, or takes too long for that */
  async close(): Promise<void> {
    this.#end(new Error(CLOSED))
    for (const { reject } of this.#line.remove(() => true)) reject(new Error(CLOSED))
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, LONGEST_END)
    void this.#ended.then(resolve)
    await promise
    clearTimeout(timer)
  }

  /** Begins the next task; where none waits, the thread ends after a while. */
  #next(): void {
    if (this.#running) return
    // Tasks whose callers have hung up are dropped.
    for (const { reject } of this.#line.remove(({ signal }) => signal?.aborted === true)) reject(hungUp())
    this.#running = this.#line.shift()
    if (this.#running) {
      const { nr, task, isDone } = this.#running
      this.#thread().postMessage({ nr, task, isDone } satisfies Order, [])
    } else {
      this.#idle ??= setTimeout(() => this.#end(new Error("idle")), IDLE)
      this.#idle.unref()
    }
  }

  /** @returns the running thread, or a new one */
  #thread(): Worker {
    clearTimeout(this.#idle)
    this.#idle = undefined
    if (this.#worker) return this.#worker
    const worker = new Worker(new URL("./route-thread-worker.ts", import.meta.url), {
      workerData: this.#given,
    })
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
    // The thread keeps no process alive.
    worker.unref()
    return (this.#worker = worker)
  }

  #told(told: Told): void {
    const job = this.#running
    // A thread that was given up may still answer; its job was refused then.
    if (job?.nr !== told.nr) return
    this.#running = undefined
    machine.charge(job.task.tenant, told.worked)
    if ("value" in told)
      job.resolve(told.isFirst === undefined ? told.value : created(told.value, told.isFirst))
    else if ("refusal" in told)
      job.reject(new Refusal(told.refusal.kind, told.refusal.message, told.refusal.details))
    else job.reject(Object.assign(new Error(told.failure.message), told.failure))
    this.#next()
  }

  /** Gives up the thread. @param error for the task under way */
  #end(error: Error): void {
    clearTimeout(this.#idle)
    this.#idle = undefined
    this.#worker?.postMessage("end", [])
    this.#worker = undefined
    this.#loaded.clear()
    this.#running?.reject(error)
    this.#running = undefined
  }
}
