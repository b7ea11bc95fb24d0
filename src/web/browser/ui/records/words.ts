import type { Answer } from "../api/call.ts"
import { euro, plural, today } from "../values/format.ts"

/** Phrases about records that several screens use. */

export const plannedInWords = (count: number): string =>
  plural(count, "geplante Lieferung", "geplante Lieferungen")
export const startedInWords = (count: number): string =>
  plural(count, "Lieferung unterwegs", "Lieferungen unterwegs")

export type Abrechnung = Answer<"get", "/api/abrechnungen/{id}">
type Amount = Pick<Abrechnung, "abrechnung_ist" | "betrag_cent"> & Partial<Pick<Abrechnung, "storno_von">>

/** @returns the name of the total: what is no invoice is not to be paid, nor is a cancelled credit */
export function amountInWords({ abrechnung_ist, betrag_cent, storno_von }: Amount): string {
  if (betrag_cent < 0) return "Guthaben"
  if (abrechnung_ist === "beleg") return "Pfand"
  return storno_von && betrag_cent > 0 ? "Guthaben storniert" : "Zu zahlen"
}

type Deposit = Pick<Answer<"get", "/api/geraete/{id}">, "pfand_cent" | "pfandform">

/** What is booked when a device goes out. @param day of the event, null for now */
export function issueInWords({ pfand_cent, pfandform }: Deposit, day: string | null): string {
  const name = pfandform === "kaution" ? "Kaution" : "Pfand"
  const then =
    (day ?? today()) < today() ? " War der Betrag an dem Tag ein anderer, gilt der von damals." : ""
  return `Auf dem Konto des Kunden wird gebucht: Ausgabe, ${name} ${euro(pfand_cent)}.${then}`
}
