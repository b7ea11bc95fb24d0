import { GONE } from "../../shared/kundenkopf.ts"
import { saldoOf } from "../../../print/dokumente/letter-parts.ts"
import { type Brief, noRoom, PDF, printAndKeep } from "../../belege/printing.ts"
import { findPrinted, newLink } from "../../belege/links.ts"
import { openBeleg } from "../../belege/rules.ts"
import { free, read, readAndKeep, readFree, type ReadingContext, type Route } from "../../frame/route.ts"
import { localTime } from "../../shared/time.ts"
import { getSaldenbestaetigung, toSaldenbestaetigung } from "./rules.ts"
import { forOffice } from "../../frame/options.ts"
import { NachrichtReply, NOT_SENT, versandangaben, VORSCHAU, VorschauReply } from "../../nachrichten/model.ts"
import { previewBeleg, previewBrief, sendOnce } from "../../nachrichten/send.ts"
import { Input, Reply } from "../../shared/schema.ts"
import { Type } from "@sinclair/typebox"
import { Datum, Maybe } from "../../../lib/fields.ts"
import { an, bestand } from "../kontoauszug/model.ts"

const SaldenbestaetigungReply = Reply("Saldenbestaetigung", {
  an,
  stichtag: Datum(),
  bestand,
  saldo_cent: Type.Integer(),
  einspruchsfrist_tage: Type.Integer(),
})

const StichtagQuery = Input({ stichtag: Maybe(Datum({ description: "Fehlt es, heute" })) })

const refusals = { missing: GONE }

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
      return { ...bestaetigung, saldo_cent: saldoOf(bestaetigung.bestand) }
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
      refusals: { ...refusals, ...noRoom },
    },
    async ({ params, query, ...context }) => {
      const made = await composeSaldenbestaetigung(context, params.id, query.stichtag)
      return typeof made === "string" ? openBeleg(context.tenant, made) : printAndKeep(context, made)
    },
  ),
  readFree(
    "GET /api/kunden/:id/saldenbestaetigung/versand",
    {
      ...forOffice,
      summary: VORSCHAU,
      query: StichtagQuery,
      reply: VorschauReply,
      refusals,
    },
    async ({ params, query, ...context }) => {
      const { tenant, services } = context
      const made = await composeSaldenbestaetigung(context, params.id, query.stichtag)
      if (typeof made !== "string") return previewBrief(tenant, services.adresse, made)
      return previewBeleg(tenant, services.adresse, made)
    },
  ),
  free(
    "POST /api/kunden/:id/saldenbestaetigung/versand",
    {
      ...forOffice,
      summary: "Die Saldenbestätigung per E-Mail versenden; sie wird aufbewahrt",
      body: Input({ ...versandangaben, ...StichtagQuery.properties }),
      reply: NachrichtReply,
      creates: true,
      refusals: { ...refusals, conflict: NOT_SENT },
    },
    ({ params, body: { stichtag, ...angaben }, ...context }) =>
      sendOnce(context, { saldenbestaetigung: params.id, stichtag }, angaben, () =>
        composeSaldenbestaetigung(context, params.id, stichtag),
      ),
  ),
]

/** @returns the letter; or the id of the document, where the same was printed before with a link on it */
async function composeSaldenbestaetigung(
  { tenant, readLong, services }: ReadingContext,
  kunde_id: string,
  stichtag = localTime(tenant).datum,
): Promise<Brief | string> {
  const bestaetigung = await readLong(
    { route: "GET /api/kunden/:id/saldenbestaetigung", params: { id: kunde_id }, query: { stichtag } },
    () => getSaldenbestaetigung(tenant, kunde_id, stichtag),
  )
  const { adresse } = services
  const printed = findPrinted(tenant, adresse, bestaetigung)
  if (printed !== undefined) return printed
  return toSaldenbestaetigung(kunde_id, bestaetigung, newLink(tenant, adresse, bestaetigung))
}
