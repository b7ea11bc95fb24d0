import { Created, Document, type FilePiece, WithToken } from "../api/frame/reply.ts"
import type { Route } from "../api/frame/route.ts"
import { type Call, requestIdOf } from "./call.ts"
import { contentTag, isKnown, respond, respondPacked, respondText, toJson, versionTag } from "./respond.ts"
import { setCookie } from "./origin.ts"
import type { HttpDeps } from "./http-deps.ts"
import type { Log } from "../lib/log.ts"
import { Refusal } from "../lib/refusal.ts"
import { NO_COMPANY } from "../lib/fair-line.ts"
import { after, loop } from "../lib/turns.ts"
import { KindGuard, type TSchema } from "@sinclair/typebox"
import { TypeCompiler } from "@sinclair/typebox/compiler"

/** @returns a function that turns what a handler returned (api/frame/reply.ts) into a response */
export function answerer({ options }: Route, deps: HttpDeps): (result: unknown, call: Call) => Response {
  const pick = options.reply && picker(options.reply)
  const check = options.reply && deps.checkReplies ? checker(options.reply) : undefined
  return (result, call) => {
    const { request } = call
    if (result instanceof Document) return documentReply(result, call, deps)
    const record = result instanceof Created || result instanceof WithToken ? result.record : result
    const cookie = result instanceof WithToken ? setCookie(request, deps, result) : {}
    if (!pick || record === undefined) return respond(request, 204, null, cookie)
    const status = result instanceof Created && result.first ? 201 : 200
    const body = pick(record)
    check?.(body)
    const json = toJson(body)
    const ETag = tagOf(options, body, json)
    if (ETag !== undefined && isKnown(request, ETag)) return respond(request, 304, null, { ETag })
    const send = options.packed ? respondPacked : respondText
    return send(request, status, json, ETag === undefined ? cookie : { ETag })
  }
}

/** @returns the ETag of a reply that has one. Several records together have no single version: their ETag is a hash. */
function tagOf(options: Route["options"], body: unknown, json: string): string | undefined {
  if (options.polled) return contentTag(json)
  if (!options.etag) return undefined
  const { version } = body as { version: number | string }
  return versionTag(version, options.etag === "composed" ? json : undefined)
}

/** RFC 8187 allows fewer characters than `encodeURIComponent` leaves as they are. */
const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

/** @returns a file to be kept, under the name that it has */
export function documentReply({ content, type, name }: Document, call: Call, deps: HttpDeps): Response {
  // RFC 6266: names with umlauts need the extended form `filename*`, which every current browser reads.
  const disposition = `attachment; filename*=UTF-8''${encodeName(name)}`
  return respond(call.request, 200, bodyOf(content, call, deps), {
    "Content-Type": type,
    "Content-Disposition": disposition,
  })
}

function bodyOf(content: Document["content"], call: Call, { log }: HttpDeps): ReadableStream | Blob {
  if (content instanceof ReadableStream) return content
  const isWhole = typeof content === "string" || content instanceof Uint8Array
  return isWhole ? new Blob([content]) : streamOf(content, call, log)
}

/** Maximum number of answers remembered per route: enough for hundreds of open pages. */
const REMEMBERED = 1000

type Answer = Response | Promise<Response>

/**
 * Speeds up routes that pages poll every few seconds: a page that has the last answer gets 304 without running
 * the handler while none of the company's data has changed. An answer serves for the rest of its minute only:
 * a tour's stop can become late without any change of data.
 *
 * @param perform makes a reply with an ETag of its content
 */
export function polled(perform: (call: Call) => Answer, { clock }: HttpDeps): (call: Call) => Answer {
  const answers = new Map<string, { state: string; etag: string }>()
  const remember = (key: string, answer: { state: string; etag: string }): void => {
    answers.delete(key)
    answers.set(key, answer)
    for (const [oldest] of answers) {
      if (answers.size <= REMEMBERED) break
      answers.delete(oldest)
    }
  }
  return (call) => {
    const { request, tenant, actor } = call
    const key = `${tenant?.id} ${actor?.id} ${actor?.rolle} ${request.url}`
    const state = `${tenant?.changes()} ${Math.floor(clock().getTime() / 60_000)}`
    const last = answers.get(key)
    if (last?.state === state && isKnown(request, last.etag))
      return respond(request, 304, null, { ETag: last.etag })
    return after(perform(call), (response) => {
      const etag = response.headers.get("etag")
      if (etag !== null) remember(key, { state, etag })
      return response
    })
  }
}

