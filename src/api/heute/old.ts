import { query } from "../../db/query.ts"
import { pfandbuchungen, pfandkonten, pfandsalden, pfandumbewertungen, pfandwerte } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { takeOldest } from "../../lib/fifo.ts"
import type { Konto } from "../pfandlots/lots.ts"
import { paidFor } from "../pfandlots/paid.ts"
import { PLUS } from "../shared/sign.ts"

/** `younger`: pieces that went out since; `amounts`: amounts at which some are held. */
type OldKonto = Konto & { bestand: number; wert_cent: number; younger: number; amounts: number }

/**
 * Accounts that hold something old, of as many customers as are counted; whether more of another article came back
 * decides nothing. First in, first out: whatever is held beyond the pieces of the time since is older. Those count as in
 * `readLots`: nothing that was reversed, nothing that was only revalued.
 */
const oldKonten = query<OldKonto, { vor: string }>`
  SELECT k.kunde_id, k.pfandartikel_id, k.geraet_id, k.bestand, k.wert_cent,
    (SELECT coalesce(sum(b.menge), 0) FROM ${pfandbuchungen} b
      WHERE b.kunde_id = k.kunde_id AND b.pfandartikel_id IS k.pfandartikel_id AND b.geraet_id IS k.geraet_id
        AND b.art IN ${PLUS} AND b.storno_von IS NULL AND b.erfasst_am >= :vor
        AND NOT EXISTS (SELECT 1 FROM ${pfandbuchungen} r WHERE r.storno_von = b.id)
        AND (b.art <> 'korrektur_plus'
          OR NOT EXISTS (SELECT 1 FROM ${pfandumbewertungen} u WHERE u.id = b.vorgang_id))) AS younger,
    (SELECT count(*) FROM ${pfandwerte} w
      WHERE w.pfandartikel_id = k.pfandartikel_id AND w.kunde_id = k.kunde_id AND w.bestand <> 0) AS amounts
  FROM (
    SELECT s.kunde_id FROM ${pfandsalden} s
    WHERE s.seit_am > '' AND s.seit_am < :vor ORDER BY s.seit_am, s.id LIMIT 10000) o
  CROSS JOIN ${pfandkonten} k ON k.kunde_id = o.kunde_id
  WHERE k.seit_am IS NOT NULL AND k.seit_am < :vor`

/** Accounts that are read anew each time, in milliseconds. */
const ACCOUNTS_EACH_TIME = 1_000
/** Time for which the sum of more of them is kept, in ms: pages ask again and again, and it changes by the day. */
const KEPT = 60_000

/** Deposit in cents; that on devices is in the first sum as well. */
type Sums = { wert_cent: number; geraete_cent: number }
const kept = new Map<string, { vor: string; at: number; sums: Sums }>()

/**
 * @param vor ISO 8601 UTC
 * @returns the deposit on pieces that went out before it and are still there; of a very large company as it
 *   was within the last minute
 */
export function sumOlderThan(tenant: TenantReader, vor: string): Sums {
  const known = kept.get(tenant.id)
  const now = Date.parse(tenant.now())
  const age = now - (known?.at ?? 0)
  if (known?.vor === vor && age >= 0 && age < KEPT) return known.sums
  const konten = tenant.all(oldKonten, { vor })
  const sumOf = (some: OldKonto[]) => some.reduce((all, konto) => all + oldValueOf(tenant, konto), 0)
  const geraete_cent = sumOf(konten.filter(({ pfandartikel_id }) => pfandartikel_id === null))
  const articles = konten.filter(({ pfandartikel_id }) => pfandartikel_id !== null)
  const sums = { wert_cent: geraete_cent + sumOf(articles), geraete_cent }
  if (konten.length > ACCOUNTS_EACH_TIME) kept.set(tenant.id, { vor, at: now, sums })
  else kept.delete(tenant.id)
  return sums
}

function oldValueOf(tenant: TenantReader, konto: OldKonto): number {
  const { kunde_id, pfandartikel_id, bestand, wert_cent, younger, amounts } = konto
  // A device is one piece, as old as its oldest deposit.
  if (pfandartikel_id === null) return wert_cent
  const old = Math.max(0, bestand - younger)
  if (amounts <= 1) return (wert_cent / bestand) * old
  const paid = takeOldest(paidFor(tenant, kunde_id, pfandartikel_id), old)
  return paid.reduce((sum, { menge, betrag_cent }) => sum + menge * betrag_cent, 0)
}
