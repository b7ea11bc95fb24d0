import { keyOf } from "../../../lib/headings.ts"
import type { Frage } from "../../../lib/table/findings.ts"
import type { Table } from "../../../lib/table/table-maker.ts"
import { formatEuro, listSome } from "../../../lib/format.ts"
import { amount, CellFault, type ImportColumn } from "../../import/table/columns.ts"
import type { Column, ImportOrder } from "../../import/table/importer.ts"
import { piecesColumn } from "./spalten.ts"
import { signed } from "./pieces.ts"

/** Balances come in pieces or in euros, and 18,00 could be either. */

const MONEY = /(?:wert|werte|betrag|beträge)(?!\p{L})|€|(?<!\p{L})euro?(?!\p{L})/iu
/** Headings that do not say what they count. */
const WITHOUT_UNIT = new Set(
  ["Saldo", "Bestand", "Leergutbestand", "Leergutsaldo", "Istbestand", "Offen"].map(keyOf),
)

/** @returns the question whether numbers are pieces or euros, if they could be either and nobody has answered it */
export function askUnit(
  { amounts, titel }: Pick<Table, "amounts" | "titel">,
  columns: readonly Column[],
  { einheit }: ImportOrder,
): Frage[] {
  const counted = columns.flatMap((column, i) => (column.spalte?.feld === "menge" ? [{ ...column, i }] : []))
  const unclear = counted.filter(({ record, heading }) => record || WITHOUT_UNIT.has(keyOf(heading)))
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

/** @returns the column of an article that holds euros: pieces are the amount divided by the deposit */
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
