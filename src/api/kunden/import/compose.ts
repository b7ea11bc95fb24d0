import { isSameName } from "../../../lib/fold.ts"
import { type Given, textOf } from "../../import/table/importer.ts"
import { personOf } from "../../import/table/person.ts"
import { splitPostcode } from "../../import/table/places.ts"
import type { Hints } from "../../import/table/hints.ts"

/** Beginnings of a text that names a contact. */
const CONTACT =
  /^(?:z\. ?H(?:dn?)?\.|z\. ?Hd|zu Händen|zH|Inh\.|Inhaber(?:in)?\b|c\/o|Herrn?\b|Frau\b|Hr\.|Fr\.|Familie\b|Ansprechp)/i

/** Makes one name of several columns. A person beside a company becomes its contact. */
function joinNames(given: Given, hints: Hints): Given {
  const { person, others } = personOf(given)
  const { name_2, name_3, datev_firma, datev_name, datev_kurz, ...rest } = others
  const further = [name_2, name_3].map(textOf).filter((text) => text !== "")
  const first = textOf(rest["name"]) || textOf(datev_firma)
  const parts = [first, ...further.filter((text) => !CONTACT.test(text))].filter((text) => text !== "")
  const company = parts.join(" ")
  const name = company || person.name || textOf(datev_name) || textOf(datev_kurz)
  const contacts = [
    ...(company === "" || person.name === "" ? [] : [[person.anrede, person.name].filter(Boolean).join(" ")]),
    ...further.filter((text) => CONTACT.test(text)),
  ]
  if (company !== "" && parts.length > 1)
    hints.add("Bei [einem|#] Kunden besteht der Name aus mehreren Spalten", name)
  if (company === "" && textOf(given["vorname"]) !== "")
    hints.add("Bei [einem|#] Kunden wurden Vorname und Nachname zum Namen", name)
  if (contacts.length > 0)
    hints.add(
      "Bei [einem|#] Kunden wurde ein Teil des Namens zum Ansprechpartner",
      `${name}: ${contacts.join(", ")}`,
    )
  const contact = textOf(rest["ansprechpartner"])
  const all = [...new Set([contact, ...contacts])].filter((text) => text !== "").join(", ")
  return { ...rest, ...(name && { name }), ...(all && { ansprechpartner: all }) }
}

/** `21335 Lüneburg` and `1011 AB Amsterdam` in one cell. */
const WITH_TOWN =
  /^((?:[A-Z]{1,3}(?:\s*[-–]\s*|\s+))?(?:\d{5}|\d{2} \d{3}|\d{4}(?: ?[A-Z]{2}(?!\p{L}))?))[\s,]+(\p{L}.*)$/u
/** Rest of a Dutch post code such as `1011 AB`, which is no town. */
const DUTCH = /^[A-Z]{2}$/

/** `Am Sande 5, 21335 Lüneburg` in one cell. */
const WHOLE =
  /^(\P{Nd}[^]*?)\s*[,;\n]\s*((?:[A-Z]{1,3}(?:\s*[-–]\s*|\s+)\d{4,5}|\d{5}|\d{2} \d{3})\s+\p{L}[^,;\n]*)$/u

/** Splits a whole address below the street, if nothing else says post code and town. */
function splitAddress(given: Given, hints: Hints): Given {
  const [whole = "", strasse, place = ""] = WHOLE.exec(textOf(given["strasse"])) ?? []
  const [, plz = place, ort] = WITH_TOWN.exec(place) ?? []
  if (whole === "" || textOf(given["plz"]) !== "" || textOf(given["ort"]) !== "") return given
  hints.add("Bei [einem|#] Kunden steht die ganze Anschrift in einer Zelle", whole.replaceAll("\n", ", "))
  return { ...given, strasse, plz, ...(ort && { ort }) }
}

/** Splits `21335 Lüneburg` below the town, if there is no other post code. */
function splitOrt(given: Given, hints: Hints): Given {
  const [whole = "", code = "", ort = ""] = /^(\d{5})\s+(\p{L}.*)$/u.exec(textOf(given["ort"])) ?? []
  const plz = textOf(given["plz"])
  if (whole === "" || (plz !== "" && plz.padStart(5, "0") !== code)) return given
  hints.add("Bei [einem|#] Kunden steht die Postleitzahl beim Ort", whole)
  return { ...given, plz: code, ort }
}

/** Splits `21335 Lüneburg` below the post code, if there is no other town. */
function splitPlz(given: Given, hints: Hints): Given {
  const [whole = "", plz = "", town = ""] = WITH_TOWN.exec(textOf(given["plz"])) ?? []
  const ort = textOf(given["ort"])
  if (whole === "" || DUTCH.test(town) || (ort !== "" && !isSameName(ort, town))) return given
  hints.add("Bei [einem|#] Kunden stehen Postleitzahl und Ort in einer Zelle", `${plz} – ${town}`)
  return { ...given, plz, ort: ort || town }
}

/** Makes one street of street, house number and supplements. */
function joinStreet({ hausnummer, adresszusatz, adresszusatz_2, ...given }: Given): Given {
  const street = [textOf(given["strasse"]), textOf(hausnummer)].filter((text) => text !== "").join(" ")
  const strasse = [street, textOf(adresszusatz), textOf(adresszusatz_2)]
    .filter((text) => text !== "")
    .join(", ")
  return { ...given, ...(strasse && { strasse }) }
}

