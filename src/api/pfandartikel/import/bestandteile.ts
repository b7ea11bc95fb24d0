import { keyOf } from "../../../lib/headings.ts"
import { CellFault, type ImportColumn, type Look } from "../../import/table/columns.ts"
import { type NumberedPart, partsInWords } from "../rules.ts"

/** `1 × KASTEN, 20 × FLASCHE`: as the export has it, and as people type it. @throws CellFault */
function readParts(cell: string): NumberedPart[] {
  return cell.split(/[,;+\n]\s*(?=\d+\s*[x×*]\s)/i).map((text) => {
    const [, menge = "", nummer = ""] = /^(\d{1,5})\s*[x×*]\s+(.+)$/i.exec(text.trim()) ?? []
    if (nummer === "") throw new CellFault("muss aus Stück × Nummer bestehen, wie 1 × KASTEN, 20 × FLASCHE")
    return { menge: Number(menge), nummer: nummer.trim().normalize("NFC") }
  })
}

const CONTENTS = keyOf("Inhalt")
/** Below that word, `20 x 0,5 l` and `20 Fl.` say how much is in it, and not which articles. */
const areVolumes = ({ heading, cells }: Look): boolean =>
  heading === CONTENTS &&
  cells.some((cell) => /\d\s*(?:l|ltr|liter|cl|ml|hl|kg|g|fl|flaschen|dosen|st|stk|stück)\.?\s*$/i.test(cell))

export const partsColumn: ImportColumn = {
  feld: "bestandteile",
  name: "Bestandteile",
  auch: ["Teile", "Inhalt", "Gebinde aus"],
  isNot: areVolumes,
  about: "Nur bei einem Gebinde: woraus es besteht, wie 1 × KASTEN, 20 × FLASCHE",
  example: "",
  read: readParts,
  write: partsInWords,
}
