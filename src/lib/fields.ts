import { MOST_CENT } from "./figures.ts"
import { isIban, isUstId } from "./identifiers.ts"
import { withoutUnseen } from "./unseen.ts"
import {
  FormatRegistry,
  type SchemaOptions,
  type Static,
  type StringOptions,
  type TSchema,
  Type,
} from "@sinclair/typebox"

/** The building blocks of every model: one place for formats and limits. */

/** One "@", no spaces, a domain with a dot: linear. */
const ADDRESS =
  /^[^\s\p{Cc}@()<>,;:"\\[\]]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}{2,63}$/u

/** @returns whether this is an e-mail address, and nothing beside it */
export const isAddress = (text: string): boolean => text.length <= 254 && ADDRESS.test(text)

/** Most recipients of one message. */
export const MOST_ADDRESSES = 5

/** @returns the addresses in a text that has commas or semicolons between them */
export const splitAddresses = (text: string): string[] =>
  text
    .split(/[,;]/)
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== "")

const patterns: Record<string, RegExp> = {
  email: ADDRESS,
  // Only the dash and the space of a keyboard: people cannot tell others from them. Signs that nobody sees are refused
  // earlier (validation/validate.ts), in all formats of what has to be typed again.
  nummer: /^[^\u00a0\u2000-\u200a\u2010-\u2015\u2028\u2029\u202f\u205f\u2212\u3000\ufe58\ufe63\uff0d]*$/u,
  sichtbar: /^/,
  plz: /^/,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  // Years of four digits, even a day before or after: calendars break on others.
  datum: /^(?:19|2\d)\d{2}-\d{2}-\d{2}$/,
  uhrzeit: /^(?:[01]\d|2[0-3]):[0-5]\d$/,
  zeitpunkt: /^(?:19|2\d)\d{2}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/,
  slug: /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
  // No line breaks, control characters or bidirectional overrides, which would garble a list or a label.
  zeile: /^[^\p{Cc}\u2028\u2029\p{Bidi_Control}]*$/u,
}

