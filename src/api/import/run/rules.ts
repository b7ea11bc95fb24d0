import type { Static } from "@sinclair/typebox"
import type { TenantDb } from "../../../db/tenant-db.ts"
import { withTable } from "../../../lib/table/thread.ts"
import { loop } from "../../../lib/turns.ts"
import { claimRequest, isClaimed } from "../../shared/claim.ts"
import type { TenantContext } from "../../frame/route.ts"
import type { Upload } from "../../frame/services.ts"
import type { Actor } from "../../frame/session.ts"
import { assignedIn, readAssigned, rememberAssigned } from "../table/assign.ts"
import { auftraege } from "../../../db/schema.ts"
import type { Importangaben } from "./importauftrag.ts"
import type { Importart } from "../../../lib/importarten.ts"
import type { Importer, ImportOrder, ImportRow, RowFault } from "../table/importer.ts"
import { addPieces, type Importstueck, isUndoneByPieces } from "./pieces.ts"
import type { ImportForm, ImportReply } from "../table/model.ts"
import { isAnswered, readAnswers } from "../rows/duplicates.ts"
import { findTaken } from "../rows/taken.ts"
import { requireAnswers, understand, type Understood, wantedOf } from "../rows/read.ts"
import { replyOf, stateOf } from "./reply.ts"
import { asRowFaults, storeRows } from "./store.ts"

type Reply = Static<typeof ImportReply>

/** A request for an import with its understood table. */
type Task<I> = Understood<I> & {
  order: ImportOrder
  request: { id: string; content: unknown }
  isRepeated: boolean
}

/**
 * Reads and understands the table of a request, in steps between which others are served.
 *
 * @param use what to do with it; its memory counts as taken until then
 * @returns what `use` returns
 * @throws Refusal invalid for what is no table; conflict if the id was used with another one; unavailable if too many
 *   tables are being imported
 */
export async function withTask<I, T>(
  { tenant, actor }: TenantContext,
  { bytes, fields }: Upload<ImportForm>,
  importer: Importer<I>,
  use: (task: Task<I>) => Promise<T>,
): Promise<T> {
  const {
    id = Bun.randomUUIDv7(),
    ausfuehren: _,
    stand: __,
    liste: ___,
    vorhandene: taken = "fehler",
    ...rest
  } = fields
  const hash = new Bun.CryptoHasher("sha256").update(bytes).digest("hex")
  const content = Object.keys(rest).length > 0 || taken === "aendern" ? { hash, taken, ...rest } : hash
  const isRepeated = isClaimed(tenant, `${importer.art}_import`, id, content)
  readAssigned(fields.zuordnung, importer)
  readAnswers(fields.doppelte)
  const order = { id, stichtag: fields.stichtag, einheit: fields.einheit, tage: fields.tage }
  return withTable(
    bytes,
    "datei",
    wantedOf(tenant, importer, fields),
    [tenant.id, actor.id],
    async (table) => {
      const understood = await loop.through(tenant.id, understand(tenant, table, importer, { fields, order }))
      return use({ ...understood, order, request: { id, content }, isRepeated })
    },
  )
}

/**
 * Imports all rows of a table, or none: without `ausfuehren`, or with a fault in any row, it is only a preview. A request
 * that is repeated with the same id is done once.
 *
 * @throws as `withTask`
 */
export const importTable = <I>(context: TenantContext, importer: Importer<I>): Promise<Reply> =>
  context.receive((upload: Upload<ImportForm>) =>
    withTask(context, upload, importer, (task) => importOrPreview(context, task, upload.fields, importer)),
  )

async function importOrPreview<I>(
  context: TenantContext,
  task: Task<I>,
  fields: ImportForm,
  importer: Importer<I>,
): Promise<Reply> {
  const { tenant, services } = context
  const { rows, fehler } = task
  const { ausfuehren, stand } = fields
  if (ausfuehren === "ja") requireAnswers(task.table)
  const isAsShown = task.isRepeated || stand === undefined || stand === stateOf(rows, importer)
  const isWanted =
    ausfuehren === "ja" && isAsShown && fehler.count === 0 && (task.isRepeated || isAnswered(task.duplicates))
  if (isWanted && !task.isRepeated) await importer.prepare?.(services, rows, tenant.id)
  const look = () => (task.isRepeated ? [] : loop.soon(tenant.id, () => findTaken(tenant, rows, importer)))
  const found = await (isWanted ? store(context, task, fields, importer) : look())
  fehler.addRowFaults(found)
  return replyOf(tenant, task, importer, isWanted && fehler.count === 0, fields.liste === "ja")
}

/** Most rows stored by `commit`, for which others wait; more go to the thread of long writes. */
const ROWS_HERE = 10

/** What the thread of long writes gets. */
export type StoredImport<I> = Pick<Task<I>, "rows" | "order" | "request"> & {
  zuordnung: [string, string | null][]
}

/** Stores all rows in one transaction. @returns the faults; if there are any, nothing is stored */
const store = <I>(
  { tenant, actor, commit, writeLong }: TenantContext,
  task: Task<I>,
  { zuordnung }: ImportForm,
  importer: Importer<I>,
): Promise<RowFault[]> =>
  asRowFaults(async () => {
    const { rows, order, request, columns } = task
    const assigned = assignedIn(columns, readAssigned(zuordnung, importer))
    const given: StoredImport<I> = { rows, order, request, zuordnung: assigned }
    const stored = await (rows.length <= ROWS_HERE
      ? commit(() => storeAll(tenant, actor, given, importer))
      : writeLong<ReturnType<typeof storeAll<I>>>(given))
    task.rows = stored.rows
    return stored.faults
  })

/**
 * Stores all rows in the caller's transaction.
 *
 * @returns the faults; if there are any, nothing is stored. And the rows, as the last check has completed them
 */
export function storeAll<I>(
  tenant: TenantDb,
  actor: Actor,
  { rows, order, request: { id, content }, zuordnung }: StoredImport<I>,
  importer: Importer<I>,
): { faults: RowFault[]; rows: ImportRow<I>[] } {
  if (isClaimed(tenant, `${importer.art}_import`, id, content)) return { faults: [], rows }
  const { faults, inhalt } = storeRows(tenant, actor, rows, importer, order)
  if (faults.length > 0) return { faults, rows }
  keepForUndo(tenant, actor, importer.art, id, inhalt)
  claimRequest(tenant, `${importer.art}_import`, id, content)
  rememberAssigned(tenant, importer, zuordnung)
  return { faults, rows }
}

/** Adds a finished job, so that the import can be taken back like that of a job. */
function keepForUndo(
  tenant: TenantDb,
  actor: Actor,
  art: Importart,
  id: string,
  inhalt: Importstueck["inhalt"],
): void {
  const gesamt = inhalt.angelegt.length + inhalt.geaendert.length
  if (!isUndoneByPieces(art) || gesamt === 0 || tenant.find(auftraege, id)) return
  tenant.insert(auftraege, {
    id,
    art: "import",
    angaben: JSON.stringify({ art, fields: { id }, rolle: actor.rolle } satisfies Importangaben),
    status: "fertig",
    letzter: "schreiben",
    gesamt,
    erledigt: gesamt,
    erstellt_von: actor.id,
    erstellt_von_name: actor.name,
    beendet_am: tenant.now(),
  })
  addPieces(tenant, id, inhalt)
}
