import { type Body, bodyOf, type Entry, type NewEntry, unsent } from "./entry.ts"
import type { Store } from "./store.ts"

const decided = new Set<Entry["art"]>(["abschluss", "fehlschlag", "ungeplant", "feierabend"])
/** Kinds of entries that are sent after the question they belong to. */
const follows = new Set<Entry["art"]>(["bild", "klaerung", "inventur"])

/**
 * Turns the refused entries of a stop into questions for the office. What only led to them (the start) is left out; pictures
 * are sent after them.
 *
 * @param stopp all open entries of the stop, in their order
 * @param clock the phone's, in ms
 * @returns what is to be sent in their place
 */
function klaerungenOf(stopp: Entry[], clock: number): NewEntry[] {
  const actions = stopp.filter(({ art }) => !follows.has(art))
  const outcomes = actions.filter(({ art }) => decided.has(art))
  const ablehnung = stopp.find(({ antwort }) => antwort)?.antwort?.text ?? "Noch nicht gesendet"
  return (outcomes.length > 0 ? outcomes : actions.slice(0, 1)).map((action) => ({
    lieferung_id: action.lieferung_id,
    folge: `klaerung ${action.nr}`,
    art: "klaerung",
    path: "/api/klaerungen",
    titel: `Ans Büro: ${action.titel}`,
    body: JSON.stringify(klaerung(action, ablehnung)),
    getippt: clock,
    ab: clock,
    ...(action.schrift !== undefined && { schrift: action.schrift }),
  }))
}

/** The body of a question. It has the id of the refused request, so that it arrives only once. */
function klaerung(action: Entry, ablehnung: string): object {
  const { id, kunde_id, versuch, erfasst_am, geplant: _, ...angaben } = bodyOf(action)
  return {
    id,
    art: action.art,
    ...(action.art === "ungeplant" && { kunde_id }),
    ...(action.art !== "ungeplant" && action.lieferung_id && { lieferung_id: action.lieferung_id }),
    ...(versuch !== undefined && { versuch }),
    ...(erfasst_am !== undefined && { erfasst_am }),
    ablehnung: ablehnung.slice(0, 1000),
    angaben: action.art === "feierabend" ? counted(angaben) : angaben,
  }
}

const counted = ({ datum, bemerkung, positionen }: Body): object => ({
  datum,
  gezaehlt: positionen,
  ...(bemerkung !== undefined && { notiz: bemerkung }),
})

/** Who hands over: the driver, or somebody of the office, who then names the driver. */
export type Giver = { konto: string; fahrer_id?: string }

/**
 * Replaces open entries by questions for the office, all in one transaction, as the phone may die at any moment.
 *
 * @param open entries of one account, in their order
 * @param clock the phone's, in ms
 */
export async function handOver(store: Store, open: Entry[], giver: Giver, clock: number): Promise<void> {
  const stopps = [...Map.groupBy(open, ({ folge }) => folge).values()]
  const fresh = stopps.flatMap((stopp) => {
    const added = klaerungenOf(stopp, clock)
    const behind = added.at(-1)?.folge
    // With their old ids.
    const along = stopp
      .filter(({ art }) => follows.has(art))
      .map(({ nr: _, ...one }) => ({ ...one, ...(behind && { folge: behind }) }))
    return [...added, ...along]
  })
  await store.exchange(
    stopps.flat().map(({ nr }) => nr),
    (entry) =>
      follows.has(entry.art)
        ? null
        : { ...entry, stand: "uebergeben", beantwortet: clock, schrift: undefined },
    fresh.map((entry) => ({ ...entry, ...unsent, konto: giver.konto, body: named(entry, giver) })),
  )
}

/** @returns the body of an entry; a question from somebody of the office names the driver */
function named(entry: NewEntry, { fahrer_id }: Giver): Entry["body"] {
  if (entry.art !== "klaerung" || fahrer_id === undefined) return entry.body
  return JSON.stringify({ ...bodyOf(entry), fahrer_id })
}
