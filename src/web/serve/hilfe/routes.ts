import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Route } from "../../../api/frame/route.ts"
import { hidden, raw } from "../../../http/http-deps.ts"
import { missing } from "../../../lib/refusal.ts"
import { nowhere } from "./nowhere.ts"
import { contentsPage, kapitelPage } from "./html.ts"
import { keeper } from "../pages/kept.ts"
import { readingHeaders } from "../pages/reading-page.ts"
import { fontFaces } from "../bundle/fonts.ts"
import reading from "../pages/reading.css" with { type: "text" }
import style from "./hilfe.css" with { type: "text" }
import { findKapitel } from "./kapitel.ts"

const css = { ...readingHeaders, "Content-Type": "text/css; charset=utf-8" }
const webp = { ...readingHeaders, "Content-Type": "image/webp" }

/** Inside the executable the pictures lie where `compile.assets` puts them. */
const folder = join(import.meta.dir, "bilder")
const pictures = new Set(readdirSync(folder).filter((file) => file.endsWith(".webp")))

/** Chapters are rendered, and pictures read, when they are first asked for. */
const respondKept = keeper()

/** The handbook: it belongs to the version that is running, and needs no internet. */
export const helpRoutes: Route[] = [
  raw("GET /hilfe", hidden("Handbuch"), ({ request }) =>
    respondKept(request, "/", readingHeaders, () => contentsPage()),
  ),
  raw("GET /hilfe/hilfe.css", hidden("Aussehen des Handbuchs"), ({ request }) =>
    respondKept(request, "hilfe.css", css, () => fontFaces() + reading + style),
  ),
  raw("GET /hilfe/bilder/:bild", hidden("Ein Bild des Handbuchs"), ({ request, params }) => {
    if (!pictures.has(params.bild)) throw missing("Dieses Bild gibt es nicht")
    return respondKept(
      request,
      params.bild,
      webp,
      () => new Uint8Array(readFileSync(join(folder, params.bild))),
    )
  }),
  raw("GET /hilfe/:kapitel", hidden("Ein Kapitel"), ({ request, params }) => {
    const kapitel = findKapitel(params.kapitel)
    if (kapitel) return respondKept(request, kapitel.name, readingHeaders, () => kapitelPage(kapitel))
    const other = nowhere(request)
    if (!other) throw missing("Dieses Kapitel gibt es nicht")
    return other
  }),
]
