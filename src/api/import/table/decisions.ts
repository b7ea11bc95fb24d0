import { dayReader } from "../../../lib/day-read.ts"
import { simple } from "../../../lib/fold.ts"
import { localTime } from "../../shared/time.ts"
import { type Beside, CellFault, type Reader } from "./columns.ts"

/** Cells that say yes or no. */

const YES = ["ja", "j", "x", "wahr", "true", "1", "aktiv", "yes", "y"]
const NO = ["nein", "n", "falsch", "false", "0", "inaktiv", "no", "gesperrt", "passiv", "geloscht"]
/** Words of a column that says who is not active any more. */
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

/** As cells are compared: `TRUE` is folded, too. */
const wordsOf = (...words: string[]): Set<string> => new Set(words.map(simple))

const isYes = decision(wordsOf(...YES), wordsOf(...NO))
const isOff = decision(
  wordsOf(...[...YES, ...OFF].filter((word) => !ON.includes(word))),
  wordsOf(...[...NO, ...ON].filter((word) => !OFF.includes(word))),
)

/** @returns whether each filled cell says yes or no */
export const isDecided = (cells: readonly string[]): boolean =>
  cells.every((cell) => cell === "" || isYes(cell) !== undefined)

/** @returns whether a cell says that somebody is not active any more */
export const saysOff = (cell: string): boolean => !/^\d|^.$/u.test(cell) && isOff(cell) === true

/** @returns whether a cell says that nothing of the sort is so */
export const saysNo = (cell: string): boolean => isOff(cell) === false

function decided(answer: boolean | undefined): boolean {
  if (answer === undefined) throw new CellFault("muss ja oder nein sein")
  return answer
}

/** Beside nothing but yes, an empty cell says no; otherwise it says nothing. */
export const yesNo = {
  reader: (cells: readonly string[], heading: string): Reader => {
    const filled = cells.filter((cell) => cell !== "")
    const empty = cells.length - filled.length
    const isMarked = filled.length > 0 && empty > 0 && filled.every((cell) => isYes(cell) === true)
    const [mark = ""] = filled
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

/** A mark in a column whose heading says what it means. */
export const flag = { read: (cell: string): boolean => decided(isYes(cell)) }

/** `gesperrt` and the like: yes means not active. A day there is that of the end, which may be still to come. */
export const blocked = {
  reader: (cells: readonly string[], _: string, { tenant }: Beside): Reader => {
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
