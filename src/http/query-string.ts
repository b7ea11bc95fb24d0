import type { TSchema } from "@sinclair/typebox"

/** Maximum number of parameters read: more than any schema has, so validation refuses such a request anyway. */
const MOST = 150

/** Value of a repeated parameter. No schema accepts a list, so validation refuses it. */
const REPEATED: unknown[] = []

/**
 * Turns a query string into an object to be validated. Only plain decimal integers become numbers, not
 * `0x10`, `1e3` or `Infinity`.
 */
export function readQuery(url: string, schema: TSchema): Record<string, unknown> {
  const start = url.indexOf("?")
  if (start < 0) return {}
  const result: Record<string, unknown> = Object.create(null)
  let read = 0
  for (const [name, text] of new URLSearchParams(url.slice(start + 1))) {
    if (++read > MOST) break
    const property = schema["properties"]?.[name] as TSchema | undefined
    result[name] = name in result ? REPEATED : property ? fromText(text, property) : text
  }
  return result
}

function fromText(text: string, schema: TSchema): unknown {
  if (schema["type"] === "integer" && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (schema["type"] === "boolean" && (text === "true" || text === "false")) return text === "true"
  return text
}
