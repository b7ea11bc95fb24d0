import { artikelfelder, pfandfelder } from "../../../lib/felder/artikel.ts"
import { formatEuro, formatQuantity } from "../../../lib/format.ts"
import { keyOf } from "../../../lib/headings.ts"
import {
  CellFault,
  count,
  foreignColumn,
  type ImportColumn,
  type HeadingContext,
} from "../../import/table/columns.ts"
import { priceUnitHeadings } from "../../import/table/deposits.ts"
import { columnsOf } from "../../import/table/field-columns.ts"
import { foreignHeadings } from "../../import/table/foreign-headings.ts"
import type { Hints } from "../../import/table/hints.ts"
import type { Given } from "../../import/table/importer.ts"
import { type NumberedPart, partsInWords } from "../rules.ts"

/** `1 × KASTEN, 20 × FLASCHE` @returns the parts of a Gebinde @throws CellFault */
function readParts(cell: string): NumberedPart[] {
  return cell.split(/[,;+\n]\s*(?=\d+\s*[x×*]\s)/i).map((text) => {
    const [, menge = "", nummer = ""] = /^(\d{1,5})\s*[x×*]\s+(.+)$/i.exec(text.trim()) ?? []
    if (nummer === "") throw new CellFault("muss aus Stück × Nummer bestehen, wie 1 × KASTEN, 20 × FLASCHE")
    return { menge: Number(menge), nummer: nummer.trim().normalize("NFC") }
  })
}

const CONTENTS = keyOf("Inhalt")
/** @returns whether `Inhalt` means how much is in it, as in `20 x 0,5 l`, and not its parts */
const areVolumes = ({ heading, cells }: HeadingContext): boolean =>
  heading === CONTENTS &&
  cells.some((cell) => /\d\s*(?:l|ltr|liter|cl|ml|hl|kg|g|fl|flaschen|dosen|st|stk|stück)\.?\s*$/i.test(cell))

const partsColumn: ImportColumn = {
  feld: "bestandteile",
  name: "Bestandteile",
  auch: ["Teile", "Inhalt", "Gebinde aus"],
  isNot: areVolumes,
  about: "Nur bei einem Gebinde: woraus es besteht, wie 1 × KASTEN, 20 × FLASCHE",
  example: "",
  // The most parts that a Gebinde has, with the longest numbers.
  longest: 2000,
  read: readParts,
  write: partsInWords,
}

export const artikelColumns = columnsOf(
  artikelfelder,
  {
    bezeichnung: columnsOf(
      { pfand_cent: { ...pfandfelder.pfand_cent, required: true } },
      {},
      foreignHeadings["pfand"],
    ),
    barcode: [partsColumn],
  },
  foreignHeadings["pfandartikel"],
)

/** `1.000`, `je 100 Stück`: some programs price by the thousand. */
const PIECES = /^(?:je|pro|per|für)?\s*(\d[\d.]*)?\s*(?:Stück|Stk\.?|St\.?|EA|PC)?$/i

/** @returns for how many pieces a price is @throws CellFault */
function readUnit(cell: string): number {
  const found = PIECES.exec(cell)
  const pieces = found && count.read(found[1] ?? "1")
  if (!pieces) throw new CellFault("muss sagen, für wie viele Stück das Pfand gilt, z. B. 1 oder 1.000")
  return pieces
}

/** `PE` means the unit of a price if its cells are such units, and otherwise a package. */
const MAY_BE_PACKAGE = keyOf("PE")

export const unitColumn: ImportColumn = {
  ...foreignColumn("preiseinheit", "Preiseinheit", "Für wie viele Stück das Pfand gilt", [
    ...priceUnitHeadings,
    "Pfand für Stück",
    "PE",
  ]),
  isNot: ({ heading, cells }) =>
    heading === MAY_BE_PACKAGE && !cells.every((cell) => /^(?:1(?:0{1,2}|\.?000|0\.?000)?)?$/.test(cell)),
  read: readUnit,
}

/** @returns the row with the deposit of one piece; without a deposit, if it would not be whole cents */
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
