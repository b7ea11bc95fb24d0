import { simple } from "../fold.ts"
import { invalid } from "../refusal.ts"
import { type Frage, NAMED } from "./findings.ts"
import { type Table, TableMaker, type WantedTable } from "./table-maker.ts"

/** A workbook of any kind, whose sheets are read one by one. */
export type Sheets = {
  /** Names of the visible and of the hidden sheets. */
  names: readonly string[]
  hidden: readonly string[]
  is1904: boolean
  /** Adds the first rows of each visible sheet to the maker of the same index. */
  survey: (makers: readonly TableMaker[]) => Generator<undefined, void>
  read: (sheet: number, maker: TableMaker) => Generator<undefined, void>
}

/** Most sheets that are looked into; others are only named. */
const SURVEYED = 50

type How = { field: string; wanted: WantedTable; most: number }

/**
 * Reads the chosen sheet; without a choice, the one whose headings fit best.
 *
 * @returns its table, with a question if other sheets fit almost as well; yields often, so that others are served
 * @throws Refusal invalid for a sheet that does not exist, or is no table
 */
export function* readSheets(book: Sheets, { field, wanted, most }: How): Generator<undefined, Table> {
  const { names, hidden } = book
  if (names.length === 0) throw invalid(field, "hat kein Blatt mit einer Tabelle, oder nur verborgene")
  const fits = names.length > 1 ? yield* fitsOf(book, field, wanted) : []
  const sheet = wanted.blatt === undefined ? bestOf(fits) : names.map(typed).indexOf(typed(wanted.blatt))
  if (sheet < 0) throw invalid("blatt", `gibt es in der Datei nicht: sie hat ${listed(names)}`)
  const maker = new TableMaker(field, "xlsx", wanted, most)
  yield* book.read(sheet, maker)
  const table = maker.finish()
  const others = fits.filter(({ rows, index }) => rows > 0 && index !== sheet).map(({ name }) => name)
  const hints = [
    ...(others.length > 0
      ? [`Gelesen ist das Blatt „${names[sheet]}“; die Datei hat außerdem ${listed(others)}`]
      : []),
    ...(hidden.length > 0
      ? [
          `Nicht gelesen, da in der Datei verborgen: ${hidden.length === 1 ? "das Blatt" : "die Blätter"} ${listed(hidden)}`,
        ]
      : []),
  ]
  const question = wanted.blatt === undefined ? questionOf(fits, sheet) : []
  return {
    ...table,
    is1904: book.is1904,
    blatt: names[sheet] ?? null,
    blaetter: [...names],
    hints: [...hints, ...table.hints],
    fragen: [...question, ...table.fragen],
  }
}

/** @returns a name in the form in which names are compared */
const typed = (name: string): string => name.trim().normalize("NFC")

type Fit = { index: number; name: string; score: number; rows: number }

function* fitsOf(book: Sheets, field: string, wanted: WantedTable): Generator<undefined, Fit[]> {
  const makers = book.names.slice(0, SURVEYED).map(() => new TableMaker(field, "xlsx", wanted, Infinity))
  yield* book.survey(makers)
  return makers.map((maker, index) => {
    const name = book.names[index] ?? ""
    const { score, rows } = maker.fit()
    const isNamed = wanted.names?.some((word) => simple(name).includes(simple(word))) ?? false
    return { index, name, rows, score: score > 0 && isNamed ? score + 0.5 : score }
  })
}

/** @returns the sheet with most known headings; if none has any, the first that has rows */
function bestOf(fits: readonly Fit[]): number {
  const best = Math.max(0, ...fits.map(({ score }) => score))
  const found = fits.find(({ score, rows }) => (best > 0 ? score === best : rows > 0))
  return found?.index ?? 0
}

/** @returns the question which sheet is meant, if others have at least half as many known headings */
function questionOf(fits: readonly Fit[], sheet: number): Frage[] {
  const best = fits[sheet]?.score ?? 0
  const likely = fits.filter(({ score }) => score > 0 && score * 2 >= best)
  if (likely.length < 2) return []
  const names = likely.map(({ name }) => name)
  return [
    {
      feld: "blatt",
      frage: `Mehrere Blätter sehen nach der Tabelle aus: Welches soll es sein, ${listed(names, oneOf)}?`,
      antworten: names.map((name) => ({ wert: name, text: name })),
    },
  ]
}

const all = new Intl.ListFormat("de", { type: "conjunction" })
const oneOf = new Intl.ListFormat("de", { type: "disjunction" })
const listed = (names: readonly string[], list = all): string => {
  const some = names.slice(0, NAMED).map((name) => `„${name}“`)
  return list.format(names.length > NAMED ? [...some, `${names.length - NAMED} weitere`] : some)
}
