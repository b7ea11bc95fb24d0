import { dayReader } from "../../../lib/day-read.ts"
import { simple } from "../../../lib/fold.ts"
import { localTime } from "../../shared/time.ts"
import { type ReaderContext, CellFault, filled, type Reader } from "./columns.ts"

/** Cells that say yes or no. */

const YES = ["ja", "j", "x", "wahr", "true", "1", "aktiv", "yes", "y"]
const NO = ["nein", "n", "falsch", "false", "0", "inaktiv", "no", "gesperrt", "passiv", "geloscht"]
/** Words for inactive, in a column that says who is blocked. */
const OFF =
  "l s gesperrt inaktiv geloscht archiviert ausgeschieden passiv sperre alle all ship invoice".split(" ")
const ON = ["aktiv", "offen", "frei", "freigegeben"]
const TICKS = /^[✓✔☑✅√+]$/u
const CROSSES = /^[☐✗✘❌✖–-]$/u

const decision =
  (yes: ReadonlySet<string>, no: ReadonlySet<string>) =>
  (cell: string): boolean | undefined => {
    const word = simple(cell)
    if (TICKS.test(cell) || yes.has(word)) return true
    return CROSSES.test(cell) || no.has(word) ? false : undefined
  }

/** The words in the form in which cells are compared. */
const wordsOf = (...words: string[]): Set<string> => new Set(words.map(simple))

const isYes = decision(wordsOf(...YES), wordsOf(...NO))
const isOff = decision(
  wordsOf(...[...YES, ...OFF].filter((word) => !ON.includes(word))),
  wordsOf(...[...NO, ...ON].filter((word) => !OFF.includes(word))),
)

/** @returns whether each filled cell means yes or no */
export const isDecided = (cells: readonly string[]): boolean =>
  cells.every((cell) => cell === "" || isYes(cell) !== undefined)

/** @returns whether a cell means inactive; one that begins with a digit, or a single sign, may mean anything */
export const saysOff = (cell: string): boolean => !/^\d|^.$/u.test(cell) && isOff(cell) === true

/** @returns whether a cell means active, or answers no */
export const saysNo = (cell: string): boolean => isOff(cell) === false

function decided(answer: boolean | undefined): boolean {
  if (answer === undefined) throw new CellFault("muss ja oder nein sein")
  return answer
}

/** Reads yes and no as 1 and 0. In a column of nothing but yes, an empty cell means no for a new record. */
export const yesNo = {
  reader: (cells: readonly string[], heading: string): Reader => {
    const marks = filled(cells)
    const empty = cells.length - marks.length
    const isMarked = marks.length > 0 && empty > 0 && marks.every((cell) => isYes(cell) === true)
    const [mark = ""] = marks
    return {
      read: (cell) => Number(decided(isYes(cell))),
      ...(isMarked && {
        emptyCell: 0,
        hints: () => [
          `In der Spalte „${heading}“ steht nur „${mark.slice(0, 20)}“ oder nichts: Eine leere Zelle gilt bei neuen Zeilen als nein (${empty === 1 ? "eine Zeile" : `${empty} Zeilen`})`,
        ],
      }),
    }
  },
  write: (value: number) => (value === 1 ? "ja" : "nein"),
}

/** Reads yes and no as a boolean. */
export const flag = { read: (cell: string): boolean => decided(isYes(cell)) }

/** Reads columns such as `gesperrt`: true means inactive. A day means inactive from then on. */
export const blocked = {
  reader: (cells: readonly string[], _: string, { tenant }: ReaderContext): Reader => {
    const today = localTime(tenant).datum
    const read = dayReader(cells, "last")
    return {
      read: (cell) => {
        const day = /\d\D+\d/.test(cell) ? read(cell) : undefined
        return day && "value" in day ? day.value <= today : decided(isOff(cell))
      },
    }
  },
}
