import { Maybe, OneOf } from "../../lib/fields.ts"
import { pageQuery, SearchedPage } from "../shared/page.ts"
import { Document } from "../frame/reply.ts"
import { read, type Route } from "../frame/route.ts"
import { AgeRow } from "./model.ts"
import { SALDEN_Q, saldenFilter, ueber_tagen } from "../pfandsalden/model.ts"
import { saldenSorts } from "../pfandsalden/rules.ts"
import { Input } from "../shared/schema.ts"
import { pageAge, writeAge } from "./rules.ts"
import { forOffice } from "../frame/options.ts"

/** The first is that of the list if nothing else is asked for. */
const sorts = ["seit_am", ...saldenSorts.filter((sort) => sort !== "seit_am")]

export const pfandalterRoutes: Route[] = [
  read(
    "GET /api/pfandalter",
    {
      ...forOffice,
      summary: "Wie alt ist, was Kunden noch haben: wer am längsten etwas hat, zuerst",
      description: `Zuerst ausgegeben, zuerst zurück. Mit sort=-wert_cent der größte Saldo zuerst. ${SALDEN_Q}`,
      query: pageQuery(sorts, { ...saldenFilter, ueber_tagen }),
      long: true,
      reply: SearchedPage(AgeRow),
    },
    ({ tenant, query }) => pageAge(tenant, { limit: 50, ...query }),
  ),
  read(
    "GET /api/pfandalter/liste.csv",
    {
      ...forOffice,
      summary: "Dasselbe als Tabelle",
      description: "Mit sort und q dieselben Kunden wie die Liste, in ihrer Reihenfolge.",
      query: Input({ ...saldenFilter, sort: Maybe(OneOf(sorts)), ueber_tagen }),
      refusals: { conflict: "q passt auf zu vieles: die Tabelle wäre nicht ganz" },
      file: "text/csv",
      traced: "tenants.pfandalter_exportiert",
      frozen: true,
    },
    ({ tenant, query }) => new Document(writeAge(tenant, query), "text/csv; charset=utf-8", "Pfandalter.csv"),
  ),
]
