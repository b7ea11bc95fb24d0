import { Page, pageQuery } from "../../../http/page.ts"
import { created, Reply } from "../../../http/reply.ts"
import { free, read, type Route, write } from "../../../http/route.ts"
import { BildPatch, BildReply } from "./model.ts"
import { changeBild, deleteBild, ladeHoch, listBilder } from "./rules.ts"

const office = ["superadmin", "admin", "user"] as const
const all = [...office, "fahrer"] as const
const gone = { 404: "Kunde oder Bild nicht gefunden" }

export const bilderRoutes: Route[] = [
  read(
    "GET /api/kunden/:id/bilder",
    {
      scope: "tenant",
      roles: all,
      summary: "Alle Bilder eines Kunden, in ihrer Reihenfolge",
      query: pageQuery(["sortierung"], {}),
      reply: Page(BildReply),
      errors: gone,
    },
    ({ tenant, params, query }) => listBilder(tenant, params["id"] ?? "", query),
  ),
  free(
    "POST /api/kunden/:id/bilder",
    {
      scope: "tenant",
      roles: all,
      summary: "Ein Bild hochladen",
      description:
        "multipart/form-data mit der Datei im Feld bild (JPEG, PNG oder WebP), dazu auf Wunsch titel und id. Das Bild wird neu kodiert: aufrecht, ohne Metadaten, höchstens 2560 Pixel lang, mit einer Vorschau.",
      reply: BildReply,
      status: 201,
      etag: true,
      errors: {
        404: "Kunde nicht gefunden",
        409: "Die id wurde schon anders verwendet",
        413: "Zu groß, zu viele Bildpunkte, oder der Speicherplatz der Firma ist aufgebraucht",
        415: "Kein JPEG, PNG oder WebP, oder kein Formular",
        503: "Zu viele Bilder gleichzeitig",
      },
    },
    async (context) => {
      const { bild, first } = await ladeHoch(context, context.params["id"] ?? "")
      return created(bild, first)
    },
  ),
  write(
    "PATCH /api/kunden/:id/bilder/:bild_id",
    {
      scope: "tenant",
      roles: office,
      summary: "Titel oder Reihenfolge eines Bildes ändern",
      body: BildPatch,
      reply: BildReply,
      etag: true,
      errors: { ...gone, 412: "Inzwischen geändert" },
    },
    ({ tenant, actor, params, body, ifMatch }) =>
      changeBild(tenant, actor, params["id"] ?? "", params["bild_id"] ?? "", body, ifMatch),
  ),
  free(
    "DELETE /api/kunden/:id/bilder/:bild_id",
    { scope: "tenant", roles: office, summary: "Ein Bild löschen", errors: gone },
    async ({ deps, tenant, actor, params }) => {
      await deleteBild(deps, tenant, actor, params["id"] ?? "", params["bild_id"] ?? "")
      return new Reply(204, undefined)
    },
  ),
]
