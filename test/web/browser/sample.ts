/** Answers as the interface's description has them, without a service: for pages that are drawn without one. */

import { join } from "node:path"

type Schema = {
  $ref?: string
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  format?: string
  minimum?: number
  required?: string[]
}

/** How an answer looks: with how much, and which of several values. */
export type Look = {
  /** Rows of a list. */
  rows: number
  /** Whether what may be missing is missing. */
  bare: boolean
  /** Which of several values is taken: the first, the second and so on, in turns. */
  nth: number
  /** What a number is. */
  number: (name: string) => number
}

/** @returns a number of its own for each field, so that no other one can stand in its place unnoticed */
export const ownNumber = (name: string): number => 2 + (Bun.hash.crc32(name) % 900)

export const ID = "01900000-0000-7000-8000-000000000001"

/** @returns a value that fits; its texts are the names of their fields */
export function sample(schema: Schema, look: Look, name = "", row = 0): unknown {
  if (schema.$ref) return sample(named(schema.$ref), look, name, row)
  if ("const" in schema) return schema.const
  if (schema.enum) return nthOf(schema.enum, look.nth + row)
  if (schema.anyOf) return anyOf(schema.anyOf, look, name, row)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((one) => sample(one, look, name, row)))
  if (schema.type === "array")
    return Array.from({ length: look.rows }, (_, nr) => sample(schema.items ?? {}, look, name, nr))
  if (schema.type === "object" || schema.properties) return objectOf(schema, look, row)
  if (schema.type === "boolean") return look.nth % 2 === 0
  if (schema.type === "integer" || schema.type === "number")
    return Math.max(schema.minimum ?? Number.NEGATIVE_INFINITY, look.number(name)) + row
  if (schema.type === "null") return null
  if (schema.type !== "string") return undefined
  return textOf(schema, name, row)
}

type Api = {
  paths: Record<string, Record<string, { responses: Record<string, Described> }>>
  components: { schemas: Record<string, Schema> }
}
type Described = { content?: Record<string, { schema: Schema }> }

// The service's own modules are not held against the types of a browser.
const modules = ["src/http/openapi/describe.ts", "test/helpers/routes.ts"]
const [{ describe }, { routes }] = await Promise.all(
  modules.map((path) => import(join(import.meta.dir, "../../..", path))),
)
const api: Api = describe(routes)

const named = (ref: string): Schema => api.components.schemas[ref.split("/").at(-1) ?? ""] ?? {}

/** @returns what the service would answer; undefined where it answers nothing @param path as it is described */
export function answerTo(method: string, path: string, look: Look): unknown {
  const { responses = {} } = api.paths[path]?.[method] ?? {}
  const schema = (responses["200"] ?? responses["201"])?.content?.["application/json"]?.schema
  return schema && sample(schema, look)
}

/** @returns the same for an address with its ids filled in */
export function answerFor(method: string, url: string, look: Look): unknown {
  const steps = url.split("/")
  const path = Object.keys(api.paths).find((one) => {
    const parts = one.split("/")
    return (
      parts.length === steps.length && parts.every((part, i) => part.startsWith("{") || part === steps[i])
    )
  })
  return answerTo(method, path ?? "", look)
}

/** @returns an id of its own for each field: a link to the wrong one leads elsewhere */
const idOf = (name: string, row: number): string =>
  ID.slice(0, -6) + String(name === "id" ? row + 1 : ownNumber(name) * 100 + row).padStart(6, "0")

function textOf({ format }: Schema, name: string, row: number): string {
  const isMoment = format === "date-time" || name.endsWith("_am") || name === "seit"
  if (format === "uuid" || name === "id" || name.endsWith("_id")) return idOf(name, row)
  if (name.endsWith("zeit_von")) return "08:00"
  if (name.endsWith("zeit_bis")) return "17:00"
  if (format === "date" || /datum|^von$|^bis$|^tag$|naechste|faellig/.test(name)) return `2026-03-1${row}`
  if (isMoment) return `2026-03-1${row}T10:00:00.000Z`
  if (name.endsWith("land")) return row === 0 ? "DE" : "AT"
  if (name.includes("monat")) return "2026-03"
  return row === 0 ? `‹${name}›` : `‹${name} ${row + 1}›`
}

function anyOf(all: Schema[], look: Look, name: string, row: number): unknown {
  const known = all.filter(({ type }) => type !== "null")
  if (known.length < all.length && look.bare) return null
  return sample(
    nthOf(known, known.every((one) => "const" in one) ? look.nth + row : 0) ?? {},
    look,
    name,
    row,
  )
}

function objectOf({ properties = {}, required = [] }: Schema, look: Look, row: number): object {
  const kept = Object.entries(properties).filter(([name]) => !look.bare || required.includes(name))
  return Object.fromEntries(
    kept.map(([name, schema]) => [name, name === "next_cursor" ? null : sample(schema, look, name, row)]),
  )
}

const nthOf = <T>(all: readonly T[], nth: number): T | undefined => all[nth % all.length]
