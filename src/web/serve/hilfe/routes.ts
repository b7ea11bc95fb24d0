import type { Route } from "../../../api/frame/route.ts"
import { contentTag, isKnown } from "../../../http/conditional.ts"
import { raw } from "../../../http/raw.ts"
import { respond } from "../../../http/respond.ts"
import { READING } from "../bundle/policy.ts"
import { missing } from "../../../lib/refusal.ts"
import { nowhere } from "./nowhere.ts"
import { contentsPage, kapitelPage } from "./html.ts"
import style from "./hilfe.css" with { type: "text" }
import { findBild } from "./bilder.ts"
import { findKapitel, listKapitel } from "./kapitel.ts"

const page = { undocumented: true } as const

/** The handbook: it belongs to the version that is running, and needs no internet. */
export const hilfeRoutes: Route[] = [
  raw("GET /hilfe", { ...page, summary: "Handbuch" }, ({ request }) =>
    fixed(request, "text/html", contentsPage(listKapitel())),
  ),
  raw("GET /hilfe/hilfe.css", { ...page, summary: "Aussehen des Handbuchs" }, ({ request }) =>
    fixed(request, "text/css", style),
  ),
  raw("GET /hilfe/bilder/:bild", { ...page, summary: "Ein Bild des Handbuchs" }, ({ request, params }) => {
    const bild = findBild(params.bild)
    if (!bild) throw missing("Dieses Bild gibt es nicht")
    return fixed(request, "image/webp", bild)
  }),
  raw("GET /hilfe/:kapitel", { ...page, summary: "Ein Kapitel" }, ({ request, params }) => {
    const kapitel = findKapitel(params.kapitel)
    if (kapitel) return fixed(request, "text/html", kapitelPage(kapitel, listKapitel()))
    const other = nowhere(request)
    if (!other) throw missing("Dieses Kapitel gibt es nicht")
    return other
  }),
]

function fixed(request: Request, type: string, content: string | Uint8Array<ArrayBuffer>): Response {
  const ETag = contentTag(content)
  const headers = {
    "Content-Type": type.startsWith("text/") ? `${type}; charset=utf-8` : type,
    "Content-Security-Policy": READING,
    "Cache-Control": "no-cache",
    ETag,
  }
  return isKnown(request, ETag)
    ? respond(request, 304, null, headers)
    : respond(request, 200, content, headers)
}
