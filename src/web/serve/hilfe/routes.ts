import type { Route } from "../../../api/frame/route.ts"
import { raw } from "../../../http/raw.ts"
import { readingPage } from "../bundle/policy.ts"
import { missing } from "../../../lib/refusal.ts"
import { nowhere } from "./nowhere.ts"
import { contentsPage, kapitelPage } from "./html.ts"
import { keeper } from "../pages/kept.ts"
import reading from "../pages/reading.css" with { type: "text" }
import style from "./hilfe.css" with { type: "text" }
import { findBild } from "./bilder.ts"
import { findKapitel, listKapitel } from "./kapitel.ts"

const page = { undocumented: true } as const
const css = { ...readingPage, "Content-Type": "text/css; charset=utf-8" }
const webp = { ...readingPage, "Content-Type": "image/webp" }

/** Chapters are rendered when they are first asked for. */
const respondKept = keeper()

/** The handbook: it belongs to the version that is running, and needs no internet. */
export const hilfeRoutes: Route[] = [
  raw("GET /hilfe", { ...page, summary: "Handbuch" }, ({ request }) =>
    respondKept(request, "/", readingPage, () => contentsPage(listKapitel())),
  ),
  raw("GET /hilfe/hilfe.css", { ...page, summary: "Aussehen des Handbuchs" }, ({ request }) =>
    respondKept(request, "hilfe.css", css, () => reading + style),
  ),
  raw("GET /hilfe/bilder/:bild", { ...page, summary: "Ein Bild des Handbuchs" }, ({ request, params }) => {
    const bild = findBild(params.bild)
    if (!bild) throw missing("Dieses Bild gibt es nicht")
    return respondKept(request, params.bild, webp, () => bild)
  }),
  raw("GET /hilfe/:kapitel", { ...page, summary: "Ein Kapitel" }, ({ request, params }) => {
    const kapitel = findKapitel(params.kapitel)
    if (kapitel)
      return respondKept(request, kapitel.name, readingPage, () => kapitelPage(kapitel, listKapitel()))
    const other = nowhere(request)
    if (!other) throw missing("Dieses Kapitel gibt es nicht")
    return other
  }),
]
