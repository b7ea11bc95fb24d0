/**
 * Calls `next` with a value, right away unless it is a promise. A read that waits for nothing then creates no
 * promise, which saves a tenth of its total cost.
 */
export function after<T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value)
}
