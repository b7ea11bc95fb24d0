import type { TSchema } from "@sinclair/typebox"

/**
 * Turns a query string into an object for its schema: numbers only from plain decimal digits (never `0x10`,
 * `1e3` or `Infinity`), a repeated parameter into a list, which no schema accepts.
 */
export function readQuery(url: string, schema: TSchema): Record<string, unknown> {
  const start = url.indexOf("?")
  if (start < 0) return {}
  const result: Record<string, unknown> = Object.create(null)
  for (const [name, text] of new URLSearchParams(url.slice(start + 1))) {
    const property = schema["properties"]?.[name] as TSchema | undefined
    result[name] = name in result ? [result[name], text] : property ? fromText(text, property) : text
  }
  return result
}

function fromText(text: string, schema: TSchema): unknown {
  if (schema["type"] === "integer" && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (schema["type"] === "boolean" && (text === "true" || text === "false")) return text === "true"
  return text
}
