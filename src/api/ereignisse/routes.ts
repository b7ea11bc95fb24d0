import { forOffice } from "../frame/options.ts"
import { read, type Route } from "../frame/route.ts"
import { EreignisseQuery, EreignisseReply } from "./model.ts"
import { KEPT_DAYS, listEreignisse } from "./rules.ts"

export const ereignisseRoutes: Route[] = [
  read(
    "GET /api/ereignisse",
    {
      ...forOffice,
      summary: "Was geschah, das Älteste zuerst",
      description: `Für Programme, die folgen: sich die letzte verarbeitete nummer und anlage merken und als nach und anlage angeben. Ein Ereignis nennt Art und id, nicht den Inhalt: Der steht unter adresse, so wie er jetzt ist. Ereignisse bleiben ${KEPT_DAYS} Tage.`,
      query: EreignisseQuery,
      reply: EreignisseReply,
      refusals: {
        conflict:
          "Nach dieser Nummer fehlen Ereignisse, so weit ist die Firma noch nicht, oder eine Sicherung wurde zurückgeholt",
      },
    },
    ({ tenant, query, services }) => listEreignisse(tenant, query, services.webhooks.installation),
  ),
]
