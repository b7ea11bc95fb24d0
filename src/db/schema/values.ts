import { ereignisartInWords } from "../../lib/ereignisarten.ts"
import {
  abrechnungsformInWords,
  abrechnungsversandInWords,
  antwortInWords,
  belegartInWords,
  bildartInWords,
  geraetestandInWords,
  lagerartInWords,
  pruefartInWords,
} from "../../lib/arten.ts"
import { buchungsartInWords } from "../../lib/buchungsart.ts"
import { artikelfelder, pfandfelder } from "../../lib/felder/artikel.ts"
import { valuesIn } from "../../lib/felder/feld.ts"
import { firmenfelder } from "../../lib/felder/firma.ts"
import { lieferfelder } from "../../lib/felder/lieferung.ts"
import { nachrichtenstandInWords } from "../../lib/felder/versand.ts"
import { zustellstandInWords } from "../../lib/felder/webhook.ts"
import { mitarbeiterfelder } from "../../lib/felder/mitarbeiter.ts"
import { importe } from "../../lib/importarten.ts"

/**
 * Enumerations for schema, models and rules. Those that have German words in lib (declared fields, states, kinds of
 * bookings) are taken from there.
 */

export const tenantTypen = valuesIn(firmenfelder.typ.words)
export const tenantStatus = valuesIn(firmenfelder.status.words)
/** Roles of a company's people; a super administrator belongs to no company. */
export const firmenRollen = valuesIn(mitarbeiterfelder.rolle.words)
export const rollen = ["superadmin", ...firmenRollen] as const
/** Statuses that a returned device may get. */
export const rueckgabeorte = ["lager", "wartung"] as const
/** Statuses of a device that is not with a customer. */
export const placesWithoutKunde = ["lager", "wartung", "verloren", "ausgemustert"] as const
export const geraeteStatus = valuesIn(geraetestandInWords)
export const artikelArten = valuesIn(artikelfelder.art.words)
const ustKlassen = valuesIn(artikelfelder.ust_klasse.words)
export const steuersaetze = valuesIn(artikelfelder.steuersatz.words)
/** Ways to treat pieces that are out when an article's deposit changes. */
export const beiAenderung = valuesIn(pfandfelder.bei_aenderung.words)
/** Kinds of settlements: a record for invoicing elsewhere, or the invoice itself. */
export const abrechnungIst = valuesIn(firmenfelder.abrechnung_ist.words)
export const abrechnungsformen = valuesIn(abrechnungsformInWords)
/** Specifications of structured invoices. */
export const rechnungsprofile = ["en16931", "xrechnung"] as const
/** Units in which articles are counted. */
export const einheiten = valuesIn(artikelfelder.einheit.words)
export const preisarten = valuesIn(firmenfelder.preise.words)
export const ustVerfahren = valuesIn(firmenfelder.ust_verfahren.words)
/** A settlement, or the counter-document that cancels one. */
export const abrechnungsarten = ["abrechnung", "storno"] as const
/** Classes of a settlement's amounts: each has accounts of its own in the bookkeeping. */
export const abrechnungsklassen = [...ustKlassen, "geraetepfand", "kaution"] as const
export const ereignisarten = valuesIn(ereignisartInWords)
export const zustellstaende = valuesIn(zustellstandInWords)
export const belegarten = valuesIn(belegartInWords)
export const abrechnungsversand = valuesIn(abrechnungsversandInWords)
export const nachrichtenstaende = valuesIn(nachrichtenstandInWords)
export const antworten = valuesIn(antwortInWords)
/** Jobs that print for many customers. */
export const druckauftraege = [
  "abrechnungslauf",
  "kontoauszuege",
  "saldenbestaetigungen",
  "erinnerungen",
] as const
export const auftragsarten = [...druckauftraege, "firmenexport", "import"] as const
export const auftragsStatus = ["wartet", "laeuft", "fertig", "gescheitert"] as const
export const lieferStatus = valuesIn(lieferfelder.status.words)
export const zustaende = ["in_ordnung", "beschaedigt"] as const
export const buchungsarten = valuesIn(buchungsartInWords)
export const pruefarten = valuesIn(pruefartInWords)
export const intervallEinheiten = ["tage", "monate"] as const
export const bildArten = valuesIn(bildartInWords)
export const feierabendArten = ["leergut", "ware"] as const
/** Kinds of imports, in the order in which they depend on each other. */
export const importarten = valuesIn(importe)
export const lagerarten = valuesIn(lagerartInWords)
export const inventurStatus = ["offen", "abgeschlossen", "verworfen"] as const
