import type { abrechnungspositionen, abrechnungssteuern } from "../../db/schema.ts"
import type { stamps } from "../../db/schema/columns.ts"
import type { Row } from "../../db/tenant-db.ts"
import type { Einheit } from "../../lib/einheit.ts"
import { calculateSteuer } from "../../lib/steuer.ts"
import type { Bewegung } from "../pfandlots/bewegungen.ts"
import type { Share } from "../pfandlots/saetze.ts"
import { compareGerman } from "../../lib/fold.ts"

/** A booking with what its article or device is called. */
export type NamedBewegung = Bewegung & { nummer: string; bezeichnung: string; einheit: Einheit }

/** Columns of a settlement's parts beside their content. */
type OwnColumns = keyof typeof stamps | "tenant_id" | "id" | "abrechnung_id" | "position"
export type Abrechnungsposition = Omit<Row<typeof abrechnungspositionen>, OwnColumns>
export type Abrechnungssteuer = Omit<Row<typeof abrechnungssteuern>, OwnColumns>

/** What a settlement comes to. */
export type Betraege = {
  positionen: Abrechnungsposition[]
  steuern: Abrechnungssteuer[]
  summe_cent: number
  netto_cent: number
  ust_cent: number
}

/**
 * Sums bookings up per article, price, class and rate, and calculates the VAT once per rate.
 *
 * @param shares which pieces of each booking have which class and rate
 */
export function calculateAbrechnung(
  open: readonly NamedBewegung[],
  shares: ReadonlyMap<string, Share[]>,
  preise: "netto" | "brutto",
): Betraege {
  const positionen = new Map<string, Summed>()
  for (const buchung of open) {
    for (const share of shares.get(buchung.id) ?? []) addTo(positionen, buchung, share)
  }
  const sorted = [...positionen.values()].toSorted(
    (a, b) =>
      compareGerman(a.nummer, b.nummer) || a.betrag_cent - b.betrag_cent || Number(b.satz) - Number(a.satz),
  )
  const steuern = calculateSteuern(sorted, preise)
  const total = (pick: (steuer: Abrechnungssteuer) => number) =>
    steuern.reduce((sum, steuer) => sum + pick(steuer), 0)
  return {
    positionen: sorted.map(({ kleinunternehmer: _, ...position }) => position),
    steuern,
    summe_cent: sorted.reduce((sum, { summe_cent }) => sum + summe_cent, 0),
    netto_cent: total(({ netto_cent }) => netto_cent),
    ust_cent: total(({ ust_cent }) => ust_cent),
  }
}

/** Pieces without VAT may be of § 19, or without it for another reason: they have accounts of their own. */
type Summed = Abrechnungsposition & Pick<Share, "kleinunternehmer">

function addTo(positionen: Map<string, Summed>, buchung: NamedBewegung, share: Share): void {
  const { pfandartikel_id, geraet_id, nummer, bezeichnung, einheit } = buchung
  const { klasse, satz, kleinunternehmer, stueck, betrag_cent, verschoben } = share
  const art = verschoben ? "korrektur_plus" : buchung.art
  const key = `${pfandartikel_id ?? geraet_id} ${betrag_cent} ${klasse} ${satz} ${kleinunternehmer}`
  const position = positionen.get(key) ?? {
    pfandartikel_id,
    geraet_id,
    nummer,
    bezeichnung,
    einheit,
    klasse,
    satz,
    kleinunternehmer,
    betrag_cent,
    ausgabe: 0,
    ruecknahme: 0,
    korrektur: 0,
    summe_cent: 0,
  }
  positionen.set(key, position)
  if (art === "ausgabe" || art === "anfangsbestand") position.ausgabe += stueck
  else if (art === "ruecknahme") position.ruecknahme -= stueck
  else position.korrektur += stueck
  position.summe_cent += stueck * betrag_cent
}

/**
 * A small trader's settlement shows no VAT (UStG § 19), unless something of it was issued with VAT.
 *
 * @returns 1 or 0, as a settlement keeps it
 */
export const isWithoutUst = (
  { kleinunternehmer }: { kleinunternehmer: number },
  steuern: readonly Pick<Abrechnungssteuer, "satz">[],
): 0 | 1 => (kleinunternehmer === 1 && steuern.every(({ satz }) => satz === null) ? 1 : 0)

/** VAT once per rate, split among the accounts so that the parts add up to it. */
function calculateSteuern(positionen: readonly Summed[], preise: "netto" | "brutto"): Abrechnungssteuer[] {
  const saetze = Map.groupBy(positionen, ({ satz }) => satz)
  return [...saetze]
    .toSorted(([a], [b]) => Number(b) - Number(a))
    .flatMap(([satz, withSatz]) => {
      let before = calculateSteuer(0, satz, preise)
      let sum = 0
      // A taxed amount is none of § 19.
      const konten = Map.groupBy(withSatz, ({ klasse, kleinunternehmer }) => `${klasse} ${kleinunternehmer}`)
      return [...konten.values()].map((zeilen) => {
        const { klasse, kleinunternehmer } = zeilen[0]!
        sum = zeilen.reduce((all, { summe_cent }) => all + summe_cent, sum)
        const upTo = calculateSteuer(sum, satz, preise)
        const part = {
          klasse,
          satz,
          kleinunternehmer,
          netto_cent: upTo.netto_cent - before.netto_cent,
          ust_cent: upTo.ust_cent - before.ust_cent,
        }
        before = upTo
        return part
      })
    })
}
