/**
 * Fields of a resource, declared once: body and reply (lib/felder/schema.ts), columns of the database
 * (db/schema/columns.ts), tables that come in and go out (api/import/table/field-columns.ts), search, erasure, the words of the
 * log and of the archive, and the values of a form (web/browser/ui/forms/form-of.ts) come from it. Pure, as browsers
 * load it.
 */

type Common = {
  /** Its name for people: on pages, in the log, in the archive of a company. */
  label: string
  /** Says something about a person: emptied when that person is erased (DSGVO Art. 17). */
  personal?: boolean
  /** Its name in the log, where it is not the label. */
  inLog?: string
  /** Never empty. */
  required?: true
  /** The service gives one to a new record that has none. */
  assigned?: true
  /** Stored where nothing is said; such a field is never null. */
  default?: string | number
  /** No two records of a company have the same; what is said of a value that another one has. */
  taken?: string
  /** The search finds a record by the words in it. */
  searched?: true
  /** Drivers read null. */
  officeOnly?: true
  /** Words about it in the description of the interface, and more of them for a new record. */
  api?: Api
  apiNew?: Api
  /** In tables that come in, their template and tables that go out, it has no column. */
  inTables?: false
  /** Value of an empty cell in an imported table, though the field is required. */
  emptyCell?: string
  /** Heading of its column, where it is not the label. */
  heading?: string
  /** Other headings for it, here and in other programs. */
  auch?: readonly string[]
  /** Explanation of the column for people. */
  about?: string
  example?: string
}

type Api = { description?: string; examples?: readonly (string | number)[] }

/** `max`: characters of a text, degrees from zero, or the largest number; `min`: the smallest, where it is not 1. */
export type FieldSpec = Common &
  (
    | {
        kind: "text"
        max: number
        format?: "ust_id" | "iban" | "zeile" | "nummer" | "sichtbar" | "plz" | "adressen"
      }
    | { kind: "degrees"; max: number }
    | { kind: "count"; max: number; min?: number }
    | { kind: "email" | "clock" | "country" | "yesNo" | "money" | "day" | "instant" | "timeZone" | "slug" }
    /** A key of DATEV for VAT. */
    | { kind: "taxKey" }
    /** First day of a month, `MM-01`. */
    | { kind: "firstOfMonth" }
    /** The id of another record. */
    | { kind: "ref" }
    /** An object in the interface, stored as text. */
    | { kind: "json" }
    /** One of a few values. In tables, more words are understood; as they are stored, values go out `raw`. */
    | {
        kind: "choice"
        words: Words
        wordsInLog?: Words
        wordsInTables?: Words
        alsoWords?: Words
        /** Values by a rate in percent, as tables have it: `19`. */
        rates?: Words
        raw?: true
      }
  )
type Words = Readonly<Record<string, string>>

export type FieldSpecs = Readonly<Record<string, FieldSpec>>
/** The fields of a resource that is about people: each says whether it is personal. */
export type Personenfelder = Readonly<Record<string, FieldSpec & { personal: boolean }>>

export const text = (label: string, max: number) => ({ label, kind: "text" as const, max })
/** A number or code by which people and other programs find a record: two that look alike must be the same. */
export const number = (label: string, max: number) => ({ ...text(label, max), format: "nummer" as const })
export const phone = (label: string) => ({ ...text(label, 50), format: "sichtbar" as const })
export const postcode = (label: string) => ({ ...text(label, 20), format: "plz" as const })
export const email = (label: string) => ({ label, kind: "email" as const })
/** E-mail addresses with commas between them. */
export const addresses = (label: string) => ({ ...text(label, 500), format: "adressen" as const })
export const clock = (label: string) => ({ label, kind: "clock" as const })
export const day = (label: string) => ({ label, kind: "day" as const })
export const instant = (label: string) => ({ label, kind: "instant" as const })
export const ref = (label: string) => ({ label, kind: "ref" as const })
export const json = (label: string) => ({ label, kind: "json" as const })
export const degrees = (label: string, max: number) => ({ label, kind: "degrees" as const, max })
export const yesNo = (label: string) => ({ label, kind: "yesNo" as const })
export const count = (label: string, max: number) => ({ label, kind: "count" as const, max })
/** In cents. */
export const money = (label: string) => ({ label, kind: "money" as const })
/** @param words by value */
export const choice = <W extends Words>(label: string, words: W) => ({
  label,
  kind: "choice" as const,
  words,
})

/** A value as it is stored and as the interface has it. */
export type StoredValue<F extends FieldSpec> =
  | (F extends { kind: "choice"; words: infer W }
      ? keyof W & string
      : F["kind"] extends "degrees" | "count" | "yesNo" | "money"
        ? number
        : string)
  | (F extends { required: true } | { default: string | number } ? never : null)

/** @returns the declarations with their names, in their order */
export const fieldsOf = <F extends FieldSpecs>(fields: F) =>
  Object.entries(fields) as [keyof F & string, FieldSpec][]

/** @returns the names of the fields for which something holds */
export const namesOf = <F extends FieldSpecs>(fields: F, holds: (field: FieldSpec) => unknown) =>
  fieldsOf(fields).flatMap(([name, field]) => (holds(field) ? [name] : []))

/** @returns the values of a choice, in their order */
export const valuesIn = <W extends object>(words: W) =>
  Object.keys(words) as [keyof W & string, ...(keyof W & string)[]]

type Personal<F extends FieldSpecs> = { [K in keyof F]: F[K] extends { personal: true } ? K : never }[keyof F]

/** Value of an erased field. A required column cannot be null. */
const emptied = ({ required, kind }: FieldSpec) => (required ? (kind === "json" ? "{}" : "") : null)

/** @returns what an erased person's fields hold: nothing */
export const erased = <F extends FieldSpecs>(fields: F) =>
  Object.fromEntries(
    fieldsOf(fields)
      .filter(([, { personal }]) => personal)
      .map(([name, field]) => [name, field.default ?? emptied(field)]),
  ) as { [K in Personal<F>]: StoredValue<F[K]> }
