import { lstatSync } from "node:fs"
import { join } from "node:path"
import { missing } from "../../../lib/refusal.ts"
import { isKnown, respond, respondJson } from "../../../http/respond.ts"
import type { Route } from "../../../api/frame/route.ts"
import { raw } from "../../../http/http-deps.ts"

/** The types that we store; anything else is offered only as a download. */
const imageTypes: Record<string, string> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
}

/** Paths without dot files, "..", separators other than "/", and encoding. */
const SAFE_PATH = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}\/){0,3}[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/

/**
 * Pictures are public for anyone who knows their unguessable names (spec.md: "routed publicly beside /api").
 * Not served by @elysiajs/static, which joins paths without checking where they lead.
 */
export const uploadsRoutes: Route[] = [
  raw(
    "GET /uploads/*",
    {
      summary: "Ein hochgeladenes Bild",
      description: "Öffentlich für alle, die den zufälligen Namen kennen. Mit Range, ETag und If-None-Match.",
      file: "image/*",
      untraced: "one picture, for whom a list has told its random name",
      refusals: { missing: "Nicht gefunden" },
    },
    ({ request, params, deps }) => serveFile(request, deps.config.uploadsDir, params["*"]),
  ),
]

function serveFile(request: Request, folder: string, path: string): Response {
  const file = join(folder, path)
  const size = SAFE_PATH.test(path) ? plainFileSize(folder, path) : undefined
  if (size === undefined) throw missing()
  // A file never changes under its name, so the name can serve as its ETag.
  const etag = `"${Bun.hash(path).toString(36)}-${size.toString(36)}"`
  const headers = fileHeaders(path, etag)
  if (isKnown(request, etag)) return respond(request, 304, null, headers)
  const ifRange = request.headers.get("if-range")
  const range = ifRange === null || ifRange === etag ? request.headers.get("range") : null
  const part = range === null ? undefined : parseRange(range, size)
  if (part === "outside") {
    const outside = { "Content-Range": `bytes */${size}` }
    return respondJson(request, 416, { error: "Bereich außerhalb der Datei" }, outside)
  }
  if (part === undefined) return respond(request, 200, Bun.file(file), headers)
  const [start, end] = part
  headers["Content-Range"] = `bytes ${start}-${end}/${size}`
  return respond(request, 206, Bun.file(file).slice(start, end + 1), headers)
}

function fileHeaders(path: string, etag: string): Record<string, string> {
  const extension = path.slice(path.lastIndexOf(".") + 1).toLowerCase()
  const type = imageTypes[extension]
  return {
    "Content-Type": type ?? "application/octet-stream",
    ...(type ? {} : { "Content-Disposition": "attachment" }),
    "Content-Security-Policy": "default-src 'none'; sandbox",
    // Pages of other origins that know the name may show the picture.
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Cache-Control": "public, max-age=31536000, immutable",
    "Accept-Ranges": "bytes",
    ETag: etag,
  }
}

/** @returns the size in bytes; undefined unless it is a plain file in plain folders: no link on the way */
function plainFileSize(folder: string, path: string): number | undefined {
  try {
    const parts = path.split("/")
    for (let i = 1; i < parts.length; i++) {
      if (!lstatSync(join(folder, ...parts.slice(0, i))).isDirectory()) return undefined
    }
    const stat = lstatSync(join(folder, path))
    return stat.isFile() ? stat.size : undefined
  } catch {
    return undefined
  }
}

/** One range of bytes (RFC 9110 §14); several, or what is no range, are answered with the whole file. */
function parseRange(header: string, size: number): [number, number] | "outside" | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header)
  const [from = "", to = ""] = match?.slice(1) ?? []
  if (!match || (from === "" && to === "")) return undefined
  if (from === "")
    return Number(to) === 0 || size === 0 ? "outside" : [Math.max(0, size - Number(to)), size - 1]
  if (to !== "" && Number(to) < Number(from)) return undefined
  return Number(from) >= size
    ? "outside"
    : [Number(from), to === "" ? size - 1 : Math.min(Number(to), size - 1)]
}
