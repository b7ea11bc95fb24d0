import { isGone } from "../api/fault.ts"

/** Which values of parameters in addresses make sense. */

/** Thrown for an address with an impossible value; <ErrorBoundary> tells so, with a way out. */
export class WrongAddress extends Error {
  override name = "WrongAddress"

  /** @param known whether the screen has such a parameter at all */
  constructor(
    readonly parameter: string,
    readonly value: string,
    readonly known = true,
  ) {
    super(`${parameter}=${value}`)
  }
}

/** Parameters that mail programs and other sites append to links, for their own tracking. */
const FOREIGN = /^(?:utm_\w+|mtm_\w+|pk_\w+|mc_[ce]id|fbclid|gclid|dclid|msclkid|_hs\w+)$/

/** A mistyped name of a filter would silently show everything. @throws WrongAddress for an unknown parameter */
export function requireKnown(search: string, takes: readonly string[]): void {
  for (const [name, value] of new URLSearchParams(search))
    if (!takes.includes(name) && !FOREIGN.test(name)) throw new WrongAddress(name, value, false)
}

/** Checks the reading of a record that the address names by its id. @throws WrongAddress if there is no such record */
export function requireFound({ error }: { error: unknown }, parameter: string, id: string): void {
  if (isGone(error)) throw new WrongAddress(parameter, id)
}

export type Fits<T extends string = string> = (value: string) => value is T

/** `2026-03-31`, in the years that the interface knows. */
export const isDay: Fits = (value): value is string =>
  /^(?:19|2\d)\d\d-\d\d-\d\d$/.test(value) && Number(value.slice(8)) === dayOf(value)

/** Day of the month: for 30 February it is 2, as that is a day of March. */
const dayOf = (value: string): number => new Date(`${value}T00:00:00Z`).getUTCDate()

/** `2026-03` */
export const isMonth: Fits = (value): value is string => isDay(`${value}-01`)

/** The id of a record. */
export const isId: Fits = (value): value is string =>
  /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(value)

/** A number of days. */
export const isDays: Fits = (value): value is string => /^\d{1,4}$/.test(value)

/** Typed text. */
export const isText: Fits = (_value): _value is string => true

/** @returns whether it is one of the options of a choice */
export const among =
  <T extends string>(options: readonly { id: T }[]): Fits<T> =>
  (value): value is T =>
    options.some(({ id }) => id === value)
