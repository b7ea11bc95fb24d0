import { Type } from "@sinclair/typebox"
import { free, read, type Route } from "../../frame/route.ts"
import { pictureRefusals, takesPicture } from "../../pictures/model.ts"
import { LieferbildFields, LieferbildReply } from "./model.ts"
import { deleteLieferbild, listLieferbilder, uploadLieferbild } from "./rules.ts"
import { forEveryone, forOffice } from "../../frame/options.ts"

const gone = { missing: "Lieferung oder Bild nicht gefunden (auch: einem anderen Fahrer zugeteilt)" }

const IN_KLAERUNG =
  "Auch einer ungeplanten Abholung, die noch in Klärung ist: unter der id, die ihre Lieferung bekommt."

export const lieferbilderRoutes: Route[] = [
  read(
    "GET /api/lieferungen/:id/bilder",
    {
      ...forEveryone,
      summary: "Die Bilder einer Lieferung: Ort, Schäden, Beweise",
      description: `Ein Fahrer sieht nur die seiner eigenen Versuche. ${IN_KLAERUNG}`,
      reply: Type.Object({ items: Type.Array(LieferbildReply) }),
      refusals: gone,
    },
    ({ tenant, actor, params }) => listLieferbilder(tenant, actor, params.id),
  ),
  free(
    "POST /api/lieferungen/:id/bilder",
    {
      ...forEveryone,
      summary: "Ein Bild zu einer Lieferung hochladen, auch zu einer fehlgeschlagenen",
      description:
        "multipart/form-data mit der Datei im Feld bild und der art, dazu auf Wunsch eine Position (pfandartikel_id oder geraet_id), titel, versuch, erfasst_am und id. Das Bild wird neu kodiert: aufrecht, ohne Metadaten, höchstens 2560 Pixel lang, mit einer Vorschau. " +
        IN_KLAERUNG,
      ...takesPicture(LieferbildFields),
      reply: LieferbildReply,
      refusals: {
        ...gone,
        conflict: "Die id wurde schon anders verwendet, oder es sind zu viele Bilder",
        ...pictureRefusals,
      },
    },
    (context) => uploadLieferbild(context, context.params.id),
  ),
  free(
    "DELETE /api/lieferungen/:id/bilder/:bild_id",
    { ...forOffice, summary: "Ein Bild einer Lieferung löschen", refusals: gone },
    async (context) => {
      await deleteLieferbild(context, context.params.id, context.params.bild_id)
    },
  ),
]
