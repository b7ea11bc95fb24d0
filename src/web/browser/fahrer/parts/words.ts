import { lieferstandInWords } from "../../../../lib/lieferstand.ts"
import type { Day, Kunde, Stopp, ThingIds } from "../phone/tag.ts"

/** @returns the name of an article or device, also of one that this telephone does not know */
export function nameOf({ artikel, geraete }: Day, { pfandartikel_id, geraet_id }: ThingIds): string {
  const geraet = geraete.get(geraet_id ?? "")
  if (geraet) return `${geraet.bezeichnung} ${geraet.geraetenummer}`
  return artikel.get(pfandartikel_id ?? "")?.bezeichnung ?? (geraet_id ? "Gerät" : "Artikel")
}

/**
 * @returns the customer of a stop as they are found there: at a place of theirs, nothing of their own address holds but
 *   whom to ring up
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

/** Said when all stops of a day were driven to. */
export const drivenInWords = (stopps: readonly Pick<Stopp, "offen">[]): string =>
  stopps.some(({ offen }) => offen === "braucht dich")
    ? "Alles gefahren, aber nicht alles angenommen: oben auf „braucht dich“ tippen."
    : "Alles geschafft. Jetzt noch abladen und zählen."
