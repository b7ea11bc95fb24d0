import type { TenantDb } from "../../../db/tenant-db.ts"
import { listSome } from "../../../lib/format.ts"
import { exact, isDigits } from "./codes.ts"
import { CellFault, type ImportColumn } from "./columns.ts"
import { Hints, hintsOf } from "./hints.ts"

/** A spreadsheet writes thousands like this; some people write their numbers like this. */
const DOTTED = /^\d{1,3}(?:\.\d{3})+$/
/** Captions between groups of rows have a word or a single letter; few numbers do. */
const WORDY = /\p{L}{4}|\p{L}\s/u
/** Beginnings of a comment in files of other programs. */
const REMARK = /^(?:#|\/\/|--|!|REM\s)/i

const isPadded = (number: string): boolean => /^0\d/.test(number)

/** @returns the common length of numbers with leading zeros; undefined if there are fewer than two, or other lengths */
function widthOf(numbers: readonly string[], longest: number): number | undefined {
  const padded = numbers.filter(isPadded)
  const [width, other] = new Set(padded.map((one) => one.length))
  if (padded.length < 2) return undefined
  return width !== undefined && other === undefined && longest <= width ? width : undefined
}

/** Looks up numbers of stored records. */
export type Numbers = {
  /** @returns which of these numbers are stored */
  known: (tenant: TenantDb, numbers: readonly string[]) => ReadonlySet<string>
  /** @returns some stored numbers that have leading zeros */
  padded: (tenant: TenantDb) => readonly string[]
}

/**
 * @param field of the records' own numbers
 * @returns the columns, in which this one gives numbers back the leading zeros that a spreadsheet dropped
 */
export const withOwnNumber = (
  columns: readonly ImportColumn[],
  field: string,
  numbers: Numbers,
): ImportColumn[] =>
  columns.map((column) => (column.feld === field ? { ...column, ...ownNumber(numbers) } : column))

/**
 * Reads the numbers of the records themselves. A number that lost its leading zeros gets them back if the table or the
 * stored numbers show how many there were. A number that is stored as it stands keeps its form.
 */
const ownNumber = ({ known: knownOf, padded }: Numbers): Pick<ImportColumn, "reader"> => ({
  reader: (cells, _, { tenant }) => {
    const { read, hints } = exact(cells)
    const digits = cells.filter(isDigits)
    const short = [...new Set(digits.filter((cell) => !cell.startsWith("0")))]
    const longest = Math.max(0, ...digits.map((cell) => cell.length))
    const paddedHere = [...new Set(digits.filter(isPadded))]
    const isMixed = paddedHere.length > 0 && short.length > 0
    const here = paddedHere.length * 2 >= short.length ? widthOf(paddedHere, longest) : undefined
    const paddedThere = short.length === 0 ? [] : padded(tenant)
    const width = here ?? (isMixed ? undefined : widthOf(paddedThere, longest))
    const lengths = [...new Set([...paddedThere.map((one) => one.length), width ?? 0])]
    const possible = (cell: string): string[] => [
      ...new Set(lengths.map((length) => cell.padStart(length, "0"))),
    ]
    const isSure = paddedThere.length === 0 && width === undefined
    const known = isSure
      ? new Set<string>()
      : knownOf(
          tenant,
          short.flatMap((cell) => [cell, ...possible(cell)]),
        )
    const more = new Hints()
    const whole = (cell: string): string => {
      if (!isDigits(cell) || cell.startsWith("0") || known.has(cell)) return cell
      const [one, other] = possible(cell).filter((number) => known.has(number))
      if (one && other)
        throw new CellFault(`ist nicht eindeutig: Mit Nullen davor gibt es ${one} und ${other}`)
      return one ?? cell.padStart(width ?? 0, "0")
    }
    return {
      read: (cell) => {
        const bare = read(cell)
        const number = whole(bare)
        if (number !== bare)
          more.add("Bei [einer Nummer|# Nummern] kamen führende Nullen dazu", `${bare} → ${number}`)
        return number
      },
      hints: () => [
        ...hints(),
        ...more.list(),
        ...hintsOf(
          "In [einer Nummer steht ein Punkt|# Nummern stehen Punkte] wie zwischen Tausendern. Gehören sie dazu?",
          cells.some((cell) => /^\d{4,}$/.test(cell)) ? [] : cells.filter((cell) => DOTTED.test(cell)),
        ),
        ...hintsOf(
          "[Eine Nummer sieht|# Nummern sehen] anders aus als die übrigen. [Gehört sie zu einer Zwischenüberschrift|Gehören sie zu Zwischenüberschriften]?",
          digits.length > 1 ? cells.filter((cell) => WORDY.test(cell)) : [],
        ),
        ...hintsOf(
          "[Eine Nummer beginnt wie eine Bemerkung. Ist es ein Eintrag|# Nummern beginnen wie Bemerkungen. Sind es Einträge]?",
          cells.every((cell) => cell === "" || REMARK.test(cell))
            ? []
            : cells.filter((cell) => REMARK.test(cell)),
        ),
        ...(isMixed && width === undefined
          ? [
              `Manche Nummern haben führende Nullen (${listSome(paddedHere)}), andere nicht (${listSome(short)}). Hat Excel sie weggelassen?`,
            ]
          : []),
      ],
    }
  },
})
