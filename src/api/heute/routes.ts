import { read, type Route } from "../frame/route.ts"
import { TodayReply, UndoneReply } from "./model.ts"
import { countUndone, getToday } from "./rules.ts"
import { forOffice } from "../frame/options.ts"

export const heuteRoutes: Route[] = [
  read(
    "GET /api/heute",
    {
      ...forOffice,
      summary: "Wie es heute steht: Touren, Liegengebliebenes, Geräte, Pfand und Salden",
      description:
        "neu_zu_planen sind Lieferungen, die nicht zugestellt werden konnten; nie_beendet wurden vor mehr als drei Stunden oder an einem früheren Tag begonnen, nie_begonnen waren an einem früheren Tag geplant. liefertage sind heute oder morgen fällig und weder geplant noch ausgelassen, liefertage_vorbei waren es an den letzten sieben Tagen. bestritten sind Salden, denen Kunden über einen Link widersprachen und zu denen das Büro noch nichts festgehalten hat. feierabend_fehlt sind Wagen der letzten sieben Tage, die niemand gezählt hat, feierabend_neu_zu_zaehlen solche, bei denen nach der Zählung noch etwas gebucht wurde. Von jeder Liste stehen die ersten zehn hier.",
      reply: TodayReply,
      polled: true,
      services: true,
    },
    ({ tenant, actor, services }) => getToday(tenant, actor.rolle === "user" ? undefined : services),
  ),
  read(
    "GET /api/heute/liegengeblieben",
    {
      ...forOffice,
      summary: "Wie viel auf jemanden wartet",
      description:
        "Offene Klärungen, Wagen, die niemand zählte oder die neu zu zählen sind, was neu zu planen ist, Liefertage von heute, morgen und den letzten sieben Tagen ohne Lieferung, nie beendet oder nie begonnen wurde, verlorene und lange gewartete Geräte, Pfand von Geräten, die nicht mehr beim Kunden und nicht mehr verloren sind, überfällige Prüfungen von Geräten, und E-Mails, die abgelehnt oder unklar sind oder die der Mailserver gerade nicht nimmt; für die Verwaltung auch Webhooks, die nicht alles bekommen, und benutzte Programmzugänge, die in 14 Tagen enden. Die ersten davon nennt GET /api/heute.",
      reply: UndoneReply,
      polled: true,
      services: true,
    },
    ({ tenant, actor, services: { mailService, webhooks } }) => ({
      anzahl: countUndone(tenant, mailService, actor.rolle === "user" ? undefined : webhooks),
    }),
  ),
]
