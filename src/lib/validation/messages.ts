import type { TSchema } from "@sinclair/typebox"
import { type ValueError, ValueErrorType } from "@sinclair/typebox/compiler"

export const UNKNOWN = "unbekanntes Feld"

/** @returns the message for a list that is too long */
export const tooMany = (max: number): string => `höchstens ${max} Einträge`

const formatMessages: Record<string, string> = {
  email: "muss eine gültige E-Mail-Adresse sein",
  uuid: "muss eine UUID in Kleinbuchstaben sein",
  datum: "muss ein Tag wie 2026-03-31 sein, in den Jahren 1900 bis 2999",
  uhrzeit: "muss eine Uhrzeit wie 07:30 sein",
  zeitpunkt: "muss ein Zeitpunkt mit Zeitzone wie 2026-03-31T07:30:00Z sein",
  slug: "darf nur Kleinbuchstaben, Ziffern und einzelne Bindestriche enthalten",
  zeile: "darf keine Zeilenumbrüche und keine Steuerzeichen enthalten",
  ust_id: "ist keine gültige USt-IdNr.: bitte Land, Länge und Ziffern vergleichen",
  zeitzone: "muss eine Zeitzone sein, z. B. Europe/Berlin",
}

/** @returns what is wrong with a value, in German; never the value itself */
export function message(error: ValueError): string {
  const { schema, type } = error
  switch (type) {
    case ValueErrorType.ObjectRequiredProperty:
      return "fehlt"
    case ValueErrorType.ObjectAdditionalProperties:
      return UNKNOWN
    case ValueErrorType.StringMinLength:
      return schema["minLength"] === 1 ? "darf nicht leer sein" : `mindestens ${schema["minLength"]} Zeichen`
    case ValueErrorType.StringMaxLength:
      return tooLong(schema)
    case ValueErrorType.StringFormat:
    case ValueErrorType.StringPattern:
      return formOf(schema) ?? "hat ein ungültiges Format"
    case ValueErrorType.String:
      return "muss ein Text sein"
    case ValueErrorType.Integer:
    case ValueErrorType.Number:
      return type === ValueErrorType.Integer ? "muss eine ganze Zahl sein" : "muss eine Zahl sein"
    case ValueErrorType.IntegerMinimum:
    case ValueErrorType.NumberMinimum:
      return `muss mindestens ${schema["minimum"]} sein`
    case ValueErrorType.IntegerMaximum:
    case ValueErrorType.NumberMaximum:
      return `darf höchstens ${schema["maximum"]} sein`
    case ValueErrorType.Boolean:
      return "muss true oder false sein"
    case ValueErrorType.Array:
      return "muss eine Liste sein"
    case ValueErrorType.ArrayMinItems:
      return schema["minItems"] === 1 ? "mindestens ein Eintrag" : `mindestens ${schema["minItems"]} Einträge`
    case ValueErrorType.ArrayMaxItems:
      return tooMany(schema["maxItems"])
    case ValueErrorType.ArrayUniqueItems:
      return "enthält einen Eintrag doppelt"
    case ValueErrorType.ObjectMinProperties:
      return "mindestens ein Feld angeben"
    case ValueErrorType.Object:
      return "muss ein Objekt sein"
    case ValueErrorType.Union:
      return unionMessage(error)
    default:
      return "ist ungültig"
  }
}

/** The message for each string format. */
const formOf = ({ format, msg }: TSchema): string | undefined =>
  (msg as string | undefined) ?? formatMessages[format as string]

/** @returns the message for text that is too long */
export const tooLong = (schema: TSchema, max: number = schema["maxLength"]): string =>
  formOf(schema) ?? `höchstens ${max} Zeichen`

/** Names what is allowed of an enumeration; for `Nullable(…)` says what is wrong with the value itself. */
function unionMessage({ schema, errors }: ValueError): string {
  const values = (schema["anyOf"] as TSchema[]).filter((variant) => "const" in variant).map((v) => v["const"])
  if (values.length > 0) return `muss einer dieser Werte sein: ${values.join(", ")}`
  const first = errors.flatMap((iterator) => [...iterator])[0]
  return first ? message(first) : "ist ungültig"
}
