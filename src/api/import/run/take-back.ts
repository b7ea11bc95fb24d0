import { query, type TenantTable } from "../../../db/query.ts"
import { importstuecke } from "../../../db/schema.ts"
import { tableNamed } from "../../../db/tables.ts"
import type { SearchedTable, TenantDb, TenantReader } from "../../../db/tenant-db.ts"
import { Refusal } from "../../../lib/refusal.ts"
import type { Actor } from "../../frame/session.ts"
import type { Importart } from "../../../lib/importarten.ts"
import type { Importer } from "../table/importer.ts"
import { countOf, type ImportTools, type KeptPiece, listPieces, type Importstueck } from "./pieces.ts"

/** Takes imports back in many small transactions, so that others write in between. What stays is kept with its reason. */

type Tools = Omit<ImportTools, "folder">
type Undoing = Pick<Importer<unknown>, "art" | "undo" | "restore" | "version">

/**
 * Takes back what an import made and changed, the latest first. What is done leaves its pieces, so that one that was
 * interrupted goes on with the rest; what stays can be refusalOf again later.
 *
 * @param report gets, now and then, how many records are done
 */
export async function takeBackImport(
  tools: Tools,
  actor: Actor,
  importer: Undoing,
  auftrag_id: string,
  report?: (done: number) => Promise<void>,
): Promise<void> {
  let done = 0
  let purged = 0
  const pieces = listPieces(tools.tenant, auftrag_id).toReversed()
  const isJob = report !== undefined
  const searched = isJob || countOf(pieces) > MARKED_ABOVE ? searchedOf(importer) : undefined
  for (const piece of pieces) {
    const restored = await takeBackPiece(tools, actor, importer, piece, searched)
    await followRestored(tools, auftrag_id, restored)
    done += countOf([piece])
    if (searched && done - purged >= PURGED) {
      await purgeIndex(tools, searched)
      purged = done
    }
    await report?.(done)
  }
  if (searched) await purgeIndex(tools, searched)
}

/**
 * Records of which the words are removed from the index of searches one by one. Of more they are only marked, and removed
 * together afterwards. A job always marks them, as it may go on with what it marked before the service ended.
 */
const MARKED_ABOVE = 50

/** Records after which that is done: the words of all of them may stand together, and go in one step. */
const PURGED = 5000

/** @returns the table whose words are searched, if it is searched by words */
const searchedOf = ({ art }: Undoing): SearchedTable | undefined =>
  art === "kunden" || art === "geraete" || art === "pfandartikel" ? art : undefined

async function purgeIndex({ tenant, commit }: Tools, searched: SearchedTable): Promise<void> {
  let isLeft = await commit(() => tenant.purgeStep(searched, true))
  while (isLeft) isLeft = await commit(() => tenant.purgeStep(searched, false))
}

/** A record that stays, or stays in part. */
type Remaining = { id: string; name: string; grund: string }

const partly = query<{ inhalt: string }, { auftrag_id: string }>`
  SELECT s.inhalt FROM ${importstuecke} s
  WHERE s.auftrag_id = :auftrag_id AND s.geblieben > 0 ORDER BY s.auftrag_id, s.geblieben LIMIT 200`

/** @returns what stayed of an import that was taken back, the first ones, and why */
export const listRemaining = (
  tenant: TenantReader,
  { auftrag_id, art }: { auftrag_id: string; art: Importart },
  limit: number,
): Remaining[] =>
  tenant
    .all(partly, { auftrag_id })
    .flatMap(({ inhalt }) => Object.entries((JSON.parse(inhalt) as Importstueck["inhalt"]).geblieben ?? {}))
    .slice(0, limit)
    .map(([id, grund]) => ({ id, grund, name: nameOf(tenant, art, id) }))

type Named = { name?: string; bezeichnung?: string; geraetenummer?: string }

/** What an import made lies in the table of its name. */
function nameOf(tenant: TenantReader, art: Importart, id: string): string {
  const table: TenantTable | undefined = tableNamed(art)
  const { name, bezeichnung = "", geraetenummer }: Named = (table && tenant.find(table, id)) ?? {}
  return name ?? (geraetenummer === undefined ? bezeichnung : `${bezeichnung} (${geraetenummer})`)
}

/** Records that are again as they were before an import: by id the version of then, and the one of now. */
type Restored = Map<string, { davor: number; version: number }>

/** Reasons why records stay, by id; a record that stays in part is of another version now. */
type Stays = Map<string, { grund: string; version: number | undefined }>

/** Records taken back in one transaction, in which others wait: each needs 2 to 7 ms where nothing is only marked. */
const AT_ONCE = 15

/** @property run returns why something of the record stays, in German */
type Step = { of: string; davor: number | undefined; run: () => string | undefined }

function stepsOf(
  tenant: TenantDb,
  actor: Actor,
  importer: Undoing,
  { auftrag_id, inhalt }: KeptPiece,
): Step[] {
  const changed = inhalt.geaendert.map(({ id, davor, version, vorher, nachher }): Step => ({
    of: id,
    davor,
    run: () => importer.restore?.(tenant, actor, id, vorher, version, nachher),
  }))
  const made = inhalt.angelegt.map((id): Step => ({
    of: id,
    davor: undefined,
    run: () => importer.undo?.(tenant, actor, id, auftrag_id, inhalt.versionen?.[id]),
  }))
  return [...changed, ...made].toReversed()
}

