import { foreignColumn, type ImportColumn, type HeadingContext } from "./columns.ts"
import { keyOf } from "../../../lib/headings.ts"
import { type Given, textOf } from "./importer.ts"

/** Columns of names, which other programs keep in several columns. */

const NAME = keyOf("Name")
const NAME_1 = keyOf("Name 1")
const NAME_2 = keyOf("Name 2")
const COMPANY = [
  "Firma",
  "Firma 1",
  "Firmenname",
  "Firmenname 1",
  "Firmenbezeichnung",
  "Unternehmen",
  "Organisation",
  "Company",
  "Billing company",
  "Default Address Company",
  "Company name",
  "Organization Name",
  "Organization 1 - Name",
].map(keyOf)

/** @returns whether `Name` is a surname: beside a company or a first name. `Name 1`, if there is a second: beside both */
function isOfPerson({ heading, others }: HeadingContext): boolean {
  if ((heading !== NAME && heading !== NAME_1) || others.has("nachname")) return false
  const [hasCompany, hasFirst] = [COMPANY.some((word) => others.has(word)), others.has("vorname")]
  return heading === NAME_1 && others.has(NAME_2) ? hasCompany && hasFirst : hasCompany || hasFirst
}

/** Fewer equal cells may be chance. */
const ENOUGH_CELLS = 5

/** @returns whether a column of companies repeats a single one beside many names: that of the list's owner */
export const isOwnCompany = ({ heading, others, cells }: HeadingContext): boolean =>
  COMPANY.includes(heading) &&
  (others.has(NAME) || others.has(NAME_1)) &&
  cells.length >= ENOUGH_CELLS &&
  new Set(cells).size === 1

/** @returns whether `Zusatz 1` belongs to the address: beside `Straße 1` */
export const isOfAddress = ({ heading, others }: HeadingContext): boolean =>
  heading === keyOf("Zusatz 1") && others.has(keyOf("Straße 1"))

/** @returns whether it is a list of DATEV, which has one column for account and number */
export const isDatev = (others: ReadonlySet<string>): boolean =>
  others.has(keyOf("Name (Adressattyp Unternehmen)"))

/** Names of persons. */
export const personColumns: readonly ImportColumn[] = [
  foreignColumn("anrede", "Anrede", "Herr oder Frau; steht vor dem Ansprechpartner", [
    "Salutation",
    "Billing salutation",
  ]),
  foreignColumn("titel", "Titel", "Steht vor dem Vornamen", ["Akademischer Titel", "Titel/Akad. Grad"]),
  foreignColumn("vorname", "Vorname", "Wird mit dem Nachnamen zum Namen", [
    "Vorname 1",
    "First name",
    "Given Name",
    "Firstname",
    "Billing firstname",
    "Billing first name",
    "Vorname Ansprechpartner",
    "Ansprechpartner Vorname",
    "Vorname (Adressattyp natürl. Person)",
  ]),
  {
    ...foreignColumn("nachname", "Nachname", "Wird mit dem Vornamen zum Namen", [
      "Familienname",
      "Zuname",
      "Last name",
      "Family Name",
      "Lastname",
      "Surname",
      "Billing lastname",
      "Billing last name",
      "Nachname Ansprechpartner",
      "Ansprechpartner Nachname",
      "Name (Adressattyp natürl. Person)",
    ]),
    isAlso: isOfPerson,
  },
  foreignColumn("name_vorname", "Nachname, Vorname", "Wird umgestellt", ["Name, Vorname", "Zuname, Vorname"]),
]

/** Names of companies, in several parts. */
export const companyColumns: readonly ImportColumn[] = [
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
    isNot: isOfAddress,
  },
  foreignColumn("name_3", "Name 3", "Gehört zum Namen, oder ist der Ansprechpartner", [
    "Firma 3",
    "Name 4",
    "Zusatz 2",
  ]),
  foreignColumn("datev_firma", "Name (Adressattyp Unternehmen)", "Name einer Firma"),
  foreignColumn("datev_name", "Name (Adressattyp keine Angabe)", "Name, wenn kein anderer da ist"),
  {
    ...foreignColumn("datev_kurz", "Kurzbezeichnung", "Name, wenn kein anderer da ist"),
    isNot: ({ others }) => !isDatev(others),
  },
]

/** `Lind, Erika` → `Erika Lind` */
function firstNameFirst(text: string): string {
  const [last = "", first = "", ...more] = text.split(",").map((part) => part.trim())
  return first !== "" && more.length === 0 ? `${first} ${last}` : text
}

type Person = { anrede: string; name: string }

/** @returns the person whom a row names, with an empty name if it names none; and the row's other fields */
export function personOf({ anrede, titel, vorname, nachname, name_vorname, ...others }: Given): {
  person: Person
  others: Given
} {
  const whole = [titel, vorname, nachname].map(textOf).filter((part) => part !== "")
  const isNamed = textOf(vorname) !== "" || textOf(nachname) !== ""
  const name = isNamed ? whole.join(" ") : firstNameFirst(textOf(name_vorname))
  const isPerson = /^(?:Herr|Herrn|Frau|Hr\.?|Fr\.?)$/i.test(textOf(anrede))
  return { person: { anrede: isPerson ? textOf(anrede) : "", name }, others }
}
