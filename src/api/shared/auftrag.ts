import { query } from "../../db/query.ts"
import { auftraege } from "../../db/schema.ts"
import type { TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { conflict } from "../../lib/refusal.ts"

/** Rules for all jobs: those that print, import or export. */

/** Most jobs of a company that wait. */
const WAITING = 20

/** A company's jobs are done in their order, so that those which wait are its newest. */
const newest = query<{ status: string }, { limit: number }>`
  SELECT a.status FROM ${auftraege} a ORDER BY a.erstellt_am DESC, a.id DESC LIMIT :limit`

const isOpen = ({ status }: { status: string }): boolean => status === "wartet" || status === "laeuft"

/** @throws Refusal conflict when too many jobs of the company wait */
export function requireRoom(tenant: TenantReader): void {
  if (tenant.all(newest, { limit: WAITING }).filter(isOpen).length === WAITING)
    throw conflict(`Es warten schon ${WAITING} Aufträge; bitte erst diese abwarten`)
}

/** Ends a job that cannot be finished. @param meldung why, in German */
export function failAuftrag(tenant: TenantDb, id: string, meldung: string): void {
  tenant.update(auftraege, id, { status: "gescheitert", beendet_am: tenant.now(), meldung })
}
