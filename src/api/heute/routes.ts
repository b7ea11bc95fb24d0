import { read, type Route } from "../frame/route.ts"
import { TodayReply } from "./model.ts"
import { getToday } from "./rules.ts"
import { forOffice } from "../frame/options.ts"

export const heuteRoutes: Route[] = [
  read(
    "GET /api/heute",
    {
      ...forOffice,
      summary: "Wie es heute steht: Touren, Liegengebliebenes, Geräte, Pfand und Salden",
      description:
        "neu_zu_planen sind Lieferungen, die nicht zugestellt werden konnten; nie_beendet wurden vor mehr als drei Stunden oder an einem früheren Tag begonnen, nie_begonnen waren an einem früheren Tag geplant. bestritten sind Salden, denen Kunden über einen Link widersprachen und zu denen das Büro noch nichts festgehalten hat. Von jeder Liste stehen die ersten zehn hier.",
      reply: TodayReply,
      polled: true,
      services: true,
    },
    ({ tenant, actor, services }) => getToday(tenant, actor.rolle === "user" ? undefined : services),
  ),
]
