import { Fragment, query } from "../../../db/query.ts"
import { importstuecke } from "../../../db/schema.ts"
import type { TenantDb, TenantReader } from "../../../db/tenant-db.ts"
import type { Importart } from "../../../lib/importarten.ts"
import type { Given, ImportRow } from "../table/importer.ts"

/** What a job works with: one company's rows, and transactions. */
export type ImportTools = {
  tenant: TenantDb
  commit: <T>(work: () => T) => Promise<T>
  /** Folder of the uploads, beside which the files of jobs are kept. */
  folder: string
}

/**
 * What one transaction of an import made and changed, stored in the same transaction. By its pieces an import is taken
 * back, and goes on after a kill.
 */
export type Importstueck = {
  nr: number
  inhalt: {
    /** Numbers of the rows that were new. */
    zeilen: number[]
    /** Ids, as `create` and `finish` returned them. */
    angelegt: string[]
    /** Versions of the new records after the import: a record that was changed since stays. */
    versionen?: Record<string, number>
    /**
     * `davor` is the version before the import, `version` that after it; `vorher` are the former values, until a person is
     * erased; `nachher` is what `change` returned.
     */
    geaendert: { id: string; davor?: number; version: number; vorher?: Given; nachher?: Given }[]
    /** Records whose version changed with those of others, as that of a Gebinde does with its parts. */
    mitgeaendert?: { id: string; davor: number; version: number }[]
    /** Why records stayed when the import was taken back, in German, by their ids. */
    geblieben?: Record<string, string>
  }
}

type Stored = { id: string; auftrag_id: string; nr: number; inhalt: string }
export type KeptPiece = Importstueck & Omit<Stored, "inhalt">

const piecesOf = query<Stored, { auftrag_id: string }>`
  SELECT s.id, s.auftrag_id, s.nr, s.inhalt FROM ${importstuecke} s WHERE s.auftrag_id = :auftrag_id ORDER BY s.nr`

export const listPieces = (tenant: TenantReader, auftrag_id: string): KeptPiece[] =>
  tenant
    .all(piecesOf, { auftrag_id })
    .map(({ inhalt, ...rest }) => ({ ...rest, inhalt: JSON.parse(inhalt) as Importstueck["inhalt"] }))

/** SQL: how many records a piece `s` made or changed. */
export const STORED = new Fragment(
  "json_array_length(s.inhalt, '$.angelegt') + json_array_length(s.inhalt, '$.geaendert')",
)
const stored = query<{ n: number }, { auftrag_id: string }>`
  SELECT coalesce(sum(${STORED}), 0) AS n FROM ${importstuecke} s WHERE s.auftrag_id = :auftrag_id`

/** @returns how many records the stored pieces of an import made or changed */
export const countStored = (tenant: TenantReader, auftrag_id: string): number =>
  tenant.getFirst(stored, { auftrag_id }).n

/** @returns how many records these pieces made or changed */
export const countOf = (pieces: readonly Importstueck[]): number =>
  pieces.reduce((sum, { inhalt }) => sum + inhalt.angelegt.length + inhalt.geaendert.length, 0)

export const addPiece = (tenant: TenantDb, auftrag_id: string, { nr, inhalt }: Importstueck): void =>
  void tenant.insert(importstuecke, { auftrag_id, nr, inhalt: JSON.stringify(inhalt) })

/** @returns whether pieces take an import back: opening balances are reversed as a whole (anfangsbestaende/rules.ts) */
export const isUndoneByPieces = (art: Importart): boolean => art !== "anfangsbestaende"

export function removePieces(tenant: TenantDb, auftrag_id: string): void {
  for (const { id } of tenant.all(piecesOf, { auftrag_id })) tenant.delete(importstuecke, id)
}

/** Records of one piece, if a request stored them all in one transaction. */
const PIECE = 100

/** Stores what a request made and changed, in pieces small enough to be taken back one by one. */
export function addPieces(
  tenant: TenantDb,
  auftrag_id: string,
  { angelegt, versionen = {}, geaendert, mitgeaendert }: Importstueck["inhalt"],
): void {
  let nr = 0
  const add = (some: Partial<Importstueck["inhalt"]>): void =>
    addPiece(tenant, auftrag_id, {
      nr: ++nr,
      inhalt: { zeilen: [], angelegt: [], geaendert: [], ...some },
    })
  for (let i = 0; i < geaendert.length; i += PIECE)
    add({ geaendert: geaendert.slice(i, i + PIECE), ...(i === 0 && mitgeaendert && { mitgeaendert }) })
  for (let i = 0; i < angelegt.length; i += PIECE) {
    const some = angelegt.slice(i, i + PIECE)
    const theirs = some.flatMap((id) => (versionen[id] === undefined ? [] : [[id, versionen[id]] as const]))
    add({ angelegt: some, versionen: Object.fromEntries(theirs) })
  }
}

/** @returns the rows as they were before a killed process stored some of them: new again, or not changed yet */
export function asTheyWere<I>(rows: ImportRow<I>[], before: Importstueck[]): ImportRow<I>[] {
  if (before.length === 0) return rows
  const made = new Set(before.flatMap(({ inhalt }) => inhalt.angelegt))
  const lines = new Set(before.flatMap(({ inhalt }) => inhalt.zeilen))
  const changed = new Map(
    before.flatMap(({ inhalt }) => inhalt.geaendert.map(({ id, vorher }) => [id, vorher] as const)),
  )
  return rows.map((row) => {
    const { existing, zeile } = row
    if (!existing) return row
    if (made.has(existing.id) || lines.has(zeile))
      return { ...row, existing: undefined, patch: {}, made: existing.id }
    const vorher = changed.get(existing.id)
    if (!vorher || Object.keys(row.patch).length > 0) return row
    const patch = Object.fromEntries(Object.keys(vorher).map((field) => [field, existing.felder[field]]))
    return { ...row, existing: { ...existing, felder: { ...existing.felder, ...vorher } }, patch }
  })
}
