import type { TSchema } from "@sinclair/typebox"

export type Json = Record<string, unknown>

/** Our own string formats in standard terms; the last ones have none. */
const formats: Record<string, Json> = {
  anmeldeadresse: { format: "email" },
  datum: { format: "date" },
  zeitpunkt: { format: "date-time" },
  uhrzeit: { pattern: "^([01]\\d|2[0-3]):[0-5]\\d$" },
  slug: { pattern: "^[a-z0-9]+(-[a-z0-9]+)*$" },
  zeile: {
    pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]*$",
  },
  nummer: {},
  sichtbar: {},
  plz: {},
  adressen: {},
  zeitzone: {},
  ust_id: {},
  iban: {},
}

/** Content of a body or reply in JSON. @param schemas collects the shared components */
export const content = (schema: TSchema, schemas: Json): Json => ({
  "application/json": { schema: json(schema, schemas) },
})

/** Reference to a shared component. */
export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/**
 * Turns a model into plain JSON Schema. A model with a title is added to `schemas` and referred to.
 *
 * @throws when the title is another model's already: who reads the description would take one for the other
 */
export function json(schema: TSchema, schemas: Json): Json {
  const { title } = schema
  const described = plain(schema, schemas)
  if (title === undefined) return described
  const known = schemas[title]
  if (known && JSON.stringify(known) !== JSON.stringify(described))
    throw new Error(`two models are called ${title}`)
  schemas[title] = described
  return ref(title)
}

/** Drops what only our validation knows; a union of constants becomes an `enum`. */
function plain(schema: TSchema, schemas: Json): Json {
  const { raw: _raw, msg: _msg, title: _title, ...rest } = schema as Json
  const format = formats[rest["format"] as string]
  if (format) delete rest["format"]
  const variants = rest["anyOf"] as TSchema[] | undefined
  if (variants?.every((variant) => "const" in variant)) {
    delete rest["anyOf"]
    return { ...rest, type: "string", enum: variants.map((variant) => variant["const"]) }
  }
  const properties = Object.entries((rest["properties"] ?? {}) as Record<string, TSchema>)
  return {
    ...rest,
    ...format,
    ...(variants && { anyOf: variants.map((variant) => json(variant, schemas)) }),
    ...(rest["items"] !== undefined && { items: json(rest["items"] as TSchema, schemas) }),
    ...(properties.length > 0 && {
      properties: Object.fromEntries(properties.map(([name, property]) => [name, json(property, schemas)])),
    }),
  }
}
