import { respond } from "../../../http/respond.ts"
import { readingHeaders } from "../pages/reading-page.ts"
import { nowherePage } from "./html.ts"

/** @returns the page for people at an address that does not exist; undefined for programs, which get JSON */
export function nowhere(request: Request): Response | undefined {
  const isPage = /\btext\/html\b/.test(request.headers.get("accept") ?? "")
  if (!isPage || !/^(?:GET|HEAD)$/.test(request.method)) return undefined
  if (new URL(request.url).pathname.startsWith("/api/")) return undefined
  return respond(request, 404, nowherePage(), readingHeaders)
}
