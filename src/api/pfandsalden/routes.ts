import { pageQuery, SearchedPage } from "../shared/page.ts"
import { read, type Route } from "../frame/route.ts"
import { SALDEN_Q, saldenFilter, SaldoReply } from "./model.ts"
import { listSalden, saldenSorts } from "./rules.ts"
import { forOffice } from "../frame/options.ts"

export const pfandsaldenRoutes: Route[] = [
  read(
    "GET /api/pfandsalden",
    {
      ...forOffice,
      summary: "Alle Kunden mit ihrem Pfandsaldo, der größte zuerst",
      description: `Mit sort=seit_am nur Kunden, die etwas haben: wer am längsten, zuerst; mit sort=-seit_am zuletzt. ${SALDEN_Q}`,
      query: pageQuery(saldenSorts, saldenFilter),
      reply: SearchedPage(SaldoReply),
    },
    ({ tenant, query }) => listSalden(tenant, query),
  ),
]
