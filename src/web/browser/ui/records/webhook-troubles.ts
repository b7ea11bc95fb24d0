import type { Answer } from "../api/call.ts"
import { moment, plural } from "../values/format.ts"

type Webhook = Answer<"get", "/api/webhooks">["items"][number]

/** @returns what somebody has to look after, each in a sentence */
export function troublesOf({ lage, abgeschaltet_weil, stoerung, aufgegeben, luecke }: Webhook): string[] {
  return [
    abgeschaltet_weil ?? "",
    lage === "angehalten" ? "Die Daten kamen aus einer Sicherung: Gesendet wird erst nach der Freigabe." : "",
    lage === "an" && stoerung
      ? `Seit ${moment(stoerung.seit)} kommt nicht alles an; drei Tage lang wird es weiter versucht. Zuletzt: ${stoerung.grund}.`
      : "",
    aufgegeben > 0
      ? `${plural(aufgegeben, "Nachricht wurde", "Nachrichten wurden")} aufgegeben: unter „Gesendetes“ noch einmal senden, oder das Programm liest sie nach.`
      : "",
    luecke
      ? `Die Ereignisse ${luecke.von} bis ${luecke.bis} bekommt er nicht: Sie sind nach 90 Tagen gelöscht worden. Das Programm muss alles neu lesen.`
      : "",
  ].filter((trouble) => trouble !== "")
}
