import { code } from "./codes.ts"
import type { ImportColumn, Reader } from "./columns.ts"
import { Hints } from "./hints.ts"

/** Lengths of GTIN: 8, 12, 13 and 14 digits, the last of which checks the others. */
const GTIN = /^(?:\d{8}|\d{12,14})$/
/** Those that a spreadsheet shortened: zeros in front do not count for the check. */
const SHORTENED = /^[1-9](?:\d{6}|\d{9,10})$/

/** @returns whether the last digit is the one that follows from the others: each second of them counts three times */
function isChecked(digits: string): boolean {
  const sum = [...digits]
    .toReversed()
    .reduce((all, digit, i) => all + Number(digit) * (i % 2 === 1 ? 3 : 1), 0)
  return sum % 10 === 0
}

/** Labels of one's own have digits without a check: then most of a column do not fit. */
function areChecked(cells: readonly string[]): boolean {
  const some = cells.filter((cell) => GTIN.test(cell))
  return some.filter(isChecked).length * 2 >= some.length
}

/** Of barcodes: what no scanner reads so is taken as it stands, and told. */
export const barcode: Pick<ImportColumn, "reader"> = {
  reader: (cells): Reader => {
    const reader = code.reader(cells)
    const hints = new Hints()
    const hasChecks = areChecked(cells)
    const isGtin = hasChecks && cells.some((cell) => GTIN.test(cell))
    return {
      read: (cell) => {
        const read = reader.read(cell)
        if (/^[-–—0]+$/.test(cell) || /\d[\s,;/]+\d{5}/.test(cell))
          hints.add("[Ein Barcode ist|# Barcodes sind] so nicht zu scannen", cell)
        else if (hasChecks && GTIN.test(cell) && !isChecked(cell))
          hints.add("Bei [einem Barcode|# Barcodes] passt die Prüfziffer nicht. Fehlt eine Ziffer?", cell)
        else if (isGtin && SHORTENED.test(cell) && isChecked(cell))
          hints.add("[Ein Barcode ist|# Barcodes sind] so kurz, als fehlte vorn eine Null. Fehlt sie?", cell)
        return read
      },
      hints: () => [...(reader.hints?.() ?? []), ...hints.list()],
    }
  },
}
