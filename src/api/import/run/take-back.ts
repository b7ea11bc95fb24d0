import { query, type TenantTable } from "../../../db/query.ts"
import { importstuecke } from "../../../db/schema.ts"
import { tableNamed } from "../../../db/tables.ts"
import type { SearchedTable, TenantDb, TenantReader } from "../../../db/tenant-db.ts"
import { Refusal } from "../../../lib/refusal.ts"
import type { Actor } from "../../frame/session.ts"
import type { Importart } from "../../../lib/importarten.ts"
import type { Importer } from "../table/importer.ts"
import { followRestored, noteTouched, type Restored, touchedIn } from "./follow.ts"
import { countOf, type ImportTools, type KeptPiece, listPieces, type Importstueck } from "./pieces.ts"

/** Takes imports back in many small transactions, so that others can write in between. What stays keeps its reason. */

type Tools = Omit<ImportTools, "folder">
type Undoing = Pick<Importer<unknown>, "art" | "undo" | "restore" | "version" | "touches">

/**
 * Takes back what an import made and changed, the latest first. Its pieces shrink with each step, so that an interrupted
 * one goes on with the rest. What stays can be tried again later.
 *
 * @param report called now and then with the number of records done; set for a job
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
  const restored = touchedIn(pieces)
  for (const piece of pieces) {
    await takeBackPiece(tools, actor, importer, { piece, restored }, searched)
    await followRestored(tools, auftrag_id, restored)
    // Of others, no later piece changes the version.
    if (!importer.touches) restored.clear()
    for (const one of restored.values()) one.davor = one.version
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
 * Up to so many records are removed from the index of searches one by one. More are only marked, and removed together. A
 * job always marks: it may go on with what it marked before a kill.
 */
const MARKED_ABOVE = 50

/** So many marked records are removed together. */
const PURGED = 5000

/** @returns the table, if it has an index of searches */
const searchedOf = ({ art }: Undoing): SearchedTable | undefined =>
  art === "kunden" || art === "geraete" || art === "pfandartikel" ? art : undefined

async function purgeIndex({ tenant, commit }: Tools, searched: SearchedTable): Promise<void> {
  let isLeft = await commit(() => tenant.purgeStep(searched, true))
  while (isLeft) isLeft = await commit(() => tenant.purgeStep(searched, false))
}

/** A record that stays, all of it or a part. */
type Remaining = { id: string; name: string; grund: string }

const partly = query<{ inhalt: string }, { auftrag_id: string }>`
  SELECT s.inhalt FROM ${importstuecke} s
  WHERE s.auftrag_id = :auftrag_id AND s.geblieben > 0 ORDER BY s.auftrag_id, s.geblieben LIMIT 200`

/** @returns what stayed of an import that was taken back, and why; `limit` of them at most */
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

/** @returns the name of a record; its table is called as the import */
function nameOf(tenant: TenantReader, art: Importart, id: string): string {
  const table: TenantTable | undefined = tableNamed(art)
  const { name, bezeichnung = "", geraetenummer }: Named = (table && tenant.find(table, id)) ?? {}
  return name ?? (geraetenummer === undefined ? bezeichnung : `${bezeichnung} (${geraetenummer})`)
}

/** Why records stay, by id; `version` is the current one of a record that was taken back in part. */
type Stays = Map<string, { grund: string; version: number | undefined }>

const FORGOTTEN =
  "Was vorher darin stand, ist gelöscht, weil seitdem Angaben zu einer Person gelöscht wurden; bitte selbst ändern"

/** Records taken back in one transaction, while others wait. */
const AT_ONCE = 15

/** @property run takes one record back, and returns why a part of it stays, in German */
type Step = { of: string; davor: number | undefined; run: () => string | undefined }

function stepsOf(
  tenant: TenantDb,
  actor: Actor,
  importer: Undoing,
  { auftrag_id, inhalt }: KeptPiece,
): Step[] {
  const changed = inhalt.geaendert.map(({ id, davor, version, vorher, nachher }): Step => ({
    of: id,
    // What was forgotten is not changed back.
    davor: vorher && davor,
    run: () => (vorher ? importer.restore?.(tenant, actor, id, vorher, version, nachher) : FORGOTTEN),
  }))
  const made = inhalt.angelegt.map((id): Step => ({
    of: id,
    davor: undefined,
    run: () => importer.undo?.(tenant, actor, id, auftrag_id, inhalt.versionen?.[id]),
  }))
  return [...changed, ...made].toReversed()
}

/**
 * Takes a piece back, some records at a time. If one of these is refused, they are tried again one by one.
 *
 * @param restored gets the records that were changed back
 */
async function takeBackPiece(
  { tenant, commit }: Tools,
  actor: Actor,
  importer: Undoing,
  { piece, restored }: { piece: KeptPiece; restored: Restored },
  searched: SearchedTable | undefined,
): Promise<void> {
  const stays: Stays = new Map()
  const steps = stepsOf(tenant, actor, importer, piece)
  const marking = (work: () => void) => (): void =>
    searched ? tenant.markingDeleted(searched, work) : work()
  const runOne = ({ of, davor, run }: Step): void => {
    const grund = run()
    const version = importer.version?.(tenant, of)
    if (grund !== undefined) stays.set(of, { grund, version })
    if (davor === undefined || version === undefined) return
    const touched = restored.get(of)
    restored.set(of, { davor: touched?.version === davor ? touched.davor : davor, version })
  }
  for (let i = 0; i < steps.length; i += AT_ONCE) {
    const open = new Set(steps.slice(i + AT_ONCE).map(({ of }) => of))
    const some = steps.slice(i, i + AT_ONCE)
    const keep = () => keepRest(tenant, piece, open, stays)
    const runSome = (those: Step[]) => {
      const ids = those.map(({ of }) => of)
      noteTouched(tenant, importer, restored, ids, () => {
        for (const step of those) runOne(step)
      })
    }
    const before = some.map(({ of }) => [of, restored.get(of)] as const)
    const runAll = marking(() => {
      runSome(some)
      keep()
    })
    const refused = await refusalOf(commit, runAll)
    if (!refused) continue
    for (const [of, one] of before) {
      stays.delete(of)
      if (one) restored.set(of, one)
      else restored.delete(of)
    }
    for (const step of some) {
      const runIt = marking(() => runSome([step]))
      const refusal = await refusalOf(commit, runIt)
      // A missing record was taken back before.
      if (refusal && refusal.kind !== "missing")
        stays.set(step.of, { grund: reasonOf(refusal), version: undefined })
    }
    await commit(keep)
  }
  if (steps.length === 0) await commit(() => void tenant.delete(importstuecke, piece.id))
}

/**
 * Shrinks a piece to what is still to be taken back and what stays; deletes it if nothing is left. It is read anew: when a
 * person was erased meanwhile, its former values are gone.
 */
function keepRest(tenant: TenantDb, { id }: KeptPiece, open: Set<string>, stays: Stays): void {
  const stored = tenant.find(importstuecke, id)
  if (!stored) return
  const { angelegt, geaendert, ...rest } = JSON.parse(stored.inhalt) as Importstueck["inhalt"]
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

const reasonOf = ({ kind, message }: Refusal): string =>
  kind === "stale" ? "Seitdem ist etwas daran geändert" : message

/** @returns the refusal of the work, if it was refused: then nothing of it is done */
async function refusalOf(commit: ImportTools["commit"], work: () => void): Promise<Refusal | undefined> {
  try {
    await commit(work)
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error
  }
}
