import { query } from "../../../db/query.ts"
import { importstuecke } from "../../../db/schema.ts"
import type { TenantDb, TenantReader } from "../../../db/tenant-db.ts"
import { Refusal } from "../../../lib/refusal.ts"
import type { Actor } from "../../frame/session.ts"
import type { Given, Importer, Row } from "../table/importer.ts"

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
    /** Of those that were made, as the import left them: a record that was changed since is kept. */
    versionen?: Record<string, number>
    /** `davor` is the version before the change, `version` the one after it. */
    geaendert: { id: string; davor?: number; version: number; vorher: Given }[]
  }
}

type Stored = { id: string; auftrag_id: string; nr: number; inhalt: string }

const piecesOf = query<Stored, { auftrag_id: string }>`
  SELECT s.id, s.auftrag_id, s.nr, s.inhalt FROM ${importstuecke} s WHERE s.auftrag_id = :auftrag_id ORDER BY s.nr`

export const listPieces = (tenant: TenantReader, auftrag_id: string): (Piece & Omit<Stored, "inhalt">)[] =>
  tenant
    .all(piecesOf, { auftrag_id })
    .map(({ inhalt, ...rest }) => ({ ...rest, inhalt: JSON.parse(inhalt) as Piece["inhalt"] }))

/** @returns how many records of an import were made or changed by then */
export const countStored = (tenant: TenantReader, auftrag_id: string): number =>
  listPieces(tenant, auftrag_id).reduce(
    (sum, { inhalt }) => sum + inhalt.angelegt.length + inhalt.geaendert.length,
    0,
  )

export const rememberPiece = (tenant: TenantDb, auftrag_id: string, { nr, inhalt }: Piece): void =>
  void tenant.insert(importstuecke, { auftrag_id, nr, inhalt: JSON.stringify(inhalt) })

export function removePieces(tenant: TenantDb, auftrag_id: string): void {
  for (const { id } of tenant.all(piecesOf, { auftrag_id })) tenant.delete(importstuecke, id)
}

/** Records of one piece of what a request stored. */
const PIECE = 100

/** Remembers what a request stored, in pieces that are taken back in one transaction each. */
export function rememberAll(
  tenant: TenantDb,
  auftrag_id: string,
  { angelegt, versionen = {}, geaendert }: Piece["inhalt"],
): void {
  let nr = 0
  const remember = (some: Partial<Piece["inhalt"]>): void =>
    rememberPiece(tenant, auftrag_id, {
      nr: ++nr,
      inhalt: { zeilen: [], angelegt: [], geaendert: [], ...some },
    })
  for (let i = 0; i < geaendert.length; i += PIECE) remember({ geaendert: geaendert.slice(i, i + PIECE) })
  for (let i = 0; i < angelegt.length; i += PIECE) {
    const some = angelegt.slice(i, i + PIECE)
    const theirs = some.flatMap((id) => (versionen[id] === undefined ? [] : [[id, versionen[id]] as const]))
    remember({ angelegt: some, versionen: Object.fromEntries(theirs) })
  }
}

/** A record that stays, or stays in part, and why, in German. */
export type Left = { id: string; grund: string }

/** Records that are again as they were before an import: by id the version of then, and the one of now. */
export type Again = Map<string, { davor: number; version: number }>

/** Records taken back in one transaction: to leave the index of searches without a trace, each needs 2 to 7 ms. */
const AT_ONCE = 15

type Step = { of: string; run: () => string | undefined }

/**
 * Takes back what one transaction did, the latest first, some records at a time; where others work with some of them,
 * record by record. What is done leaves the piece, so that one that was interrupted goes on with the rest.
 *
 * @returns the records that stay
 */
