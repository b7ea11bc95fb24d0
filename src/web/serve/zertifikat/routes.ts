import type { Route } from "../../../api/frame/route.ts"
import type { Config } from "../../../config.ts"
import { hidden, raw } from "../../../http/http-deps.ts"
import { respond } from "../../../http/respond.ts"
import { missing } from "../../../lib/refusal.ts"
import { authorityCertificate } from "../../../ops/tls/kept.ts"
import { certificatePage } from "./certificate-page.ts"
import { readingHeaders } from "../pages/reading-page.ts"
import { fontFaces } from "../bundle/fonts.ts"
import reading from "../pages/reading.css" with { type: "text" }
import style from "./zertifikat.css" with { type: "text" }

/** @returns the page's address for telephones; undefined without ADRESSE, as the Host header is whatever a caller says */
function addressOf({ adresse, httpPort }: Config): string | undefined {
  if (adresse === undefined) return undefined
  const address = new URL("/zertifikat", adresse)
  // Over plain HTTP a phone that does not yet trust the certificate shows no warning.
  if (httpPort > 0) {
    address.protocol = "http:"
    address.port = String(httpPort)
  }
  return address.href
}

/**
 * Page and certificate that make a telephone trust the installation's own authority; over plain HTTP, too
 * (HTTP_PORT).
 */
export const zertifikatRoutes: Route[] = [
  raw("GET /zertifikat", hidden("Seite zum Zertifikat"), ({ request, deps }) => {
    const html = certificatePage(authorityCertificate(deps.config.dataDir), addressOf(deps.config))
    return respond(request, 200, html, readingHeaders)
  }),
  raw("GET /zertifikat/pfandwerk.crt", hidden("Das Zertifikat"), ({ request, deps }) => {
    const authority = authorityCertificate(deps.config.dataDir)
    if (!authority) throw missing("Dieser Server hat kein eigenes Zertifikat")
    // The only media type for which both Android and iOS offer to install it.
    return respond(request, 200, new Blob([authority.raw]), {
      "Content-Type": "application/x-x509-ca-cert",
      "Content-Disposition": 'attachment; filename="pfandwerk.crt"',
    })
  }),
  raw("GET /zertifikat/zertifikat.css", hidden("Aussehen der Seite"), ({ request }) =>
    respond(request, 200, fontFaces() + reading + style, { "Content-Type": "text/css; charset=utf-8" }),
  ),
]
