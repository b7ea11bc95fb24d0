import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { belege, kunden, linkantworten } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import type { TodayReply } from "./model.ts"
import { SHOWN } from "./tag.ts"

type Bestritten = Static<typeof TodayReply>["bestritten"]

const countOpen = query<{ n: number }, Record<never, never>>`
  SELECT count(*) AS n FROM (
    SELECT 1 FROM ${linkantworten} a WHERE a.antwort = 'bestritten' AND a.erledigt_am IS NULL LIMIT 1000)`

const open = query<Bestritten["items"][number], { limit: number }>`
  SELECT a.id, b.titel, b.kunde_id, k.name AS kunde_name, a.name, a.bemerkung, a.erstellt_am
  FROM ${linkantworten} a CROSS JOIN ${belege} b ON b.id = a.id CROSS JOIN ${kunden} k ON k.id = b.kunde_id
  WHERE a.antwort = 'bestritten' AND a.erledigt_am IS NULL ORDER BY a.erstellt_am DESC, a.id DESC LIMIT :limit`

/** @returns how many `listBestritten` would tell, counted to 1000 */
export const countBestritten = (tenant: TenantReader): number => tenant.first(countOpen, {})?.n ?? 0

/** @returns balances that customers contested by a link, of which the office has noted nothing yet; latest first */
export const listBestritten = (tenant: TenantReader): Bestritten => ({
  anzahl: countBestritten(tenant),
  items: tenant.all(open, { limit: SHOWN }),
})
