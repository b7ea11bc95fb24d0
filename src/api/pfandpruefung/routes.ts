import { readAndKeep, type Route } from "../frame/route.ts"
import { PruefungReply } from "./model.ts"
import { provePfandbuch } from "./shared.ts"
import { forAdmins } from "../frame/options.ts"

export const pfandpruefungRoutes: Route[] = [
  readAndKeep(
    "GET /api/pfandpruefung",
    {
      ...forAdmins,
      summary: "Prüft Pfandbuch, Salden und Hash-Kette gegeneinander; merkt sich das Ergebnis",
      description: "Wer fragt, während eine Prüfung läuft, erfährt deren Ergebnis.",
      slow: true,
      reply: PruefungReply,
    },
    ({ tenant, commit, signal }) => provePfandbuch(tenant, commit, signal),
  ),
]
