import { listUnprintable } from "../../../lib/printed.ts"
import { isChanged } from "./store.ts"
import type { Given, Importer, ImportRow } from "../table/importer.ts"
import { Hints } from "../table/hints.ts"

/** Fields of records that stand on papers. */
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

/** In place of a letter that was lost before, which is told by itself. */
const LOST = "\ufffd"

/** @returns the letters of new and changed rows that the papers' fonts lack, in German */
export function unprinted<I>(rows: readonly ImportRow<I>[], { name }: Importer<I>): string[] {
  const hints = new Hints()
  for (const row of rows) {
    if (row.existing && !isChanged(row)) continue
    const texts = PRINTED.map((field) => (row.given as Given)[field]).filter(
      (text) => typeof text === "string",
    )
    const signs = listUnprintable(texts).filter((sign) => sign !== LOST)
    if (signs.length > 0)
      hints.add(
        "[Ein Eintrag hat|# Einträge haben] Zeichen, statt derer auf Papieren ein leeres Kästchen steht. Bitte in lateinischer, griechischer oder kyrillischer Schrift schreiben",
        `${name(row.input)} (${signs.join(" ")})`,
      )
  }
  return hints.list()
}
