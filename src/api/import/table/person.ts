import { foreignColumn, type ImportColumn, type Look } from "./columns.ts"
import { keyOf } from "../../../lib/headings.ts"
import type { Given } from "./importer.ts"

/** Names that other programs keep in several columns. These come in only. */

const hasFirstName = ({ others }: Look): boolean => others.has("vorname") && !others.has("nachname")
const NAME = keyOf("Name")

export const personColumns: readonly ImportColumn[] = [
  foreignColumn("anrede", "Anrede", "Herr oder Frau; steht vor dem Ansprechpartner", ["Salutation"]),
  foreignColumn("titel", "Titel", "Steht vor dem Vornamen", ["Akademischer Titel", "Titel/Akad. Grad"]),
  foreignColumn("vorname", "Vorname", "Wird mit dem Nachnamen zum Namen", [
    "Vorname 1",
    "First name",
    "Firstname",
    "Billing firstname",
    "Vorname Ansprechpartner",
    "Ansprechpartner Vorname",
    "Vorname (Adressattyp natürl. Person)",
  ]),
  {
    ...foreignColumn("nachname", "Nachname", "Wird mit dem Vornamen zum Namen", [
      "Familienname",
      "Zuname",
      "Last name",
      "Lastname",
      "Surname",
      "Billing lastname",
      "Nachname Ansprechpartner",
      "Ansprechpartner Nachname",
      "Name (Adressattyp natürl. Person)",
    ]),
    // Beside a first name, a name is that of a person.
    isAlso: (look) => look.heading === NAME && hasFirstName(look),
  },
  foreignColumn("name_vorname", "Nachname, Vorname", "Wird umgestellt", ["Name, Vorname", "Zuname, Vorname"]),
]

/** @returns the text of a cell; none of an empty one */
export const said = (value: unknown): string => (typeof value === "string" ? value : "")

/** `Lind, Erika` → `Erika Lind` */
function turned(text: string): string {
  const [last = "", first = "", ...more] = text.split(",").map((part) => part.trim())
  return first !== "" && more.length === 0 ? `${first} ${last}` : text
}

export type Person = { anrede: string; name: string }

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
