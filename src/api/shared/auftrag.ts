import { Type } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { auftraege } from "../../db/schema.ts"
import { auftragsStatus } from "../../db/schema/values.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { isOpen } from "../../lib/felder/auftrag.ts"
import { Nullable, OneOf, stampFields, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { conflict } from "../../lib/refusal.ts"
import type { Actor } from "../frame/session.ts"
import { claimRequest } from "./claim.ts"

/** Rules for all jobs: those that print, import or export. */

/** What every job tells of itself. */
export const auftragsfelder = {
  id: Uuid(),
  status: OneOf(auftragsStatus),
  gesamt: Type.Integer(),
  erledigt: Type.Integer(),
  meldung: Nullable(Type.String({ description: "Warum er gescheitert ist" })),
  erstellt_von_name: Type.String(),
  beendet_am: Nullable(Zeitpunkt()),
  ...stampFields,
}

/** Most jobs of a company that wait. */
const WAITING = 20

/** A company's jobs are done in their order, so that those which wait are its newest. */
const newest = query<Pick<Row<typeof auftraege>, "status">, { limit: number }>`
  SELECT a.status FROM ${auftraege} a ORDER BY a.erstellt_am DESC, a.id DESC LIMIT :limit`

type New = Pick<Row<typeof auftraege>, "art"> & {
  /** Made by the client, or none. */
  id: string | undefined
  /** The kind of request, which has ids of its own. */
  request: string
  /** What a repeated request has in common with the first. */
  content: unknown
  angaben: object
}

/**
 * Orders a job.
 *
 * @param check what must hold before another job is ordered
 * @returns the job's id, and whether this request ordered it
 * @throws Refusal conflict when the id was used with other content, or too many jobs wait; what `check` throws
 */
export function orderAuftrag(
  tenant: TenantDb,
  actor: Actor,
  { id, request, content, art, angaben }: New,
  check: () => void = () => {},
): { id: string; first: boolean } {
  if (!claimRequest(tenant, request, id, content)) return { id: id ?? "", first: false }
  check()
  requireRoom(tenant)
  const made = tenant.insert(auftraege, {
    ...(id !== undefined && { id }),
    art,
    angaben: JSON.stringify(angaben),
    erstellt_von: actor.id,
    erstellt_von_name: actor.name,
  })
  return { id: made.id, first: true }
}

/** @throws Refusal conflict when too many jobs of the company wait */
function requireRoom(tenant: TenantReader): void {
  if (tenant.all(newest, { limit: WAITING }).filter(isOpen).length === WAITING)
    throw conflict(`Es warten schon ${WAITING} Aufträge; bitte erst diese abwarten`)
}

/** Ends a job that cannot be finished. @param meldung why, in German */
export function failAuftrag(tenant: TenantDb, id: string, meldung: string): void {
  tenant.update(auftraege, id, { status: "gescheitert", beendet_am: tenant.now(), meldung })
}
