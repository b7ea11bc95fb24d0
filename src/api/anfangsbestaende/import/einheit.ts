import { keyOf } from "../../../lib/headings.ts"
import type { Frage } from "../../../lib/table/findings.ts"
import type { Table } from "../../../lib/table/table-maker.ts"
import { formatEuro, listSome } from "../../../lib/format.ts"
import { amount, CellFault, type ImportColumn } from "../../import/table/columns.ts"
import type { Column, ImportOrder } from "../../import/table/importer.ts"
import { piecesColumn } from "./spalten.ts"
import { signed } from "./stueck.ts"

/** Pieces or euros: tables of balances hold either, and 18,00 could be both. */

const MONEY = /(?:wert|werte|betrag|beträge)(?!\p{L})|€|(?<!\p{L})euro?(?!\p{L})/iu
/** Headings of a list that do not say what they count. */
const UNCLEAR = new Set(
  ["Saldo", "Bestand", "Leergutbestand", "Leergutsaldo", "Istbestand", "Offen"].map(keyOf),
)

/** @returns the question what the numbers of a table count, where nobody has answered it and they could be money */
export function askUnit(
  { amounts, titel }: Pick<Table, "amounts" | "titel">,
  columns: readonly Column[],
  { einheit }: ImportOrder,
): Frage[] {
  const counted = columns.flatMap((column, i) => (column.spalte?.feld === "menge" ? [{ ...column, i }] : []))
  const unclear = counted.filter(({ record, heading }) => record || UNCLEAR.has(keyOf(heading)))
  const shown = unclear.filter(({ i }) => amounts.includes(i))
  const isTitled = MONEY.test(titel) && unclear.some(({ record }) => record)
  if ((einheit && einheit !== "cent") || (shown.length === 0 && !isTitled)) return []
  const where = listSome((shown.length > 0 ? shown : unclear).map(({ heading }) => `„${heading}“`))
  const why = shown.length > 0 ? "stehen Zahlen wie Geldbeträge" : `stehen Zahlen, und darüber „${titel}“`
  const pieces = { wert: "stueck", text: "Stück" }
  const canDivide = unclear.every(({ record }) => record && "artikel" in record)
  return [
    {
      feld: "einheit",
      frage: canDivide
        ? `Unter ${where} ${why}: Sind es Stück oder Euro?`
        : `Unter ${where} ${why}: Sind es Stück? Sind es Euro, bitte die Liste mit Stückzahlen exportieren`,
      antworten: canDivide ? [pieces, { wert: "euro", text: "Euro" }] : [pieces],
    },
  ]
}

const readEuro = signed(amount.read)

const { reader: _, ...withoutReader } = piecesColumn

/** Cells below an article that hold what its pieces are worth, at a deposit of so many cents. */
export const worthColumn = (pfand_cent: number): ImportColumn => ({
  ...withoutReader,
  read: (cell) => {
    const cent = /^[-–−]$/.test(cell) ? 0 : readEuro(cell)
    if (!cent) return null
    if (pfand_cent === 0 || cent % pfand_cent !== 0)
      throw new CellFault(`ist kein Vielfaches des Pfands von ${formatEuro(pfand_cent)}`)
    return cent / pfand_cent
  },
})
