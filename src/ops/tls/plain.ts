import type { Server } from "bun"
import { orRefuse } from "../../lib/disk-fault.ts"
import { portFault } from "../../lib/port-fault.ts"

type Front = (request: Request, server: Server<unknown>) => Response | Promise<Response>

/**
 * Listens for plain HTTP beside TLS: a telephone that does not trust the certificate yet gets it here, without a
 * warning that would have to be clicked away. Everything else is sent to https.
 *
 * @param tlsPort where the service itself listens
 * @throws StartRefused when the port is taken
 */
export function listenPlain(
  { hostname, port, idleTimeout }: { hostname: string; port: number; idleTimeout: number },
  tlsPort: number,
  front: Front,
): Server<unknown> {
  return orRefuse(`HTTP_PORT: Auf ${hostname}:${port} kann nicht gehört werden`, () => {
    const missing = portFault(port)
    if (missing !== undefined) throw new Error(missing)
    return Bun.serve({
      hostname,
      port,
      idleTimeout,
      reusePort: false,
      maxRequestBodySize: 0,
      development: false,
      fetch: (request, server) =>
        isForTelephones(request) ? front(request, server) : toTls(request, tlsPort),
      error: () => Response.json({ error: "Serverfehler" }, { status: 500 }),
    })
  })
}

/** Addresses of the certificate's page, none of which takes or gives a secret. */
const OPEN = new Set([
  "/zertifikat",
  "/zertifikat/pfandwerk.crt",
  "/zertifikat/zertifikat.css",
  "/favicon.svg",
  "/favicon.ico",
])

const isReading = ({ method }: Request): boolean => method === "GET" || method === "HEAD"

function isForTelephones(request: Request): boolean {
  if (!isReading(request) || !URL.canParse(request.url)) return false
  return OPEN.has(new URL(request.url).pathname)
}

function toTls(request: Request, port: number): Response {
  if (!isReading(request) || !URL.canParse(request.url))
    return Response.json(
      { error: "Bitte https verwenden" },
      { status: 403, headers: { Connection: "close" } },
    )
  const url = new URL(request.url)
  url.protocol = "https:"
  url.port = String(port)
  // Not for good: TLS may be switched off again.
  return new Response(null, { status: 307, headers: { Location: url.href, "Cache-Control": "no-store" } })
}
