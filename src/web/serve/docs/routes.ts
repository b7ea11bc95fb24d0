import bundle from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" }
import style from "swagger-ui-dist/swagger-ui.css" with { type: "file" }
import { describe } from "../../../http/openapi/describe.ts"
import type { Route } from "../../../api/frame/route.ts"
import { hidden, raw } from "../../../http/http-deps.ts"
import { missing } from "../../../lib/refusal.ts"
import { kapitelPage } from "../hilfe/html.ts"
import { findKapitel } from "../hilfe/kapitel.ts"
import { readingHeaders } from "../pages/reading-page.ts"
import { pageFile } from "../pages/files.ts"
import { keeper } from "../pages/kept.ts"
import { version } from "../../../version.ts"

/** Only this server; Swagger UI's images are data URLs in its stylesheet. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * The API's description, for programs and people; works without internet access.
 *
 * @param routes every route of the service, these among them: called at the first request
 */
export function docsRoutes(routes: () => Route[] | Promise<Route[]>): Route[] {
  const respondKept = keeper()
  const file = (path: string, type: string, read: () => Promise<string>): Route => {
    const headers = { "Content-Type": type, "Content-Security-Policy": POLICY }
    return raw(`GET ${path}`, hidden(path), ({ request }) => respondKept(request, path, headers, read))
  }
  const page = (path: string) => async (): Promise<string> =>
    (await (await pageFile(path)).text()).replaceAll("{{version}}", version)
  return [
    file("/api/openapi.json", "application/json; charset=utf-8", async () =>
      JSON.stringify(describe(await routes())),
    ),
    file("/docs", "text/html; charset=utf-8", page("/docs.html")),
    raw("GET /docs/anbinden", hidden("Andere Programme anbinden"), ({ request }) => {
      const kapitel = findKapitel("anbinden")
      if (!kapitel) throw missing()
      return respondKept(request, "/docs/anbinden", readingHeaders, () => kapitelPage(kapitel))
    }),
    file("/docs/docs.js", "text/javascript; charset=utf-8", page("/docs.js")),
    file("/docs/swagger-ui.css", "text/css; charset=utf-8", () => Bun.file(style).text()),
    file("/docs/swagger-ui-bundle.js", "text/javascript; charset=utf-8", () => Bun.file(bundle).text()),
  ]
}
