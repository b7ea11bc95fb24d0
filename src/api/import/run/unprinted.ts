import { listUnprintable } from "../../../lib/printed.ts"
import { isChanged } from "./store.ts"
import type { Importer, ImportRow } from "../table/importer.ts"
import { Hints } from "../table/hints.ts"

/** Fields that are printed. */
const PRINTED = [
  "name",
  "ansprechpartner",
  "strasse",
  "ort",
  "kundennummer",
  "kaeuferreferenz",
  "anlieferungshinweis",
  "nummer",
  "bezeichnung",
  "geraetenummer",
  "typ",
  "seriennummer",
]

/** Stands for a letter that another program lost, which has a hint of its own. */
const LOST = "\ufffd"

/** @returns a hint, in German, of letters in new and changed rows that the fonts of documents lack */
export function unprinted<I>(rows: readonly ImportRow<I>[], { name }: Importer<I>): string[] {
  const hints = new Hints()
  for (const row of rows) {
    if (row.existing && !isChanged(row)) continue
    const texts = PRINTED.map((field) => row.given[field]).filter((text) => typeof text === "string")
    const signs = listUnprintable(texts).filter((sign) => sign !== LOST)
    if (signs.length > 0)
      hints.add(
        "[Ein Eintrag hat|# Einträge haben] Zeichen, statt derer auf Papieren ein leeres Kästchen steht. Bitte in lateinischer, griechischer oder kyrillischer Schrift schreiben",
        `${name(row.input)} (${signs.join(" ")})`,
      )
  }
  return hints.list()
}
