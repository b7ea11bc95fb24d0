import { withLineEnds } from "../line-ends.ts"
import { KindGuard, type TArray, type TObject, type TSchema } from "@sinclair/typebox"
import { TypeCompiler, ValueErrorType } from "@sinclair/typebox/compiler"
import { type Fault, invalidFields } from "../refusal.ts"
import { message, tooLong, tooMany, UNKNOWN } from "./messages.ts"
import { hasLookalikes, hasUnseen, hasUntypable, isBlank } from "../unseen.ts"

type Location = Fault["location"]

/** Most faults in a reply; checking stops there. */
const NAMED = 100

/** Longest path of a field in a reply: an unknown field's name may be as long as the body. */
const LONGEST_PATH = 200

/**
 * Prepares the validation of one part of a request. Schemas are compiled on first use: compiling all of them
 * would take half of the start-up time.
 *
 * @returns a function that normalises the input (below), or throws a Refusal with all faults
 */
export function validator(schema: TSchema, location: Location): (input: unknown) => unknown {
  let check: ReturnType<typeof TypeCompiler.Compile> | undefined
  let normalize: Normalize | undefined
  return (input) => {
    const compiled = (check ??= TypeCompiler.Compile(schema))
    normalize ??= normalizer(schema)
    // The first fault of each field: a missing one is found twice (missing, and of the wrong type).
    const faults = new Map<string, Fault>()
    const refuse = (): never => {
      throw invalidFields([...faults.values()])
    }
    const add = (field: string, msg: string): void => {
      const path = field.slice(0, LONGEST_PATH)
      if (!faults.has(path)) faults.set(path, { location, path, msg })
      if (faults.size === NAMED) refuse()
    }
    const value = normalize(input, "", add)
    if (!compiled.Check(value)) {
      for (const error of compiled.Errors(value)) {
        // Only unknown fields were given, which is reported already.
        if (error.type === ValueErrorType.ObjectMinProperties && faults.size > 0) continue
        add(readablePath(error.path), message(error))
      }
    }
    return faults.size > 0 ? refuse() : value
  }
}

/** "/positionen/0/menge" → "positionen[0].menge" */
function readablePath(pointer: string): string {
  return pointer
    .slice(1)
    .split("/")
    .reduce((path, part) => (/^\d+$/.test(part) && path ? `${path}[${part}]` : join(path, part)), "")
}

/** Takes the path of a field and what is wrong with it, in German; throws when there is no room for more. */
type Report = (path: string, msg: string) => void
/** @returns the normalised value; a reported one is emptied, so that later checks skip it */
type Normalize = (value: unknown, path: string, report: Report) => unknown

/** For text whose schema sets no limit, in UTF-16 units. */
const ANY_TEXT = 4096

/** Decomposed text (macOS, Vietnamese keyboards) is up to four times as long as its NFC. */
const DECOMPOSED = 4

/**
 * Normalising takes quadratic time in the accents on one letter: 5000 take 100 ms, 60 000 take seconds.
 * Thirty is the limit of Unicode's Stream-Safe Text Format (UAX #15, 13); no language needs ten.
 */
const MARKS = 30
const TOO_MANY_MARKS = new RegExp(`\\p{M}{${MARKS + 1}}`, "u")

const ADDRESSES = new Set(["email", "anmeldeadresse"])
const NEW_ADDRESSES = new Set(["email", "adressen"])
/** Formats of what people type again from what they see. */
const TYPED = new Set(["email", "adressen", "nummer", "sichtbar", "plz"])
/** Signs that no text has but by mistake; lines end where people end them. */
const CONTROL = /[^\P{Cc}\n\r]/u
const NOT_ALLOWED = "enthält unzulässige Zeichen"

/**
 * Trims all text and brings it to NFC; passwords stay as they are. Lengths are checked first, so that the work is as
 * small as the schema allows: a list that is too long is not looked into. Undeclared fields are left out, and reported
 * where the schema wants none.
 */
function normalizer(schema: TSchema): Normalize {
  if (KindGuard.IsArray(schema)) return listNormalizer(schema)
  if (KindGuard.IsObject(schema)) return objectNormalizer(schema)
  const isText = KindGuard.IsString(schema) || KindGuard.IsUnion(schema) || KindGuard.IsLiteral(schema)
  return isText ? textNormalizer(schema) : (value) => value
}

