import { addDays } from "./day.ts"

/** What makes work at other programs' connections, for the page that lists it and for the number beside Heute. */

type Webhook = {
  lage: string
  abgeschaltet_weil: string | null
  stoerung: object | null
  aufgegeben: number
  luecke: object | null
}

/** @returns whether a receiver does not get all that it should */
export const isTroubled = ({ lage, abgeschaltet_weil, stoerung, aufgegeben, luecke }: Webhook): boolean =>
  abgeschaltet_weil !== null ||
  lage === "angehalten" ||
  (lage === "an" && stoerung !== null) ||
  aufgegeben > 0 ||
  luecke !== null

/** Days before the last one of a key that is in use, in which somebody can still enter another. */
const ENDS_SOON = 14

type Zugang = { gueltig_bis: string; zuletzt_am: string | null; widerrufen_am: string | null }

/** @returns whether a key that is in use ends within days */
export const isEnding = ({ gueltig_bis, zuletzt_am, widerrufen_am }: Zugang, today: string): boolean =>
  widerrufen_am === null &&
  zuletzt_am !== null &&
  gueltig_bis >= today &&
  gueltig_bis <= addDays(today, ENDS_SOON)
