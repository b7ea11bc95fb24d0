import { query } from "../../db/query.ts"
import { nachrichten, webhookzustellungen } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"

/**
 * What a clock that was ahead has frozen: the next attempt of an e-mail or of a message to a program is far in the future,
 * further than any pause reaches.
 */

const HOUR = 3_600_000
/** The longest pauses, in ms; no attempt is set for later. */
const PAUSES = { email: 8 * HOUR, webhook: 25 * HOUR }

/** Rows that are changed in one transaction. */
export const BATCH = 200

type Frozen = { id: string }

const emails = query<Frozen, { after: string; most: number }>`
  SELECT n.id FROM ${nachrichten} n
  WHERE n.status IN ('wartet', 'laeuft') AND n.naechster_versuch_am > :after AND +n.status = 'wartet' LIMIT :most`

const calls = query<Frozen, { after: string; most: number }>`
  SELECT z.id FROM ${webhookzustellungen} z
  WHERE z.status = 'wartet' AND z.naechster_versuch_am > :after LIMIT :most`

/** Makes what is frozen due now. @returns how much; `BATCH` or more where there may be more */
export function thaw(tenant: TenantDb): number {
  const now = tenant.now()
  const after = (pause: number) => ({ after: new Date(Date.parse(now) + pause).toISOString(), most: BATCH })
  const [late, unheard] = [tenant.all(emails, after(PAUSES.email)), tenant.all(calls, after(PAUSES.webhook))]
  for (const { id } of late) tenant.update(nachrichten, id, { naechster_versuch_am: now })
  for (const { id } of unheard) tenant.update(webhookzustellungen, id, { naechster_versuch_am: now })
  return Math.max(late.length, unheard.length)
}
