import { addDays } from "../../src/lib/day.ts"
import { today } from "./day.ts"

/** Values that fit a description, to be sent one after the other. */

export type Schema = {
  $ref?: string
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  examples?: unknown[]
}

/** Values of fields whose form says more than the description can. */
const known: Record<string, unknown[]> = {
  ust_id: ["DE136695976", "ATU13585627"],
  iban: ["DE02120300000000202051", "DE02500105170137075030"],
  zeitzone: ["Europe/Vienna", "Europe/Berlin"],
  steuernummer: ["33/270/01234", "33/270/01235"],
  kaeuferreferenz: ["04011000-1234512345-06", "04011000-1234512345-17"],
  plz: ["21335", "21337"],
  land: ["DE", "AT"],
  slug: ["neue-firma", "andere-firma"],
  wj_beginn: ["04-01", "01-01"],
  abrechnung_an: ["eine@firma.example", "zwei@firma.example"],
  briefe_an: ["eine@firma.example", "zwei@firma.example"],
  lieferschein_an: ["eine@firma.example", "zwei@firma.example"],
  demo_expires_at: ["2999-01-01T10:00:00.000Z", "2999-02-01T10:00:00.000Z"],
}

export const isNullable = ({ anyOf = [], type }: Schema): boolean =>
  type === "null" || anyOf.some((one) => one.type === "null")

/** @returns two values or more of a field, each of which the description allows */
export function valuesOf(name: string, schema: Schema): unknown[] {
  if (known[name]) return known[name]
  if (name.startsWith("bu_")) return ["0009", "0008"]
  if (schema.enum) return schema.enum
  if ("const" in schema) return [schema.const]
  if (schema.anyOf) return schema.anyOf.flatMap((one) => (one.type === "null" ? [] : valuesOf(name, one)))
  if (schema.type === "boolean") return [true, false]
  if (schema.type === "integer" || schema.type === "number") {
    const least = schema.minimum ?? 0
    return [least + 1, least + 2, least].filter((value) => value <= (schema.maximum ?? value))
  }
  return textsOf(name, schema)
}

function textsOf(name: string, { format, maxLength = 100, examples = [] }: Schema): unknown[] {
  if (format === "date") return [addDays(today(), 8), addDays(today(), 15)]
  if (format === "date-time") return ["2027-01-01T10:00:00.000Z", "2027-02-01T10:00:00.000Z"]
  if (name.includes("zeit_von")) return ["06:15", "06:30"]
  if (name.includes("zeit_bis")) return ["17:15", "17:30"]
  if (format === "email" || format === "adressen") return ["neu@firma.example", "alt@firma.example"]
  if (format === "uhrzeit") return ["06:15", "06:30"]
  if (format !== undefined && format !== "zeile" && examples.length > 0) return examples
  const text = (which: string) => `${which} ${name}`.slice(0, maxLength)
  return [text("Neu"), text("Anders")]
}
