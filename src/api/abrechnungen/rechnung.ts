import { REDUCTION } from "../../print/dokumente/abrechnung-art.ts"
import type { Rechnung } from "../../print/rechnung/modell.ts"
import { toPosten } from "../../print/rechnung/calculate.ts"
import type { Steuer } from "../pfandlots/bewegungen.ts"
import type { Abrechnungskopf } from "./kopf.ts"
import type { Abrechnung } from "./read.ts"
import { addDays } from "../../lib/day.ts"

/** A settlement as a structured invoice: from what was frozen when it was made, and nothing else. */

/** Terms of a Storno that takes back a credit: nobody knows here whether it was paid out. */
const TERMS_OF_CREDIT_UNDONE = "Zu zahlen ist davon nur, was schon ausgezahlt oder verrechnet ist."

/**
 * @param storniert what it cancels
 * @returns the settlement as an invoice; undefined for one that is no invoice, or was made before there were other forms
 *   than paper
 */
export function toRechnung(
  zeile: Abrechnung,
  { firma, an, zahlungsziel_tage = 0 }: Abrechnungskopf,
  storniert: Rechnung["storniert"],
): Rechnung | undefined {
  if (zeile.abrechnung_ist !== "rechnung" || zeile.form === null) return undefined
  const { nummer, datum, bis, preise } = zeile
  const isCreditUndone = zeile.art === "storno" && zeile.brutto_cent > 0
  return {
    nummer,
    datum,
    storniert,
    von: zeile.leistung_von,
    bis,
    verkaeufer: {
      ...firma,
      land: "DE",
      kontakt: {
        name: firma.rechnung_kontakt ?? null,
        telefon: firma.rechnung_telefon || firma.telefon,
        email: firma.rechnung_email || firma.email,
      },
    },
    kaeufer: {
      ...an,
      ust_id: an.ust_id ?? null,
      email: an.rechnungs_email ?? null,
      referenz: referenzOf(an),
    },
    preise,
    posten: toPosten(zeile.positionen),
    steuern: perSatz(zeile.steuern),
    ohne_ust_weil: reasonWithoutUst(zeile),
    faellig_am: isCreditUndone ? null : addDays(zeile.datum, zahlungsziel_tage),
    zahlungsbedingung: isCreditUndone ? TERMS_OF_CREDIT_UNDONE : null,
    hinweise: [...(zeile.grund === null ? [] : [`Grund: ${zeile.grund}`]), REDUCTION],
  }
}

/** Companies that ask for no reference of their own find theirs by the customer's number. */
const referenzOf = ({ art, kaeuferreferenz, kundennummer }: Abrechnungskopf["an"]): string | null =>
  kaeuferreferenz || (art === "behoerde" ? null : kundennummer)

/** The customer need not see for which account of the bookkeeping an amount is. */
export function perSatz(steuern: Abrechnung["steuern"]): Rechnung["steuern"] {
  return [...Map.groupBy(steuern, ({ satz }) => satz)].map(([satz, zeilen]) => ({
    satz,
    netto_cent: zeilen.reduce((sum, { netto_cent }) => sum + netto_cent, 0),
    ust_cent: zeilen.reduce((sum, { ust_cent }) => sum + ust_cent, 0),
    brutto_cent: zeilen.reduce((sum, { brutto_cent }) => sum + brutto_cent, 0),
  }))
}

/** @returns why lines without a rate show no VAT; null where there is none */
function reasonWithoutUst({ steuern, kleinunternehmer, ust_verfahren }: Abrechnung): string | null {
  const without = steuern.filter(({ satz }) => satz === null)
  if (without.length === 0) return null
  if (kleinunternehmer === 1)
    return "Als Kleinunternehmer im Sinne des § 19 UStG weisen wir keine Umsatzsteuer aus."
  const reasons = without.map(({ klasse, kleinunternehmer: before }) =>
    before === 1 && klasse !== "kaution" ? FROM_BEFORE : REASON[klasse](ust_verfahren),
  )
  return [...new Set(reasons)].join(" ")
}

const FROM_BEFORE =
  "Pfand aus der Zeit als Kleinunternehmer (§ 19 UStG): darauf ist keine Umsatzsteuer berechnet."

const pfand = (): string => "Pfand, auf das keine Umsatzsteuer berechnet wird."

const REASON: Record<Steuer["klasse"], (verfahren: Abrechnung["ust_verfahren"]) => string> = {
  warenumschliessung: (verfahren) =>
    verfahren === "laufend"
      ? pfand()
      : "Die Umsatzsteuer auf Pfand für Warenumschließungen wird nach der Vereinfachung des UStAE 10.1 Abs. 8 einmal im Jahr auf den Saldo berechnet.",
  transporthilfsmittel: pfand,
  geraetepfand: pfand,
  kaution: () => "Kaution ist eine Sicherheit und kein Entgelt.",
}
