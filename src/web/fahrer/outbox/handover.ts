import { type Entry, isOpen, type NewEntry, unsent } from "./entry.ts"
import type { Store } from "./store.ts"

type Body = {
  id?: string
  kunde_id?: string
  versuch?: number
  erfasst_am?: string
  positionen?: unknown
  empfaenger_name?: string
  unterschrift?: string
  notiz?: string
  grund?: string
}

const decided = new Set(["abschluss", "fehlschlag", "ungeplant"])

/**
 * Makes of what the service refused at a stop what the office is asked to decide. What was only the way there (the
 * start) goes along; pictures follow behind it.
 *
 * @param stopp all open entries of the stop, in their order
 * @param clock the phone's, in ms
 * @returns what is to be sent in their place
 */
export function klaerungenOf(stopp: Entry[], clock: number): NewEntry[] {
  const taten = stopp.filter(({ art }) => art !== "bild" && art !== "klaerung")
  const ergebnisse = taten.filter(({ art }) => decided.has(art))
  const ablehnung = stopp.find(({ antwort }) => antwort)?.antwort?.text ?? "Ohne Antwort"
  return (ergebnisse.length > 0 ? ergebnisse : taten.slice(0, 1)).map((tat) => ({
    lieferung_id: tat.lieferung_id,
    folge: `klaerung ${tat.nr}`,
    art: "klaerung",
    path: "/api/klaerungen",
    titel: `Ans Büro: ${tat.titel}`,
    body: JSON.stringify(klaerung(tat, ablehnung)),
    getippt: clock,
    ab: clock,
  }))
}

/** Under the id that the refused request had: handed over twice, it arrives once. */
function klaerung(tat: Entry, ablehnung: string): object {
  const { id, kunde_id, versuch, erfasst_am, ...angaben } = JSON.parse(String(tat.body)) as Body
  const wo = tat.art === "ungeplant" ? { kunde_id } : { lieferung_id: tat.lieferung_id }
  return {
    id,
    art: tat.art,
    ...wo,
    ...(versuch !== undefined && { versuch }),
    ...(erfasst_am !== undefined && { erfasst_am }),
    ablehnung: ablehnung.slice(0, 1000),
    angaben,
  }
}

/**
 * Hands a stop's open entries over, all at once: the phone may die at any moment.
 *
 * @param entries all of the outbox
 * @param folge the stop's
 * @param clock the phone's, in ms
 */
export async function handOver(store: Store, entries: Entry[], folge: string, clock: number): Promise<void> {
  const stopp = entries.filter((entry) => entry.folge === folge && isOpen(entry))
  const [first] = stopp
  if (!first) return
  const neue = klaerungenOf(stopp, clock)
  const behind = neue.at(-1)?.folge ?? folge
  // Behind the question that they belong to, and under the ids that they had.
  const bilder = stopp
    .filter(({ art }) => art === "bild")
    .map(({ nr: _, ...bild }) => ({ ...bild, folge: behind }))
  const fresh = [...neue, ...bilder].map((entry) => ({ ...entry, ...unsent, konto: first.konto }))
  await store.exchange(
    stopp.map(({ nr }) => nr),
    (entry) => (entry.art === "bild" ? null : { ...entry, stand: "uebergeben", beantwortet: clock }),
    fresh,
  )
}
