import { hungUp } from "./refusal.ts"

type Run<T> = { result: Promise<T>; waiting: number; ending: AbortController }

/** Work that is done once for all callers who ask for it meanwhile, and is stopped when all of them have hung up. */
export class SharedWork<T> {
  readonly #running = new Map<string, Run<T>>()

  /**
   * @param key the same for the same work
   * @param signal of the caller, aborted when it hangs up
   * @param work begun for the first caller; stops when `ended` is aborted
   * @throws Refusal gone when the caller hung up; what `work` throws
   */
  async join(key: string, signal: AbortSignal, work: (ended: AbortSignal) => Promise<T>): Promise<T> {
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
      if (--run.waiting === 0) this.#end(key, run)
    }
  }

  #begin(key: string, work: (ended: AbortSignal) => Promise<T>): Run<T> {
    const ending = new AbortController()
    const run = { result: work(ending.signal), waiting: 0, ending }
    this.#running.set(key, run)
    // Later callers begin anew. A failure is told to those who wait.
    run.result.catch(() => {}).finally(() => this.#forget(key, run))
    return run
  }

  #end(key: string, run: Run<T>): void {
    this.#forget(key, run)
    run.ending.abort(hungUp())
  }

  #forget(key: string, run: Run<T>): void {
    if (this.#running.get(key) === run) this.#running.delete(key)
  }
}
