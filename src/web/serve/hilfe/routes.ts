import type { Route } from "../../../api/frame/route.ts"
import { type Fixed, fix, respondFixed } from "../../../http/fixed.ts"
import { raw } from "../../../http/raw.ts"
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
    fixed(request, "text/html", "/", () => contentsPage(listKapitel())),
  ),
  raw("GET /hilfe/hilfe.css", { ...page, summary: "Aussehen des Handbuchs" }, ({ request }) =>
    fixed(request, "text/css", "hilfe.css", () => style),
  ),
  raw("GET /hilfe/bilder/:bild", { ...page, summary: "Ein Bild des Handbuchs" }, ({ request, params }) => {
    const bild = findBild(params.bild)
    if (!bild) throw missing("Dieses Bild gibt es nicht")
    return fixed(request, "image/webp", params.bild, () => bild)
  }),
  raw("GET /hilfe/:kapitel", { ...page, summary: "Ein Kapitel" }, ({ request, params }) => {
    const kapitel = findKapitel(params.kapitel)
    if (kapitel) return fixed(request, "text/html", kapitel.name, () => kapitelPage(kapitel, listKapitel()))
    const other = nowhere(request)
    if (!other) throw missing("Dieses Kapitel gibt es nicht")
    return other
  }),
]

/** Parts of the handbook, by name. Chapters are rendered when they are first asked for. */
const known = new Map<string, Fixed>()

/** @param make the content of something that there is, so that no more than the handbook is ever kept */
function fixed(
  request: Request,
  type: string,
  name: string,
  make: () => string | Uint8Array<ArrayBuffer>,
): Response {
  const content = known.get(name) ?? fix(make())
  known.set(name, content)
  return respondFixed(request, content, {
    "Content-Type": type.startsWith("text/") ? `${type}; charset=utf-8` : type,
    "Content-Security-Policy": READING,
  })
}
