import { sinceWhen, splitAusserhalb, UNSEPARATED } from "../../lib/ausserhalb.ts"
import { formatDatum, formatEuro } from "../../lib/format.ts"
import type { Detail } from "../pdf/letterhead.ts"
import type { Paper } from "../pdf/paper.ts"
import type { Abrechnungsdaten } from "./abrechnung-daten.ts"
import { daysInWords } from "./letter-parts.ts"

/** Words on a settlement's paper by its kind: a record, an invoice, or one from before the choice existed. */

/** @returns what it is called */
export function nameOf({ abrechnung_ist, storno }: Abrechnungsdaten): string {
  if (abrechnung_ist === "rechnung")
    return storno === null ? "Rechnung über Pfand" : "Stornorechnung über Pfand"
  return storno === null ? "Pfandabrechnung" : "Storno einer Pfandabrechnung"
}

/** @returns whether a settlement was made before it had a form: it prints as it was then, to the byte */
const isOld = ({ form }: Pick<Abrechnungsdaten, "form">): boolean => (form ?? null) === null

/** Paragraph that names the cancelled document and the reason. */
export function printStorno(paper: Paper, data: Abrechnungsdaten): void {
  const { storno, abrechnung_ist, grund } = data
  if (storno === null) return
  if (isOld(data))
    return paper.paragraph(
      `Dieser Beleg hebt die Abrechnung ${storno.nummer} vollständig auf; alle Beträge stehen mit umgekehrtem Vorzeichen.`,
    )
  const was = abrechnung_ist === "rechnung" ? "Diese Rechnung" : "Dieser Beleg"
  const tax = abrechnung_ist === "beleg" ? "" : ", auch die darin ausgewiesene Umsatzsteuer"
  paper.paragraph(
    `${was} hebt ${storno.nummer} vom ${formatDatum(storno.datum)} vollständig auf${tax}; alle Beträge stehen mit umgekehrtem Vorzeichen.${grund ? ` Grund: ${grund}` : ""}`,
  )
}

/** @returns details that only the head of an invoice has: how the tax office knows both parties, and whom to ask */
export function rechnungsangaben({ firma, an }: Abrechnungsdaten): Detail[] {
  const { rechnung_kontakt, rechnung_telefon, rechnung_email } = firma
  const kontakt = [rechnung_kontakt, rechnung_telefon, rechnung_email].filter(Boolean).join(", ")
  const details: [string, string | null | undefined][] = [
    firma.ust_id ? ["Unsere USt-Id", firma.ust_id] : ["Steuernummer", firma.steuernummer],
    ["Ihre USt-IdNr.", an.ust_id],
    [an.art === "behoerde" ? "Leitweg-ID" : "Ihre Referenz", an.kaeuferreferenz],
    ["Rückfragen", kontakt],
  ]
  return details.flatMap(([name, value]) => (value ? [[name, value] as const] : []))
}

/** The amount, the customer's account, and what the paper is. */
export function printResult(paper: Paper, data: Abrechnungsdaten, priced: string): void {
  paper.paragraph(amount(data), { bold: true, size: 12 })
  if (data.abrechnung_ist === "rechnung" && bruttoOf(data) > 0) paper.paragraph(terms(data))
  if (data.storno !== null && !isOld(data)) paper.paragraph(ACCOUNT_STAYS)
  else printAccount(paper, data, priced)
  const days = data.einspruchsfrist_tage
  paper.paragraph(
    `${WAS[data.abrechnung_ist ?? (isOld(data) ? "frueher" : "berichtigt")](data)} Einwände bitte innerhalb von ${isOld(data) ? `${days} Tagen` : daysInWords(days)} nach Zugang.`,
    { size: 9 },
  )
}

/** A Storno books nothing, so it shows no balances: with the sign turned, the account never had them. */
const ACCOUNT_STAYS =
  "Das Pfandkonto bleibt, wie es ist: Die Bewegungen sind damit wieder offen oder stehen in einer neuen Abrechnung."

function printAccount(paper: Paper, data: Abrechnungsdaten, priced: string): void {
  paper.paragraph(
    `Pfandkonto${priced}: Anfangssaldo ${formatEuro(data.anfang_cent)}, Bewegungen ${formatEuro(data.ende_cent - data.anfang_cent)}, Endsaldo ${formatEuro(data.ende_cent)}.`,
  )
  printAusserhalb(paper, data)
}

