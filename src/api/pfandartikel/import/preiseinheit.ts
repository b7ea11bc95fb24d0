import { formatEuro, formatQuantity } from "../../../lib/format.ts"
import { keyOf } from "../../../lib/headings.ts"
import { CellFault, count, foreignColumn, type ImportColumn } from "../../import/table/columns.ts"
import type { Given } from "../../import/table/importer.ts"
import type { Hints } from "../../import/table/hints.ts"

/** Prices of programs that count some articles by the thousand. */

const PIECES = /^(?:je|pro|per|für)?\s*(\d[\d.]*)?\s*(?:Stück|Stk\.?|St\.?|EA|PC)?$/i

function readUnit(cell: string): number {
  const found = PIECES.exec(cell)
  const pieces = found && count.read(found[1] ?? "1")
  if (!pieces) throw new CellFault("muss sagen, für wie viele Stück das Pfand gilt, z. B. 1 oder 1.000")
  return pieces
}

/** "PE" is the unit of a price where its numbers are those of one, and else a package. */
const MAY_BE_PACKAGE = keyOf("PE")

export const unitColumn: ImportColumn = {
  ...foreignColumn("preiseinheit", "Preiseinheit", "Für wie viele Stück das Pfand gilt", [
    "Preis-Einheit",
    "PEH",
    "Preis je",
    "Preis pro",
    "Pfand für Stück",
    "Price unit",
    "PE",
  ]),
  isNot: ({ heading, cells }) =>
    heading === MAY_BE_PACKAGE && !cells.every((cell) => /^(?:1(?:0{1,2}|\.?000|0\.?000)?)?$/.test(cell)),
  read: readUnit,
}

/** @returns the row with the deposit of one piece; without one where it does not come to whole cents */
export function perPiece({ preiseinheit, ...given }: Given, hints: Hints): Given {
  const { pfand_cent, ...others } = given
  if (typeof preiseinheit !== "number" || preiseinheit === 1 || typeof pfand_cent !== "number") return given
  const cent = pfand_cent / preiseinheit
  const said = `${formatEuro(pfand_cent)} für ${formatQuantity(preiseinheit)} Stück`
  if (Number.isInteger(cent)) {
    hints.add("[Ein Pfand gilt|# Pfandbeträge gelten] für mehrere Stück", `${said} → ${formatEuro(cent)}`)
    return { ...given, pfand_cent: cent }
  }
  hints.add("[Ein Pfand ergibt|# Pfandbeträge ergeben] je Stück keine ganzen Cent", said)
  return others
}
