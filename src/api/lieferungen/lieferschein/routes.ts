import { conflict } from "../../../lib/refusal.ts"
import { lieferscheinTitel } from "../../../print/dokumente/lieferschein.ts"
import { forOffice } from "../../frame/options.ts"
import { free, read, type Route } from "../../frame/route.ts"
import { NachrichtReply, NewVersand, NOT_SENT, VORSCHAU, VorschauReply } from "../../nachrichten/model.ts"
import { previewNachricht, sendOnce } from "../../nachrichten/send.ts"
import { composeLieferschein, lieferscheinNumber } from "../lieferschein.ts"
import { getLieferung } from "../read.ts"

const NOT_DELIVERED = "Diese Lieferung ist noch nicht zugestellt"

export const lieferscheinversandRoutes: Route[] = [
  read(
    "GET /api/lieferungen/:id/lieferschein/versand",
    {
      ...forOffice,
      summary: VORSCHAU,
      reply: VorschauReply,
      services: true,
      refusals: { missing: "Lieferung nicht gefunden", conflict: "Noch nicht zugestellt" },
    },
    ({ tenant, actor, services, params }) => {
      const lieferung = getLieferung(tenant, actor, params.id)
      if (lieferung.status !== "zugestellt") throw conflict(NOT_DELIVERED)
      const titel = lieferscheinTitel(lieferscheinNumber(lieferung))
      const { kunde_id } = lieferung
      return previewNachricht(tenant, services.adresse, { art: "lieferschein", kunde_id, titel })
    },
  ),
  free(
    "POST /api/lieferungen/:id/lieferschein/versand",
    {
      ...forOffice,
      summary: "Den Lieferschein einer zugestellten Lieferung per E-Mail versenden; er wird aufbewahrt",
      body: NewVersand,
      reply: NachrichtReply,
      creates: true,
      refusals: { missing: "Lieferung nicht gefunden", conflict: `Noch nicht zugestellt. ${NOT_SENT}` },
    },
    ({ params: { id }, body, ...context }) =>
      sendOnce(context, { lieferschein: id }, body, async () => {
        const { tenant, actor, services } = context
        const composed = await composeLieferschein(tenant, actor, services, id)
        if (composed.lieferung.status !== "zugestellt") throw conflict(NOT_DELIVERED)
        return composed
      }),
  ),
]
