import { query } from "../../db/query.ts"
import { klaerungen } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { countSorrows } from "../nachrichten/read.ts"
import { countFaellige } from "../pruefplaene/rules.ts"
import { localTime } from "../shared/time.ts"
import { countBestritten } from "./bestritten.ts"
import { countGeraeteSince, LONG_IN_WARTUNG } from "./bestand.ts"
import { countLeft, countNeverEnded, NEVER } from "./tag.ts"

const offen = query<{ n: number }>`
  SELECT count(*) AS n FROM (SELECT 1 FROM ${klaerungen} k WHERE k.status = 'offen' LIMIT 1000)`

/** @returns how many things wait for somebody: what the overview lists as left behind, each kind counted to 1000 */
export function countUndone(tenant: TenantReader): number {
  const { datum } = localTime(tenant)
  return [
    tenant.first(offen, {})?.n ?? 0,
    countLeft(tenant, "nicht_zugestellt", NEVER),
    countNeverEnded(tenant, datum),
    countLeft(tenant, "geplant", datum),
    countBestritten(tenant),
    countSorrows(tenant),
    countGeraeteSince(tenant, "verloren", 0),
    countGeraeteSince(tenant, "wartung", LONG_IN_WARTUNG),
    countFaellige(tenant).ueberfaellig,
  ].reduce((sum, count) => sum + count, 0)
}
