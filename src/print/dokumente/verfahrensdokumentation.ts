import { formatDatum, dayIn } from "../../lib/format.ts"
import type { PrintedDocument } from "../modell.ts"
import { type Detail, printListhead } from "../pdf/letterhead.ts"
import { MM } from "../pdf/paper.ts"
import type { Druck } from "../pdf/print.ts"
import { printTable } from "../pdf/table.ts"
import { printSignatureLines } from "./letter-parts.ts"

/** Settings of the company and its operator. */
export type Verfahrensdokumentation = PrintedDocument & {
  version: string
  /** The settings that have a bearing on the books, in words. */
  einstellungen: readonly Detail[]
  /** Role and what it may do. */
  roles: readonly Detail[]
  /** Backups, monitoring and updates of the server, as far as the program knows them. */
  betrieb: readonly Detail[]
}

type Section = { titel: string; paragraphs: readonly string[] }

const GENERAL: Section = {
  titel: "1  Allgemeine Beschreibung",
  paragraphs: [
    "Mit Pfandwerk führt das Unternehmen sein Leihgut: welcher Kunde welche Kästen, Flaschen, Fässer, Paletten und Geräte hat und wie viel Pfand dafür gebucht ist. Geführt werden Kunden, Pfandartikel, Geräte, Lieferungen und das Pfandbuch. Zahlungen erfasst das Programm nicht; eine Kasse im Sinne des § 146a AO ist es nicht.",
    "Eine Buchung entsteht mit der abgeschlossenen Lieferung eines Fahrers, mit der Ausgabe oder Rücknahme eines Geräts oder durch eine Erfassung im Büro. Aus den Buchungen entstehen Abrechnungen, die als Belege in die Buchführung des Unternehmens gehen.",
  ],
}

const USERS: Section = {
  titel: "2  Anwenderdokumentation",
  paragraphs: [
    "Der Fahrer bestätigt beim Kunden die ausgelieferten und zurückgenommenen Mengen; der Kunde unterschreibt. Ohne Netz werden die Angaben auf dem Telefon aufbewahrt und später gesendet. Festgehalten werden beide Zeitpunkte: wann erfasst (erfasst_am) und wann gebucht wurde (gebucht_am).",
    "Eine Buchung wird nie geändert oder gelöscht. Fehler werden durch eine sichtbare Gegenbuchung (Storno) oder eine Korrektur berichtigt; beide verlangen einen Grund und nennen, wer sie vorgenommen hat.",
    "Eine Abrechnung fasst Buchungen eines Kunden zusammen. Ihre Nummern sind je Jahr lückenlos. Jede Buchung steht in genau einer geltenden Abrechnung oder noch in keiner; das stellt die Datenbank selbst sicher. Eine Abrechnung wird nicht geändert: Sie wird durch einen Gegenbeleg storniert und neu erstellt. Buchungen, die nach einer Abrechnung eintreffen, stehen in der nächsten.",
    "In keiner Abrechnung stehen Anfangsbestände und Verluste. Bei einem Verlust verlassen Stücke oder ein Gerät, die ein Kunde nicht zurückbringt, sein Konto zu dem, was für sie bezahlt wurde; das Pfand wird nicht erstattet, die Umsatzsteuer der Ausgabe bleibt (eine Kaution hatte keine; sie ist in der Buchhaltung umzubuchen), und im Jahresausgleich bleiben die Stücke im Saldo. Ändern sie, mit welchem Steuersatz andere Stücke zurückkamen, so übernimmt das die nächste Abrechnung des Kunden als Korrektur. Der Prüferexport nennt diese Vorgänge einzeln, und in welcher Abrechnung was übernommen ist.",
    "Die Umsatzsteuer wird je Steuersatz einmal auf die Summe eines Belegs gerechnet und kaufmännisch gerundet; Netto und Steuer ergeben zusammen stets das Brutto.",
  ],
}

const TECHNIK: Section = {
  titel: "3  Technische Systemdokumentation",
  paragraphs: [
    "Pfandwerk ist ein einzelnes Programm mit einer SQLite-Datenbank und einem Ordner für Bilder auf einem Server. Jeder Datensatz trägt die Kennung seines Unternehmens; Verweise über Unternehmen hinweg weist die Datenbank ab.",
    "Das Pfandbuch ist je Unternehmen lückenlos nummeriert (lfd_nr). Jede Buchung trägt einen SHA-256-Hash über ihren Inhalt und den Hash der Buchung davor. Wer eine Buchung nachträglich änderte, müsste alle folgenden ändern; die Prüfung /api/pfandpruefung und der Prüferexport machen das sichtbar. Auslöser in der Datenbank weisen das Ändern und Löschen von Buchungen ab.",
    "Eine bestätigte Buchung ist auf dem Datenträger, bevor die Bestätigung gesendet wird. Wiederholte Sendungen werden an ihrer Kennung erkannt und nicht doppelt gebucht.",
    "Jede Änderung an Stammdaten steht im Protokoll: wer, wann, welches Feld, vorher und nachher. Das Protokoll wird in derselben Transaktion geschrieben und ist nicht änderbar.",
    "Der Prüferexport (Datenzugriff Z3) enthält Buchungen, Salden, Abrechnungen, Stammdaten und Protokoll als CSV mit einer Beschreibung (index.xml) und einer Anleitung, die Hashkette ohne Pfandwerk nachzurechnen.",
  ],
}

/** @returns the description of procedures that the GoBD ask for, from this version and these settings */
export function verfahrensdokumentation(data: Verfahrensdokumentation): Druck {
  const { firma, version, einstellungen, roles, betrieb } = data
  const stand = formatDatum(dayIn(data.erstellt_am, firma.zeitzone))
  return {
    ...data,
    titel: `Verfahrensdokumentation Pfandwerk ${version}, Stand ${stand}`,
    async draw(paper) {
      const section = async ({ titel, paragraphs }: Section) => {
        paper.heading(titel)
        for (const paragraph of paragraphs) {
          paper.paragraph(paragraph)
          await paper.rest()
        }
      }
      const table = (first: string, second: string, rows: readonly Detail[]) =>
        printTable(
          paper,
          [{ title: first, mm: 62 }, { title: second }],
          rows.map((cells) => ({ cells })),
        )
      printListhead(paper, firma, "Verfahrensdokumentation", [
        ["Verfahren", "Leihgut und Pfand"],
        ["Programm", `Pfandwerk ${version}`],
        ["Stand", stand],
      ])
      await section(GENERAL)
      await section(USERS)
      paper.heading("2.1  Einstellungen des Unternehmens")
      await table("Einstellung", "Gewählt", einstellungen)
      paper.heading("2.2  Berechtigungen")
      await table("Rolle", "Darf", roles)
      await section(TECHNIK)
      paper.heading("4  Betriebsdokumentation")
      await table("Gegenstand", "Regelung", betrieb)
      paper.paragraph(
        "Bücher und Aufzeichnungen werden zehn Jahre, Buchungsbelege acht Jahre und Geschäftsbriefe sechs Jahre ab dem Ende des Kalenderjahres aufbewahrt (§ 147 AO). Was das Unternehmen darüber hinaus regelt (wer Belege prüft, wer Zugang zum Server hat, wo Sicherungen liegen), trägt es hier ein:",
      )
      for (let line = 0; line < 6; line++) {
        paper.need(9 * MM)
        paper.space(9 * MM)
        paper.rule(paper.left, paper.right, paper.y, 0.5)
      }
      printSignatureLines(paper, ["Ort, Datum", "Verantwortlich"])
    },
  }
}
