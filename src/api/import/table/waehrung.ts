import { CellFault, foreignColumn, type ImportColumn } from "./columns.ts"

/** Beside amounts, some programs name their currency: any other than the euro would be taken for one. */
export const currencyColumn: ImportColumn = {
  ...foreignColumn("waehrung", "Währung", "Nur Euro", ["Whg", "Währungscode", "WKZ", "Currency", "Curr."]),
  read: (cell) => {
    if (!/^(?:€|EUR|Euro)$/i.test(cell)) throw new CellFault("muss Euro sein, bitte den Betrag umrechnen")
    return undefined
  },
}