/** Says what part of the opening balance stands in no settlement. Only for information: nothing is added. */
function printAusserhalb(paper: Paper, data: Abrechnungsdaten): void {
  const parts = splitAusserhalb(data)
  if (parts.length === 0) return
  const [first] = parts
  const what =
    first?.name === UNSEPARATED
      ? `${formatEuro(first.cent)} gebucht, die in keiner Abrechnung stehen (${UNSEPARATED}); der Anfangssaldo enthält sie.`
      : `${parts.map(({ name, cent }) => `${name} von ${formatEuro(cent)}`).join(" und ")} gebucht, die in keiner Abrechnung stehen; der Anfangssaldo enthält sie schon.`
  const since = sinceWhen(data)
  paper.paragraph(`${since[0]?.toUpperCase()}${since.slice(1)} wurden ${what}`, { size: 9 })
}

const bruttoOf = ({ steuern }: Abrechnungsdaten): number =>
  steuern.reduce((sum, { brutto_cent }) => sum + brutto_cent, 0)

function amount(data: Abrechnungsdaten): string {
  const brutto = bruttoOf(data)
  if (data.abrechnung_ist === null && isOld(data))
    return brutto < 0 ? `Gutschrift: ${formatEuro(-brutto)}` : `Zu zahlen: ${formatEuro(brutto)}`
  const cent = data.abrechnung_ist === "beleg" ? data.ende_cent - data.anfang_cent : brutto
  if (cent < 0) return `Guthaben: ${formatEuro(-cent)}`
  if (data.zahlungsbedingung) return `Guthaben aufgehoben: ${formatEuro(cent)}`
  return `${data.abrechnung_ist === "beleg" ? "Pfand" : "Zu zahlen"}: ${formatEuro(cent)}`
}

const terms = ({ zahlungsbedingung, faellig_am, firma, nummer }: Abrechnungsdaten): string =>
  zahlungsbedingung ??
  `Bitte zahlen Sie bis ${formatDatum(faellig_am)} ohne Abzug auf das Konto ${firma.iban}, Verwendungszweck ${nummer}.`

/** What a settlement says of a deposit that came back, on paper and in the structured invoice. */
export const REDUCTION = "Zurückgegebenes Pfand mindert das Entgelt (§ 17 UStG)."

/** What a document says of the invoice's structured form. */
const FORM = {
  papier: "",
  zugferd: "Dieses PDF enthält die Rechnung auch als Daten (ZUGFeRD, EN 16931). ",
  xrechnung: "Die Rechnung geht Ihnen als XRechnung (XML) zu; diese Seiten zeigen denselben Inhalt. ",
}

const WAS = {
  frueher: () => "Dieser Beleg ist die Abrechnung des Leihguts und keine Rechnung im Sinne des § 14 UStG.",
  beleg: (data: Abrechnungsdaten) => `Dieser Beleg ist keine Rechnung. ${taxElsewhere(data)}`,
  /**
   * For the Storno of a settlement from before companies chose its kind: that one showed VAT, so this one does as
   * well.
   */
  berichtigt: () => "Dieser Beleg berichtigt die genannte Abrechnung (§ 31 Abs. 5 UStDV).",
  rechnung: (data: Abrechnungsdaten) => `${FORM[data.form ?? "papier"]}${REDUCTION}`,
}

/** Names the paper that has the VAT of a settlement which is no invoice. */
function taxElsewhere({ kleinunternehmer, ust_verfahren }: Abrechnungsdaten): string {
  if (kleinunternehmer)
    return "Als Kleinunternehmer im Sinne des § 19 UStG weisen wir keine Umsatzsteuer aus."
  if (ust_verfahren === "jahresausgleich")
    return "Die Umsatzsteuer auf Pfand für Warenumschließungen wird nach der Vereinfachung des UStAE 10.1 Abs. 8 einmal im Jahr auf den Saldo berechnet, die übrige mit der Rechnung über die Ware; sie steht deshalb hier nicht."
  return "Die Umsatzsteuer auf das Pfand wird mit der Rechnung über die Ware abgerechnet und steht deshalb hier nicht."
}
