import { inBrackets, keyOf } from "../../../lib/headings.ts"
import { isSameName } from "../../../lib/fold.ts"
import type { Table } from "../../../lib/table/table-maker.ts"
import { saysNo, saysOff } from "./decisions.ts"
import type { Column } from "./importer.ts"
import { hintsOf } from "./hints.ts"

/** Columns that say of a record that it is not there any more, by an entry or by a day. */
const GONE = new Set(
  "Gesperrt;Sperre;Sperrkennzeichen;Sperrvermerk;Gelöscht;Gelöscht am;Löschkennzeichen;Löschvormerkung;Archiviert;Archiviert am;Inaktiv;Inaktiv seit;Deaktiviert;Deaktiviert am;Passiv;Auslauf;Auslaufartikel;Ausgelaufen;Verkauft;Verkauft am;Verkaufsdatum;Ausgemustert;Ausgemustert am;Verschrottet;Verschrottet am;Abgang;Abgang am;Abgangsdatum;Ausgebucht;Ausgebucht am;Rückgabe am;Rückgabedatum;Zurück am;Zurückgegeben am;Retour am;Verloren;Verloren am;Geschlossen;Geschlossen am;Gesperrt am;Gesperrt seit;Insolvent;Insolvenz;Verstorben;Verstorben am;Gekündigt;Gekündigt am;Gekündigt zum;Suspended;Disabled"
    .split(";")
    .map(keyOf),
)
/** They say so in words, or anything else. */
const STATUS = new Set(
  "Status;Kundenstatus;Artikelstatus;Gerätestatus;Zustand;Kennzeichen".split(";").map(keyOf),
)

/** Words of a state in which somebody, or something, is not there for now or for good. */
const OFF =
  /^(?:gekündigt|ausgeschieden|ausgetreten|ehemalig|elternzeit|ruhend|insolvent|geschlossen|verstorben|beendet|verkauft|verschrottet|ausgemustert|ausl[aä]uf|ausgelaufen|eingestellt|stillgelegt|au(?:ß|ss)er betrieb|suspended|disabled|nicht mehr)/i
const isGone = (cell: string): boolean => saysOff(cell) || OFF.test(cell)

/** @returns rows that would be there as all others, though a column that is not taken over says otherwise, in German */
function goneHints(table: Table, { heading, spalte, isOurs }: Column, i: number): string[] {
  const key = keyOf(heading)
  const says = GONE.has(key) ? (cell: string) => !saysNo(cell) : STATUS.has(key) ? isGone : undefined
  if (!says || spalte || isOurs) return []
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

/** @returns cells of a column that is not read, as another has its field, in rows in which that one is empty, in German */
function secondHints(table: Table, columns: readonly Column[], i: number): string[] {
  const { heading, second, isOurs } = columns[i] ?? {}
  // A name may come from those of a person.
  const at =
    second && second.feld !== "name" && !isOurs
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

/** Of a customer's two addresses one is taken: goods may go to the other one. */
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

/** Of pieces and deposits, a word in brackets may make others: `Pfand (netto)`, `Bestand (Vorjahr)`. */
const bracketHints = ({ heading, spalte, record }: Column): string[] => {
  const inside = spalte?.sum && !spalte.isCompared && !record ? inBrackets(heading) : undefined
  return inside === undefined
    ? []
    : [
        `In der Überschrift „${heading}“ ist „${inside}“ nicht beachtet: Gelesen ist jede Zahl als ${spalte?.name}. Ist das gemeint?`,
      ]
}

/**
 * @param areRecords whether the rows are records, which may be gone
 * @returns what columns that are not read, or a word of a heading, may change, in German: of each column the weightier, once
 */
export const unreadHints = (table: Table, columns: readonly Column[], areRecords: boolean): string[] =>
  columns.flatMap((column, i) => {
    const gone = areRecords ? goneHints(table, column, i) : []
    return [...bracketHints(column), ...(gone.length > 0 ? gone : secondHints(table, columns, i))]
  })