/** @returns whether a text means that there is no number. Other texts without digits stay, as an export repeats them */
const isNoNumber = (text: string): boolean =>
  /^(?:[-–—.]+|keine?[rs]?(?: (?:nummer|telefon|angabe))?|ohne|fehlt|unbekannt|nicht bekannt|entfällt|siehe .*|s\. ?o\.|[^\s@]+@[^\s@]+\.\w+)$/i.test(
    text,
  ) && !/\d/.test(text)

const ADDRESS = /^[^\s@]+@[^\s@]+$/

/** Keeps the first of several e-mail addresses in a cell. */
function pickEmail(given: Given, hints: Hints): Given {
  const first = (field: string): Given => {
    const [one = "", ...others] = textOf(given[field])
      .split(/[\s,;/|]+|:::/)
      .filter((part) => part !== "")
    if (others.length === 0 || ![one, ...others].every((part) => ADDRESS.test(part))) return {}
    hints.add(
      "Bei [einem|#] Kunden wird nur die erste E-Mail-Adresse übernommen",
      `${one}, nicht ${others.join(", ")}`,
    )
    return { [field]: one }
  }
  return { ...given, ...first("email"), ...first("rechnungs_email") }
}

/** Keeps the first telephone number of all columns. */
function pickTelefon({ telefon, telefon_2, mobil, ...given }: Given, hints: Hints): Given {
  const all = [telefon, telefon_2, mobil]
    .map((cell) => textOf(cell).replaceAll(/\s*\n\s*/g, " / "))
    .filter((text) => text !== "")
  for (const text of all.filter(isNoNumber))
    hints.add("[Eine Telefonnummer hat|# Telefonnummern haben] keine Ziffer und [fehlt|fehlen] deshalb", text)
  const [first, ...others] = new Set(all.filter((one) => !isNoNumber(one)))
  if (first === undefined) return given
  if (others.length > 0)
    hints.add(
      "Bei [einem|#] Kunden wird nur die erste Telefonnummer übernommen",
      `${first}, nicht ${others.join(", ")}`,
    )
  return { ...given, telefon: first }
}

/** Turns marks and columns of other programs into fields: blocked, invoice by month, VAT ID, account. */
function applyMarks({
  gesperrt,
  kunde_bis: ended,
  monatlich,
  eu_land,
  eu_ustid,
  datev_konto,
  kontaktart: _,
  kreditor: __,
  ...given
}: Given): Given {
  const konto = textOf(datev_konto)
  const ustid = textOf(eu_ustid)
  return {
    ...given,
    ...((gesperrt ?? ended) !== undefined && {
      aktiv: gesperrt || ended || given["aktiv"] === 0 ? 0 : 1,
    }),
    ...(monatlich !== undefined &&
      given["abrechnung"] === undefined && { abrechnung: monatlich ? "monatlich" : "je_lieferung" }),
    ...(ustid !== "" && given["ust_id"] === undefined && { ust_id: withCountry(ustid, textOf(eu_land)) }),
    ...(konto !== "" && {
      kundennummer: given["kundennummer"] ?? konto,
      debitor_nr: given["debitor_nr"] ?? Number(konto),
    }),
  }
}

const withCountry = (number: string, land: string): string =>
  /^[A-Z]{2}/i.test(number) ? number : land + number

/** Each step gets the row as the one before it has left it. */
const STEPS: readonly ((given: Given, hints: Hints) => Given)[] = [
  joinNames,
  splitAddress,
  splitOrt,
  splitPlz,
  joinStreet,
  splitPostcode,
  pickTelefon,
  pickEmail,
  applyMarks,
]

/** @returns the fields of a customer, made of the columns of other programs */
export const composeKunde = (given: Given, hints: Hints): Given =>
  STEPS.reduce((row, step) => step(row, hints), given)

/** Words for a supplier, in a column of kinds of contacts. */
export const SUPPLIER = /^(?:lieferant|kreditor|supplier|vendor|hersteller)/i

/** @returns why a row is no customer, as `Hints` takes it: it may be one of all contacts, or of all accounts */
export function noCustomer(given: Given): { kind: string; example: string } | undefined {
  const { person } = personOf(given)
  const name =
    [given["name"], given["datev_firma"], person.name, given["datev_name"]].map(textOf).find(Boolean) ?? ""
  const isSupplier =
    SUPPLIER.test(textOf(given["kontaktart"])) ||
    (textOf(given["kreditor"]) !== "" && textOf(given["kundennummer"]) === "" && !given["debitor_nr"])
  if (isSupplier) return { kind: "[Ein Lieferant wird|# Lieferanten werden] nicht übernommen", example: name }
  return otherAccount(textOf(given["datev_konto"]), name)
}

/** @param konto account of DATEV @returns why it is not that of a customer */
function otherAccount(konto: string, name: string): { kind: string; example: string } | undefined {
  if (konto === "") return undefined
  const example = `${konto} ${name}`.trim()
  if (!/^\d{5,9}$/.test(konto))
    return {
      kind: "[Ein Konto ist kein Personenkonto und wird|# Konten sind keine Personenkonten und werden] nicht übernommen",
      example,
    }
  return /^[789]/.test(konto)
    ? {
        kind: "[Ein Konto gehört einem Lieferanten (Kreditor) und wird|# Konten gehören Lieferanten (Kreditoren) und werden] nicht übernommen",
        example,
      }
    : undefined
}
