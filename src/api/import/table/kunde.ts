import { query } from "../../../db/query.ts"
import { kunden } from "../../../db/schema.ts"
import type { TenantDb } from "../../../db/tenant-db.ts"
import { fold, isSameName, isShorterName, namedSo } from "../../../lib/fold.ts"
import { count, type ImportColumn } from "./columns.ts"
import { code, isDigits, withZeros } from "./codes.ts"
import { listSome } from "../../../lib/format.ts"
import type { Given } from "./importer.ts"
import { Hints } from "./hints.ts"

export type FoundKunde = { id: string; kundennummer: string; name: string }

/** Cells that name the customer of a row: a number or a name, an account of the bookkeeping, and a name beside them. */
export type Kundenangabe = {
  kunde?: string | undefined
  debitor?: number | undefined
  kundenname?: string | undefined
}

type Found = { kunde: FoundKunde } | { feld: keyof Kundenangabe; msg: string }

const byNumbers = query<FoundKunde, { werte: string }>`
  SELECT k.id, k.kundennummer, k.name FROM json_each(:werte) j CROSS JOIN ${kunden} k ON k.kundennummer = j.value`

const byDebitoren = query<FoundKunde & { debitor_nr: number }, { werte: string }>`
  SELECT k.id, k.kundennummer, k.name, k.debitor_nr
  FROM json_each(:werte) j CROSS JOIN ${kunden} k ON k.debitor_nr = j.value LIMIT 20000`

/** Customers with similar names; `namedSo` then compares letter by letter. */
const byNames = query<FoundKunde & { gesucht: string }, { werte: string }>`
  SELECT k.id, k.kundennummer, k.name, j.value AS gesucht
  FROM json_each(:werte) j CROSS JOIN ${kunden} k ON k.name_sort = j.value LIMIT 20000`

const NO_KUNDE =
  "ist kein Kunde der Firma: weder eine Kundennummer noch ein Name, den nur einer hat. Fehlt er noch, bitte zuerst die Kunden übernehmen"

/** `00101 Gasthof Adler` and `00101 - Gasthof Adler`, in one cell or heading. */
export const NUMBER_THEN_NAME = /^(?<number>\S*\d\S*)[\s–:-]+(?<name>\p{L}.*)$/u
/** `Gasthof Adler (00101)` */
const NAME_THEN_NUMBER = /^(?<name>\p{L}.*?)\s*\((?<number>\S*\d\S*)\)$/u

/** @returns the number and the name that stand in one text; undefined for any other */
function partsOf(text: string): { number: string; name: string } | undefined {
  const { number = "", name = "" } =
    (NUMBER_THEN_NAME.exec(text) ?? NAME_THEN_NUMBER.exec(text))?.groups ?? {}
  return number === "" ? undefined : { number, name }
}

/** @returns `Gasthof Bauer (20001)` */
export const kundeInWords = ({ name, kundennummer }: FoundKunde): string => `${name} (${kundennummer})`

/**
 * @param rows all that will be asked for
 * @returns finds the customer of one of them, or says what is wrong; undefined for a row that names nobody. A name that is
 *   only similar is never enough
 */
export function kundenFinder(
  tenant: TenantDb,
  rows: readonly Kundenangabe[],
): (row: Kundenangabe) => Found | undefined {
  const said = rows.flatMap(({ kunde, kundenname }) => [kunde ?? [], kundenname ?? []].flat())
  const words = [...new Set([...said, ...said.flatMap((word) => partsOf(word)?.number ?? [])])]
  const accounts = [...new Set(rows.flatMap(({ debitor }) => debitor ?? []))]
  const json = (values: readonly unknown[]) => ({ werte: JSON.stringify(values) })
  const numbers = (wanted: readonly string[]) =>
    new Map(tenant.all(byNumbers, json(wanted)).map((kunde) => [kunde.kundennummer, kunde]))
  const byNumber = numbers(words.map((word) => word.normalize("NFC")))
  const missing = words.filter((word) => isDigits(word) && !byNumber.has(word))
  const otherZeros = numbers(missing.flatMap(withZeros))
  const byAccount = Map.groupBy(
    accounts.length > 0 ? tenant.all(byDebitoren, json(accounts)) : [],
    ({ debitor_nr }) => debitor_nr,
  )
  const alike = Map.groupBy(
    tenant.all(byNames, json([...new Set(words.map(fold))])),
    ({ gesucht }) => gesucht,
  )
  const byWord = (feld: "kunde" | "kundenname", word: string): Found => {
    const found = byOne(feld, word)
    const parts = "msg" in found ? partsOf(word) : undefined
    const both = parts && agreed([byOne("kunde", parts.number)], parts.name)
    return both && "kunde" in both ? both : found
  }
  const byOne = (feld: "kunde" | "kundenname", word: string): Found => {
    const likely = alike.get(fold(word)) ?? []
    const exact = byNumber.get(word.normalize("NFC"))
    // A spreadsheet drops leading zeros.
    const whole = isDigits(word) && !exact ? withZeros(word).flatMap((one) => otherZeros.get(one) ?? []) : []
    if (feld === "kunde" && whole.length > 1)
      return {
        feld,
        msg: `ist nicht eindeutig: Mit anderen Nullen davor gibt es ${listSome(whole.map(kundeInWords))}`,
      }
    const number = feld === "kunde" ? (exact ?? whole[0]) : undefined
    return oneOf(
      feld,
      number,
      namedSo(word, likely, ({ name }) => name),
      likely,
    )
  }
  return ({ kunde, debitor, kundenname }) => {
    const found = [
      ...(kunde === undefined ? [] : [byWord("kunde", kunde)]),
      ...(debitor === undefined ? [] : [ofAccount(byAccount.get(debitor) ?? [])]),
    ]
    // Beside a number, the name is only compared: several customers may have it.
    if (found.length === 0 && kundenname !== undefined) return byWord("kundenname", kundenname)
    return agreed(found, kundenname)
  }
}

