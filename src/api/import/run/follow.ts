import { query } from "../../../db/query.ts"
import { importstuecke } from "../../../db/schema.ts"
import type { TenantDb } from "../../../db/tenant-db.ts"
import type { Importer } from "../table/importer.ts"
import type { ImportTools, Importstueck, KeptPiece } from "./pieces.ts"

/** Which version records have once an import is taken back, so that earlier ones can be taken back as well. */

/** Records that were changed back: by id, `davor` is the version before the import, `version` the current one. */
export type Restored = Map<string, { davor: number; version: number }>

type Versioned = Pick<Importer<unknown>, "touches" | "version">

/** @returns the records that an import changed with others, as the last step of taking it back will leave them */
export const touchedIn = (pieces: readonly KeptPiece[]): Restored =>
  new Map(
    pieces.flatMap(({ inhalt }) =>
      (inhalt.mitgeaendert ?? []).map(({ id, davor, version }) => [id, { davor, version }] as const),
    ),
  )

/**
 * Does some steps of taking an import back, and notes the versions of records that they change besides their own: a Gebinde
 * has a new one with each of its parts. One that somebody else has changed meanwhile keeps its note, and stays.
 *
 * @param ids of the records that the steps are about
 */
export function noteTouched(
  tenant: TenantDb,
  { touches, version }: Versioned,
  restored: Restored,
  ids: readonly string[],
  work: () => void,
): void {
  if (!touches || !version) return work()
  const asLeft = [...restored].filter(([id, one]) => version(tenant, id) === one.version)
  work()
  for (const id of new Set([...asLeft.map(([left]) => left), ...ids])) {
    const [one, now] = [restored.get(id), version(tenant, id)]
    if (one && now !== undefined) restored.set(id, { ...one, version: now })
  }
}

const nextOther = query<{ id: string; inhalt: string }, { auftrag_id: string; after: string }>`
  SELECT s.id, s.inhalt FROM ${importstuecke} s
  WHERE s.id > :after AND s.auftrag_id <> :auftrag_id ORDER BY s.id LIMIT 1`

/**
 * An import takes back only records that still have the version it left. A later import changes that version, and taking
 * that one back changes it once more: writes the new version into the pieces of earlier imports, so that these can still be
 * taken back.
 */
export async function followRestored(
  { tenant, commit }: Omit<ImportTools, "folder">,
  auftrag_id: string,
  restored: Restored,
): Promise<void> {
  const moved = new Map([...restored].filter(([, { davor, version }]) => davor !== version))
  if (moved.size === 0) return
  const nextAfter = (after: string) => tenant.first(nextOther, { auftrag_id, after })
  for (let next = nextAfter(""); next; next = nextAfter(next.id)) {
    const { id, inhalt: seen } = next
    if (!adoptVersions(JSON.parse(seen) as Importstueck["inhalt"], moved)) continue
    await commit(() => {
      const inhalt = JSON.parse(tenant.find(importstuecke, id)?.inhalt ?? "null") as
        Importstueck["inhalt"] | null
      if (inhalt && adoptVersions(inhalt, moved))
        tenant.update(importstuecke, id, { inhalt: JSON.stringify(inhalt) })
    })
  }
}

/** Writes the new versions of restored records into a piece. @returns whether it has any of them */
function adoptVersions(
  { versionen = {}, geaendert, mitgeaendert = [] }: Importstueck["inhalt"],
  restored: Restored,
): boolean {
  const made = Object.entries(versionen).filter(([id, version]) => restored.get(id)?.davor === version)
  for (const [id, version] of made) versionen[id] = restored.get(id)?.version ?? version
  const changed = [...geaendert, ...mitgeaendert].filter(
    ({ id, version }) => restored.get(id)?.davor === version,
  )
  for (const one of changed) one.version = restored.get(one.id)?.version ?? one.version
  return made.length + changed.length > 0
}
