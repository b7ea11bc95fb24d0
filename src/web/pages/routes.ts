import { contentTag, isKnown } from "../../http/conditional.ts"
import { raw } from "../../http/raw.ts"
import { respond } from "../../http/respond.ts"
import type { Route } from "../../api/route.ts"
import { version } from "../../version.ts"
import { pageFile } from "./files.ts"

/** Nothing from elsewhere, no script, no style within the page. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const types: Record<string, string> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
}

/** What a browser gets at the address itself. */
export const pagesRoutes: Route[] = [
  page("/", "/index.html", "Startseite"),
  page("/pfandwerk.css", "/pfandwerk.css", "Aussehen der Seiten"),
  page("/favicon.svg", "/favicon.svg", "Zeichen"),
  page("/favicon.ico", "/favicon.svg", "Zeichen, wo Browser es von sich aus suchen"),
]

function page(path: string, file: string, summary: string): Route {
  const type = types[file.slice(file.lastIndexOf(".") + 1)] ?? "application/octet-stream"
  return raw(`GET ${path}`, { summary, undocumented: true }, async ({ request }) => {
    const found = await pageFile(file)
    const text = (await found.text()).replaceAll("{{version}}", version)
    const ETag = contentTag(text)
    const headers = {
      "Content-Type": type,
      "Content-Security-Policy": POLICY,
      // Asked for again each time, so that an upgrade shows at once; 304 if nothing changed.
      "Cache-Control": "no-cache",
      ETag,
    }
    return isKnown(request, ETag)
      ? respond(request, 304, null, headers)
      : respond(request, 200, text, headers)
  })
}