function oneOf(
  feld: "kunde" | "kundenname",
  number: FoundKunde | undefined,
  named: readonly FoundKunde[],
  alike: readonly FoundKunde[],
): Found {
  const [kunde, other] = [...(number ? [number] : []), ...named.filter(({ id }) => id !== number?.id)]
  if (number && other)
    return {
      feld,
      msg: `ist die Nummer von ${number.name} und der Name von ${kundeInWords(other)}: wer ist gemeint?`,
    }
  if (kunde && !other) return { kunde }
  if (named.length === 0 && alike.length > 0)
    return {
      feld,
      msg: `ist kein Kunde der Firma; ähnlich heißt ${listSome(alike.map(kundeInWords))}. Ist er gemeint, bitte seine Nummer eintragen`,
    }
  return { feld, msg: NO_KUNDE }
}

function ofAccount(holders: readonly FoundKunde[]): Found {
  const [kunde, other] = holders
  if (kunde && !other) return { kunde }
  return {
    feld: "debitor",
    msg: other
      ? `ist das Debitorenkonto mehrerer Kunden: ${listSome(holders.map(kundeInWords))}`
      : "ist das Debitorenkonto keines Kunden. Sind es Kundennummern, bitte die Spalte so zuordnen",
  }
}

/** @returns whether both are one name; beside a number, its first words are enough */
export const isOneName = (one: string, other: string): boolean =>
  isSameName(one, other) || isShorterName(one, other)

/** @returns the customer whom all the cells name, or the first fault; undefined if none names one */
function agreed(found: readonly Found[], kundenname: string | undefined): Found | undefined {
  const [first, second] = found
  if (!first || "msg" in first) return first
  if (second && "msg" in second) return second
  if (second && second.kunde.id !== first.kunde.id)
    return {
      feld: "debitor",
      msg: `passt nicht: das Konto gehört ${kundeInWords(second.kunde)}, die Zeile ${kundeInWords(first.kunde)}`,
    }
  if (kundenname !== undefined && !isOneName(kundenname, first.kunde.name))
    return {
      feld: "kundenname",
      msg: `passt nicht zur Nummer: ${first.kunde.kundennummer} ist ${first.kunde.name}, hier steht ${kundenname}. Bitte eines von beiden berichtigen, oder die Spalte nicht übernehmen`,
    }
  return first
}

/** Headings of the customer of a row in other programs, those of numbers first: beside a name, the number counts. */
const kundennummerHeadings = [
  "Kundennummer",
  "Kunden-Nr.",
  "Kundennr",
  "KdNr",
  "Kd",
  "KNr",
  "Kunden-ID",
  "Debitorennummer",
  "Standort-Kd-Nr.",
  "Aufsteller",
  "Kunde",
  "Kundenname",
  "Standort",
  "Customer",
]

/** @param about explanation for people @returns the column of a customer's number or name */
export const kundeColumn = (about: string): ImportColumn => ({
  feld: "kunde",
  name: "Kundennummer",
  auch: kundennummerHeadings,
  about,
  example: "20001",
  ...code,
})

/** `Debitor` means the account in the bookkeeping, here as in the table of customers. */
export const debitorColumn: ImportColumn = {
  feld: "debitor",
  name: "Debitor",
  auch: ["Debitorenkonto", "FiBu-Konto"],
  about: "Sein Konto in der Buchführung, wenn der Kunde danach gefunden werden soll",
  example: "",
  ...count,
}

/** @param name heading of the column */
export const kundennameColumn = (name: string): ImportColumn => ({
  feld: "kundenname",
  name,
  auch: ["Name 1", "Firma", "Firmenname", "Kunde", "Kundenname", "Standort", "Customer"],
  about: "Wird mit dem Namen verglichen, den der Kunde hat: heißt er anders, wird die Zeile nicht übernommen",
  example: "",
})

/** @returns hints, in German, of customers whose number or name is written differently in their row */
export function kundenHints(
  rows: readonly { zeile: number; given: Given; input: { gefunden?: FoundKunde } }[],
): string[] {
  const hints = new Hints()
  const seen = new Set<number>()
  for (const { zeile, given, input } of rows) {
    const kunde = input.gefunden
    if (!kunde || seen.has(zeile)) continue
    seen.add(zeile)
    const { kunde: number, kundenname: name } = given
    const { kundennummer } = kunde
    if (typeof number === "string" && number !== kundennummer && withZeros(number).includes(kundennummer))
      hints.add(
        "Bei [einer Zeile|# Zeilen] hat die Kundennummer hier andere Nullen davor",
        `${number} → ${kundennummer}`,
      )
    if (typeof name === "string" && isShorterName(name, kunde.name))
      hints.add(
        "Bei [einer Zeile ist nur der Anfang des Namens gleich. Stimmt die Nummer?|# Zeilen ist nur der Anfang des Namens gleich. Stimmen die Nummern?]",
        `${kundennummer}: ${name} – ${kunde.name}`,
      )
  }
  return hints.list()
}

/** @returns whether a field names the customer of a row, and is none of the record's own */
export const isKundenangabe = (field: string): boolean =>
  field === "kunde" || field === "debitor" || field === "kundenname"
