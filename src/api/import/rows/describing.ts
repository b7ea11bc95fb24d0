import { simple } from "../../../lib/fold.ts"
import { isAmountText } from "../../../lib/table/signs.ts"
import type { Column } from "../table/importer.ts"

/** Recognises rows that describe the columns, or the list itself: none of them is a record. */

/** Types and rules for filling in: parts of a cell that no record has. */
const SURE =
  /\bn?(?:var)?char2?\s*\(|\bdecimal\s*\(|\bnumeric\s*\(|\bnumber\s*\(|\bnot null\b|\bprimary key\b|\bforeign key\b|pflicht(?:feld|angabe)|mussfeld|kannfeld|\balphanumerisch|\b\d+ ?-? ?(?:zeichen|stellen|stellig|ziffern)|\b(?:max|maximal|höchstens)\.? ?\d+|\bj{4}\b|\by{4}\b|\bTT\.MM\b/iu

/** Types and units that count only as a whole cell: within another text they may mean anything. */
const WHOLE = new RegExp(
  `^[[(<]?(?:in )?(?:${`n?(?:var)?char2? n?text string str (?:big|small|tiny)?int(?:eger)? decimal dec numeric number numerisch
  num float double real money currency währung date(?:time)? datum uhrzeit zeit(?:stempel|punkt)? time timestamp bool(?:ean)?
  bit uuid guid zahl ganzzahl kommazahl dezimal(?:zahl)? fließkomma(?:zahl)? alpha(?:num)? enum auswahl(?:liste)? liste memo
  freitext varchar required mandatory optional nullable null unique eindeutig pflicht muss kann soll schlüssel pk fk
  eur euro € ct cent stück stk\\.? kg liter ltr\\.? cm mm m² % prozent tage monate jahre
  ja/nein j/n y/n true/false 0/1 hh:mm ss:mm hh:mm:ss`
    .split(/\s+/)
    .join("|")})[\\])>]?(?:\\s*[([]?\\d{1,4}(?:[.,]\\d{1,2})?[)\\]]?)?$`,
  "iu",
)
const LETTER_WITH_LENGTH = /^(?:an?|c|n|d)\s?[([]\d{1,4}(?:[.,]\d{1,2})?[)\]]$/i
const EXAMPLE = /^(?:z\. ?B\.|bsp\.?:?|beispiel\b|e\. ?g\.)/i

const isSure = (cell: string): boolean =>
  SURE.test(cell) || LETTER_WITH_LENGTH.test(cell) || EXAMPLE.test(cell)
const isDescribing = (cell: string): boolean =>
  WHOLE.test(cell) ||
  isSure(cell) ||
  // `Text, Pflicht` and `Zahl (optional)`
  cell
    .split(/[,;/|()\n]+/)
    .map((part) => part.trim())
    .every((part) => part === "" || WHOLE.test(part))

/**
 * @param filled the filled cells of one of the first rows
 * @param named its cells in the columns that every record fills
 * @returns whether the row says what belongs into each column: `varchar(50)`, `Pflichtfeld`, `EUR`, `max. 40 Zeichen`
 */
export function describesColumns(filled: readonly string[], named: readonly string[]): boolean {
  if (!named.every((cell) => cell === "" || isDescribing(cell))) return false
  const some = filled.filter(isDescribing)
  if (filled.length > 0 && some.length === filled.length && named.includes("")) return true
  return some.length * 2 >= filled.length && (some.length > 1 || some.some(isSure))
}

/** First cells of a row that repeats the deposits or the numbers of articles in the headings. */
const OF_ARTICLES = new Set(
  `Pfand Pfandpreis Pfandsatz Pfandbetrag Pfandwert Preis Preise Einzelpreis Stückpreis Price Nummer Nr Artikel
  Artikelnummer Artikelnr ArtNr Leergutnummer EAN`
    .split(/\s+/)
    .map(simple)
    .concat(""),
)

/** @returns whether a row of a pivot has nothing but the deposits or the numbers of what its headings name */
export function repeatsHeadings(cells: readonly string[], columns: readonly Column[]): boolean {
  const begin = columns.findIndex(({ record }) => record)
  if (begin < 0 || !OF_ARTICLES.has(simple(cells.slice(0, begin).join("")))) return false
  const filled = columns.flatMap(({ record }, i) => {
    const cell = cells[i]?.trim() ?? ""
    return record && cell !== "" ? [{ cell, nummer: Object.values(record)[0] }] : []
  })
  if (filled.length === 0) return false
  return filled.every(({ cell }) => isAmountText(cell)) || filled.every(({ cell, nummer }) => cell === nummer)
}

/** @returns whether a row numbers its columns: `1`, `2`, `3` */
export const numbersColumns = (cells: readonly string[]): boolean =>
  cells.length > 2 && cells.every((cell, i) => cell.replaceAll(/[()[\].]/g, "").trim() === String(i + 1))

/** @returns whether a row is a separator, as databases print it below the headings: `-----`, `=====` */
export const isLine = (filled: readonly string[]): boolean =>
  filled.length > 0 && filled.every((cell) => /^[-=_*+|~·.–—\s]{2,}$/.test(cell))

/** Remarks below a list. */
const REMARK =
  /^[#*\s-]*(?:(?:stand|datum|druck|gedruckt|druckdatum|erstellt|ausgedruckt)(?![\p{L}-])(?:[^\p{L}]*|\s+(?:von|mit)\s.*?)\d{1,4}(?:[.-]\d|(?:\/\d{1,2})?\/\d{4})|(?:erstellt|gedruckt|exportiert|erzeugt|generated|created|printed|exported) (?:mit|von|aus|durch|by|with|from)\s|(?:seite|blatt|page)\s*:?\s*\d|s\. ?\d{1,3}(?: ?(?:von|\/) ?\d{1,3})?$|(?:alle angaben )?ohne gewähr[.!]?$|(?:irrt[uü]m\p{L}* und )?änderungen vorbehalten|(?:streng )?vertraulich[.!]?$|(?:ende(?: der (?:liste|datei))?|listenende|dateiende)[-*#\s.]*$|©|\(c\)\s|copyright\b)/iu
/** Labels of what a program prints about its list, before a colon or in a cell of their own. */
const LABEL =
  /^[#*\s-]*(?:mandant|benutzer|bearbeiter|sachbearbeiter|ersteller|erstellt|gedruckt|exportiert|autor|software|programm|version|quelle|auswertung|filter|sortierung|sortiert nach|auswahl|zeitraum|stichtag|druckdatum|ausgabedatum|exportdatum|erstelldatum|erstellungsdatum|stand|lizenz|datei|dateiname|report|bericht|seite)(?: (?:mit|von|am|vom|aus|durch|nach|um))?\s*(?::|$)/iu

/** A page number. */
const PAGE = /^[-–\s]*(?:seite|blatt|page)\s*:?\s*\d+(?:\s*(?:von|of|\/)\s*\d+)?[-–\s]*$/iu

/** A remark has at most two labels, each with its text. */
const MOST_CELLS = 4

/**
 * @param filled the filled cells of a row
 * @param lacksNumber whether it has no number where most rows have theirs
 * @returns whether it is a remark on the list: `Stand: 01.11.2026`, or `Erstellt mit` beside `WinLager 4.2`
 */
export function isRemark(filled: readonly string[], lacksNumber: boolean): boolean {
  const [first = ""] = filled
  if (filled.length === 0 || filled.length > (lacksNumber ? MOST_CELLS : 2)) return false
  const isAlone = filled.length === 1
  return (
    (lacksNumber && filled.some((cell) => PAGE.test(cell))) ||
    REMARK.test(filled.join(" ").replaceAll(/\b(?:am|vom|um)\b/gi, " ")) ||
    ((isAlone ? first.includes(":") : lacksNumber) && LABEL.test(first))
  )
}
