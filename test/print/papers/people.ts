import { toPrintable } from "../../../src/lib/reencode.ts"
import type { Bestand, Empfaenger, Firma, Picture } from "../../../src/print/modell.ts"
import { an, bestand, erstellt_am, firma } from "../../helpers/dokumente.ts"
import { drawing } from "../../helpers/jedes-dokument.ts"

/** Whose papers are drawn, and for whom: with all that can be known of them, and with no more than must be. */

export const picture = (kind: "photo" | "drawing", width = 60, height = 40): Promise<Picture> =>
  toPrintable(drawing(width, height), [530, 530], kind)

const full: Firma = {
  ...firma,
  rechnung_kontakt: "Frau Buch",
  rechnung_telefon: "04131 99",
  rechnung_email: "buch@sommer.example",
  logo: await picture("drawing"),
}
const bare: Firma = {
  name: "Kiosk",
  strasse: null,
  plz: null,
  ort: null,
  telefon: null,
  email: null,
  steuernummer: null,
  ust_id: null,
  iban: null,
  zeitzone: "Europe/Berlin",
  logo: null,
}
const fullAn: Empfaenger = {
  ...an,
  land: "AT",
  art: "unternehmen",
  ust_id: "ATU12345678",
  kaeuferreferenz: "Bestellung 7",
}
const bareAn: Empfaenger = {
  kundennummer: "1",
  name: "Adler",
  ansprechpartner: null,
  strasse: null,
  plz: null,
  ort: null,
  land: "DE",
}

const terms = { erstellt_am, einspruchsfrist_tage: 8, preise: "netto" as const }
/** All that there is; the ordinary; and nothing that may be missing. */
export const FULL = { ...terms, firma: full, an: fullAn, stand_nr: 4711 }
export const PLAIN = { ...terms, firma, an }
export const BARE = {
  ...terms,
  firma: bare,
  an: bareAn,
  einspruchsfrist_tage: 1,
  preise: "brutto" as const,
  stand_nr: null,
}

/** What a customer has: a device alone, and more that came back than went out. */
export const [geraet, minus]: [Bestand[], Bestand[]] = [bestand.slice(2), bestand.slice(1, 2)]
export { bestand }
