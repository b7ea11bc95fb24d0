import type { Actual } from "../outbox/entry.ts"
import { type Quittung, thingOf } from "../phone/new-entries.ts"
import type { DraftPhoto } from "../phone/draft-photos.ts"
import type { Day, Geraet } from "../phone/tag.ts"
import { nameOf } from "../parts/words.ts"
import type { PlanChange, Figure, Plan, Direction, Soll } from "./plan.ts"

/**
 * Draft of a stop. It only has the values that the driver set; all others are as planned. NaN is an unreadable figure.
 */
export type Draft = {
  /** The plan as the driver last saw it: changes since then have to be shown. */
  gesehen: Plan
  ausgabe: Record<string, number>
  ruecknahme: Record<string, number>
  geraete: Record<string, GeraetChoice>
  /** Scanned devices that the day did not have. */
  gefunden: Geraet[]
  /** Articles that were added, in their order. */
  mehr: string[]
  empfaenger_name: string
  unterschrift: string
  notiz: string
  /** Only for an unplanned pick-up, which has no delivery yet: other pictures go into the outbox at once. */
  fotos: DraftPhoto[]
}

export type GeraetChoice = {
  ausgabe?: boolean
  ruecknahme?: boolean
  beschaedigt?: boolean
  bemerkung?: string
}

export const blankDraft = (seen: Plan): Draft => ({
  gesehen: seen,
  ausgabe: {},
  ruecknahme: {},
  geraete: {},
  gefunden: [],
  mehr: [],
  empfaenger_name: "",
  unterschrift: "",
  notiz: "",
  fotos: [],
})

/** @returns the draft with another number of pieces of an article */
export const withQuantity = (draft: Draft, direction: Direction, id: string, menge: number): Draft => ({
  ...draft,
  [direction]: { ...draft[direction], [id]: menge },
})

/** @returns the draft with a choice for a device, added to those before */
export const withChoice = (draft: Draft, id: string, choice: GeraetChoice): Draft => ({
  ...draft,
  geraete: { ...draft.geraete, [id]: { ...draft.geraete[id], ...choice } },
})

/** One line of the screen: an article with its pieces, or a device with a checkbox. */
export type Stoppzeile = {
  id: string
  name: string
  isGeraet: boolean
  soll: number
  /** Pieces that the customer usually returns; `bestand`: pieces that they hold. */
  usual: number
  bestand: number
  /** Pieces that are shown, and sent. */
  menge: number
  /** Why it must not be handed over, in German. */
  barred: string | undefined
  /** Why the service will refuse to take it back here, in German. */
  doubted: string | undefined
}

/** All lines of a stop's screen: what is seen is what is sent. */
export type StopLines = Record<Direction, Stoppzeile[]>

