import { Created, Document, WithToken } from "../api/reply.ts"
import type { Route } from "../api/route.ts"
import { contentTag, isKnown, versionTag } from "./conditional.ts"
import { setCookie } from "./cookie.ts"
import type { HttpDeps } from "./deps.ts"
import { checker, picker } from "./reply.ts"
import { respond, respondJson, respondPacked } from "./respond.ts"

/** @returns a function that turns what a handler returned (api/reply.ts) into a response */
export function answerer(
  { options }: Route,
  deps: HttpDeps,
): (result: unknown, request: Request) => Response {
  const pick = options.reply && picker(options.reply)
  const check = options.reply && deps.checkReplies ? checker(options.reply) : undefined
  return (result, request) => {
    if (result instanceof Document) return documentReply(result, request)
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

/** The tag of what is said: of many records together there is no one version. */
function polledReply(body: unknown, request: Request): Response {
  const ETag = contentTag(JSON.stringify(body))
  if (isKnown(request, ETag)) return respond(request, 304, null, { ETag })
  return respondJson(request, 200, body, { ETag })
}

function documentReply({ bytes, type, name }: Document, request: Request): Response {
  // RFC 6266: names with umlauts need the extended form `filename*`, which every current browser reads.
  const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`
  return respond(request, 200, bytes instanceof ReadableStream ? bytes : new Blob([bytes]), {
    "Content-Type": type,
    "Content-Disposition": disposition,
  })
}
