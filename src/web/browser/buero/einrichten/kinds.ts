import { valuesIn } from "../../../../lib/felder/feld.ts"
import { importe } from "../../../../lib/importarten.ts"
import type { Answer } from "../../ui/api/call.ts"

export type Kind = Answer<"get", "/api/einrichtung">["arten"][number]
/** Reply of a check or an import. */
export type Checked = Answer<"post", "/api/kunden/import">
/** Answers to how the file is read: its sheet, its hidden rows. */
export type Reading = Readonly<Partial<Record<Checked["fragen"][number]["feld"], string>>>
/** Decision about a row that may be there already. */
export type Decision = Checked["doppelte"][number]["antworten"][number]
/** By row; `*` is for all others. */
export type Answers = Readonly<Record<string, Decision>>

/** Beginnings of an assignment to an article, or to a customer, of a column with its pieces. */
export const ARTICLE = "artikel:"
export const CUSTOMER = "kunde:"

export type Words = (typeof kinds)[number]

/** Kinds of tables, in the order in which one needs another. */
export const kinds = valuesIn(importe).map((id) => ({ id, ...importe[id] }))

/** A file that a spreadsheet opens as it should: with the headings and one row that shows how it is meant. */
export function templateOf({ art, spalten }: Kind): { file: Blob; name: string } {
  const line = (cells: string[]): string => `${cells.join(";")}\r\n`
  const ours = spalten.filter(({ fremd }) => !fremd)
  const text = line(ours.map(({ name }) => name)) + line(ours.map(({ beispiel }) => beispiel))
  // Without the mark at its beginning, Excel takes umlauts for something else.
  return { file: new Blob(["\uFEFF", text], { type: "text/csv" }), name: `Vorlage ${importe[art].many}.csv` }
}
