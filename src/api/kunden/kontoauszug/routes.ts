import { GONE } from "../../shared/kundenkopf.ts"
import { saldoOf } from "../../../print/dokumente/letter-parts.ts"
import { type Brief, noRoom, PDF, printAndKeep } from "../../belege/printing.ts"
import { free, read, readAndKeep, readFree, type ReadingContext, type Route } from "../../frame/route.ts"
import { KontoauszugReply, PeriodQuery } from "./model.ts"
import { getKontoauszug, readPeriod, toKontoauszug } from "./rules.ts"
import { forOffice } from "../../frame/options.ts"
import { NachrichtReply, NOT_SENT, versandangaben, VORSCHAU, VorschauReply } from "../../nachrichten/model.ts"
import { previewBrief, sendOnce } from "../../nachrichten/send.ts"
import { Input } from "../../shared/schema.ts"

const refusals = {
  missing: GONE,
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
      return { ...auszug, anfang_cent: saldoOf(auszug.anfang), ende_cent: saldoOf(auszug.ende) }
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
      refusals: {
        ...refusals,
        "too large": `Mehr Bewegungen, als der Server Arbeitsspeicher hat, oder: ${noRoom["too large"]}`,
      },
    },
    async ({ params, query, ...context }) =>
      printAndKeep(context, await composeKontoauszug(context, params.id, query)),
  ),
  readFree(
    "GET /api/kunden/:id/kontoauszug/versand",
    {
      ...forOffice,
      summary: VORSCHAU,
      query: PeriodQuery,
      reply: VorschauReply,
      refusals,
    },
    async ({ params, query, ...context }) => {
      const brief = await composeKontoauszug(context, params.id, query)
      return previewBrief(context.tenant, context.services.adresse, brief)
    },
  ),
  free(
    "POST /api/kunden/:id/kontoauszug/versand",
    {
      ...forOffice,
      summary: "Den Kontoauszug per E-Mail versenden; er wird aufbewahrt",
      body: Input({ ...versandangaben, ...PeriodQuery.properties }),
      reply: NachrichtReply,
      creates: true,
      refusals: { ...refusals, conflict: NOT_SENT },
    },
    ({ params, body: { id, an, nochmals, erwartet, ...period }, ...context }) =>
      sendOnce(context, { kontoauszug: params.id, ...period }, { id, an, nochmals, erwartet }, () =>
        composeKontoauszug(context, params.id, period),
      ),
  ),
]

async function composeKontoauszug(
  { tenant, readLong }: ReadingContext,
  kunde_id: string,
  query: Parameters<typeof readPeriod>[1],
): Promise<Brief> {
  const period = readPeriod(tenant, query)
  const auszug = await readLong(
    { route: "GET /api/kunden/:id/kontoauszug", params: { id: kunde_id }, query: period },
    () => getKontoauszug(tenant, kunde_id, period),
  )
  return toKontoauszug(kunde_id, auszug)
}
