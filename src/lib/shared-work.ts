import { hungUp } from "./refusal.ts"

/** Work under way: its result, the number of callers that wait for it, and what stops it. */
type Run<T> = { result: Promise<T>; waiting: number; stop: AbortController }

/** Work that runs once for all callers that ask for it meanwhile, and stops when all have hung up. */
export class SharedWork<T> {
  readonly #running = new Map<string, Run<T>>()

  /**
   * Joins the running work of this key, or starts it.
   *
   * @param key equal for equal work
   * @param signal aborted when this caller hangs up
   * @param work started for the first caller; has to stop when its signal is aborted
   * @returns the result of the work
   * @throws Refusal `gone` when the caller hung up; whatever `work` throws
   */
  async join(key: string, signal: AbortSignal, work: (stop: AbortSignal) => Promise<T>): Promise<T> {
    if (signal.aborted) throw hungUp()
    const run = this.#running.get(key) ?? this.#begin(key, work)
    run.waiting++
    const left = Promise.withResolvers<never>()
    const leave = (): void => left.reject(hungUp())
    signal.addEventListener("abort", leave)
    try {
      return await Promise.race([run.result, left.promise])
    } finally {
      signal.removeEventListener("abort", leave)
      // When the work has ended by itself, this stops nothing any more.
      if (--run.waiting === 0) this.#stop(key, run)
    }
  }

  #begin(key: string, work: (stop: AbortSignal) => Promise<T>): Run<T> {
    const stop = new AbortController()
    const run = { result: work(stop.signal), waiting: 0, stop }
    this.#running.set(key, run)
    // Later callers start a new run. A failure is ignored here: `join` passes it to the callers that wait.
    run.result.catch(() => {}).finally(() => this.#forget(key, run))
    return run
  }

  #stop(key: string, run: Run<T>): void {
    this.#forget(key, run)
    run.stop.abort(hungUp())
  }

  #forget(key: string, run: Run<T>): void {
    if (this.#running.get(key) === run) this.#running.delete(key)
  }
}
