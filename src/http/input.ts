import { type TObject, type TSchema, Type } from "@sinclair/typebox"
import type { Route } from "../api/frame/route.ts"
import { type Call, infoOf } from "./call.ts"
import { validator } from "../lib/validation/validate.ts"
import { hungUp, invalid, Refusal } from "../lib/refusal.ts"

/** Reader of a route's input: `receive` reads the body; `check` validates parameters, query and body. */
type InputReader = {
  receive: (call: Call) => Promise<Uint8Array> | undefined
  check: (call: Call, body: Uint8Array | undefined) => void
}

/** @returns the reader of a route's parameters, query and body */
export function inputReader({ options, path }: Route): InputReader {
  const query = queryOf(options)
  const checkQuery = query && validator(query, "query")
  const checkBody = options.body && validator(options.body, "body")
  const checkParams = options.params && validator(options.params, "path")
  if (!path.includes(":") && checkParams) throw new Error(`${path} has no parameters`)
  const limit = options.largeBody ? LARGE_JSON_LIMIT : JSON_LIMIT
  return {
    receive: (call) => (checkBody ? readBytes(call.request, limit) : undefined),
    check: (call, body) => {
      if (checkParams) call.params = checkParams(call.params) as Call["params"]
      if (query && checkQuery) call.query = checkQuery(readQuery(call.request.url, query))
      if (checkBody && body) call.body = checkBody(parseJson(body))
    },
  }
}

const noParameters = Type.Object({}, { additionalProperties: false })

/**
 * The schema of a route's query. Without one, scopes `tenant` and `system` refuse all parameters; the others
 * ignore them, as the customer's specification requires.
 */
const queryOf = ({ query, scope }: Route["options"]): TObject | undefined =>
  query ?? (scope === "tenant" || scope === "system" ? noParameters : undefined)

/** Maximum number of parameters read: more than any schema has, so validation refuses such a request anyway. */
const MOST_PARAMETERS = 150

/** Value of a repeated parameter. No schema accepts a list, so validation refuses it. */
const REPEATED: unknown[] = []

/**
 * Turns a query string into an object to be validated. Only plain decimal integers become numbers, not
 * `0x10`, `1e3` or `Infinity`.
 */
function readQuery(url: string, schema: TSchema): Record<string, unknown> {
  const start = url.indexOf("?")
  if (start < 0) return {}
  const result: Record<string, unknown> = Object.create(null)
  let read = 0
  for (const [name, text] of new URLSearchParams(url.slice(start + 1))) {
    if (++read > MOST_PARAMETERS) break
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

/** Maximum size of a JSON body in bytes, and of one that carries a driver's work (`largeBody`). */
const JSON_LIMIT = 64 * 1024
const LARGE_JSON_LIMIT = 256 * 1024

const utf8 = new TextDecoder("utf-8", { fatal: true })
const tooLong = (): Refusal => new Refusal("too long", "Anfrage zu groß")

/**
 * @param bytes an empty body counts as `{}`, so that the reply names what is missing
 * @throws Refusal invalid when it is not JSON
 */
function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return {}
  const fault = shapeFault(bytes)
  if (fault) throw invalid("", fault)
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw invalid("", "Kein gültiges JSON (UTF-8)")
  }
}

/**
 * Reads a body of at most `limit` bytes.
 *
 * Meanwhile the caller must not fall silent (`RequestInfo.receiving`).
 *
 * @param seconds the whole body must arrive within this time, so a client that drips bytes cannot hold a
 *   connection
 * @throws Refusal too long as soon as more than `limit` bytes are announced or received, too slow when time
 *   runs out, gone when the caller hangs up
 */
export function readBytes(request: Request, limit: number, seconds = 30): Promise<Uint8Array> {
  const announced = Number(request.headers.get("content-length") ?? "NaN")
  if (announced > limit) return Promise.reject(tooLong())
  if (!request.body) return Promise.resolve(new Uint8Array())
  const whole: Promise<Uint8Array> = announced <= limit ? request.bytes() : readStream(request.body, limit)
  const body = new Promise<Uint8Array>((resolve, reject) => {
    const tooSlow = (): void => reject(new Refusal("too slow", "Anfrage kam zu langsam"))
    const timer = setTimeout(tooSlow, seconds * 1000)
    const failed = (error: Error): void => reject(error.name === "AbortError" ? hungUp() : error)
    whole.then(resolve, failed).finally(() => clearTimeout(timer))
  })
  return infoOf(request).receiving(body)
}

async function readStream(body: ReadableStream, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > limit) throw tooLong()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Maximum depth of nesting; a delivery with its list of positions has three levels. */
const LEVELS = 16

/** Maximum number of fields in a body; the largest booking that fits into one has 2500. */
const FIELDS = 3000

/** Maximum number of fields in one object, twice as many as any record has: large objects are slow to parse. */
const FIELDS_OF_ONE = 120

/**
 * Checks a body's shape before it is parsed: for `[[[[…` the parser would make a list of every byte.
 *
 * @param json UTF-8, valid or not
 * @returns the reason for refusing the body, in German; undefined if it may be parsed
 */
function shapeFault(json: Uint8Array): string | undefined {
  let depth = 0
  let fields = 0
  /** Number of fields so far in the object that is open at each depth. */
  const fieldsAt = new Uint8Array(LEVELS + 1)
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case QUOTE:
        at = endOfText(json, at)
        break
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > LEVELS) return "zu tief verschachtelt"
        fieldsAt[depth] = 0
        break
      case 0x3a: // :
        fieldsAt[depth] = (fieldsAt[depth] ?? 0) + 1
        if (++fields > FIELDS || (fieldsAt[depth] ?? 0) > FIELDS_OF_ONE) return "zu viele Felder"
        break
      case 0x5d: // ]
      case 0x7d: // }
        depth--
    }
  }
  return undefined
}

/** @returns the position of a string's closing quote; its opening quote is at `start` */
function endOfText(json: Uint8Array, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1
  return at
}
