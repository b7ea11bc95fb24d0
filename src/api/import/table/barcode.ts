import { code } from "./codes.ts"
import type { ImportColumn, Reader } from "./columns.ts"
import { Hints } from "./hints.ts"

/** A GTIN has 8, 12, 13 or 14 digits, the last of which is a check digit. */
const GTIN = /^(?:\d{8}|\d{12,14})$/
/** A GTIN whose leading zero a spreadsheet dropped: the zero does not change the check digit. */
const SHORTENED = /^[1-9](?:\d{6}|\d{9,10})$/

/** @returns whether the check digit is right */
function isChecked(digits: string): boolean {
  const sum = [...digits]
    .toReversed()
    .reduce((all, digit, i) => all + Number(digit) * (i % 2 === 1 ? 3 : 1), 0)
  return sum % 10 === 0
}

/** A company's own labels have no check digit: most of them would fail the check. */
function haveCheckDigits(cells: readonly string[]): boolean {
  const some = cells.filter((cell) => GTIN.test(cell))
  return some.filter(isChecked).length * 2 >= some.length
}

/** Reads barcodes as they are; one that looks damaged gets a hint. */
export const barcode: Pick<ImportColumn, "reader"> = {
  reader: (cells): Reader => {
    const reader = code.reader(cells)
    const hints = new Hints()
    const hasChecks = haveCheckDigits(cells)
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
