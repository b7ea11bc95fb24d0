import { GONE } from "../../shared/kundenkopf.ts"
import { kunden } from "../../../db/schema.ts"
import { Maybe, period } from "../../../lib/fields.ts"
import { Page, pageQuery } from "../../shared/page.ts"
import { art, BuchungListItem } from "../../pfandbuchungen/model.ts"
import { buchungenList, listBuchungen } from "../../pfandbuchungen/list.ts"
import { read, type Route } from "../../frame/route.ts"
import { forOffice } from "../../frame/options.ts"

export const kundePfandbuchungenRoutes: Route[] = [
  read(
    "GET /api/kunden/:id/pfandbuchungen",
    {
      ...forOffice,
      summary: "Alle Buchungen eines Kunden, die neueste zuerst",
      query: pageQuery(buchungenList.sorts, { art: Maybe(art), ...period }),
      reply: Page(BuchungListItem),
      refusals: { missing: GONE },
    },
    ({ tenant, params, query }) => {
      const kunde_id = tenant.get(kunden, params.id, GONE).id
      return listBuchungen(tenant, { ...query, kunde_id })
    },
  ),
]
