import { valuesIn } from "../../../../lib/felder/feld.ts"
import { importe } from "../../../../lib/importarten.ts"
import type { Answer } from "../../ui/api/call.ts"

export type Kind = Answer<"get", "/api/einrichtung">["arten"][number]
/** Reply of a check or an import. */
export type Checked = Answer<"post", "/api/kunden/import">
/** Answers to questions about the file: which sheet, hidden rows, units. */
export type Reading = Readonly<Partial<Record<Checked["fragen"][number]["feld"], string>>>
/** Decision about a row that may be there already. */
export type Decision = Checked["doppelte"][number]["antworten"][number]
/** By row; `*` is for all others. */
export type Answers = Readonly<Record<string, Decision>>

/** Prefixes of `feld` for a column that holds the pieces of one article, or of one customer. */
export const ARTICLE = "artikel:"
export const CUSTOMER = "kunde:"

export type Words = (typeof kinds)[number]

/** Kinds of tables, each after those that it refers to. */
export const kinds = valuesIn(importe).map((id) => ({ id, ...importe[id] }))

/** @returns a CSV file with the headings and one example row */
export function templateOf({ art, spalten }: Kind): { file: Blob; name: string } {
  const line = (cells: string[]): string => `${cells.join(";")}\r\n`
  const ours = spalten.filter(({ fremd }) => !fremd)
  const text = line(ours.map(({ name }) => name)) + line(ours.map(({ beispiel }) => beispiel))
  // Without a byte order mark, Excel misreads umlauts.
  return { file: new Blob(["\uFEFF", text], { type: "text/csv" }), name: `Vorlage ${importe[art].many}.csv` }
}
