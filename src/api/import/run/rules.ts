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
import { type Importstueck, addPieces } from "./pieces.ts"
import type { ImportForm, ImportReply } from "../table/model.ts"
import { duplicateHint, isAnswered, readAnswers } from "../rows/duplicates.ts"
import { findTaken } from "../rows/taken.ts"
import { changesOf, requireAnswers, understand, type Understood, wantedOf } from "../rows/read.ts"
import { unprinted } from "./unprinted.ts"
import { listed } from "./row-list.ts"
import { isChanged, storeRows, asRowFaults } from "./store.ts"

type Reply = Static<typeof ImportReply>

const TOLD = 200
const SHOWN = 20
const DOUBLES = 500

/** A request for an import, with its table. */
type Task<I> = Understood<I> & {
  order: ImportOrder
  request: { id: string; content: unknown }
  isRepeated: boolean
}

/**
 * Reads a table, and hands over what it says, with its faults; yields to others meanwhile.
 *
 * @throws Refusal invalid for what is no table; conflict when the id was used with another one; unavailable when too
 *   many tables are worked on
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
 * Takes records over from a table, all of them or none; without a wish to, or with a fault in any row, only tells what
 * would happen. Sent again with the same id, it is done once.
 *
 * @throws Refusal invalid for what is no table; conflict when the id was used with another one
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

/** Most rows that are stored where everybody waits for it: up to 24 ms, for opening balances of Gebinde of 20 parts. */
const ROWS_HERE = 10

/** Understood rows, as the thread of long writes gets them. */
export type StoredImport<I> = Pick<Task<I>, "rows" | "order" | "request"> & {
  zuordnung: [string, string | null][]
}

/** Makes and changes all records in one transaction. @returns what is in the way, when nothing is made */
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

/** @returns what is in the way, and the rows as they were seen in the transaction */
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

/** Stands among the jobs as one that is done, so that it is taken back as theirs are. Balances have a way of their own. */
function keepForUndo(
  tenant: TenantDb,
  actor: Actor,
  art: Importart,
  id: string,
  inhalt: Importstueck["inhalt"],
): void {
  const gesamt = inhalt.angelegt.length + inhalt.geaendert.length
  if (art === "anfangsbestaende" || gesamt === 0 || tenant.find(auftraege, id)) return
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

/**
 * @returns the same for rows that do the same to the same records. What a cell names may be another customer or another
 * deposit by now: so all counts that a preview says of a row
 */
export function stateOf<I>(rows: ImportRow<I>[], { details }: Pick<Importer<I>, "details">): string {
  const state = new Bun.CryptoHasher("sha256")
  for (const row of rows) {
    const { existing, patch, given, input } = row
    const changed = Object.keys(patch).map((field) => [patch[field], existing?.felder[field]])
    const said = !existing || isChanged(row) ? [given, details(input, given)] : null
    state.update(JSON.stringify([existing?.id, changed, said]))
  }
  return state.digest("hex")
}

export function replyOf<I>(
  tenant: TenantDb,
  { table, columns, rows, fehler, duplicates, hints }: Understood<I>,
  importer: Importer<I>,
  ausgefuehrt: boolean,
  isListed = false,
): Reply {
  const good = fehler.without(rows)
  const changed = good.filter(isChanged)
  const added = good.filter(({ existing }) => !existing)
  const headed = columns.filter(({ heading }) => heading !== "")
  const shown = ({ zeile, input }: ImportRow<I>) => ({
    zeile,
    nummer: importer.number(input) ?? null,
    name: importer.name(input),
  })
  return {
    ausgefuehrt,
    stand: stateOf(rows, importer),
    zeilen: table.rows.length,
    angelegt: ausgefuehrt ? added.length : 0,
    neu: added.length,
    geaendert: changed.length,
    unveraendert: good.length - added.length - changed.length,
    spalten: headed
      .filter(({ isExportOnly }) => !isExportOnly)
      .map(({ heading, spalte, target, about = null }) => ({
        ueberschrift: heading,
        feld: target ?? spalte?.feld ?? null,
        gelesen_als: about,
      })),
    erkannte_spalten: headed.filter(({ spalte }) => spalte).map(({ heading }) => heading),
    unbekannte_spalten: headed
      .filter(({ spalte, isExportOnly }) => !spalte && !isExportOnly)
      .map(({ heading }) => heading),
    fehler: fehler.kept.toSorted((a, b) => a.zeile - b.zeile).slice(0, TOLD),
    fehlerzahl: fehler.count,
    pfand_cent: importer.worth
      ? added.reduce((sum, { input }) => sum + (importer.worth?.(input) ?? 0), 0)
      : null,
    blatt: table.blatt,
    blaetter: table.blaetter,
    fragen: table.fragen,
    hinweise: [
      ...table.hints,
      ...duplicateHint(duplicates, ausgefuehrt),
      ...hints,
      ...unprinted(rows, importer),
      ...(importer.hints?.(tenant, rows, { table, columns, isDone: ausgefuehrt }) ?? []),
    ],
    vorschau: rows
      .slice(0, SHOWN)
      .map((row) => ({ ...shown(row), angaben: importer.details(row.input, row.given) })),
    aenderungen: changed.slice(0, TOLD).map((row) => ({ ...shown(row), felder: changesOf(row, importer) })),
    liste: isListed ? good.map((row) => listed(row, importer)) : [],
    doppelte: duplicates.listed.slice(0, DOUBLES),
    doppelte_zahl: duplicates.listed.length,
    doppelte_offen: duplicates.open,
    ausgelassen: duplicates.omitted,
    zugaenge: ausgefuehrt ? (importer.zugaenge?.(added) ?? []) : [],
  }
}
