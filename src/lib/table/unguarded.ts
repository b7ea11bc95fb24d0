/** A number as a formula, `="00017"`: programs write it so that Excel keeps its zeros. */
const AS_FORMULA = /^="([^"]*)"$/
/** Before a formula (print/export/csv.ts), and before a number, which people write so for its zeros. */
const APOSTROPHE = /^'(?:'*[=+\-@\t\r]|\d[\d\s./-]*$)/

/** @returns the cell without what keeps a spreadsheet from taking it for a formula, or a number */
export const unguarded = (cell: string): string =>
  APOSTROPHE.test(cell) ? cell.slice(1) : (AS_FORMULA.exec(cell)?.[1] ?? cell)
