import type { ImportColumn } from "../table/columns.ts"
import type { Existing, Given } from "../table/importer.ts"

/**
 * @param columns whose fields are compared
 * @param others fields that are stored elsewhere
 * @returns a stored record in the form that rows are compared with
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

/** @returns the records by a key that several may have */
export const byLikeness = <R>(
  records: R[],
  keyOf: (record: R) => string,
  existing: (record: R) => Existing,
): Map<string, Existing[]> => {
  const found = new Map<string, Existing[]>()
  for (const record of records) found.getOrInsert(keyOf(record), []).push(existing(record))
  return found
}

/** @returns the records by a unique field */
export const byField = <R>(
  records: R[],
  field: keyof R,
  existing: (record: R) => Existing,
): Map<string, Existing> => new Map(records.map((record) => [String(record[field]), existing(record)]))
