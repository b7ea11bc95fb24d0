import { pageQuery, SearchedPage } from "../shared/page.ts"
import { read, type Route } from "../frame/route.ts"
import { faelligFilter, FaelligReply } from "./model.ts"
import { listDue } from "./rules.ts"
import { forOffice } from "../frame/options.ts"

export const pruefplaeneRoutes: Route[] = [
  read(
    "GET /api/pruefplaene",
    {
      ...forOffice,
      summary: "Was an Geräten zu prüfen ist, das Dringendste zuerst",
      description: "Ohne verlorene und ausgemusterte Geräte. total zählt höchstens bis 1000.",
      query: pageQuery(["naechste"], faelligFilter),
      reply: SearchedPage(FaelligReply),
    },
    ({ tenant, query }) => listDue(tenant, query),
  ),
]