function textNormalizer(schema: TSchema): Normalize {
  const { raw, format } = schema
  // A format says by itself what a text may contain.
  const isFree = format === undefined
  const max = longest(schema)
  const most = raw ? max : max * DECOMPOSED
  return (value, path, report) => {
    if (typeof value !== "string") return value
    const fault = value.length > most ? tooLong(schema, max) : faultOf(value)
    if (fault) {
      report(path, fault)
      return ""
    }
    if (raw) return value
    // A tab comes along with a cell that is pasted; lines end with one sign, whoever sends them.
    const trimmed = isBlank(value) ? "" : value.trim().normalize("NFC")
    const text = isFree ? withLineEnds(trimmed.replaceAll("\t", " ")) : trimmed
    if (isFree && CONTROL.test(text)) {
      report(path, NOT_ALLOWED)
      return ""
    }
    if (TYPED.has(format ?? "") && hasUnseen(text)) {
      report(path, "enthält unsichtbare Zeichen (vom Kopieren); bitte neu tippen")
      return ""
    }
    if (NEW_ADDRESSES.has(format ?? "") && hasUntypable(text)) {
      report(path, "enthält Zeichen, die keine Tastatur hat (vom Kopieren); bitte neu tippen")
      return ""
    }
    if (NEW_ADDRESSES.has(format ?? "") && hasLookalikes(text)) {
      report(path, "mischt Buchstaben verschiedener Schriften, die gleich aussehen; bitte neu tippen")
      return ""
    }
    return ADDRESSES.has(format ?? "") ? text.toLowerCase() : text
  }
}

/** @returns the maximum length of a text; for an enumeration, that of its longest value */
function longest({ maxLength, anyOf = [], const: only }: TSchema): number {
  if (maxLength !== undefined) return maxLength
  const values: unknown[] = [only, ...anyOf.map((variant: TSchema) => variant["const"])]
  return Math.max(...values.map((value) => (typeof value === "string" ? value.length : 0))) || ANY_TEXT
}

function faultOf(text: string): string | undefined {
  // NUL ends a string in many programs, and a lone surrogate is no character: both are mistakes.
  if (text.includes("\0") || !text.isWellFormed()) return NOT_ALLOWED
  return TOO_MANY_MARKS.test(text) ? `höchstens ${MARKS} Akzente an einem Buchstaben` : undefined
}

function listNormalizer({ items, maxItems = Number.POSITIVE_INFINITY }: TArray): Normalize {
  const item = normalizer(items)
  return (value, path, report) => {
    if (!Array.isArray(value)) return value
    if (value.length > maxItems) {
      report(path, tooMany(maxItems))
      return []
    }
    return value.map((one, i) => item(one, `${path}[${i}]`, report))
  }
}

function objectNormalizer({ properties, additionalProperties }: TObject): Normalize {
  const isStrict = additionalProperties === false
  const fields = Object.entries(properties).map(([name, property]) => {
    return { name, normalize: normalizer(inner(property)) }
  })
  return (value, path, report) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value
    if (isStrict) reportUnknown(value, properties, path, report)
    const given = value as Record<string, unknown>
    const result: Record<string, unknown> = {}
    for (const { name, normalize } of fields) {
      if (Object.hasOwn(given, name)) result[name] = normalize(given[name], join(path, name), report)
    }
    return result
  }
}

function reportUnknown(value: object, known: object, path: string, report: Report): void {
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(known, name)) report(join(path, name), UNKNOWN)
  }
}

/** The schema of the value in `Nullable(…)`. */
function inner(schema: TSchema): TSchema {
  if (!KindGuard.IsUnion(schema)) return schema
  const variants = schema.anyOf.filter(
    (variant) => !KindGuard.IsNull(variant) && !KindGuard.IsLiteral(variant),
  )
  return variants.length === 1 && variants[0] ? variants[0] : schema
}

/** @returns the path of a field inside the object at `path` */
const join = (path: string, name: string): string => (path ? `${path}.${name}` : name)
