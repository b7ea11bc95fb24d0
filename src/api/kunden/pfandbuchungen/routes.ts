import { kunden } from "../../../db/schema.ts"
import { Page, pageQuery } from "../../page.ts"
import { BuchungReply } from "../../pfandbuchungen/model.ts"
import { buchungen } from "../../pfandbuchungen/rules.ts"
import { read, type Route } from "../../route.ts"
import { office } from "../../session.ts"

export const kundePfandbuchungenRoutes: Route[] = [
  read(
    "GET /api/kunden/:id/pfandbuchungen",
    {
      scope: "tenant",
      roles: office,
      summary: "Alle Buchungen eines Kunden, die neueste zuerst",
      query: pageQuery(buchungen.sorts, {}),
      reply: Page(BuchungReply),
      refusals: { missing: "Kunde nicht gefunden" },
    },
    ({ tenant, params, query }) => {
      const kunde_id = tenant.need(kunden, params.id, "Kunde nicht gefunden").id
      return buchungen.page(tenant, Object.assign(query, { kunde_id }))
    },
  ),
]