export async function takeBackPiece(
  { tenant, commit }: Omit<Importwerkzeug, "folder">,
  actor: Actor,
  importer: Pick<Importer<never>, "undo" | "restore" | "version">,
  { id, auftrag_id, inhalt }: Piece & { id: string; auftrag_id: string },
): Promise<{ left: Left[]; again: Again }> {
  const again: Again = new Map()
  const steps = [
    ...inhalt.geaendert.map(({ id: changed, davor, version, vorher }) => ({
      of: changed,
      run: () => {
        const grund = importer.restore?.(tenant, actor, changed, vorher, version)
        const now = importer.version?.(tenant, changed)
        if (grund === undefined && davor !== undefined && now !== undefined)
          again.set(changed, { davor, version: now })
        return grund
      },
    })),
    ...inhalt.angelegt.map((made) => ({
      of: made,
      run: () => importer.undo?.(tenant, actor, made, auftrag_id, inhalt.versionen?.[made]),
    })),
  ].toReversed()
  const left: Left[] = []
  for (let i = 0; i < steps.length; i += AT_ONCE) {
    const open = new Set(steps.slice(i + AT_ONCE).map(({ of }) => of))
    const keep = () => void tenant.update(importstuecke, id, { inhalt: JSON.stringify(only(inhalt, open)) })
    left.push(...(await takeBackSome(commit, steps.slice(i, i + AT_ONCE), again, keep)))
  }
  await commit(() => void tenant.delete(importstuecke, id))
  return { left, again }
}

const only = ({ angelegt, geaendert, ...rest }: Piece["inhalt"], ids: Set<string>): Piece["inhalt"] => ({
  ...rest,
  angelegt: angelegt.filter((one) => ids.has(one)),
  geaendert: geaendert.filter((one) => ids.has(one.id)),
})

/** @param keep remembers, in the last transaction, that they are taken back @returns the records that stay */
async function takeBackSome(
  commit: Importwerkzeug["commit"],
  steps: Step[],
  again: Again,
  keep: () => void,
): Promise<Left[]> {
  const reasons = (some: { of: string; grund: string | undefined }[]): Left[] =>
    some.flatMap(({ of, grund }) => (grund === undefined ? [] : [{ id: of, grund }]))
  const whole = await tried(commit, () => {
    const done = steps.map(({ of, run }) => ({ of, grund: run() }))
    keep()
    return done
  })
  if (!("refusal" in whole)) return reasons(whole.value)
  for (const { of } of steps) again.delete(of)
  const left: Left[] = []
  for (const { of, run } of steps) {
    const one = await tried(commit, run)
    if (!("refusal" in one)) left.push(...reasons([{ of, grund: one.value }]))
    // A missing record is taken back already.
    else if (one.refusal.kind !== "missing") left.push({ id: of, grund: reasonOf(one.refusal) })
  }
  await commit(keep)
  return left
}

const nextOther = query<{ id: string }, { auftrag_id: string; after: string }>`
  SELECT s.id FROM ${importstuecke} s WHERE s.id > :after AND s.auftrag_id <> :auftrag_id ORDER BY s.id LIMIT 1`

/** Lets earlier imports be taken back whose records a later one changed, now that this one is taken back. */
export async function letOthersFollow(
  { tenant, commit }: Omit<Importwerkzeug, "folder">,
  auftrag_id: string,
  again: Again,
): Promise<void> {
  if (again.size === 0) return
  const behind = (after: string) => tenant.first(nextOther, { auftrag_id, after })
  for (let next = behind(""); next; next = behind(next.id)) {
    const { id } = next
    await commit(() => {
      const inhalt = JSON.parse(tenant.find(importstuecke, id)?.inhalt ?? "null") as Piece["inhalt"] | null
      if (inhalt && follow(inhalt, again))
        tenant.update(importstuecke, id, { inhalt: JSON.stringify(inhalt) })
    })
  }
}

/** @returns whether something of it is now another version */
function follow({ versionen = {}, geaendert }: Piece["inhalt"], again: Again): boolean {
  const made = Object.entries(versionen).filter(([id, version]) => again.get(id)?.davor === version)
  for (const [id, version] of made) versionen[id] = again.get(id)?.version ?? version
  const changed = geaendert.filter(({ id, version }) => again.get(id)?.davor === version)
  for (const one of changed) one.version = again.get(one.id)?.version ?? one.version
  return made.length + changed.length > 0
}

const reasonOf = ({ kind, message }: Refusal): string =>
  kind === "stale" ? "Seitdem ist etwas daran geändert" : message

async function tried<T>(
  commit: Importwerkzeug["commit"],
  work: () => T,
): Promise<{ value: T } | { refusal: Refusal }> {
  try {
    return { value: await commit(work) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { refusal: error }
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
