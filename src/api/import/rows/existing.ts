import type { ImportColumn } from "../table/columns.ts"
import type { Existing, Given } from "../table/importer.ts"

/**
 * @param others fields that are stored elsewhere
 * @returns a record as an import compares it with its row
 */
export const existingOf = (
  columns: readonly ImportColumn[],
  record: { id: string; version: number },
  others: Given = {},
): Existing => ({
  id: record.id,
  version: record.version,
  felder: {
    ...Object.fromEntries(columns.map(({ feld }) => [feld, (record as Given)[feld]])),
    ...others,
  },
})

/** @returns the records by what may make them the same as a row */
export const byLikeness = <R>(
  records: R[],
  keyOf: (record: R) => string,
  existing: (record: R) => Existing,
): Map<string, Existing[]> => {
  const found = new Map<string, Existing[]>()
  for (const record of records) found.getOrInsert(keyOf(record), []).push(existing(record))
  return found
}

/** @returns the records by the value of a unique field */
export const byField = <R>(
  records: R[],
  field: keyof R,
  existing: (record: R) => Existing,
): Map<string, Existing> => new Map(records.map((record) => [String(record[field]), existing(record)]))
