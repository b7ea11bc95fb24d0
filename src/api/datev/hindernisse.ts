import { type Einstellungen, listLangeKonten } from "./einstellungen.ts"
import { listKontenfehler } from "./konten.ts"
import { about, general, type Meldung } from "./meldung.ts"
import { isGebucht, type Posten } from "./posten.ts"

/**
 * Settlements of one file: they are marked in one transaction, for which all who write have to wait. With a line for each
 * of their taxes they stay below what DATEV reads.
 */
export const EINER_DATEI = 5000

/** Reasons for which no file is made. @param viele whether there is more than one file can hold */
export function* listHindernisse(
  einstellungen: Einstellungen,
  posten: readonly Posten[],
  viele: boolean,
): Generator<Meldung> {
  if (viele)
    yield general(
      `Mehr als ${EINER_DATEI} Abrechnungen passen nicht in eine Datei; die schon gemachten stehen unter „Belege“`,
    )
  if (einstellungen.berater === null) yield general("In den DATEV-Einstellungen fehlt die Beraternummer")
  if (einstellungen.mandant === null) yield general("In den DATEV-Einstellungen fehlt die Mandantennummer")
  for (const { meldung } of listLangeKonten(einstellungen)) yield general(meldung)
  const betraege = posten.flatMap((one) => {
    const { kleinunternehmer, steuern } = one
    return steuern
      .filter((steuer) => isGebucht(one, steuer))
      .map(({ klasse, satz }) => ({ klasse, satz, kleinunternehmer }))
  })
  yield* listKontenfehler(einstellungen, betraege).map(general)
  for (const one of posten) {
    if (one.debitor !== undefined) continue
    const { kundennummer, name } = one
    yield about(
      one,
      `Der Kunde ${kundennummer} (${name}) hat kein Debitorenkonto mit ${einstellungen.kontenlaenge + 1} Stellen`,
    )
  }
}
