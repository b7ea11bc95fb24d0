import { isLostInWindows1252 } from "../../lib/windows-1252.ts"
import { about, general, type Meldung } from "./meldung.ts"
import { isGebucht, type Posten } from "./posten.ts"

/** Exported settlements that a tax adviser should look at. */
export function* listHinweise(alle: readonly Posten[], belege: number): Generator<Meldung> {
  if (belege > 0)
    yield general(
      `${belege === 1 ? "Eine Abrechnung dieses Monats ist ein Beleg" : `${belege} Abrechnungen dieses Monats sind Belege`}: Pfand und Umsatzsteuer daraus bucht die Rechnung über die Ware, hier gebucht werden nur Kautionen. Wer mit Pfandwerk abrechnet, stellt unter „Firma“ ein, dass eine Abrechnung die Rechnung ist`,
    )
  for (const posten of alle) {
    const steuern = posten.steuern.filter((steuer) => isGebucht(posten, steuer))
    const { land, kundennummer, name } = posten
    const one = { ...posten, ust_cent: steuern.reduce((sum, { ust_cent }) => sum + ust_cent, 0) }
    if (land !== "DE" && one.ust_cent !== 0)
      yield about(
        one,
        `Der Kunde ${kundennummer} (${name}) sitzt im Ausland (${land}), abgerechnet ist deutsche Umsatzsteuer: bitte mit dem Steuerberater klären`,
      )
    if (isLostInWindows1252(name))
      yield about(
        one,
        `Den Namen des Kunden ${kundennummer} (${name}) kann DATEV nicht schreiben: im Buchungstext stehen Fragezeichen`,
      )
    if (steuern.some(({ klasse, satz }) => klasse === "transporthilfsmittel" && satz !== null && satz < 10))
      yield about(
        one,
        "Transporthilfsmittel sind hier ermäßigt abgerechnet, richtig ist der Regelsatz: bitte stornieren und neu abrechnen",
      )
    if (steuern.every(({ netto_cent, ust_cent }) => netto_cent + ust_cent === 0))
      yield about(one, "Alle Beträge sind null: die Datei hat dafür keine Zeile")
  }
}
