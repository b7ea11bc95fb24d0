import { forOperator } from "../frame/options.ts"
import { readFree, type Route } from "../frame/route.ts"
import { zustandFields } from "../../lib/zustand.ts"
import { Reply } from "../shared/schema.ts"

export const zustandRoutes: Route[] = [
  readFree(
    "GET /api/zustand",
    {
      ...forOperator,
      summary:
        "Wie es dem Dienst geht: was pfandwerk check schnell prüfen kann, Sicherungen, Aufträge, Platz",
      description:
        "Geprüft wird in diesem Augenblick. Datenbank, Pfandbuch und Bilder prüft jede Sicherung ganz, und pfandwerk check.",
      reply: Reply("Zustand", zustandFields),
    },
    ({ services }) => services.zustand(),
  ),
]
