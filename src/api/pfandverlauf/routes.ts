import { read, type Route } from "../frame/route.ts"
import { HistoryQuery, HistoryReply } from "./model.ts"
import { getPfandverlauf } from "./rules.ts"
import { forOffice } from "../frame/options.ts"

export const pfandverlaufRoutes: Route[] = [
  read(
    "GET /api/pfandverlauf",
    {
      ...forOffice,
      summary: "Wie viel Pfand an jedem Tag eines Zeitraums bei Kunden war",
      description: "Höchstens 1100 Tage; auch Tage ohne Buchung stehen darin.",
      query: HistoryQuery,
      reply: HistoryReply,
    },
    ({ tenant, query }) => getPfandverlauf(tenant, query),
  ),
]
