import { lieferstandInWords } from "../../../../lib/lieferstand.ts"
import type { Day, Kunde, Stopp, ThingIds } from "../phone/tag.ts"

/** @returns the name of an article or device; `Artikel` or `Gerät` for one that the day does not have */
export function nameOf({ artikel, geraete }: Day, { pfandartikel_id, geraet_id }: ThingIds): string {
  const geraet = geraete.get(geraet_id ?? "")
  if (geraet) return `${geraet.bezeichnung} ${geraet.geraetenummer}`
  return artikel.get(pfandartikel_id ?? "")?.bezeichnung ?? (geraet_id ? "Gerät" : "Artikel")
}

/**
 * @returns the customer of a stop, with the address of the Standort if the stop is at one. Contact data that the Standort
 *   lacks is the customer's
 */
export function kundeOf(
  day: Day,
  { kunde_id, standort_id, name: tapped = "Kunde" }: Pick<Stopp, "kunde_id" | "standort_id" | "name">,
): Kunde {
  const kunde = day.kunden.get(kunde_id) ?? {
    id: kunde_id,
    kundennummer: "",
    name: tapped,
    strasse: null,
    plz: null,
    ort: null,
  }
  const standort = day.standorte.get(standort_id ?? "")
  if (!standort) return kunde
  const { id: _, name, ansprechpartner, telefon, ...place } = standort
  return {
    ...kunde,
    ...place,
    name: `${kunde.name}, ${name}`,
    ansprechpartner: ansprechpartner ?? kunde.ansprechpartner ?? null,
    telefon: telefon ?? kunde.telefon ?? null,
    bilder: [],
  }
}

/** For a driver, a delivered stop is done, and a cancelled one called off. */
const statusWords = { ...lieferstandInWords, zugestellt: "fertig", storniert: "abgesagt" }

/** Marks a stop that was added during the day: it may be the first of all. */
export const NEW = "neu vom Büro"

/** @returns the state of a stop in German, also whether entries about it wait */
export function stateOf({ status, offen, ungeplant, neu }: Stopp): string {
  const planned = neu && status === "geplant" ? NEW : statusWords[status]
  const stand = ungeplant ? "ungeplant abgeholt" : planned
  return offen === null ? stand : `${stand} · ${offen}`
}

/** @returns the sentence for a day without open stops */
export const drivenInWords = (stopps: readonly Pick<Stopp, "offen">[]): string =>
  stopps.some(({ offen }) => offen === "braucht dich")
    ? "Alles gefahren, aber nicht alles angenommen: oben auf „braucht dich“ tippen."
    : "Alles geschafft. Jetzt noch abladen und zählen."
