import { lieferstandInWords } from "../../../../lib/arten.ts"
import type { Day, ThingIds, Stopp } from "../phone/tag.ts"

/** A figure and its unit, which no line break may part: `0,5 l`. */
const WITH_UNIT = /(\d) (?=(?:ml|cl|l|kg|g|cm|mm|m|Liter|Stück|St\.?|er)\b)/gi

/** @returns a name whose figures stay with their units, to be shown */
export const unbroken = (name: string): string => name.replace(WITH_UNIT, "$1\u00a0")

/** @returns the name of an article or device, also of one that this telephone does not know */
export function nameOf({ artikel, geraete }: Day, { pfandartikel_id, geraet_id }: ThingIds): string {
  const geraet = geraete.get(geraet_id ?? "")
  if (geraet) return `${geraet.bezeichnung} ${geraet.geraetenummer}`
  return artikel.get(pfandartikel_id ?? "")?.bezeichnung ?? (geraet_id ? "Gerät" : "Artikel")
}

export const kundeOf = (day: Day, { kunde_id }: Pick<Stopp, "kunde_id">) =>
  day.kunden.get(kunde_id) ?? {
    id: kunde_id,
    kundennummer: "",
    name: "Kunde",
    strasse: null,
    plz: null,
    ort: null,
  }

/** A driver is done with a stop, and is told that one was called off. */
const statusWords = { ...lieferstandInWords, zugestellt: "fertig", storniert: "abgesagt" }

/** Said of a stop that comes during the day: it may stand before all others. */
export const NEW = "neu vom Büro"

/** The state of a stop in words; what the service does not know yet is said, too. */
export function stateOf({ status, offen, ungeplant, neu }: Stopp): string {
  const planned = neu && status === "geplant" ? NEW : statusWords[status]
  const stand = ungeplant ? "ungeplant abgeholt" : planned
  return offen === null ? stand : `${stand} · ${offen}`
}