/** Rejects 30 February, which Date would turn into a day in March. */
const isDay = (text: string): boolean => {
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`)
  return day.getUTCDate() === Number(text.slice(8, 10))
}

/** The year must have four digits in UTC as well: a zone can push the first and last days beyond. */
const isInstant = (text: string): boolean => {
  const year = new Date(text).getUTCFullYear()
  return year >= 0 && year <= 9999
}

for (const [name, pattern] of Object.entries(patterns)) {
  const dated = name === "datum" || name === "zeitpunkt"
  FormatRegistry.Set(name, (text) => pattern.test(text) && (!dated || (isDay(text) && isInstant(text))))
}
// What is copied brings signs along that nobody sees; the log-in passes over them.
FormatRegistry.Set("anmeldeadresse", (text) => ADDRESS.test(withoutUnseen(text)))
FormatRegistry.Set("adressen", (text) => {
  const all = splitAddresses(text)
  return all.length <= MOST_ADDRESSES && all.every(isAddress)
})
FormatRegistry.Set("zeitzone", isTimeZone)
FormatRegistry.Set("ust_id", isUstId)
FormatRegistry.Set("iban", isIban)

function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)*$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat("de", { timeZone: name }).resolvedOptions().timeZone !== ""
  } catch {
    return false
  }
}

/** Longest password in UTF-16 units: far longer than any passphrase. */
export const LONGEST_PASSWORD = 1000

/** Text of 1 to `max` characters, trimmed and NFC before it is checked. */
export const Text = (max: number, options: StringOptions = {}) =>
  Type.String({ minLength: 1, maxLength: max, ...options })

/** Text that stays on one line wherever it is shown, such as a name. */
export const Line = (max: number, options: StringOptions = {}) => Text(max, { format: "zeile", ...options })

/** A password: taken as it is, never trimmed. */
export const Password = (min: number, options: StringOptions = {}) =>
  Type.String({ minLength: min, maxLength: LONGEST_PASSWORD, raw: true, ...options })

/** Text of one of the formats above. */
const formatted =
  (format: string, maxLength: number, example: string) =>
  (options: StringOptions = {}) =>
    Type.String({ format, maxLength, examples: [example], ...options })

export const Email = formatted("email", 254, "anna@getraenke-sommer.de")
/** An address of an account, which may be older than the format of `Email` and have signs that a new one must not have. */
export const Anmeldeadresse = formatted("anmeldeadresse", 254, "anna@getraenke-sommer.de")
/** A country by its two letters. */
export const Land = (options: StringOptions = {}) =>
  Type.String({
    pattern: "^[A-Z]{2}$",
    maxLength: 2,
    msg: "muss ein Länderkürzel sein, z. B. DE",
    examples: ["DE"],
    ...options,
  })
export const Uuid = formatted("uuid", 36, "01936d8e-7f00-7000-8000-000000000001")
export const Slug = formatted("slug", 63, "getraenke-sommer")
export const Datum = formatted("datum", 10, "2026-03-31")
/** A month, `YYYY-MM`. */
export const Monat = (options: StringOptions = {}) =>
  Type.String({
    pattern: "^20\\d{2}-(0[1-9]|1[0-2])$",
    maxLength: 7,
    msg: "muss ein Monat sein, z. B. 2026-10",
    examples: ["2026-10"],
    ...options,
  })
export const Uhrzeit = formatted("uhrzeit", 5, "07:30")
/** ISO 8601 with a zone; stored as UTC with milliseconds (see `utc`). */
export const Zeitpunkt = formatted("zeitpunkt", 35, "2026-03-31T07:30:00.000Z")
export const Zeitzone = formatted("zeitzone", 64, "Europe/Berlin")
/** A key of DATEV for VAT. */
export const Steuerschluessel = (options: StringOptions = {}) =>
  Type.String({ pattern: "^\\d{4}$", maxLength: 4, msg: "muss aus vier Ziffern bestehen", ...options })
/** First day of a month, `MM-01`. */
export const Monatserster = (options: StringOptions = {}) =>
  Type.String({
    pattern: "^(0[1-9]|1[0-2])-01$",
    maxLength: 5,
    msg: "muss der erste Tag eines Monats sein, z. B. 01-01",
    ...options,
  })

/** An amount in cents, not below zero. */
export const Cent = (options: SchemaOptions = {}) =>
  Type.Integer({ minimum: 0, maximum: MOST_CENT, ...options })
/** 1 is active, 0 is not: as the specification has it. */
export const Aktiv = (options: SchemaOptions = { examples: [1] }) =>
  Type.Integer({ minimum: 0, maximum: 1, ...options })
/** One of a few texts. */
export const OneOf = <const T extends readonly string[]>(values: T, options: SchemaOptions = {}) =>
  Type.Unsafe<T[number]>(
    Type.Union(
      values.map((value) => Type.Literal(value)),
      options,
    ),
  )
/** What the schema allows, or null. */
export const Nullable = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Static<T> | null>(Type.Union([schema, Type.Null()]))
/** May be left out. */
export const Maybe = Type.Optional

/** Filters of a list by days of the company's calendar, both inclusive. */
export const period = {
  von: Maybe(Datum({ description: "Ab diesem Tag" })),
  bis: Maybe(Datum({ description: "Bis zu diesem Tag, ihn eingeschlossen" })),
}

/** @returns the same instant as it is stored, e.g. `2026-03-31T05:30:00.000Z` */
export const utc = (moment: string): string => new Date(moment).toISOString()

/** The fields that every record carries in replies. */
export const stampFields = {
  erstellt_am: Zeitpunkt(),
  aktualisiert_am: Zeitpunkt(),
  version: Type.Integer({ minimum: 1, description: "Zählt die Änderungen; steht auch im ETag" }),
}
