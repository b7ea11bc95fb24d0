import { type Fault, invalidFields, Refusal } from "../../../lib/refusal.ts"

/**
 * Does all steps, so that the faults of all are first at once; of a field the first.
 *
 * @returns what the first step returns
 * @throws Refusal invalid
 */
export function allOf<T>(first: () => T, ...others: (() => unknown)[]): T {
  const faults: Fault[] = []
  const done = [first, ...others].map((step) => {
    try {
      return step()
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind !== "invalid") throw error
      faults.push(...(error.details.faults ?? []))
      return undefined
    }
  })
  const shown = faults.filter(({ path }, i) => faults.findIndex((fault) => fault.path === path) === i)
  if (shown.length > 0) throw invalidFields(shown)
  return done[0] as T
}
