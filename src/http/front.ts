import type { Server } from "bun"
import type { Deps } from "../deps.ts"
import { errorReply } from "./errors.ts"
import { noteRequest } from "./request-info.ts"
import { respondJson, secure } from "./respond.ts"

const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

export type Front = (request: Request, server?: Server<unknown>) => Promise<Response>

/**
 * The first thing that any request meets, and the last that touches its reply: refuses what is no plain URL or
 * host, gives it an id, sees to the security headers, writes the access log.
 */
export function createFront(handle: (request: Request) => Response | Promise<Response>, deps: Deps): Front {
  return async (request, server) => {
    const started = performance.now()
    const id = requestId(request)
    noteRequest(request, { id, address: callerAddress(request, server, deps.config.trustProxy) })
    const response = secure(request, await reply(request, handle, deps))
    deps.log.info("request", {
      request_id: id,
      method: request.method,
      path: pathOf(request.url),
      status: response.status,
      ms: Math.round((performance.now() - started) * 10) / 10,
    })
    return response
  }
}

async function reply(
  request: Request,
  handle: (request: Request) => Response | Promise<Response>,
  deps: Deps,
): Promise<Response> {
  // Bun leaves the path of a URL as it came ("/uploads/../app.db") when the host is not a valid one.
  const host = request.headers.get("host")
  if (host === null || !HOST.test(host) || !URL.canParse(request.url)) {
    return respondJson(
      request,
      400,
      { error: "Ungültige Adresse oder ungültiger Host" },
      { Connection: "close" },
    )
  }
  if (deps.stopping()) {
    return respondJson(
      request,
      503,
      { error: "Der Dienst wird gerade beendet" },
      { "Retry-After": "5", Connection: "close" },
    )
  }
  try {
    return await handle(request)
  } catch (error) {
    return errorReply(error, deps.log, request)
  }
}

/** A proxy's id is kept, so that one request has one id in both logs. */
function requestId(request: Request): string {
  const given = request.headers.get("x-request-id")
  return given !== null && /^[\w-]{8,64}$/.test(given) ? given : Bun.randomUUIDv7()
}

/** Behind a trusted proxy the last address in X-Forwarded-For is the one it saw; anything before is hearsay. */
function callerAddress(request: Request, server: Server<unknown> | undefined, trustProxy: boolean): string {
  const forwarded = trustProxy ? request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined
  return forwarded || server?.requestIP(request)?.address || "unknown"
}

/** The path alone: a query may hold names of people, which have no place in a log. */
function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3)
  const end = url.indexOf("?", start)
  return start < 0 ? "/" : url.slice(start, end < 0 ? undefined : end).slice(0, 300)
}