const encoder = new TextEncoder()

/** Bytes that leave together: what a chunk costs is more than what it takes to read a few rows. */
const CHUNK = 16 * 1024

/** @returns the next pieces of a document, at least a chunk unless it ends; undefined at its end */
async function nextChunk(
  next: () => Promise<IteratorResult<FilePiece, unknown>>,
): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = []
  for (let size = 0; size < CHUNK;) {
    const { value, done } = await next()
    if (done) break
    if (!value) continue
    const part = typeof value === "string" ? encoder.encode(value) : value
    parts.push(part)
    size += part.length
  }
  return parts.length > 1 ? Buffer.concat(parts) : parts[0]
}

/**
 * Sends a long document piece by piece. Each piece is made in a turn of its company, once what was sent before was taken;
 * none is made after the caller has hung up. While one is made or waits for its turn, the connection does not count as
 * idle; while the caller takes nothing of what was sent, it does. A failure ends the connection, as the status has been
 * sent already, and is logged here, as nobody else hears of it.
 */
export function streamOf(
  pieces: Iterator<FilePiece>,
  { tenant, request, info }: Call,
  log: Log,
): ReadableStream<Uint8Array> {
  const next = () => info.takingTime(loop.soon(tenant?.id ?? NO_COMPANY, () => pieces.next(), request))
  let isGone = false
  return new ReadableStream({
    async pull(controller) {
      try {
        const chunk = await nextChunk(next)
        // The caller hung up while it was made: there is nothing to close any more.
        if (isGone) return
        if (chunk) controller.enqueue(chunk)
        else controller.close()
      } catch (error) {
        if (!(error instanceof Refusal))
          log.error("file broken off", { request_id: requestIdOf(request), error })
        throw error
      }
    },
    cancel() {
      isGone = true
      pieces.return?.()
    },
  })
}

type Picker = (value: never) => unknown

/**
 * Makes a function that copies exactly the fields a schema names, so that a column added later (a hash!)
 * never leaks. A union of several objects would be passed as it is; no reply has one. Its code is generated for
 * speed: a page of 50 customers has a thousand fields. Elysia's exact-mirror is slower, and breaks on field names
 * that are not identifiers.
 */
export function picker(schema: TSchema): (value: unknown) => unknown {
  let pick: Picker | undefined
  return (value) => {
    pick ??= new Function("v", `return ${expression(schema, "v")}`) as Picker
    return pick(value as never)
  }
}

function expression(schema: TSchema, value: string): string {
  if (KindGuard.IsObject(schema)) {
    const fields = Object.entries(schema.properties).map(
      ([name, property]) =>
        `${JSON.stringify(name)}:${expression(property, `${value}[${JSON.stringify(name)}]`)}`,
    )
    return `(${value}==null?${value}:{${fields.join(",")}})`
  }
  if (KindGuard.IsArray(schema)) {
    const item = expression(schema.items, "i")
    return item === "i" ? value : `(${value}==null?${value}:${value}.map(i=>${item}))`
  }
  if (KindGuard.IsUnion(schema)) {
    const variants = schema.anyOf.filter((variant) => !KindGuard.IsNull(variant))
    if (variants.length === 1 && variants[0]) return expression(variants[0], value)
  }
  return value
}

/** @returns a function that throws when a reply does not match its schema; for tests */
export function checker(schema: TSchema): (value: unknown) => void {
  const compiled = TypeCompiler.Compile(schema)
  return (value) => {
    const error = compiled.Errors(value).First()
    if (error) throw new Error(`reply breaks its schema at ${error.path || "/"}: ${error.message}`)
  }
}
