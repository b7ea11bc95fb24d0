import { kundenfelder } from "../../../lib/felder/kunde.ts"
import { noDay } from "../../import/table/codes.ts"
import {
  areDigits,
  areNumbers,
  foreignColumn,
  type ImportColumn,
  type HeadingContext,
} from "../../import/table/columns.ts"
import { blocked, flag, isDecided } from "../../import/table/decisions.ts"
import { keyOf } from "../../../lib/headings.ts"
import {
  companyColumns,
  isDatev,
  isOfAddress,
  isOwnCompany,
  personColumns,
} from "../../import/table/person.ts"
import { columnsOf } from "../../import/table/field-columns.ts"
import { SUPPLIER } from "./compose.ts"
import { kundenHeadings } from "./foreign-headings.ts"

/** Kinds of contacts, in a list of all of them. */
const PARTNER =
  /^(?:kunden?|debitor(?:en)?|customers?|clients?|interessent(?:en)?|kreditor(?:en)?|lieferant(?:en)?|suppliers?|vendors?|hersteller)$/i

/** Columns of customers, for imports and exports. */
export const kundenColumns = columnsOf(kundenfelder, {}, kundenHeadings)

const KUNDE = keyOf("Kunde")
const ADRESSE = keyOf("Adresse")
const NAME = keyOf("Name")
const DEBITOR = new Set(["Debitorennummer", "Debitor-Nr."].map(keyOf))
/** @returns whether a second street belongs to another address: beside a second town */
const isOfSecond = ({ heading, others: all }: HeadingContext): boolean =>
  heading.endsWith("2") && [keyOf("PLZ 2"), keyOf("Ort 2")].some((word) => all.has(word))
const STATUS = new Set(["Status", "Kundenstatus"].map(keyOf))

/** Columns that need more than their heading to be recognised. */
const looks: Readonly<Record<string, Pick<ImportColumn, "isAlso" | "isNot">>> = {
  kundennummer: {
    isAlso: (context) =>
      (context.heading === KUNDE && areNumbers(context)) ||
      (context.heading === ADRESSE && areDigits(context)),
  },
  strasse: { isNot: (context) => context.heading === ADRESSE && areDigits(context) },
  debitor_nr: { isNot: (context) => DEBITOR.has(context.heading) && !areDigits(context) },
  name: { isNot: (context) => (context.heading !== NAME && areDigits(context)) || isOwnCompany(context) },
  aktiv: { isNot: ({ heading, cells }) => STATUS.has(heading) && !isDecided(cells) },
}

/** Columns of other programs, which become fields of the customer (compose.ts). */
const others: readonly ImportColumn[] = [
  ...personColumns,
  ...companyColumns,
  {
    ...foreignColumn("hausnummer", "Hausnummer", "Steht hinter der Straße", [
      "Haus-Nr.",
      "Hausnr.",
      "HNr.",
      "Hnr",
    ]),
    // A number of a record may be written so.
    read: (cell) => noDay(cell, /^\d{4}-\d\d-\d\d$/),
  },
  {
    ...foreignColumn("adresszusatz", "Adresszusatz", "Steht hinter der Straße", [
      "Adresszusatz 1",
      "Adresse Zusatz",
      "Anschriftzusatz",
      "Straße 2",
      "Adresse 2",
      "Address 2",
      "Address line 2",
      "Billing address 2",
      "Default Address Address2",
    ]),
    isAlso: isOfAddress,
    isNot: isOfSecond,
  },
  {
    ...foreignColumn("adresszusatz_2", "Adresszusatz 2", "Steht hinter dem ersten", ["Straße 3"]),
    isNot: isOfSecond,
  },
  foreignColumn("telefon_2", "Telefon 2", "Wenn es keine andere Nummer gibt", ["Telefon privat", "Tel2"]),
  foreignColumn("mobil", "Mobiltelefon", "Wenn es keine andere Nummer gibt", [
    "Mobil",
    "Mobil 1",
    "Handy",
    "Telefon mobil",
    "Mobilnummer",
    "Mobile phone",
  ]),
  {
    ...foreignColumn("gesperrt", "Gesperrt", "Ja heißt: nicht aktiv", [
      "Sperre",
      "Kunde gesperrt",
      "Gesperrt J/N",
      "Inaktiv",
      "Kunde inaktiv",
      "Gelöscht",
      "Löschkennzeichen",
      "Sperrkennzeichen",
      "Sperr-Kz.",
      "SperrKz",
      "Liefersperre",
      "Archiviert",
      "Deaktiviert",
      "Passiv",
      "Lieferstop",
      "Lieferstopp",
      "Löschvormerkung",
      "Lösch-Vm",
      "Blocked",
      "Frozen",
      "Frozen for",
      "FrozenFor",
      "Sperrvermerk",
      "Gelöscht am",
      "Gesperrt am",
      "Gesperrt seit",
      "Inaktiv seit",
      "Inaktiv ab",
      "Archiviert am",
      "Deaktiviert am",
    ]),
    ...blocked,
  },
  {
    ...foreignColumn("kunde_bis", "Kunde bis", "Ein Tag, der vorbei ist, heißt: nicht aktiv", [
      "Aktiv bis",
      "Gekündigt zum",
      "Kündigung zum",
    ]),
    ...blocked,
  },
  {
    ...foreignColumn("monatlich", "Rechnung monatlich", "Ja heißt: Abrechnung monatlich", [
      "Rg. monatl.",
      "Monatsrechnung",
      "Monatliche Rechnung",
      "Monatliche Abrechnung",
      "Sammelrechnung",
      "Abrechnung monatlich",
    ]),
    ...flag,
  },
  {
    ...foreignColumn("datev_konto", "Konto (DATEV)", "Nummer und Debitorenkonto zugleich"),
    isAlso: ({ heading, others: all }) => heading === keyOf("Konto") && isDatev(all),
  },
  {
    ...foreignColumn("kontaktart", "Kontaktart", "Lieferanten werden nicht übernommen", [
      "Kontakttyp",
      "Kategorie",
      "Adressart",
      "Adresstyp",
      "Partnerart",
      "Typ",
    ]),
    isAlso: ({ cells }) =>
      cells.some((cell) => SUPPLIER.test(cell)) && cells.every((cell) => cell === "" || PARTNER.test(cell)),
    isNot: ({ cells }) => !cells.some((cell) => SUPPLIER.test(cell)),
  },
  foreignColumn("kreditor", "Lieferantennummer", "Wer nur diese hat, wird nicht übernommen", [
    "Kreditoren-Nr.",
    "Kreditorennummer",
    "Lieferanten-Nr.",
  ]),
  foreignColumn("eu_land", "EU-Land", "Die ersten Zeichen der USt-IdNr.", ["EU-Mitgliedstaat"]),
  foreignColumn("eu_ustid", "EU-USt-ID", "Die USt-IdNr. ohne ihr Land", ["EU-UStID", "EU-USt-IdNr."]),
]

/** Columns that the import reads. */
export const columnsIn: readonly ImportColumn[] = [
  ...kundenColumns.map((column) => ({ ...column, ...looks[column.feld] })),
  ...others,
]
