import type { Static } from "@sinclair/typebox"
import { getTableName } from "drizzle-orm"
import { query } from "../../db/query.ts"
import { lieferungen, protokoll } from "../../db/schema.ts"
import type { TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { missing } from "../../lib/refusal.ts"
import { withPersonNames } from "../shared/names.ts"
import type { Actor } from "../frame/session.ts"
import { getLieferzeile, GONE, type Lieferzeile } from "./read.ts"
import type { AttemptReply } from "./model.ts"

type Attempt = Static<typeof AttemptReply>
type Entry = { aktion: string; aenderungen: string }

/** The latest first; the limit is far above what any delivery comes to. */
const entries = query<Entry, { tabelle: string; id: string }>`
  SELECT p.aktion, p.aenderungen FROM ${protokoll} p
  WHERE p.tabelle = :tabelle AND p.datensatz_id = :id ORDER BY p.id DESC LIMIT 200`

/**
 * The attempts before the present one, as they ended. The delivery's own row holds the present one only;
 * earlier ones are found by undoing the entries of its log, the latest first.
 *
 * @returns the latest first; none for a delivery that was planned once, and for a driver none of a colleague's
 * @throws Refusal missing
 */
export function listAttempts(tenant: TenantReader, actor: Actor, id: string): { items: Attempt[] } {
  const now = getLieferzeile(tenant, actor, id)
  if (now.versuch === 1) return { items: [] }
  const maySee = attemptAccess(tenant, actor, now)
  const earlier = history(tenant, now)
    .filter(({ was, aktion }) => aktion === "lieferungen.neu_geplant" && maySee(was.versuch))
    .map(({ was }) => was)
  // Planned anew, taken back, and planned anew: still one attempt.
  const once = [...new Map(earlier.map((was) => [was.versuch, was])).values()]
  return { items: withPersonNames(tenant, once, "fahrer_id") }
}

/** @returns a delivery's fields before it was planned anew; undefined if anything else happened to it since */
export function readReplanned(tenant: TenantReader, id: string): Partial<Lieferzeile> | undefined {
  const [last] = tenant.all(entries, { tabelle: getTableName(lieferungen), id })
  return last?.aktion === "lieferungen.neu_geplant" ? before(last.aenderungen) : undefined
}

/** Whether somebody may see this attempt; without a number, any attempt of the delivery. */
type MaySee = (versuch?: number) => boolean

/**
 * Drivers see the attempts that were theirs at any time: the office may have given the stop to somebody else in
 * mid-tour. Everybody else sees all.
 */
export function attemptAccess(tenant: TenantReader, { rolle, id }: Actor, now: Lieferzeile): MaySee {
  if (rolle !== "fahrer") return () => true
  const own = [now, ...history(tenant, now).map(({ was }) => was)].filter((was) => was.fahrer_id === id)
  return (versuch) => own.some((was) => versuch === undefined || was.versuch === versuch)
}

/**
 * Finds a delivery for somebody who may see some of its attempts. A driver's request may arrive hours late, when the stop
 * has been planned anew for somebody else: the delivery and its log tell whose each attempt was.
 *
 * @throws Refusal missing, also for a driver who never had it
 */
export function getAccessible(
  tenant: TenantDb,
  actor: Actor,
  id: string,
): { lieferung: Lieferzeile; maySee: MaySee } {
  const lieferung = tenant.get(lieferungen, id, GONE)
  const maySee = attemptAccess(tenant, actor, lieferung)
  if (!maySee()) throw missing(GONE)
  return { lieferung, maySee }
}

/** @returns what the delivery was before each entry of its log, the latest first */
function history(tenant: TenantReader, now: Lieferzeile): { aktion: string; was: Lieferzeile }[] {
  let was = now
  return tenant
    .all(entries, { tabelle: getTableName(lieferungen), id: now.id })
    .map(({ aktion, aenderungen }) => {
      was = { ...was, ...before(aenderungen) }
      return { aktion, was }
    })
}

/** @returns the fields of an entry, as they were before it */
function before(changes: string): Partial<Lieferzeile> {
  const fields = Object.entries(JSON.parse(changes) as Record<string, [unknown, unknown]>)
  return Object.fromEntries(fields.map(([field, [was]]) => [field, was]))
}
