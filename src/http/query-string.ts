import type { TSchema } from "@sinclair/typebox"

/** Most parameters read: no schema has as many, so that one of these is a fault already. */
const READ = 150

/** No schema accepts a list. */
const REPEATED: unknown[] = []

/**
 * Turns a query string into an object for its schema: numbers only from plain decimal digits (never `0x10`,
 * `1e3` or `Infinity`), a repeated parameter into a list, which no schema accepts.
 */
export function readQuery(url: string, schema: TSchema): Record<string, unknown> {
  const start = url.indexOf("?")
  if (start < 0) return {}
  const result: Record<string, unknown> = Object.create(null)
  let read = 0
  for (const [name, text] of new URLSearchParams(url.slice(start + 1))) {
    if (++read > READ) break
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
