import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { kunden, pfandkonten, pfandsalden } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import type { TodayReply } from "./model.ts"
import { SHOWN } from "./tag.ts"

/** Customers who have had crates and other articles for longest, whatever devices they have. */

type Saldo = Static<typeof TodayReply>["aeltestes_leergut"][number]
type Alt = { id: string; seit_am: string; kunde_id: string; leergut_seit_am: string | null }
type After = { seit_am: string; id: string; limit: number }

/** The next customers by the oldest of all that they have, which is no later than their oldest article. */
const next = query<Alt, After>`
  SELECT s.id, s.seit_am, s.kunde_id, (
    SELECT k.seit_am FROM ${pfandkonten} k
    WHERE k.kunde_id = s.kunde_id AND k.seit_am IS NOT NULL AND +k.pfandartikel_id IS NOT NULL
    ORDER BY k.seit_am LIMIT 1) AS leergut_seit_am
  FROM ${pfandsalden} s
  WHERE s.seit_am > '' AND (s.seit_am, s.id) > (:seit_am, :id)
  ORDER BY s.seit_am, s.id LIMIT :limit`

const saldo = query<Omit<Saldo, "seit_am">, { kunde_id: string }>`
  SELECT k.id AS kunde_id, k.kundennummer, k.name, (
    SELECT coalesce(sum(o.wert_cent), 0) FROM ${pfandkonten} o
    WHERE o.kunde_id = k.id AND o.pfandartikel_id IS NOT NULL) AS wert_cent
  FROM ${kunden} k WHERE k.id = :kunde_id`

const AT_ONCE = 200
/** Customers looked through: as many as by `oldKonten` (old.ts). */
const MOST = 10_000

/** @returns the customers, the longest first, each since when and how much deposit on articles */
export function listOldestLeergut(tenant: TenantReader): Saldo[] {
  let found: Alt[] = []
  let after = { seit_am: "", id: "" }
  for (let seen = 0; seen < MOST; seen += AT_ONCE) {
    const some = tenant.all(next, { ...after, limit: AT_ONCE })
    found = [...found, ...some.filter(({ leergut_seit_am }) => leergut_seit_am !== null)]
      .toSorted((a, b) => ((a.leergut_seit_am ?? "") < (b.leergut_seit_am ?? "") ? -1 : 1))
      .slice(0, SHOWN)
    const last = some.at(-1)
    // Whoever comes later has nothing that is older than what was found.
    const oldEnough = found.length === SHOWN ? found.at(-1)?.leergut_seit_am : undefined
    if (!last || some.length < AT_ONCE || (oldEnough && oldEnough <= last.seit_am)) break
    after = last
  }
  return found.flatMap(({ kunde_id, leergut_seit_am: seit_am }) => {
    const one = tenant.first(saldo, { kunde_id })
    return one ? [{ ...one, seit_am }] : []
  })
}
