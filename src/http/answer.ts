import { Created, Document, WithToken } from "../api/frame/reply.ts"
import type { Route } from "../api/frame/route.ts"
import type { Call } from "./call.ts"
import { contentTag, isKnown, versionTag } from "./conditional.ts"
import { setCookie } from "./cookie.ts"
import type { HttpDeps } from "./http-deps.ts"
import { checker, picker } from "./reply-schema.ts"
import { respond, respondJson, respondPacked } from "./respond.ts"
import { streamOf } from "./stream.ts"

/** @returns a function that turns what a handler returned (api/frame/reply.ts) into a response */
export function answerer({ options }: Route, deps: HttpDeps): (result: unknown, call: Call) => Response {
  const pick = options.reply && picker(options.reply)
  const check = options.reply && deps.checkReplies ? checker(options.reply) : undefined
  return (result, call) => {
    const { request } = call
    if (result instanceof Document) return documentReply(result, call, deps)
    const record = result instanceof Created || result instanceof WithToken ? result.record : result
    const cookie = result instanceof WithToken ? setCookie(request, deps.config, result) : {}
    if (!pick || record === undefined) return respond(request, 204, null, cookie)
    const status = result instanceof Created && result.first ? 201 : 200
    const body = pick(record)
    check?.(body)
    if (options.polled) return polledReply(body, request)
    const send = options.packed ? respondPacked : respondJson
    if (!options.etag) return send(request, status, body, cookie)
    const { version } = body as { version: number | string }
    const ETag = versionTag(version, options.etag === "composed" ? JSON.stringify(body) : undefined)
    if (isKnown(request, ETag)) return respond(request, 304, null, { ETag })
    return send(request, status, body, { ETag })
  }
}

/** Makes a reply whose ETag is a hash of its content: several records together have no single version. */
function polledReply(body: unknown, request: Request): Response {
  const ETag = contentTag(JSON.stringify(body))
  if (isKnown(request, ETag)) return respond(request, 304, null, { ETag })
  return respondJson(request, 200, body, { ETag })
}

/** RFC 8187 allows fewer characters than `encodeURIComponent` leaves as they are. */
const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

function documentReply({ content, type, name }: Document, call: Call, deps: HttpDeps): Response {
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
