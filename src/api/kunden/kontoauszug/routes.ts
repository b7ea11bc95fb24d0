import { sumOf } from "../../../print/dokumente/letter-parts.ts"
import { PDF, printAndKeep } from "../../belege/drucken.ts"
import { read, readAndKeep, type Route } from "../../frame/route.ts"
import { KontoauszugReply, PeriodQuery } from "./model.ts"
import { getKontoauszug, readPeriod, toKontoauszug } from "./rules.ts"
import { forOffice } from "../../frame/options.ts"

const refusals = {
  missing: "Kunde nicht gefunden",
  conflict: "Mehr Bewegungen, als in einen Kontoauszug passen",
}

export const kontoauszugRoutes: Route[] = [
  read(
    "GET /api/kunden/:id/kontoauszug",
    {
      ...forOffice,
      summary: "Das Pfandkonto eines Kunden über einen Zeitraum",
      query: PeriodQuery,
      long: true,
      reply: KontoauszugReply,
      refusals,
    },
    ({ tenant, params, query }) => {
      const auszug = getKontoauszug(tenant, params.id, readPeriod(tenant, query))
      return { ...auszug, anfang_cent: sumOf(auszug.anfang), ende_cent: sumOf(auszug.ende) }
    },
  ),
  readAndKeep(
    "GET /api/kunden/:id/kontoauszug.pdf",
    {
      ...forOffice,
      summary: "Der Kontoauszug als PDF; er wird aufbewahrt",
      query: PeriodQuery,
      file: PDF,
      untraced: "one customer's paper, kept with who printed it",
      refusals: { ...refusals, "too large": "Mehr Bewegungen, als der Server Arbeitsspeicher hat" },
    },
    async ({ params: { id: kunde_id }, query, ...context }) => {
      const { tenant, readLong } = context
      const period = readPeriod(tenant, query)
      const auszug = await readLong(
        { route: "GET /api/kunden/:id/kontoauszug", params: { id: kunde_id }, query: period },
        () => getKontoauszug(tenant, kunde_id, period),
      )
      return printAndKeep(context, toKontoauszug(kunde_id, auszug))
    },
  ),
]
