import { free, type Route } from "../route.ts"
import { admins } from "../session.ts"
import { PruefungReply } from "./model.ts"
import { checkPfandbuch } from "./rules.ts"

export const pfandpruefungRoutes: Route[] = [
  free(
    "GET /api/pfandpruefung",
    {
      scope: "tenant",
      roles: admins,
      summary: "Prüft Pfandbuch, Salden und Hash-Kette gegeneinander",
      slow: true,
      reply: PruefungReply,
    },
    ({ tenant }) => checkPfandbuch(tenant),
  ),
]