/** @returns the lines of the screen: planned ones first, then those that the driver added */
export function stopLinesOf(day: Day, { kunde_id, zeilen }: Plan, draft: Draft): StopLines {
  const kunde = day.kunden.get(kunde_id)
  const geraete = new Map([...draft.gefunden.map((one) => [one.id, one] as const), ...day.geraete])
  const soll = new Map(zeilen.map((zeile) => [zeile.id, zeile]))
  const usual = new Map(kunde?.ueblich?.map(({ pfandartikel_id, menge }) => [pfandartikel_id, menge]))
  const bestand = new Map(kunde?.bestand?.map((stand) => [stand.pfandartikel_id, stand.bestand]))
  const line = (id: string, isGeraet: boolean, direction: Direction): Stoppzeile => {
    const planned = soll.get(id)?.[direction] ?? 0
    const geraet = geraete.get(id)
    const barred = direction === "ausgabe" ? overdue(day, geraet) : undefined
    const isGivenHere = draft.geraete[id]?.ausgabe ?? (soll.get(id)?.ausgabe ?? 0) > 0
    const doubted = direction === "ruecknahme" && !isGivenHere ? elsewhere(day, geraet, kunde_id) : undefined
    return {
      id,
      name: nameIn({ ...day, geraete }, [...zeilen, ...draft.gesehen.zeilen], id, isGeraet),
      isGeraet,
      soll: planned,
      usual: usual.get(id) ?? 0,
      bestand: bestand.get(id) ?? 0,
      barred,
      doubted,
      menge: isGeraet
        ? Number(
            barred === undefined &&
              (draft.geraete[id]?.[direction] ?? (direction === "ausgabe" && planned > 0)),
          )
        : (draft[direction][id] ?? (direction === "ausgabe" ? planned : 0)),
    }
  }
  const lines = (direction: Direction, artikel: string[], geraetIds: string[]): Stoppzeile[] => [
    ...unique([...artikel, ...counted(draft[direction])]).map((id) => line(id, false, direction)),
    ...unique([...geraetIds, ...chosen(draft, direction)]).map((id) => line(id, true, direction)),
  ]
  const ids = (wanted: (zeile: Soll) => boolean) => zeilen.filter(wanted).map(({ id }) => id)
  const here = [...geraete.values()].filter((geraet) => geraet.kunde_id === kunde_id).map(({ id }) => id)
  return {
    ausgabe: lines(
      "ausgabe",
      ids((zeile) => !zeile.isGeraet && zeile.ausgabe > 0),
      ids((zeile) => zeile.isGeraet && zeile.ausgabe > 0),
    ),
    ruecknahme: lines(
      "ruecknahme",
      [
        ...[...usual.keys()].filter((id) => day.artikel.has(id)),
        ...ids((zeile) => !zeile.isGeraet && zeile.ausgabe + zeile.ruecknahme > 0),
        ...draft.mehr,
      ],
      [...ids((zeile) => zeile.isGeraet && zeile.ruecknahme > 0), ...here],
    ),
  }
}

/**
 * @returns in German why a device with an overdue test must not be handed over. A day of an earlier version does not know
 *   about tests
 */
export function overdue({ tag }: Day, geraet: Geraet | undefined): string | undefined {
  const bis = geraet?.geprueft_bis
  if (!bis || tag.heute <= bis) return undefined
  return `Prüfung überfällig (geprüft bis ${bis.split("-").toReversed().join(".")}): nicht abgeben. Das Büro kann es freigeben.`
}

/**
 * @returns in German that a device is not with this customer, by all that the telephone knows: the service would refuse
 *   the whole stop. The driver is still at the door and can compare the number
 */
export function elsewhere(
  { kunden }: Pick<Day, "kunden">,
  geraet: Geraet | undefined,
  kunde_id: string,
): string | undefined {
  if (!geraet || geraet.kunde_id === kunde_id) return undefined
  const holder = geraet.kunde_id && (kunden.get(geraet.kunde_id)?.name ?? "einem anderen Kunden")
  return `Laut Büro bei ${holder || "keinem Kunden"}, nicht hier. Nummer vergleichen; stimmt sie, im Büro anrufen: Sonst wird der Stopp abgelehnt.`
}

const unique = (ids: string[]): string[] => [...new Set(ids)]

const counted = (quantities: Record<string, number>): string[] =>
  Object.keys(quantities).filter((id) => quantities[id] !== 0)

const chosen = ({ geraete }: Draft, direction: Direction): string[] =>
  Object.keys(geraete).filter((id) => geraete[id]?.[direction] !== undefined)

/** @returns a name, from the plan if the day does not have the article or device any more */
function nameIn(day: Day, planned: Soll[], id: string, isGeraet: boolean): string {
  const isKnown = isGeraet ? day.geraete.has(id) : day.artikel.has(id)
  const kept = isKnown ? undefined : planned.find((zeile) => zeile.id === id)?.name
  return kept ?? nameOf(day, { pfandartikel_id: isGeraet ? null : id, geraet_id: isGeraet ? id : null })
}

