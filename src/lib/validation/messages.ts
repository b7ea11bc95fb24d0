import type { TSchema } from "@sinclair/typebox"
import { type ValueError, ValueErrorType } from "@sinclair/typebox/compiler"

export const UNKNOWN = "unbekanntes Feld"

export const tooMany = (max: number): string => `höchstens ${max} Einträge`

const formatMessages: Record<string, string> = {
  email: "muss eine gültige E-Mail-Adresse sein",
  adressen: "muss aus höchstens fünf gültigen E-Mail-Adressen bestehen, mit Komma dazwischen",
  anmeldeadresse: "muss eine gültige E-Mail-Adresse sein",
  nummer: "darf als Strich nur den einfachen (-) und nur gewöhnliche Leerzeichen enthalten",
  uuid: "muss eine UUID in Kleinbuchstaben sein",
  datum: "muss ein Tag wie 2026-03-31 sein, in den Jahren 1900 bis 2999",
  uhrzeit: "muss eine Uhrzeit wie 07:30 sein",
  zeitpunkt: "muss ein Zeitpunkt mit Zeitzone wie 2026-03-31T07:30:00Z sein",
  slug: "darf nur Kleinbuchstaben, Ziffern und einzelne Bindestriche enthalten",
  zeile: "darf keine Zeilenumbrüche und keine Steuerzeichen enthalten",
  ust_id: "ist keine gültige USt-IdNr.: bitte Land, Länge und Ziffern vergleichen",
  iban: "ist keine gültige IBAN: bitte Land, Länge und Ziffern vergleichen",
  zeitzone: "muss eine Zeitzone sein, z. B. Europe/Berlin",
}

type Message = string | ((schema: TSchema) => string)

const wrongFormat = (schema: TSchema): string => formOf(schema) ?? "hat ein ungültiges Format"
const tooSmall = ({ minimum }: TSchema): string => `muss mindestens ${minimum} sein`
const tooBig = ({ maximum }: TSchema): string => `darf höchstens ${maximum} sein`

const messages: Partial<Record<ValueErrorType, Message>> = {
  [ValueErrorType.ObjectRequiredProperty]: "fehlt",
  [ValueErrorType.ObjectAdditionalProperties]: UNKNOWN,
  [ValueErrorType.StringMinLength]: ({ minLength }) =>
    minLength === 1 ? "darf nicht leer sein" : `mindestens ${minLength} Zeichen`,
  [ValueErrorType.StringMaxLength]: (schema) => tooLong(schema),
  [ValueErrorType.StringFormat]: wrongFormat,
  [ValueErrorType.StringPattern]: wrongFormat,
  [ValueErrorType.String]: "muss ein Text sein",
  [ValueErrorType.Integer]: "muss eine ganze Zahl sein",
  [ValueErrorType.Number]: "muss eine Zahl sein",
  [ValueErrorType.IntegerMinimum]: tooSmall,
  [ValueErrorType.NumberMinimum]: tooSmall,
  [ValueErrorType.IntegerMaximum]: tooBig,
  [ValueErrorType.NumberMaximum]: tooBig,
  [ValueErrorType.Boolean]: "muss true oder false sein",
  [ValueErrorType.Array]: "muss eine Liste sein",
  [ValueErrorType.ArrayMinItems]: ({ minItems }) =>
    minItems === 1 ? "mindestens ein Eintrag" : `mindestens ${minItems} Einträge`,
  [ValueErrorType.ArrayMaxItems]: ({ maxItems }) => tooMany(maxItems),
  [ValueErrorType.ArrayUniqueItems]: "enthält einen Eintrag doppelt",
  [ValueErrorType.ObjectMinProperties]: "mindestens ein Feld angeben",
  [ValueErrorType.Object]: "muss ein Objekt sein",
}

/** @returns what is wrong with a value, in German; never the value itself */
export function message(error: ValueError): string {
  if (error.type === ValueErrorType.Union) return unionMessage(error)
  const told = messages[error.type] ?? "ist ungültig"
  return typeof told === "string" ? told : told(error.schema)
}

/** The message for each string format. */
const formOf = ({ format, msg }: TSchema): string | undefined =>
  (msg as string | undefined) ?? formatMessages[format as string]

export const tooLong = (schema: TSchema, max: number = schema["maxLength"]): string =>
  formOf(schema) ?? `höchstens ${max} Zeichen`

/** Names what is allowed of an enumeration; for `Nullable(…)` says what is wrong with the value itself. */
function unionMessage({ schema, errors }: ValueError): string {
  const values = (schema["anyOf"] as TSchema[]).filter((variant) => "const" in variant).map((v) => v["const"])
  if (values.length > 0) return `muss einer dieser Werte sein: ${values.join(", ")}`
  const first = errors.flatMap((iterator) => [...iterator])[0]
  return first ? message(first) : "ist ungültig"
}
