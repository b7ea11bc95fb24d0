/** A number as a formula, `="00017"`: programs write it so that Excel keeps its zeros. */
const AS_FORMULA = /^="([^"]*)"$/
/** Before a number, people write it for its zeros. */
const BEFORE_NUMBER = /^'+\d[\d\s./-]*$/
const BEFORE_FORMULA = /^'+[=+\-@\t\r]/

/** @returns whether a number has an apostrophe before it, which a workbook shows */
export const isQuoted = (cell: string): boolean => BEFORE_NUMBER.test(cell)

/** @returns a cell of CSV without what keeps a spreadsheet from taking it for a formula (print/export/csv.ts), or a number */
export const unguarded = (cell: string): string =>
  BEFORE_FORMULA.test(cell) || isQuoted(cell) ? cell.slice(1) : (AS_FORMULA.exec(cell)?.[1] ?? cell)
