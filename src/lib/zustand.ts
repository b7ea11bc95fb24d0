import { type TObject, type Static, Type } from "@sinclair/typebox"
import { Nullable, OneOf, Zeitpunkt } from "./fields.ts"

const bytes = (description: string) => Type.Integer({ description })

/** How the service is, for the operator: what GET /api/zustand answers. */
export const zustandFields = {
  version: Type.String(),
  gestartet_am: Zeitpunkt(),
  befunde: Type.Array(
    Type.Object({
      pruefung: Type.String({ examples: ["Sicherung"] }),
      ergebnis: OneOf(["gut", "warnung", "fehler"]),
      text: Type.String({ description: "Was gefunden wurde, und was zu tun ist" }),
      seit: Nullable(
        Zeitpunkt({ description: "Seit wann das Ergebnis so ist; null: noch nicht zweimal angesehen" }),
      ),
    }),
  ),
  sicherungen: Type.Array(
    Type.Object({ datei: Type.String(), gemacht_am: Zeitpunkt(), bytes: bytes("Größe") }),
    { description: "Die neuesten dieser Anlage im Ordner der Sicherungen, die neueste zuerst" },
  ),
  auftraege_offen: Type.Integer({ description: "Aufträge aller Firmen, die warten oder laufen" }),
  emails_offen: Type.Integer({
    description:
      "E-Mails, die über den Mailserver des Betreibers gehen und warten oder gerade gesendet werden",
  }),
  frei_bytes: bytes("Freier Platz auf der Platte der Daten"),
  datenbank_bytes: bytes("Größe der Datenbank samt ihrem Schreibprotokoll"),
  speicher_bytes: bytes("Arbeitsspeicher, den der Dienst belegt"),
  herzschlag: Type.Boolean({ description: "Ob HERZSCHLAG gesetzt ist" }),
  alarm_abgelehnt: Nullable(
    Type.Object(
      { am: Zeitpunkt(), antwort: Type.String() },
      { description: "Was der Mailserver sagte, als er zuletzt eine Nachricht an MAIL_OPERATOR ablehnte" },
    ),
  ),
}

export type Zustand = Static<TObject<typeof zustandFields>>
