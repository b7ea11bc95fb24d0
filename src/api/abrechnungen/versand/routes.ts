import { GONE } from "../model.ts"
import { findKept } from "../../belege/ablage.ts"
import { forOffice } from "../../frame/options.ts"
import { free, read, type Route } from "../../frame/route.ts"
import { NachrichtReply, NewVersand, NOT_SENT, VORSCHAU, VorschauReply } from "../../nachrichten/model.ts"
import { previewBeleg, previewBrief, sendOnce } from "../../nachrichten/send.ts"
import { composeAbrechnung } from "../beleg.ts"
import { getAbrechnung } from "../read.ts"
import { openXml, toBelege } from "../xml.ts"

export const abrechnungsversandRoutes: Route[] = [
  read(
    "GET /api/abrechnungen/:id/versand",
    {
      ...forOffice,
      summary: VORSCHAU,
      reply: VorschauReply,
      services: true,
      refusals: { missing: GONE },
    },
    ({ tenant, services: { adresse }, params: { id } }) => {
      const kept = findKept(tenant, "abrechnung", id)
      if (kept) return previewBeleg(tenant, adresse, kept.id)
      const composed = composeAbrechnung(tenant, id)
      return previewBrief(tenant, adresse, { druck: composed.druck, beleg: toBelege(composed).paper })
    },
  ),
  free(
    "POST /api/abrechnungen/:id/versand",
    {
      ...forOffice,
      summary: "Die Abrechnung per E-Mail versenden, in ihrer Form: als PDF, ZUGFeRD oder XRechnung",
      body: NewVersand,
      reply: NachrichtReply,
      creates: true,
      refusals: { missing: GONE, conflict: NOT_SENT },
    },
    ({ params: { id }, body, ...context }) =>
      sendOnce(context, { abrechnung: id }, body, async () => {
        const { tenant } = context
        const kept = findKept(tenant, "abrechnung", id)
        if (!kept) {
          const composed = composeAbrechnung(tenant, id)
          const { paper, beside } = toBelege(composed)
          return { druck: composed.druck, beleg: paper, beside }
        }
        const isXRechnung = getAbrechnung(tenant, id).form === "xrechnung"
        if (isXRechnung && !findKept(tenant, "abrechnung", id, "xrechnung"))
          await openXml(context, id, "xrechnung")
        return kept.id
      }),
  ),
]
