import { keyOf } from "../../../lib/headings.ts"
import type { Seen } from "../../import/table/importer.ts"
import { toldOf } from "../../import/table/told.ts"

const COUNTS = new Set(["Anzahl", "Menge", "Stück", "Stückzahl", "Quantity"].map(keyOf))

/** @returns the rows that count several devices of which only one is made, in German */
export const severalHints = ({ table, columns }: Seen): string[] =>
  columns.flatMap(({ heading, spalte }, i) => {
    if (spalte || !COUNTS.has(keyOf(heading))) return []
    const several = table.rows.filter(({ cells }) => Number((cells[i] ?? "").trim().replace(",", ".")) > 1)
    return toldOf(
      `Unter „${heading}“ [steht in einer Zeile|steht in # Zeilen] mehr als 1, und je Zeile entsteht ein Gerät. Was Sie nach Stück zählen, ist ein Artikel`,
      several.map(({ zeile, cells }) => `Zeile ${zeile} (${cells[i]})`),
    )
  })