/** @returns the lines of the screen as they are sent, without those of 0 pieces */
export function positionenOf(
  { ausgabe, ruecknahme }: StopLines,
  { geraete }: Pick<Draft, "geraete">,
): Actual[] {
  const byId = new Map<string, Actual>()
  const add = ({ id, isGeraet, menge }: Stoppzeile, direction: Direction): void => {
    const before = byId.get(id) ?? { ...thingOf(id, isGeraet), ist_ausgabe: 0, ist_ruecknahme: 0 }
    const choice = isGeraet && direction === "ruecknahme" && menge > 0 ? stateOf(geraete[id] ?? {}) : {}
    byId.set(id, { ...before, ...choice, [`ist_${direction}`]: menge || 0 })
  }
  for (const zeile of ausgabe) add(zeile, "ausgabe")
  for (const zeile of ruecknahme) add(zeile, "ruecknahme")
  return [...byId.values()].filter(
    ({ ist_ausgabe = 0, ist_ruecknahme = 0 }) => ist_ausgabe + ist_ruecknahme > 0,
  )
}

const stateOf = ({ beschaedigt, bemerkung }: GeraetChoice): Pick<Actual, "zustand" | "bemerkung"> => ({
  zustand: beschaedigt ? "beschaedigt" : "in_ordnung",
  ...(bemerkung?.trim() && { bemerkung: bemerkung.trim() }),
})

export const quittungOf = ({ empfaenger_name, unterschrift, notiz }: Draft): Quittung => ({
  ...(empfaenger_name.trim() && { empfaenger_name: empfaenger_name.trim() }),
  ...(unterschrift && { unterschrift }),
  ...(notiz.trim() && { notiz: notiz.trim() }),
})

/**
 * @returns the draft with the input of an earlier attempt, except its signature; where both have some, the newer input
 *   counts
 */
export const withEarlier = (draft: Draft, earlier: Draft): Draft => ({
  ...draft,
  ausgabe: { ...earlier.ausgabe, ...draft.ausgabe },
  ruecknahme: { ...earlier.ruecknahme, ...draft.ruecknahme },
  geraete: { ...earlier.geraete, ...draft.geraete },
  gefunden: [...earlier.gefunden, ...draft.gefunden],
  mehr: unique([...earlier.mehr, ...draft.mehr]),
  empfaenger_name: draft.empfaenger_name || earlier.empfaenger_name,
  notiz: draft.notiz || earlier.notiz,
})

/** @returns the pieces that the driver has entered; undefined for none, or an unreadable figure */
export function enteredOf(
  draft: Draft,
  { id, isGeraet, direction }: Pick<Figure, "id" | "isGeraet" | "direction">,
): number | undefined {
  if (!isGeraet) return Number.isNaN(draft[direction][id]) ? undefined : draft[direction][id]
  const choice = draft.geraete[id]?.[direction]
  return choice === undefined ? undefined : Number(choice)
}

/** @returns the counted figures that are not planned any more, about which the driver is asked */
export const orphansOf = (draft: Draft, { figures }: PlanChange): Figure[] =>
  figures.filter((figure) => figure.is === 0 && (enteredOf(draft, figure) ?? 0) > 0)

/** @returns the draft without the counts of these figures */
export function without(draft: Draft, figures: Figure[]): Draft {
  const isGone = (id: string, direction: string): boolean =>
    figures.some((figure) => figure.id === id && figure.direction === direction)
  const rest = <T>(set: Record<string, T>, gone: (key: string) => boolean): Record<string, T> =>
    Object.fromEntries(Object.entries(set).filter(([key]) => !gone(key)))
  const geraete = Object.entries(draft.geraete).map(([id, choice]) => [
    id,
    rest(choice, (direction) => isGone(id, direction)),
  ])
  return {
    ...draft,
    ausgabe: rest(draft.ausgabe, (id) => isGone(id, "ausgabe")),
    ruecknahme: rest(draft.ruecknahme, (id) => isGone(id, "ruecknahme")),
    geraete: Object.fromEntries(geraete),
  }
}
