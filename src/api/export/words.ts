import type { buchungsarten, klaerungsarten } from "../../db/schema/values.ts"

/** Words for stored values in tables that go out. */

export const buchungsworte: Record<(typeof buchungsarten)[number], string> = {
  anfangsbestand: "Anfangsbestand",
  ausgabe: "Ausgabe",
  ruecknahme: "Rücknahme",
  korrektur_plus: "Korrektur +",
  korrektur_minus: "Korrektur −",
}
export const klaerungsworte: Record<(typeof klaerungsarten)[number], string> = {
  start: "Fahrt begonnen",
  abschluss: "zugestellt",
  fehlschlag: "nicht zugestellt",
  ungeplant: "ungeplant abgeholt",
  feierabend: "Feierabend",
}
