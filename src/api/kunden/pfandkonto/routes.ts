import { read, type Route } from "../../frame/route.ts"
import { PfandkontoReply } from "../../pfandsalden/konto-model.ts"
import { getPfandkonto } from "../../pfandsalden/konto.ts"
import { forEveryone } from "../../frame/options.ts"

export const pfandkontoRoutes: Route[] = [
  read(
    "GET /api/kunden/:id/pfandkonto",
    {
      ...forEveryone,
      summary: "Was ein Kunde hat und wie viel Pfand das ist",
      reply: PfandkontoReply,
      refusals: { missing: "Kunde nicht gefunden" },
    },
    ({ tenant, params }) => getPfandkonto(tenant, params.id),
  ),
]
