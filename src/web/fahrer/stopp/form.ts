import type { Aufnahme, Ist, Quittung } from "../phone/deeds.ts"
import type { Artikel, Geraet, Kunde, Stopp } from "../phone/tag.ts"

/** What is entered at a stop, as it is kept while it is entered. */
export type Draft = {
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

/** Planned pieces stand filled in; what comes back is counted. */
export function blankDraft(stopp: Pick<Stopp, "positionen">): Draft {
  const artikel = stopp.positionen.filter(
    ({ pfandartikel_id, soll_ausgabe }) => pfandartikel_id && soll_ausgabe > 0,
  )
  const geraete = stopp.positionen.filter(({ geraet_id, soll_ausgabe }) => geraet_id && soll_ausgabe > 0)
  return {
    ausgabe: Object.fromEntries(
      artikel.map(({ pfandartikel_id, soll_ausgabe }) => [pfandartikel_id, soll_ausgabe]),
    ),
    ruecknahme: {},
    geraete: Object.fromEntries(geraete.map(({ geraet_id }) => [geraet_id, { ausgabe: true }])),
    gefunden: [],
    mehr: [],
    empfaenger_name: "",
    unterschrift: "",
    notiz: "",
    fotos: [],
  }
}

/** One article to be counted, with what is known of it. */
export type Zeile = { artikel: Artikel; soll: number; ueblich: number; bestand: number }

/** Planned returns first, then what the customer usually brings, then what was added. */
export function ruecknahmen(
  stopp: Pick<Stopp, "positionen">,
  kunde: Partial<Kunde> | undefined,
  mehr: string[],
  artikel: Map<string, Artikel>,
): Zeile[] {
  const geplant = stopp.positionen.flatMap(({ pfandartikel_id, soll_ruecknahme, soll_ausgabe }) =>
    pfandartikel_id && (soll_ruecknahme > 0 || soll_ausgabe > 0) ? [pfandartikel_id] : [],
  )
  const ueblich = new Map(kunde?.ueblich?.map(({ pfandartikel_id, menge }) => [pfandartikel_id, menge]))
  const bestand = new Map(kunde?.bestand?.map((stand) => [stand.pfandartikel_id, stand.bestand]))
  const soll = new Map(
    stopp.positionen.map((position) => [position.pfandartikel_id, position.soll_ruecknahme]),
  )
  return [...new Set([...ueblich.keys(), ...geplant, ...mehr])].flatMap((id) => {
    const bekannt = artikel.get(id)
    if (!bekannt) return []
    return [
      {
        artikel: bekannt,
        soll: soll.get(id) ?? 0,
        ueblich: ueblich.get(id) ?? 0,
        bestand: bestand.get(id) ?? 0,
      },
    ]
  })
}

/** @returns the positions as they are sent: what is nothing is left out, but for what was planned */
export function positionenOf(draft: Draft): Ist[] {
  const ids = new Set([...Object.keys(draft.ausgabe), ...Object.keys(draft.ruecknahme)])
  const artikel = [...ids].map((id) => ({
    pfandartikel_id: id,
    ist_ausgabe: draft.ausgabe[id] ?? 0,
    ist_ruecknahme: draft.ruecknahme[id] ?? 0,
  }))
  const geraete = Object.entries(draft.geraete).map(([id, wahl]) => ({
    geraet_id: id,
    ist_ausgabe: wahl.ausgabe ? 1 : 0,
    ist_ruecknahme: wahl.ruecknahme ? 1 : 0,
    ...(wahl.ruecknahme && {
      zustand: wahl.beschaedigt ? ("beschaedigt" as const) : ("in_ordnung" as const),
    }),
    ...(wahl.ruecknahme && wahl.bemerkung?.trim() && { bemerkung: wahl.bemerkung.trim() }),
  }))
  return [...artikel, ...geraete].filter(
    ({ ist_ausgabe, ist_ruecknahme }) => ist_ausgabe + ist_ruecknahme > 0,
  )
}

export const quittungOf = ({ empfaenger_name, unterschrift, notiz }: Draft): Quittung => ({
  ...(empfaenger_name.trim() && { empfaenger_name: empfaenger_name.trim() }),
  ...(unterschrift && { unterschrift }),
  ...(notiz.trim() && { notiz: notiz.trim() }),
})

/** More than this is asked about where nothing was planned and nothing is usual. In pieces. */
const MANY = 50

/** @returns in words what is more than three times what was planned: asked about, never refused */
export function surprises(draft: Draft, stopp: Pick<Stopp, "positionen">, zeilen: Zeile[]): string[] {
  const soll = new Map(
    stopp.positionen.map((position) => [position.pfandartikel_id ?? "", position.soll_ausgabe]),
  )
  const namen = new Map(zeilen.map(({ artikel }) => [artikel.id, artikel.bezeichnung]))
  const ausgaben = Object.entries(draft.ausgabe).flatMap(([id, menge]) =>
    isMuch(menge, soll.get(id) ?? 0)
      ? [`${menge} ${namen.get(id) ?? "Artikel"} abgegeben, geplant ${soll.get(id) ?? 0}`]
      : [],
  )
  const zurueck = zeilen.flatMap(({ artikel, soll: geplant, ueblich }) => {
    const menge = draft.ruecknahme[artikel.id] ?? 0
    const basis = Math.max(geplant, ueblich)
    if (!isMuch(menge, basis)) return []
    return [
      `${menge} ${artikel.bezeichnung} zurück, ${geplant > 0 ? `geplant ${geplant}` : `üblich ${basis}`}`,
    ]
  })
  return [...ausgaben, ...zurueck]
}

const isMuch = (menge: number, basis: number): boolean => (basis > 0 ? menge > 3 * basis : menge > MANY)
