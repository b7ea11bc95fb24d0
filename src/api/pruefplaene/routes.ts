import { Type } from "@sinclair/typebox"
import { Maybe } from "../../lib/fields.ts"
import { pageQuery, searched, SearchedPage } from "../shared/page.ts"
import { read, type Route } from "../frame/route.ts"
import { art, FaelligReply } from "./model.ts"
import { listFaellige } from "./rules.ts"
import { forOffice } from "../frame/options.ts"

export const pruefplaeneRoutes: Route[] = [
  read(
    "GET /api/pruefplaene",
    {
      ...forOffice,
      summary: "Was an Geräten zu prüfen ist, das Dringendste zuerst",
      description: "Ohne verlorene und ausgemusterte Geräte. total zählt höchstens bis 1000.",
      query: pageQuery(["naechste"], {
        ...searched("Gerät: Wortanfänge in Nummer, Bezeichnung, Typ, Seriennummer und Barcode"),
        tage: Maybe(
          Type.Integer({
            minimum: -1,
            maximum: 3650,
            description: "Fällig in so vielen Tagen; -1: überfällig",
          }),
        ),
        art: Maybe(art),
      }),
      reply: SearchedPage(FaelligReply),
    },
    ({ tenant, query }) => listFaellige(tenant, query),
  ),
]
