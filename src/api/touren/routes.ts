import { read, type Route, write } from "../route.ts"
import { everyone, office } from "../session.ts"
import { Reihenfolge, TourenQuery, TourenReply, TourPath, UnbeendetReply } from "./model.ts"
import { listTouren, listUnbeendet, orderTour } from "./rules.ts"

export const tourenRoutes: Route[] = [
  read(
    "GET /api/touren",
    {
      scope: "tenant",
      roles: everyone,
      summary: "Die Touren eines Tages: je Fahrer die Stopps in ihrer Reihenfolge",
      query: TourenQuery,
      reply: TourenReply,
    },
    ({ tenant, actor, query }) => listTouren(tenant, actor, query.datum),
  ),
  read(
    "GET /api/touren/unbeendet",
    {
      scope: "tenant",
      roles: office,
      summary: "Stopps, die begonnen und nie beendet wurden",
      description:
        "Vor mehr als drei Stunden oder an einem früheren Tag begonnen, die ältesten 200 zuerst: vielleicht ist ein Telefon verloren oder ohne Netz.",
      reply: UnbeendetReply,
    },
    ({ tenant }) => listUnbeendet(tenant),
  ),
  write(
    "PUT /api/touren/:datum/:fahrer_id",
    {
      scope: "tenant",
      roles: office,
      summary: "Die Reihenfolge der offenen Stopps eines Fahrers festlegen",
      params: TourPath,
      body: Reihenfolge,
      reply: TourenReply,
      refusals: { missing: "Fahrer nicht gefunden", conflict: "Die Tour hat sich inzwischen geändert" },
    },
    ({ tenant, actor, params, body }) =>
      orderTour(tenant, actor, params.datum, params.fahrer_id, body.lieferung_ids),
  ),
]
