import type { Ist } from "../outbox/entry.ts"
import { type Aufnahme, type Quittung, sacheOf } from "../phone/deeds.ts"
import type { Day, Geraet } from "../phone/tag.ts"
import { nameOf } from "../teile/words.ts"
import type { Aenderung, Figure, Plan, Richtung, Soll } from "./plan.ts"

/** Draft of a stop: only the values that the driver set, the others are as planned. */
export type Draft = {
  /** The plan that the driver was told; what differs from it now has to be said. */
  gesehen: Plan
  ausgabe: Record<string, number>
  ruecknahme: Record<string, number>
  geraete: Record<string, Geraetewahl>
  /** Devices that this telephone did not know, found in the field. */
  gefunden: Geraet[]
  /** Articles that were added, in their order. */
  mehr: string[]
  empfaenger_name: string
  unterschrift: string
  notiz: string
  /** Only of what has no delivery yet: the others go into the outbox at once. */
  fotos: Aufnahme[]
}

export type Geraetewahl = {
  ausgabe?: boolean
  ruecknahme?: boolean
  beschaedigt?: boolean
  bemerkung?: string
}

export const blankDraft = (gesehen: Plan): Draft => ({
  gesehen,
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

/** @returns the draft with that number of pieces of an article */
export const withMenge = (draft: Draft, richtung: Richtung, id: string, menge: number): Draft => ({
  ...draft,
  [richtung]: { ...draft[richtung], [id]: menge },
})

/** @returns the draft with what is chosen for a device, beside what was chosen for it before */
export const withWahl = (draft: Draft, id: string, wahl: Geraetewahl): Draft => ({
  ...draft,
  geraete: { ...draft.geraete, [id]: { ...draft.geraete[id], ...wahl } },
})

/** One line of the screen: an article with its pieces, or a device that is ticked. */
export type Zeile = {
  id: string
  name: string
  isGeraet: boolean
  soll: number
  /** Pieces that the customer usually returns, and holds. */
  ueblich: number
  bestand: number
  /** Pieces as shown on the screen and sent. */
  menge: number
  /** Why it must not be handed over, if that is so. */
  verbot: string | undefined
}

/** All lines of a stop's screen: what is seen is what is sent. */
export type Blatt = Record<Richtung, Zeile[]>

/** @returns the lines as they stand on the screen: planned ones first, then what the driver entered beside them */
export function blattOf(day: Day, { kunde_id, zeilen }: Plan, draft: Draft): Blatt {
  const kunde = day.kunden.get(kunde_id)
  const geraete = new Map([...draft.gefunden.map((one) => [one.id, one] as const), ...day.geraete])
  const soll = new Map(zeilen.map((zeile) => [zeile.id, zeile]))
  const ueblich = new Map(kunde?.ueblich?.map(({ pfandartikel_id, menge }) => [pfandartikel_id, menge]))
  const bestand = new Map(kunde?.bestand?.map((stand) => [stand.pfandartikel_id, stand.bestand]))
  const line = (id: string, isGeraet: boolean, richtung: Richtung): Zeile => {
    const geplant = soll.get(id)?.[richtung] ?? 0
    const verbot = richtung === "ausgabe" ? overdue(day, geraete.get(id)) : undefined
    return {
      id,
      name: nameIn({ ...day, geraete }, [...zeilen, ...draft.gesehen.zeilen], id, isGeraet),
      isGeraet,
      soll: geplant,
      ueblich: ueblich.get(id) ?? 0,
      bestand: bestand.get(id) ?? 0,
      verbot,
      menge: isGeraet
        ? Number(
            verbot === undefined &&
              (draft.geraete[id]?.[richtung] ?? (richtung === "ausgabe" && geplant > 0)),
          )
        : (draft[richtung][id] ?? (richtung === "ausgabe" ? geplant : 0)),
    }
  }
  const lines = (richtung: Richtung, artikel: string[], dinge: string[]): Zeile[] => [
    ...unique([...artikel, ...counted(draft[richtung])]).map((id) => line(id, false, richtung)),
    ...unique([...dinge, ...chosen(draft, richtung)]).map((id) => line(id, true, richtung)),
  ]
  const ids = (wanted: (zeile: Soll) => boolean) => zeilen.filter(wanted).map(({ id }) => id)
  const hier = [...geraete.values()].filter((geraet) => geraet.kunde_id === kunde_id).map(({ id }) => id)
  return {
    ausgabe: lines(
      "ausgabe",
      ids((zeile) => !zeile.isGeraet && zeile.ausgabe > 0),
      ids((zeile) => zeile.isGeraet && zeile.ausgabe > 0),
    ),
    ruecknahme: lines(
      "ruecknahme",
      [
        ...[...ueblich.keys()].filter((id) => day.artikel.has(id)),
        ...ids((zeile) => !zeile.isGeraet && zeile.ausgabe + zeile.ruecknahme > 0),
        ...draft.mehr,
      ],
      [...ids((zeile) => zeile.isGeraet && zeile.ruecknahme > 0), ...hier],
    ),
  }
}

/**
 * @returns in words that a device must not be handed over, as its test is overdue; a day fetched earlier says nothing
 *   of it
 */
export function overdue({ tag }: Day, geraet: Geraet | undefined): string | undefined {
  const bis = geraet?.geprueft_bis
  if (!bis || tag.heute <= bis) return undefined
  return `Prüfung überfällig (geprüft bis ${bis.split("-").toReversed().join(".")}): nicht abgeben. Das Büro kann es freigeben.`
}

const unique = (ids: string[]): string[] => [...new Set(ids)]

const counted = (mengen: Record<string, number>): string[] =>
  Object.keys(mengen).filter((id) => (mengen[id] ?? 0) > 0)

const chosen = ({ geraete }: Draft, richtung: Richtung): string[] =>
  Object.keys(geraete).filter((id) => geraete[id]?.[richtung] !== undefined)

/** A plan keeps the names of what the day knows no more. */
function nameIn(day: Day, geplant: Soll[], id: string, isGeraet: boolean): string {
  const isKnown = isGeraet ? day.geraete.has(id) : day.artikel.has(id)
  const kept = isKnown ? undefined : geplant.find((zeile) => zeile.id === id)?.name
  return kept ?? nameOf(day, { pfandartikel_id: isGeraet ? null : id, geraet_id: isGeraet ? id : null })
}

/** @returns what stands on the screen, as it is sent; what is nothing is left out */
export function positionenOf({ ausgabe, ruecknahme }: Blatt, { geraete }: Pick<Draft, "geraete">): Ist[] {
  const je = new Map<string, Ist>()
  const add = ({ id, isGeraet, menge }: Zeile, richtung: Richtung): void => {
    const before = je.get(id) ?? { ...sacheOf(id, isGeraet), ist_ausgabe: 0, ist_ruecknahme: 0 }
    const wahl = isGeraet && richtung === "ruecknahme" && menge > 0 ? stateOf(geraete[id] ?? {}) : {}
    je.set(id, { ...before, ...wahl, [`ist_${richtung}`]: menge })
  }
  for (const zeile of ausgabe) add(zeile, "ausgabe")
  for (const zeile of ruecknahme) add(zeile, "ruecknahme")
  return [...je.values()].filter(
    ({ ist_ausgabe = 0, ist_ruecknahme = 0 }) => ist_ausgabe + ist_ruecknahme > 0,
  )
}

const stateOf = ({ beschaedigt, bemerkung }: Geraetewahl): Pick<Ist, "zustand" | "bemerkung"> => ({
  zustand: beschaedigt ? "beschaedigt" : "in_ordnung",
  ...(bemerkung?.trim() && { bemerkung: bemerkung.trim() }),
})

export const quittungOf = ({ empfaenger_name, unterschrift, notiz }: Draft): Quittung => ({
  ...(empfaenger_name.trim() && { empfaenger_name: empfaenger_name.trim() }),
  ...(unterschrift && { unterschrift }),
  ...(notiz.trim() && { notiz: notiz.trim() }),
})

/** @returns the draft with what was entered at an earlier attempt; what was entered since stays as it is */
export const withEarlier = (draft: Draft, earlier: Draft): Draft => ({
  ...draft,
  ausgabe: { ...earlier.ausgabe, ...draft.ausgabe },
  ruecknahme: { ...earlier.ruecknahme, ...draft.ruecknahme },
  geraete: { ...earlier.geraete, ...draft.geraete },
  gefunden: [...earlier.gefunden, ...draft.gefunden],
  mehr: unique([...earlier.mehr, ...draft.mehr]),
  empfaenger_name: draft.empfaenger_name || earlier.empfaenger_name,
  unterschrift: draft.unterschrift || earlier.unterschrift,
  notiz: draft.notiz || earlier.notiz,
})

/** @returns what the driver has entered of it; undefined where it stands as planned */
export function enteredOf(draft: Draft, { id, isGeraet, richtung }: Figure): number | undefined {
  if (!isGeraet) return draft[richtung][id]
  const wahl = draft.geraete[id]?.[richtung]
  return wahl === undefined ? undefined : Number(wahl)
}

/** @returns the changed figures that are planned no more although they were counted: the driver is asked about them */
export const orphansOf = (draft: Draft, { mengen }: Aenderung): Figure[] =>
  mengen.filter((figure) => figure.jetzt === 0 && (enteredOf(draft, figure) ?? 0) > 0)

/** @returns the draft without what was counted of these */
export function without(draft: Draft, figures: Figure[]): Draft {
  const isGone = (id: string, richtung: string): boolean =>
    figures.some((figure) => figure.id === id && figure.richtung === richtung)
  const rest = <T>(set: Record<string, T>, gone: (key: string) => boolean): Record<string, T> =>
    Object.fromEntries(Object.entries(set).filter(([key]) => !gone(key)))
  const geraete = Object.entries(draft.geraete).map(([id, wahl]) => [
    id,
    rest(wahl, (richtung) => isGone(id, richtung)),
  ])
  return {
    ...draft,
    ausgabe: rest(draft.ausgabe, (id) => isGone(id, "ausgabe")),
    ruecknahme: rest(draft.ruecknahme, (id) => isGone(id, "ruecknahme")),
    geraete: Object.fromEntries(geraete),
  }
}
