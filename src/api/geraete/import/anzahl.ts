import { keyOf } from "../../../lib/headings.ts"
import type { Seen } from "../../import/table/importer.ts"
import { hintsOf } from "../../import/table/hints.ts"

/** Of a number, in UTF-16 units. */
const LONGEST = 50
const COUNTS = new Set(["Anzahl", "Menge", "Stück", "Stückzahl", "Quantity"].map(keyOf))

/** `K-1 bis K-5`, and `K-6, K-7`. */
const NUMBERS = /\d\s*(?:\bbis\b|\bund\b|[;+&]|,\s|\.{2,}|…)\s*\S*\d/i

/** @returns the rows that say several devices of which only one is made, in German */
export const severalHints = (seen: Seen): string[] => [...counted(seen), ...numbered(seen)]

function numbered({ table, columns }: Seen): string[] {
  const at = columns.findIndex(({ spalte }) => spalte?.feld === "geraetenummer")
  const cells = at < 0 ? [] : table.rows.flatMap((row) => row.cells[at] ?? [])
  return hintsOf(
    "In [einer Zelle stehen|# Zellen stehen] mehrere Nummern, und je Zeile entsteht ein Gerät. Ist das gemeint?",
    cells.filter((cell) => NUMBERS.test(cell.slice(0, LONGEST))),
  )
}

const counted = ({ table, columns }: Seen): string[] =>
  columns.flatMap(({ heading, spalte }, i) => {
    if (spalte || !COUNTS.has(keyOf(heading))) return []
    const several = table.rows.filter(({ cells }) => Number((cells[i] ?? "").trim().replace(",", ".")) > 1)
    return hintsOf(
      `Unter „${heading}“ [steht in einer Zeile|steht in # Zeilen] mehr als 1, und je Zeile entsteht ein Gerät. Was Sie nach Stück zählen, ist ein Artikel`,
      several.map(({ zeile, cells }) => `Zeile ${zeile} (${cells[i]})`),
    )
  })
