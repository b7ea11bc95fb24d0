import { foreignColumn, type ImportColumn, type Look } from "./columns.ts"
import { keyOf } from "../../../lib/headings.ts"
import type { Given } from "./importer.ts"

/** Names that other programs keep in several columns. These come in only. */

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

/** Beside a company, or a first name, a name is that of a person; but the first of several is the customer's. */
function isOfPerson({ heading, others }: Look): boolean {
  if ((heading !== NAME && heading !== NAME_1) || others.has("nachname")) return false
  const [hasCompany, hasFirst] = [COMPANY.some((word) => others.has(word)), others.has("vorname")]
  return heading === NAME_1 && others.has(NAME_2) ? hasCompany && hasFirst : hasCompany || hasFirst
}

/** Fewer cells may be the same by chance. */
const ENOUGH_CELLS = 5

/** @returns whether a column of companies names nothing but one, beside the names of many: the owner of the list */
export const isOwnCompany = ({ heading, others, cells }: Look): boolean =>
  COMPANY.includes(heading) &&
  (others.has(NAME) || others.has(NAME_1)) &&
  cells.length >= ENOUGH_CELLS &&
  new Set(cells).size === 1

/** Beside "Straße 1", a first supplement is that of the address. */
export const isOfAddress = ({ heading, others }: Look): boolean =>
  heading === keyOf("Zusatz 1") && others.has(keyOf("Straße 1"))

/** Lists of DATEV have one column for the account and the number. */
export const isDatev = (others: ReadonlySet<string>): boolean =>
  others.has(keyOf("Name (Adressattyp Unternehmen)"))

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

/** Names of companies, and further parts of them. */
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

/** @returns the text of a cell; none of an empty one */
export const said = (value: unknown): string => (typeof value === "string" ? value : "")

/** `Lind, Erika` → `Erika Lind` */
function turned(text: string): string {
  const [last = "", first = "", ...more] = text.split(",").map((part) => part.trim())
  return first !== "" && more.length === 0 ? `${first} ${last}` : text
}

type Person = { anrede: string; name: string }

/** @returns the name of a person, which is empty if the row says none, and the other fields of the row */
export function personOf({ anrede, titel, vorname, nachname, name_vorname, ...others }: Given): {
  person: Person
  others: Given
} {
  const whole = [titel, vorname, nachname].map(said).filter((part) => part !== "")
  const isNamed = said(vorname) !== "" || said(nachname) !== ""
  const name = isNamed ? whole.join(" ") : turned(said(name_vorname))
  const isPerson = /^(?:Herr|Herrn|Frau|Hr\.?|Fr\.?)$/i.test(said(anrede))
  return { person: { anrede: isPerson ? said(anrede) : "", name }, others }
}
