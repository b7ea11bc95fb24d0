import { type Feld, type Felder, fieldsOf, type Stored, valuesIn } from "../../../../lib/felder/feld.ts"
import { euro } from "../values/format.ts"

/** Values of a form, from the declaration of a resource's fields. */

/** Degrees are asked for nowhere: they come with a table. */
type OnPage<F extends Felder> = {
  [K in keyof F & string]: F[K]["kind"] extends "degrees" ? never : K
}[keyof F & string]
type Text = "text" | "email" | "country"
type Value<F extends Feld> = F["kind"] extends Text
  ? string
  : F["kind"] extends "yesNo"
    ? boolean
    : F["kind"] extends "money"
      ? number | null
      : Stored<F>
type Assigned<F extends Felder> = {
  [K in OnPage<F>]: F[K] extends { assigned: true } ? K : never
}[OnPage<F>]

/** As fields have it: empty text where the interface has null, a yes or no as a boolean, an amount that may be empty. */
export type Values<F extends Felder> = { [K in OnPage<F>]: Value<F[K]> }

/** As the interface has it. */
type Body<F extends Felder> = { [K in Exclude<OnPage<F>, Assigned<F>>]: Stored<F[K]> } & {
  [K in Assigned<F>]?: Stored<F[K]>
}

/** Fields whose values are text. */
export type TextNames<F extends Felder> = {
  [K in OnPage<F>]: F[K]["kind"] extends Text ? K : never
}[OnPage<F>]

const shown = (felder: Felder) => fieldsOf(felder).filter(([, { kind }]) => kind !== "degrees")
const isText = ({ kind }: Feld): boolean => kind === "text" || kind === "email" || kind === "country"

/** @param record none, or parts of one, where it is a new one */
export const valuesFrom = <F extends Felder>(felder: F, record: { readonly [K in keyof F]?: unknown }) =>
  Object.fromEntries(
    shown(felder).map(([name, feld]) => {
      const empty = feld.kind === "money" ? null : (feld.default ?? (isText(feld) ? "" : null))
      const value = record[name] ?? empty
      return [name, feld.kind === "yesNo" ? value === 1 : value]
    }),
  ) as Values<F>

function sent(feld: Feld, value: unknown): unknown {
  if (feld.kind === "yesNo") return value ? 1 : 0
  if (value !== "" && value !== null) return value
  return feld.required ? "" : (feld.default ?? null)
}

/** @returns the body of a request; what was left empty and is given by the service is not in it */
export function bodyFrom<F extends Felder>(felder: F, values: Values<F>) {
  const given: Record<string, unknown> = values
  return Object.fromEntries(
    shown(felder)
      .filter(([name, { assigned }]) => !(assigned && given[name] === ""))
      .map(([name, feld]) => [name, sent(feld, given[name])]),
  ) as Body<F>
}

/** @returns the names of the fields for people */
export const labelsOf = <F extends Felder>(felder: F) =>
  Object.fromEntries(fieldsOf(felder).map(([name, { label }]) => [name, label])) as Record<keyof F, string>

const capital = (word = ""): string => word.charAt(0).toUpperCase() + word.slice(1)

/** @returns what can be chosen, by the words for it */
export const optionsOf = <W extends Readonly<Record<string, string>>>(words: W) =>
  valuesIn(words).map((id) => ({ id, label: capital(words[id]) }))

type Worded<F extends Felder> = {
  [K in OnPage<F>]: F[K]["kind"] extends "choice" | "money" ? K : never
}[OnPage<F>]

/** @returns words for the values of fields that are more than text: for comparing two versions */
export const wordsOf = <F extends Felder>(felder: F) =>
  Object.fromEntries(
    fieldsOf(felder).flatMap(([name, feld]) => {
      if (feld.kind === "money") return [[name, (cent: unknown) => euro(Number(cent ?? 0))]]
      return feld.kind === "choice" ? [[name, (value: unknown) => capital(feld.words[String(value)])]] : []
    }),
  ) as { [K in Worded<F>]: (value: Value<F[K]>) => string }
