import { query } from "../../db/query.ts"
import { importstuecke } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { Refusal } from "../../lib/refusal.ts"
import type { Actor } from "../frame/session.ts"
import type { Given, Importer, Row } from "./importer.ts"

/** One company's rows, and transactions of its own. */
export type Importwerkzeug = {
  tenant: TenantDb
  commit: <T>(work: () => T) => Promise<T>
  /** Folder of the pictures, beside which tables with faults are kept. */
  folder: string
}

/** Records that one transaction of an import made and changed. They are stored with it, so that it can be undone. */
export type Piece = {
  nr: number
  inhalt: {
    /** Numbers of those rows of the table that were new. */
    zeilen: number[]
    /** Ids, as `create` and `finish` returned them. */
    angelegt: string[]
    /** `version` is the one after the change: a record that was changed again is kept. */
    geaendert: { id: string; version: number; vorher: Given }[]
  }
}

const piecesOf = query<{ id: string; nr: number; inhalt: string }, { auftrag_id: string }>`
  SELECT s.id, s.nr, s.inhalt FROM ${importstuecke} s WHERE s.auftrag_id = :auftrag_id ORDER BY s.nr`

export const listPieces = (tenant: TenantDb, auftrag_id: string): (Piece & { id: string })[] =>
  tenant
    .all(piecesOf, { auftrag_id })
    .map(({ id, nr, inhalt }) => ({ id, nr, inhalt: JSON.parse(inhalt) as Piece["inhalt"] }))

export const rememberPiece = (tenant: TenantDb, auftrag_id: string, { nr, inhalt }: Piece): void =>
  void tenant.insert(importstuecke, { auftrag_id, nr, inhalt: JSON.stringify(inhalt) })

export function removePieces(tenant: TenantDb, auftrag_id: string): void {
  for (const { id } of tenant.all(piecesOf, { auftrag_id })) tenant.delete(importstuecke, id)
}

/**
 * Takes back what one transaction did, in one; where others work with some of it, record by record.
 *
 * @returns how many records are used by others meanwhile, and stay as they are
 */
export async function takeBackPiece<I>(
  { tenant, commit }: Importwerkzeug,
  actor: Actor,
  importer: Importer<I>,
  { id, inhalt }: Piece & { id: string },
): Promise<number> {
  const steps = [
    ...inhalt.geaendert.map(
      ({ id: changed, version, vorher }) =>
        () =>
          importer.restore?.(tenant, actor, changed, vorher, version),
    ),
    ...inhalt.angelegt.map((made) => () => importer.undo?.(tenant, actor, made)),
  ]
  const forget = () => void tenant.delete(importstuecke, id)
  const all = () => [...steps, forget].forEach((step) => step())
  if ((await refusalOf(commit, all)) === undefined) return 0
  let left = 0
  for (const step of steps) {
    const refusal = await refusalOf(commit, step)
    // A missing record is taken back already.
    if (refusal && refusal.kind !== "missing") left++
  }
  await commit(forget)
  return left
}

async function refusalOf(commit: Importwerkzeug["commit"], work: () => void): Promise<Refusal | undefined> {
  try {
    await commit(work)
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error
  }
}

/** @returns the rows as they were before a process that was killed stored some of them: new, or not yet changed */
export function asTheyWere<I>(rows: Row<I>[], before: Piece[]): Row<I>[] {
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
