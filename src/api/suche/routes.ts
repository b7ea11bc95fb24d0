import { read, type Route } from "../frame/route.ts"
import { SearchQuery, SearchReply } from "./model.ts"
import { searchEverywhere } from "./rules.ts"
import { forOffice } from "../frame/options.ts"

export const searchRoutes: Route[] = [
  read(
    "GET /api/suche",
    {
      ...forOffice,
      summary: "Eine Suche über Kunden, Geräte, Artikel, Lieferungen und Abrechnungen",
      description:
        "Von jeder Art höchstens acht, das Beste zuerst; anzahl sagt, wie viele es sind: was mit dem Getippten beginnt. Ein Tag wie 31.3. oder 2026-03-31 findet die Lieferungen dieses Tages, alles andere die der gefundenen Kunden. Abrechnungen werden mit ihrer Nummer gefunden, auch mit einem Teil davon (abr-2026-0, 2026-12, 12), danach die letzten der gefundenen Kunden.",
      query: SearchQuery,
      reply: SearchReply,
    },
    ({ tenant, query }) => searchEverywhere(tenant, query),
  ),
]
