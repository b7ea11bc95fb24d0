export type Fields = Record<string, unknown>
export type Log = {
  info(message: string, fields?: Fields): void
  warn(message: string, fields?: Fields): void
  error(message: string, fields?: Fields): void
}

const secret = /password|passwort|hash|token|secret|authorization/i

/**
 * One line per event: a JSON object, or text for a person at a terminal.
 *
 * @param write receives each finished line without its line break
 */
export function createLog(format: "json" | "text", write: (line: string) => void): Log {
  const line = (level: string, message: string, fields: Fields): void => {
    const event = { time: new Date().toISOString(), level, message, ...clean(fields) }
    write(format === "json" ? JSON.stringify(event) : asText(event))
  }
  return {
    info: (message, fields = {}) => line("info", message, fields),
    warn: (message, fields = {}) => line("warn", message, fields),
    error: (message, fields = {}) => line("error", message, fields),
  }
}

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} }

/** A field that is named like a secret never reaches the log, whoever passed it. */
function clean(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, secret.test(name) ? "***" : plain(value)]),
  )
}

function plain(value: unknown): unknown {
  if (!(value instanceof Error)) return value
  const cause = value.cause === undefined ? {} : { cause: plain(value.cause) }
  const code = (value as { code?: unknown }).code
  return { name: value.name, message: value.message, ...(code ? { code } : {}), stack: value.stack, ...cause }
}

function asText(event: Fields): string {
  const { time, level, message, ...rest } = event
  const fields = Object.entries(rest)
    .map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(" ")
  return `${String(time).slice(11, 19)} ${String(level).padEnd(5)} ${String(message)}${fields ? `  ${fields}` : ""}`
}
