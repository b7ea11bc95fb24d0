import { inBrackets, keyOf } from "../../../lib/headings.ts"
import { isSameName } from "../../../lib/fold.ts"
import type { Table } from "../../../lib/table/table-maker.ts"
import { saysNo, saysOff } from "./decisions.ts"
import type { Column } from "./importer.ts"
import { hintsOf } from "./hints.ts"

/** Headings of columns whose entry or day means that the record is gone: closed, sold, deleted. */
const GONE = new Set(
  "Gesperrt;Sperre;Sperrkennzeichen;Sperrvermerk;Gelöscht;Gelöscht am;Löschkennzeichen;Löschvormerkung;Archiviert;Archiviert am;Inaktiv;Inaktiv seit;Deaktiviert;Deaktiviert am;Passiv;Auslauf;Auslaufartikel;Ausgelaufen;Verkauft;Verkauft am;Verkaufsdatum;Ausgemustert;Ausgemustert am;Verschrottet;Verschrottet am;Abgang;Abgang am;Abgangsdatum;Ausgebucht;Ausgebucht am;Rückgabe am;Rückgabedatum;Zurück am;Zurückgegeben am;Retour am;Verloren;Verloren am;Geschlossen;Geschlossen am;Gesperrt am;Gesperrt seit;Insolvent;Insolvenz;Verstorben;Verstorben am;Gekündigt;Gekündigt am;Gekündigt zum;Suspended;Disabled"
    .split(";")
    .map(keyOf),
)
/** Headings of columns that may say the same in words. */
const STATUS = new Set(
  "Status;Kundenstatus;Artikelstatus;Gerätestatus;Zustand;Kennzeichen".split(";").map(keyOf),
)

/** Words for a record that is gone, for now or for good. */
const OFF =
  /^(?:gekündigt|ausgeschieden|ausgetreten|ehemalig|elternzeit|ruhend|insolvent|geschlossen|verstorben|beendet|verkauft|verschrottet|ausgemustert|ausl[aä]uf|ausgelaufen|eingestellt|stillgelegt|au(?:ß|ss)er betrieb|suspended|disabled|nicht mehr)/i
const isGone = (cell: string): boolean => saysOff(cell) || OFF.test(cell)

/** @returns a hint, in German, of rows that an unread column marks as gone, though they are imported like others */
function goneHints(table: Table, { heading, spalte, isExportOnly }: Column, i: number): string[] {
  const key = keyOf(heading)
  const says = GONE.has(key) ? (cell: string) => !saysNo(cell) : STATUS.has(key) ? isGone : undefined
  if (!says || spalte || isExportOnly) return []
  const rows = table.rows.flatMap(({ cells, zeile }) => {
    const cell = cells[i]?.trim() ?? ""
    return cell !== "" && says(cell) ? [`${cell.slice(0, 30)} (Zeile ${zeile})`] : []
  })
  const gone = "steht darin, dass es den Eintrag womöglich nicht mehr gibt"
  return hintsOf(
    `Die Spalte „${heading}“ wird nicht übernommen. In [einer Zeile ${gone}. Soll sie trotzdem mit?|# Zeilen ${gone}. Sollen sie trotzdem mit?]`,
    rows,
  )
}

/** @returns a hint, in German, of cells in an unread second column for a field whose read column is empty in that row */
function secondHints(table: Table, columns: readonly Column[], i: number): string[] {
  const { heading, second, isExportOnly } = columns[i] ?? {}
  // A name may also be made of first name and surname.
  const at =
    second && second.feld !== "name" && !isExportOnly
      ? columns.findIndex(({ spalte }) => spalte?.feld === second.feld)
      : -1
  if (at < 0) return []
  const rows = table.rows.flatMap(({ cells, zeile }) => {
    const [read, other] = [cells[at]?.trim() ?? "", cells[i]?.trim() ?? ""]
    return read === "" && other !== "" ? [`${other.slice(0, 30)} (Zeile ${zeile})`] : []
  })
  if (second?.feld === "strasse" && rows.length === 0)
    return otherStreets(table, { heading, at, other: i }, columns)
  return hintsOf(
    `Unter „${heading}“ steht in [einer Zeile|# Zeilen] etwas, wo „${columns[at]?.heading}“ leer ist. Gelesen ist nur „${columns[at]?.heading}“`,
    rows,
  )
}

/** A customer with two streets: goods may have to go to the one that is not read. */
function otherStreets(
  table: Table,
  { heading, at, other }: { heading: string | undefined; at: number; other: number },
  columns: readonly Column[],
): string[] {
  const read = columns[at]?.heading
  const rows = table.rows.flatMap(({ cells, zeile }) => {
    const [one, another] = [cells[at]?.trim() ?? "", cells[other]?.trim() ?? ""]
    return another === "" || isSameName(one, another) ? [] : [`${another.slice(0, 30)} (Zeile ${zeile})`]
  })
  return hintsOf(
    `Unter „${heading}“ steht in [einer Zeile|# Zeilen] etwas anderes als unter „${read}“. Gelesen ist „${read}“: Ist es die richtige Anschrift?`,
    rows,
  )
}

/** A word in brackets may change what a figure means: `Pfand (netto)`, `Bestand (Vorjahr)`. */
const bracketHints = ({ heading, spalte, record }: Column): string[] => {
  const inside = spalte?.sum && !spalte.isCompared && !record ? inBrackets(heading) : undefined
  return inside === undefined
    ? []
    : [
        `In der Überschrift „${heading}“ ist „${inside}“ nicht beachtet: Gelesen ist jede Zahl als ${spalte?.name}. Ist das gemeint?`,
      ]
}

/**
 * @param areRecords whether each row is a record, which may be marked as gone
 * @returns hints, in German, of unread columns and words that may matter; of each unread column one at most
 */
export const unreadHints = (table: Table, columns: readonly Column[], areRecords: boolean): string[] =>
  columns.flatMap((column, i) => {
    const gone = areRecords ? goneHints(table, column, i) : []
    return [...bracketHints(column), ...(gone.length > 0 ? gone : secondHints(table, columns, i))]
  })
