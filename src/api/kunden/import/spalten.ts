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

/** What a list says of all whom a company deals with, under any heading. */
const PARTNER =
  /^(?:kunden?|debitor(?:en)?|customers?|clients?|interessent(?:en)?|kreditor(?:en)?|lieferant(?:en)?|suppliers?|vendors?|hersteller)$/i

/** The fields of a customer in tables that come in and go out. */
export const kundenColumns = columnsOf(kundenfelder, {}, kundenHeadings)

const KUNDE = keyOf("Kunde")
const ADRESSE = keyOf("Adresse")
const NAME = keyOf("Name")
const DEBITOR = new Set(["Debitorennummer", "Debitor-Nr."].map(keyOf))
/** Beside a second town, a second street is that of another address. */
const isOfSecond = ({ heading, others: all }: HeadingContext): boolean =>
  heading.endsWith("2") && [keyOf("PLZ 2"), keyOf("Ort 2")].some((word) => all.has(word))
const STATUS = new Set(["Status", "Kundenstatus"].map(keyOf))

/** Decisions that the words of these columns alone do not make. */
const looks: Readonly<Record<string, Pick<ImportColumn, "isAlso" | "isNot">>> = {
  kundennummer: {
    isAlso: (look) =>
      (look.heading === KUNDE && areNumbers(look)) || (look.heading === ADRESSE && areDigits(look)),
  },
  strasse: { isNot: (look) => look.heading === ADRESSE && areDigits(look) },
  debitor_nr: { isNot: (look) => DEBITOR.has(look.heading) && !areDigits(look) },
  name: { isNot: (look) => (look.heading !== NAME && areDigits(look)) || isOwnCompany(look) },
  aktiv: { isNot: ({ heading, cells }) => STATUS.has(heading) && !isDecided(cells) },
}

/** Columns of other programs that come in only, and become fields of the customer. */
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

/** Columns of a table that comes in. */
export const columnsIn: readonly ImportColumn[] = [
  ...kundenColumns.map((column) => ({ ...column, ...looks[column.feld] })),
  ...others,
]
