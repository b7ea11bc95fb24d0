import { faultOf, whoLocks } from "./disk-fault.ts"

export type LogFields = Record<string, unknown>
/** Fields of a line. None may be called `message`: that is what happened, by which people look for the line. */
type Beside = LogFields & { message?: never }

/** One answered request; `undefined` is left out. */
export type Access = {
  request_id: string
  method: string
  path: string
  route: string | undefined
  tenant: string | undefined
  account: string | undefined
  status: number
  /** Duration in milliseconds. */
  ms: number
}

export type Log = {
  /** The access log: one line per request. Its fields cannot hold secrets, so none are looked for. */
  access(entry: Access): void
  info(message: string, fields?: Beside): void
  warn(message: string, fields?: Beside): void
  error(message: string, fields?: Beside): void
}

const secret = /password|passwort|hash|token|secret|authorization/i

/**
 * One line per event: a JSON object, or text for a person at a terminal.
 *
 * @param write receives each finished line without its line break
 */
export function createLog(format: "json" | "text", write: (line: string) => void): Log {
  const line = (level: string, message: string, fields: LogFields): void => {
    const event = { time: new Date().toISOString(), level, message, ...clean(fields) }
    write(format === "json" ? JSON.stringify(event) : asText(event))
  }
  const time = clock()
  return {
    access: (entry) => {
      if (format === "json") return write(accessLine(time(), entry))
      write(asText({ time: time(), level: "info", message: "request", ...entry }))
    },
    info: (message, fields = {}) => line("info", message, fields),
    warn: (message, fields = {}) => line("warn", message, fields),
    error: (message, fields = {}) => line("error", message, fields),
  }
}

export const silentLog: Log = { access: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** A line for another thread's log. */
export type LogEvent = { level: "info" | "warn" | "error"; message: string; fields: LogFields }

/** @returns the log of a thread, whose lines another one writes; its errors are told as plain objects */
export function forwardLog(tell: (event: LogEvent) => void): Log {
  const forward =
    (level: LogEvent["level"]) =>
    (message: string, fields: LogFields = {}): void =>
      tell({ level, message, fields: clean(fields) })
  return { access: () => {}, info: forward("info"), warn: forward("warn"), error: forward("error") }
}

/** The access log's line, built by hand as every request writes one. Only the path is free text from the client. */
function accessLine(time: string, entry: Access): string {
  const { request_id, method, path, route, tenant, account, status, ms } = entry
  const who = `${tenant ? `,"tenant":"${tenant}"` : ""}${account ? `,"account":"${account}"` : ""}`
  const where = `${route ? `,"route":"${route}"` : ""}${who}`
  return `{"time":"${time}","level":"info","message":"request","request_id":"${request_id}","method":"${method}","path":${JSON.stringify(path)}${where},"status":${status},"ms":${ms}}`
}

/** @returns the current time as ISO 8601, formatted at most once per millisecond */
function clock(): () => string {
  let at = 0
  let text = ""
  return () => {
    const now = Date.now()
    if (now !== at) text = new Date((at = now)).toISOString()
    return text
  }
}

/** Masks every field whose name suggests a secret. */
function clean(fields: LogFields): LogFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, secret.test(name) ? "***" : plain(value)]),
  )
}

/** For the operator: our own writers wait for each other, so only another program holds the lock for so long. */
const LOCKED = `another program holds the lock of writers; which one: ${whoLocks()}`

/** A lock is logged without a stack: the fault is with the program that holds it, and the log says how to find that. */
function plain(value: unknown): unknown {
  if (!(value instanceof Error)) return value
  if (faultOf(value) === "locked") return { message: value.message, advice: LOCKED }
  const cause = value.cause === undefined ? {} : { cause: plain(value.cause) }
  const code = (value as { code?: unknown }).code
  return { name: value.name, message: value.message, ...(code ? { code } : {}), stack: value.stack, ...cause }
}

function asText(event: LogFields): string {
  const { time, level, message, ...rest } = event
  const fields = Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(" ")
  return `${String(time).slice(11, 19)} ${String(level).padEnd(5)} ${String(message)}${fields ? `  ${fields}` : ""}`
}
