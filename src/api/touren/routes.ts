import { read, type Route, write } from "../../http/route.ts"
import { Reihenfolge, TourenQuery, TourenReply, TourPath } from "./model.ts"
import { ordne, touren } from "./rules.ts"

const office = ["superadmin", "admin", "user"] as const

export const tourenRoutes: Route[] = [
  read(
    "GET /api/touren",
    {
      scope: "tenant",
      roles: [...office, "fahrer"],
      summary: "Die Touren eines Tages: je Fahrer die Stopps in ihrer Reihenfolge",
      query: TourenQuery,
      reply: TourenReply,
    },
    ({ tenant, actor, query }) => touren(tenant, actor, query.datum),
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
      errors: { 404: "Fahrer nicht gefunden", 409: "Die Tour hat sich inzwischen geändert" },
    },
    ({ tenant, actor, params, body }) =>
      ordne(tenant, actor, params["datum"] ?? "", params["fahrer_id"] ?? "", body.lieferung_ids),
  ),
]
