import { summe } from "../../../print/dokumente/bausteine.ts"
import { kontoauszug } from "../../../print/dokumente/kontoauszug.ts"
import { PDF, printAndKeep } from "../../belege/drucken.ts"
import { read, readAndKeep, type Route } from "../../frame/route.ts"
import { KontoauszugReply, ZeitraumQuery } from "./model.ts"
import { getKontoauszug, readZeitraum } from "./rules.ts"
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
      query: ZeitraumQuery,
      long: true,
      reply: KontoauszugReply,
      refusals,
    },
    ({ tenant, params, query }) => {
      const auszug = getKontoauszug(tenant, params.id, readZeitraum(tenant, query))
      return { ...auszug, anfang_cent: summe(auszug.anfang), ende_cent: summe(auszug.ende) }
    },
  ),
  readAndKeep(
    "GET /api/kunden/:id/kontoauszug.pdf",
    {
      ...forOffice,
      summary: "Der Kontoauszug als PDF; er wird aufbewahrt",
      query: ZeitraumQuery,
      file: PDF,
      untraced: "one customer's paper, kept with who printed it",
      refusals,
    },
    async ({ params: { id: kunde_id }, query, ...context }) => {
      const { tenant, readLong } = context
      const zeitraum = readZeitraum(tenant, query)
      const auszug = await readLong(
        { route: "GET /api/kunden/:id/kontoauszug", params: { id: kunde_id }, query: zeitraum },
        () => getKontoauszug(tenant, kunde_id, zeitraum),
      )
      const saldo_cent = summe(auszug.ende)
      return printAndKeep(context, kontoauszug(auszug), {
        art: "kontoauszug",
        kunde_id,
        saldo_cent,
        ...zeitraum,
      })
    },
  ),
]
