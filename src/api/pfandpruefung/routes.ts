import { free, type Route } from "../route.ts"
import { admins } from "../session.ts"
import { PruefungReply } from "./model.ts"
import { checkPfandbuch } from "./rules.ts"
import { createPruefung } from "./stored.ts"

export const pfandpruefungRoutes: Route[] = [
  free(
    "GET /api/pfandpruefung",
    {
      scope: "tenant",
      roles: admins,
      summary: "Prüft Pfandbuch, Salden und Hash-Kette gegeneinander; merkt sich das Ergebnis",
      slow: true,
      reply: PruefungReply,
    },
    async ({ tenant, commit }) => {
      const ergebnis = await checkPfandbuch(tenant)
      await commit(() => createPruefung(tenant, ergebnis))
      return ergebnis
    },
  ),
]
