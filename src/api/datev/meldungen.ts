import { isLostInWindows1252 } from "../../lib/windows-1252.ts"
import { type Einstellungen, listLongKonten } from "./einstellungen.ts"
import { listKontenfehler, listOdd } from "./konten.ts"
import type { Meldung } from "./model.ts"
import { isBooked, type Journalposten } from "./posten.ts"

const general = (meldung: string): Meldung => ({ abrechnung_id: null, nummer: null, meldung })
const about = ({ id, nummer }: Journalposten, meldung: string): Meldung => ({
  abrechnung_id: id,
  nummer,
  meldung,
})

/**
 * Settlements of one file: they are marked in one transaction, for which all who write have to wait. With a line for each
 * of their taxes they stay below what DATEV reads.
 */
export const PER_FILE = 5000

/** Reasons for which no file is made. @param isSplit whether there is more than one file can hold */
export function* listObstacles(
  einstellungen: Einstellungen,
  posten: readonly Journalposten[],
  isSplit: boolean,
): Generator<Meldung> {
  if (isSplit)
    yield general(
      `Mehr als ${PER_FILE} Abrechnungen passen nicht in eine Datei; die schon gemachten stehen unter „DATEV und Steuerprüfung“`,
    )
  if (einstellungen.berater === null) yield general("In den DATEV-Einstellungen fehlt die Beraternummer")
  if (einstellungen.mandant === null) yield general("In den DATEV-Einstellungen fehlt die Mandantennummer")
  for (const { meldung } of listLongKonten(einstellungen)) yield general(meldung)
  yield* listKontenfehler(einstellungen, posten.flatMap(bookedOf)).map(general)
  for (const one of posten) {
    if (one.debitor !== undefined) continue
    const { kundennummer, name } = one
    yield about(
      one,
      `Der Kunde ${kundennummer} (${name}) hat kein Debitorenkonto mit ${einstellungen.kontenlaenge + 1} Stellen`,
    )
  }
}

/** @returns the amounts of a settlement that are booked here */
const bookedOf = (one: Journalposten): Journalposten["steuern"] =>
  one.steuern.filter((steuer) => isBooked(one, steuer))

/** Customers who share an account, so that DATEV cannot tell their items apart. */
function* listSharedAccounts(all: readonly Journalposten[]): Generator<Meldung> {
  for (const [debitor, some] of Map.groupBy(all, (one) => one.debitor)) {
    const holders = [...new Set(some.map(({ name, kundennummer }) => `${name} (${kundennummer})`))]
    if (debitor !== undefined && holders.length > 1)
      yield general(
        `Das Debitorenkonto ${debitor} gehört mehreren Kunden: ${holders.join(", ")}. Ist das gemeint? Ihre Posten stehen dort zusammen`,
      )
  }
}

/** Accounts and exported settlements that a tax adviser should look at. */
export function* listHints(
  einstellungen: Einstellungen,
  all: readonly Journalposten[],
  belege: number,
): Generator<Meldung> {
  yield* listOdd(einstellungen, all.flatMap(bookedOf)).map(general)
  yield* listSharedAccounts(all)
  if (belege > 0)
    yield general(
      `${belege === 1 ? "Eine Abrechnung dieses Monats ist ein Beleg" : `${belege} Abrechnungen dieses Monats sind Belege`}: Pfand und Umsatzsteuer daraus bucht die Rechnung über die Ware, hier gebucht werden nur Kautionen. Wer mit Pfandwerk abrechnet, stellt unter „Firma“ ein, dass eine Abrechnung die Rechnung ist`,
    )
  for (const posten of all) {
    const steuern = bookedOf(posten)
    const { land, kundennummer, name, an_name } = posten
    const one = { ...posten, ust_cent: steuern.reduce((sum, { ust_cent }) => sum + ust_cent, 0) }
    if (land !== "DE" && one.ust_cent !== 0)
      yield about(
        one,
        `Der Kunde ${kundennummer} (${name}) sitzt im Ausland (${land}), abgerechnet ist deutsche Umsatzsteuer: bitte mit dem Steuerberater klären`,
      )
    if (isLostInWindows1252(an_name))
      yield about(
        one,
        `Den Namen des Kunden ${kundennummer} (${an_name}) kann DATEV nicht schreiben: im Buchungstext stehen Fragezeichen`,
      )
    if (steuern.some(({ klasse, satz }) => klasse === "transporthilfsmittel" && satz !== null && satz < 10))
      yield about(
        one,
        "Transporthilfsmittel sind hier ermäßigt abgerechnet, richtig ist der Regelsatz: bitte stornieren und neu abrechnen",
      )
  }
}