/** Takes back what one transaction did, some records at a time; where others work with some, record by record. */
async function takeBackPiece(
  { tenant, commit }: Tools,
  actor: Actor,
  importer: Undoing,
  piece: KeptPiece,
  searched: SearchedTable | undefined,
): Promise<Restored> {
  const restored: Restored = new Map()
  const stays: Stays = new Map()
  const steps = stepsOf(tenant, actor, importer, piece)
  const marking = (work: () => void) => (): void =>
    searched ? tenant.markingDeleted(searched, work) : work()
  const runOne = ({ of, davor, run }: Step): void => {
    const grund = run()
    const version = importer.version?.(tenant, of)
    if (grund !== undefined) stays.set(of, { grund, version })
    else if (davor !== undefined && version !== undefined) restored.set(of, { davor, version })
  }
  for (let i = 0; i < steps.length; i += AT_ONCE) {
    const open = new Set(steps.slice(i + AT_ONCE).map(({ of }) => of))
    const some = steps.slice(i, i + AT_ONCE)
    const keep = () => keepRest(tenant, piece, open, stays)
    const runAll = marking(() => {
      for (const step of some) runOne(step)
      keep()
    })
    const refused = await refusalOf(commit, runAll)
    if (!refused) continue
    for (const { of } of some) for (const noted of [restored, stays]) noted.delete(of)
    for (const step of some) {
      const runIt = marking(() => runOne(step))
      const refusal = await refusalOf(commit, runIt)
      // A missing record is taken back already.
      if (refusal && refusal.kind !== "missing")
        stays.set(step.of, { grund: reasonOf(refusal), version: undefined })
    }
    await commit(keep)
  }
  if (steps.length === 0) await commit(() => void tenant.delete(importstuecke, piece.id))
  return restored
}

/** Keeps of a piece what is still to be taken back, and what stays. */
function keepRest(
  tenant: TenantDb,
  { id, inhalt: { angelegt, geaendert, ...rest } }: KeptPiece,
  open: Set<string>,
  stays: Stays,
): void {
  if (open.size + stays.size === 0) return void tenant.delete(importstuecke, id)
  const isKept = (one: string): boolean => open.has(one) || stays.has(one)
  const inhalt: Importstueck["inhalt"] = {
    ...rest,
    angelegt: angelegt.filter(isKept),
    geaendert: geaendert
      .filter((one) => isKept(one.id))
      .map((one) => ({ ...one, version: stays.get(one.id)?.version ?? one.version })),
    geblieben: Object.fromEntries([...stays].map(([of, { grund }]) => [of, grund])),
  }
  tenant.update(importstuecke, id, { inhalt: JSON.stringify(inhalt), geblieben: stays.size })
}

const nextOther = query<{ id: string; inhalt: string }, { auftrag_id: string; after: string }>`
  SELECT s.id, s.inhalt FROM ${importstuecke} s
  WHERE s.id > :after AND s.auftrag_id <> :auftrag_id ORDER BY s.id LIMIT 1`

/** Lets earlier imports be taken back whose records a later one changed, now that this one is taken back. */
async function followRestored(
  { tenant, commit }: Tools,
  auftrag_id: string,
  restored: Restored,
): Promise<void> {
  if (restored.size === 0) return
  const behind = (after: string) => tenant.first(nextOther, { auftrag_id, after })
  for (let next = behind(""); next; next = behind(next.id)) {
    const { id, inhalt: seen } = next
    if (!adoptVersions(JSON.parse(seen) as Importstueck["inhalt"], restored)) continue
    await commit(() => {
      const inhalt = JSON.parse(tenant.find(importstuecke, id)?.inhalt ?? "null") as
        Importstueck["inhalt"] | null
      if (inhalt && adoptVersions(inhalt, restored))
        tenant.update(importstuecke, id, { inhalt: JSON.stringify(inhalt) })
    })
  }
}

/** @returns whether something of it is now another version */
function adoptVersions({ versionen = {}, geaendert }: Importstueck["inhalt"], restored: Restored): boolean {
  const made = Object.entries(versionen).filter(([id, version]) => restored.get(id)?.davor === version)
  for (const [id, version] of made) versionen[id] = restored.get(id)?.version ?? version
  const changed = geaendert.filter(({ id, version }) => restored.get(id)?.davor === version)
  for (const one of changed) one.version = restored.get(one.id)?.version ?? one.version
  return made.length + changed.length > 0
}

const reasonOf = ({ kind, message }: Refusal): string =>
  kind === "stale" ? "Seitdem ist etwas daran geändert" : message

/** @returns why the work was refused, if it was: then nothing of it is done */
async function refusalOf(commit: ImportTools["commit"], work: () => void): Promise<Refusal | undefined> {
  try {
    await commit(work)
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error
  }
}
