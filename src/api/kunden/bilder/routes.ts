import { GONE } from "../../shared/kundenkopf.ts"
import { Page, pageQuery } from "../../shared/page.ts"
import { free, read, type Route, write } from "../../frame/route.ts"
import { pictureRefusals, takesPicture } from "../../pictures/model.ts"
import { BildPatch, BildReply, UploadFields } from "./model.ts"
import { changeBild, deleteBild, uploadBild, listBilder } from "./rules.ts"
import { forEveryone, forOffice, ifUnchanged } from "../../frame/options.ts"

const gone = { missing: "Kunde oder Bild nicht gefunden" }

export const bilderRoutes: Route[] = [
  read(
    "GET /api/kunden/:id/bilder",
    {
      ...forEveryone,
      summary: "Alle Bilder eines Kunden, in ihrer Reihenfolge",
      query: pageQuery(["sortierung"], {}),
      reply: Page(BildReply),
      refusals: gone,
    },
    ({ tenant, params, query }) => listBilder(tenant, params.id, query),
  ),
  free(
    "POST /api/kunden/:id/bilder",
    {
      ...forEveryone,
      summary: "Ein Bild hochladen",
      description:
        "multipart/form-data mit der Datei im Feld bild (JPEG, PNG oder WebP), dazu auf Wunsch titel und id. Das Bild wird neu kodiert: aufrecht, ohne Metadaten, von bewegten das erste Bild, höchstens 2560 Pixel lang, mit einer Vorschau.",
      ...takesPicture(UploadFields),
      reply: BildReply,
      refusals: {
        missing: GONE,
        conflict: "Die id wurde schon anders verwendet",
        ...pictureRefusals,
      },
    },
    (context) => uploadBild(context, context.params.id),
  ),
  write(
    "PATCH /api/kunden/:id/bilder/:bild_id",
    {
      ...forOffice,
      summary: "Titel oder Reihenfolge eines Bildes ändern",
      body: BildPatch,
      reply: BildReply,
      etag: true,
      refusals: { ...gone, ...ifUnchanged },
    },
    ({ tenant, actor, params, body, ifMatch }) =>
      changeBild(tenant, actor, params.id, params.bild_id, body, ifMatch),
  ),
  free(
    "DELETE /api/kunden/:id/bilder/:bild_id",
    {
      ...forOffice,
      summary: "Ein Bild löschen",
      refusals: { ...gone, ...ifUnchanged },
    },
    async (context) => {
      await deleteBild(context, context.params.id, context.params.bild_id, context.ifMatch)
    },
  ),
]
