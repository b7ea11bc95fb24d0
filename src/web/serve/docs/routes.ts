import bundle from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" }
import style from "swagger-ui-dist/swagger-ui.css" with { type: "file" }
import { describe } from "../../../http/openapi/describe.ts"
import { type Fixed, fix, respondFixed } from "../../../http/fixed.ts"
import type { Route } from "../../../api/frame/route.ts"
import { raw } from "../../../http/raw.ts"
import { pageFile } from "../pages/files.ts"
import { version } from "../../../version.ts"

/** Only this server; Swagger UI's images are data URLs in its stylesheet. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * The API's description, for programs and people; works without internet access.
 *
 * @param routes called on the first request, as the list includes these routes
 */
export function docsRoutes(routes: () => Route[] | Promise<Route[]>): Route[] {
  let document: string | undefined
  const openapi = async (): Promise<string> => (document ??= JSON.stringify(describe(await routes())))
  const page = (path: string) => async (): Promise<string> =>
    (await (await pageFile(path)).text()).replaceAll("{{version}}", version)
  return [
    file("/api/openapi.json", "application/json; charset=utf-8", openapi),
    file("/docs", "text/html; charset=utf-8", page("/docs.html")),
    file("/docs/docs.js", "text/javascript; charset=utf-8", page("/docs.js")),
    file("/docs/swagger-ui.css", "text/css; charset=utf-8", () => Bun.file(style).text()),
    file("/docs/swagger-ui-bundle.js", "text/javascript; charset=utf-8", () => Bun.file(bundle).text()),
  ]
}

/** A file that is fixed at build time. Two builds may have the same version, so its tag tells its content. */
function file(path: string, type: string, read: () => Promise<string>): Route {
  let known: Promise<Fixed> | undefined
  const headers = { "Content-Type": type, "Content-Security-Policy": POLICY }
  return raw(`GET ${path}`, { summary: path, undocumented: true }, async ({ request }) =>
    respondFixed(request, await (known ??= read().then(fix)), headers),
  )
}
