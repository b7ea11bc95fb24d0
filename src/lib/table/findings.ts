/** A question to be answered before the import. */
export type Frage = {
  /** Field of the request that answers it. */
  feld: "blatt" | "verborgene" | "einheit" | "tage"
  frage: string
  antworten: { wert: string; text: string }[]
}

/** Rows that a file hides, filters out or strikes through: how many, and the first of them. */
type Hidden = { count: number; first: readonly number[] }

/** Most rows, cells or sheets that a sentence names; the others are counted. */
export const NAMED = 8

function inWords({ count, first }: Hidden): string {
  const more = count - first.length
  const where = `${count === 1 ? "Zeile" : "Zeilen"} ${first.join(", ")}${more > 0 ? ` und ${more} weitere` : ""}`
  return `${count === 1 ? "1 Zeile ist" : `${count} Zeilen sind`} in der Datei verborgen, weggefiltert oder durchgestrichen (${where})`
}

/** @returns the question whether to import the rows that a file hides */
export const hiddenQuestion = (hidden: Hidden): Frage => ({
  feld: "verborgene",
  frage: `${inWords(hidden)}: ${hidden.count === 1 ? "Soll sie" : "Sollen sie"} mitkommen?`,
  antworten: [
    { wert: "mitnehmen", text: "Mitnehmen" },
    { wert: "weglassen", text: "Weglassen" },
  ],
})

type Found = {
  /** Row of the headings, and rows above it. */
  zeile: number
  above: number
  hidden: Hidden
  verborgene: "mitnehmen" | "weglassen" | undefined
  /** Headings of hidden columns. */
  hiddenColumns: readonly string[]
}

/** @returns how a table was read, in German */
export function findings({ zeile, above, hidden, verborgene, hiddenColumns }: Found): string[] {
  const hints: (string | false)[] = [
    above > 0 &&
      `Die Überschriften stehen in Zeile ${zeile}; ${above === 1 ? "was darüber steht, gehört" : `die ${above} Zeilen darüber gehören`} nicht zur Tabelle`,
    hidden.count > 0 &&
      verborgene !== undefined &&
      `${inWords(hidden)}: ${verborgene === "weglassen" ? "nicht gelesen" : "mit gelesen"}`,
    hiddenColumns.length > 0 &&
      `In der Datei verborgene Spalten, die mit gelesen werden: ${hiddenColumns.join(", ")}`,
  ]
  return hints.filter((one) => one !== false)
}

/** @param letters of filled columns without a heading that are not read */
export const unnamedHint = (letters: readonly string[]): string[] =>
  letters.length === 0
    ? []
    : [
        `Ohne Überschrift, und deshalb nicht gelesen: ${letters.length === 1 ? "Spalte" : "die Spalten"} ${letters.join(", ")}`,
      ]
