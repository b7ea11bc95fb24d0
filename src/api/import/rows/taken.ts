import type { TenantDb } from "../../../db/tenant-db.ts"
import type { Given, Importer, ImportRow, RowFault } from "../table/importer.ts"

/** Rows looked up by one query. */
const ROWS_AT_ONCE = 200

/** @returns the value of a unique field; undefined without one */
const uniqueValue = <I>(input: I, field: string): string | undefined => {
  const value = (input as Given)[field]
  return typeof value === "string" && value !== "" ? value : undefined
}

/** @returns the rows whose key an earlier row of the file has, with the number of that row as `first` */
export function findTwice<R extends { zeile: number }>(
  rows: readonly R[],
  sameBy: (row: R) => string | undefined,
): (R & { key: string; first: number })[] {
  const seen = new Map<string, number>()
  return rows.flatMap((row) => {
    const { zeile } = row
    const key = sameBy(row)
    const first = key === undefined ? zeile : seen.getOrInsert(key, zeile)
    return key === undefined || first === zeile ? [] : [{ ...row, key, first }]
  })
}

/** @returns faults of rows that repeat a unique field, or that match the same record without a number */
export function findRepeated<I>(rows: ImportRow<I>[], { unique }: Importer<I>): RowFault[] {
  const faults = unique.flatMap(({ name, feld }) =>
    findTwice(rows, ({ given, input }) =>
      given[feld] === undefined ? undefined : uniqueValue(input, feld),
    ).map(({ zeile, key, first }) => ({ zeile, feld, msg: `${name} ${key} steht schon in Zeile ${first}` })),
  )
  const known = new Set(faults.map(({ zeile }) => zeile))
  const records = findTwice(rows, ({ existing }) => existing?.id).filter(({ zeile }) => !known.has(zeile))
  return [
    ...faults,
    ...records.map(({ zeile, first }) => ({ zeile, feld: null, msg: `steht schon in Zeile ${first}` })),
  ]
}

/** @returns faults of rows whose number somebody has taken, or whose record somebody has changed since they were read */
export function findTaken<I>(tenant: TenantDb, rows: ImportRow<I>[], { unique }: Importer<I>): RowFault[] {
  const faults: RowFault[] = []
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) {
    const some = rows.slice(i, i + ROWS_AT_ONCE)
    for (const [nr, { name, feld, holders }] of unique.entries()) {
      const found = holders(
        tenant,
        some.flatMap(({ input }) => uniqueValue(input, feld) ?? []),
      )
      for (const { zeile, input, existing, patch } of some) {
        const value = uniqueValue(input, feld)
        const holder = value === undefined ? undefined : found.get(value)
        if (holder && holder.id !== existing?.id)
          faults.push({ zeile, feld, msg: `${name} ${value} ist bereits vergeben` })
        else if (
          nr === 0 &&
          existing &&
          value !== undefined &&
          !(feld in patch) &&
          holder?.version !== existing.version
        )
          faults.push({ zeile, feld, msg: "wurde inzwischen geändert: bitte die Datei noch einmal wählen" })
      }
    }
  }
  return faults
}
