import {
  type FieldSpec,
  type FieldSpecs,
  fieldsOf,
  type StoredValue,
  valuesIn,
} from "../../../../lib/felder/feld.ts"
import { capital, euro } from "../values/format.ts"
import type { FormState } from "./use-form.ts"

const TEXTS = ["text", "email", "country", "timeZone", "slug", "taxKey"] as const
type Text = (typeof TEXTS)[number]
type Value<F extends FieldSpec> = F["kind"] extends Text
  ? string
  : F["kind"] extends "yesNo"
    ? boolean
    : F["kind"] extends "money" | "count"
      ? number | null
      : StoredValue<F>

/** Names of the fields of these kinds. */
export type NamesOf<F extends FieldSpecs, K extends FieldSpec["kind"]> = {
  [N in keyof F & string]: F[N]["kind"] extends K ? N : never
}[keyof F & string]
/** Degrees are in no form: they come only with an imported table. */
type OnPage<F extends FieldSpecs> = Exclude<keyof F & string, NamesOf<F, "degrees">>

/** Values as a form has them: empty text for null, a boolean for yes or no, null for an empty number. */
export type Values<F extends FieldSpecs> = { [K in OnPage<F>]: Value<F[K]> }
type Words<F extends FieldSpecs> = { [K in NamesOf<F, "choice" | "money">]: (value: Value<F[K]>) => string }
/** Values as the service has them. */
type Body<F extends FieldSpecs> = {
  [K in OnPage<F> as F[K] extends { assigned: true } ? never : K]: StoredValue<F[K]>
} & { [K in OnPage<F> as F[K] extends { assigned: true } ? K : never]?: StoredValue<F[K]> }

const isText = ({ kind }: FieldSpec): boolean => (TEXTS as readonly string[]).includes(kind)

function shown(field: FieldSpec, stored: unknown): unknown {
  const empty = field.kind === "money" ? null : (field.default ?? (isText(field) ? "" : null))
  return field.kind === "yesNo" ? (stored ?? empty) === 1 : (stored ?? empty)
}

function sent(field: FieldSpec, value: unknown): unknown {
  if (field.kind === "yesNo") return value ? 1 : 0
  if (value !== "" && value !== null) return value
  // The default of a number is for new records only: an emptied field is refused by the service.
  if (field.kind === "count") return null
  if (field.assigned) return undefined
  return field.required ? "" : (field.default ?? null)
}

function wordsOf(field: FieldSpec): ((value: unknown) => string) | undefined {
  if (field.kind === "money") return (cent) => euro(Number(cent ?? 0))
  return field.kind === "choice" ? (value) => capital(field.words[String(value)]) : undefined
}

/** @returns the options of a choice, from the words for its values */
export const optionsOf = <W extends Readonly<Record<string, string>>>(words: W) =>
  valuesIn(words).map((id) => ({ id, label: capital(words[id]) }))

/** @returns what a form needs of a resource's declared fields */
export function formOf<F extends FieldSpecs>(fields: F) {
  const onPage = fieldsOf(fields).filter(([, { kind }]) => kind !== "degrees")
  const each = (made: (field: FieldSpec, name: string) => unknown) =>
    Object.fromEntries(
      onPage.map(([name, field]) => [name, made(field, name)]).filter(([, value]) => value !== undefined),
    )
  return {
    /** Names of the fields for people. */
    labels: each(({ label }) => label) as Record<OnPage<F>, string>,
    /** How values other than text are written, to compare two versions. */
    words: each(wordsOf) as Words<F>,
    /** @param record none, or parts of one, where it is a new one */
    valuesOf: (record: { readonly [K in keyof F]?: unknown }) =>
      each((field, name) => shown(field, record[name])) as Values<F>,
    /** @returns the body of a request, without empty fields that the service fills in */
    bodyOf: (values: Values<F>) =>
      each((field, name) => sent(field, (values as Record<string, unknown>)[name])) as Body<F>,
  }
}

/** @returns the properties of a form's field, with its label */
export const labelled =
  <V extends object>(
    { field }: FormState<V> | Pick<FormState<V>, "field">,
    labels: Record<keyof V, string>,
  ) =>
  <K extends keyof V & string>(name: K) => ({ label: labels[name], ...field(name) })

/** @returns label and limit of a declared text, for a form that has no other declared fields */
export const textOf = ({ label, max }: { label: string; max: number }) => ({ label, maxLength: max })
