import { sumOf } from "../../../print/dokumente/letter-parts.ts"
import { PDF, printAndKeep } from "../../belege/drucken.ts"
import { findPrinted, newLink } from "../../belege/links.ts"
import { openBeleg } from "../../belege/rules.ts"
import { read, readAndKeep, type Route } from "../../frame/route.ts"
import { localTime } from "../../shared/time.ts"
import { SaldenbestaetigungReply, StichtagQuery } from "./model.ts"
import { getSaldenbestaetigung, toSaldenbestaetigung } from "./rules.ts"
import { forOffice } from "../../frame/options.ts"

const refusals = { missing: "Kunde nicht gefunden" }

export const saldenbestaetigungRoutes: Route[] = [
  read(
    "GET /api/kunden/:id/saldenbestaetigung",
    {
      ...forOffice,
      summary: "Was ein Kunde am Ende eines Tages hat",
      query: StichtagQuery,
      long: true,
      reply: SaldenbestaetigungReply,
      refusals,
    },
    ({ tenant, params, query }) => {
      const bestaetigung = getSaldenbestaetigung(tenant, params.id, query.stichtag ?? localTime(tenant).datum)
      return { ...bestaetigung, saldo_cent: sumOf(bestaetigung.bestand) }
    },
  ),
  readAndKeep(
    "GET /api/kunden/:id/saldenbestaetigung.pdf",
    {
      ...forOffice,
      summary: "Die Saldenbestätigung als PDF, mit dem Teil zum Zurücksenden; sie wird aufbewahrt",
      query: StichtagQuery,
      file: PDF,
      untraced: "one customer's paper, kept with who printed it",
      refusals,
    },
    async ({ params: { id: kunde_id }, query, ...context }) => {
      const { tenant, readLong } = context
      const stichtag = query.stichtag ?? localTime(tenant).datum
      const bestaetigung = await readLong(
        { route: "GET /api/kunden/:id/saldenbestaetigung", params: { id: kunde_id }, query: { stichtag } },
        () => getSaldenbestaetigung(tenant, kunde_id, stichtag),
      )
      const { adresse } = context.services
      const printed = findPrinted(tenant, adresse, bestaetigung)
      if (printed !== undefined) return openBeleg(tenant, printed)
      return printAndKeep(
        context,
        toSaldenbestaetigung(kunde_id, bestaetigung, newLink(tenant, adresse, bestaetigung)),
      )
    },
  ),
]
