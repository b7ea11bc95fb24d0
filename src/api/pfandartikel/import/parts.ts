import { CellFault } from "../../import/columns.ts"

/** A part of a Gebinde, by the number that people know. */
export type Teil = { menge: number; nummer: string }

/** `1 × KASTEN, 20 × FLASCHE`: as the export has it, and as people type it. @throws CellFault */
export function readTeile(cell: string): Teil[] {
  return cell.split(/[,;+\n]\s*(?=\d+\s*[x×*]\s)/i).map((text) => {
    const [, menge = "", nummer = ""] = /^(\d{1,5})\s*[x×*]\s+(.+)$/i.exec(text.trim()) ?? []
    if (nummer === "") throw new CellFault("muss aus Stück × Nummer bestehen, wie 1 × KASTEN, 20 × FLASCHE")
    return { menge: Number(menge), nummer: nummer.trim().normalize("NFC") }
  })
}

export const writeTeile = (teile: readonly Teil[]): string =>
  teile.map(({ menge, nummer }) => `${menge} × ${nummer}`).join(", ")
