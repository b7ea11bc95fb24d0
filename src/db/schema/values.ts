/** Every enumeration of the product: the schema, the models and the rules take it from here. */

export const tenantTypen = ["demo", "standard"] as const
export const tenantStatus = ["aktiv", "abgelaufen", "gesperrt"] as const
/** Of the people of a company; a super administrator belongs to none. */
export const firmenRollen = ["admin", "user", "fahrer"] as const
export const rollen = ["superadmin", ...firmenRollen] as const
export const abrechnungen = ["je_lieferung", "monatlich", "keine"] as const
/** Where a device may be put when it comes back, and where it may be without any customer. */
export const rueckgabeorte = ["lager", "wartung"] as const
export const ortOhneKunde = ["lager", "wartung", "verloren", "ausgemustert"] as const
export const geraeteStatus = ["lager", "beim_kunden", "wartung", "verloren", "ausgemustert"] as const
export const artikelArten = ["einzeln", "gebinde"] as const
export const ustKlassen = ["warenumschliessung", "transporthilfsmittel"] as const
export const steuersaetze = ["regel", "ermaessigt", "keine"] as const
export const pfandformen = ["pfand", "kaution"] as const
export const preisarten = ["netto", "brutto"] as const
export const ustVerfahren = ["laufend", "jahresausgleich"] as const
/** A settlement, or the counter-document that cancels one. */
export const abrechnungsarten = ["abrechnung", "storno"] as const
/** What a settlement's amounts are for: each has accounts of its own in the bookkeeping. */
export const abrechnungsklassen = [...ustKlassen, "geraetepfand", "kaution"] as const
/** Documents that are kept. */
export const belegarten = [
  "abrechnung",
  "lieferschein",
  "kontoauszug",
  "saldenbestaetigung",
  "erinnerung",
  "datev",
  "journal",
] as const
/** What a customer says to a balance. */
export const antworten = ["bestaetigt", "bestritten"] as const
export const auftragsarten = [
  "abrechnungslauf",
  "kontoauszuege",
  "saldenbestaetigungen",
  "erinnerungen",
] as const
export const auftragsStatus = ["wartet", "laeuft", "fertig", "gescheitert"] as const
export const kontenrahmen = ["03", "04"] as const
export const lieferStatus = ["geplant", "unterwegs", "zugestellt", "nicht_zugestellt", "storniert"] as const
export const zustaende = ["in_ordnung", "beschaedigt"] as const
export const bewegungsarten = ["ausgabe", "ruecknahme", "status"] as const
export const buchungsarten = [
  "anfangsbestand",
  "ausgabe",
  "ruecknahme",
  "korrektur_plus",
  "korrektur_minus",
] as const
export const bildArten = ["ort", "schaden", "beweis"] as const
export const klaerungsarten = ["start", "abschluss", "fehlschlag", "ungeplant"] as const
export const klaerungsStatus = ["offen", "gebucht", "verworfen"] as const
export const feierabendArten = ["leergut", "ware"] as const
