import { GONE, getKundenkopf } from "../../shared/kundenkopf.ts"
import { KundeAgeReply } from "../../pfandalter/model.ts"
import { listAge, sumSteps } from "../../pfandalter/rules.ts"
import { read, type Route } from "../../frame/route.ts"
import { forOffice } from "../../frame/options.ts"

export const kundePfandalterRoutes: Route[] = [
  read(
    "GET /api/kunden/:id/pfandalter",
    {
      ...forOffice,
      summary: "Seit wann der Kunde hat, was er hat",
      long: true,
      reply: KundeAgeReply,
      refusals: { missing: GONE },
    },
    ({ tenant, params: { id } }) => {
      getKundenkopf(tenant, id)
      const posten = listAge(tenant, id)
      return { posten, stufen: sumSteps(posten) }
    },
  ),
]
