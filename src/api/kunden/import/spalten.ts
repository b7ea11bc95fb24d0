import { kundenfelder } from "../../../lib/felder/kunde.ts"
import { areDigits, areNumbers, noDay, noFraction } from "../../import/table/codes.ts"
import {
  blocked,
  flag,
  foreignColumn,
  type ImportColumn,
  isDecided,
  type Look,
} from "../../import/table/columns.ts"
import { keyOf } from "../../../lib/headings.ts"
import { personColumns } from "../../import/table/person.ts"
import { columnsOf } from "../../import/table/spalten-of.ts"
import { worte } from "../../import/table/worte.ts"

/** The fields of a customer in tables that come in and go out. */
export const kundenColumns = columnsOf(kundenfelder, {}, worte["kunden"])

const KUNDE = keyOf("Kunde")
const ADRESSE = keyOf("Adresse")
const DEBITOR = new Set(["Debitorennummer", "Debitor-Nr."].map(keyOf))
/** Beside "Straße 1", a first supplement is that of the address. */
const ofAddress = ({ heading, others: all }: Look): boolean =>
  heading === keyOf("Zusatz 1") && all.has(keyOf("Straße 1"))
const STATUS = new Set(["Status", "Kundenstatus"].map(keyOf))

/** Decisions that the words of these columns alone do not make. */
const looks: Readonly<Record<string, Pick<ImportColumn, "isAlso" | "isNot" | "read">>> = {
  kundennummer: {
    isAlso: (look) =>
      (look.heading === KUNDE && areNumbers(look)) || (look.heading === ADRESSE && areDigits(look)),
  },
  strasse: { isNot: areDigits },
  plz: { read: noFraction },
  debitor_nr: { isNot: (look) => DEBITOR.has(look.heading) && !areDigits(look) },
  name: { isNot: areDigits },
  aktiv: { isNot: ({ heading, cells }) => STATUS.has(heading) && !isDecided(cells) },
}

/** Lists of DATEV have one column for the account and the number. */
const isDatev = (others: ReadonlySet<string>): boolean => others.has(keyOf("Name (Adressattyp Unternehmen)"))

/** Columns of other programs that come in only, and become fields of the customer. */
const others: readonly ImportColumn[] = [
  ...personColumns,
  {
    ...foreignColumn("name_2", "Name 2", "Gehört zum Namen, oder ist der Ansprechpartner", [
      "Firma 2",
      "Firma2",
      "Firmenname 2",
      "Firmenzusatz",
      "Namenszusatz",
      "Name Zusatz",
      "Zusatz",
      "Zusatz 1",
    ]),
    isNot: ofAddress,
  },
  foreignColumn("name_3", "Name 3", "Gehört zum Namen, oder ist der Ansprechpartner", [
    "Firma 3",
    "Name 4",
    "Zusatz 2",
  ]),
  {
    ...foreignColumn("hausnummer", "Hausnummer", "Steht hinter der Straße", [
      "Haus-Nr.",
      "Hausnr.",
      "HNr.",
      "Hnr",
    ]),
    read: noDay,
  },
  {
    ...foreignColumn("adresszusatz", "Adresszusatz", "Steht hinter der Straße", [
      "Adresse Zusatz",
      "Anschriftzusatz",
      "Straße 2",
    ]),
    isAlso: ofAddress,
  },
  foreignColumn("telefon_2", "Telefon 2", "Wenn es keine andere Nummer gibt", [
    "Mobil",
    "Mobiltelefon",
    "Mobil 1",
    "Handy",
    "Telefon mobil",
    "Mobilnummer",
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
  foreignColumn("datev_firma", "Name (Adressattyp Unternehmen)", "Name einer Firma"),
  foreignColumn("datev_name", "Name (Adressattyp keine Angabe)", "Name, wenn kein anderer da ist"),
  {
    ...foreignColumn("datev_kurz", "Kurzbezeichnung", "Name, wenn kein anderer da ist"),
    isNot: ({ others: all }) => !isDatev(all),
  },
  foreignColumn("eu_land", "EU-Land", "Die ersten Zeichen der USt-IdNr.", ["EU-Mitgliedstaat"]),
  foreignColumn("eu_ustid", "EU-USt-ID", "Die USt-IdNr. ohne ihr Land", ["EU-UStID", "EU-USt-IdNr."]),
]

/** Columns of a table that comes in. */
export const columnsIn: readonly ImportColumn[] = [
  ...kundenColumns.map((column) => ({ ...column, ...looks[column.feld] })),
  ...others,
]
