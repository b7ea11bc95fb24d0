import { query } from "../../db/query.ts"
import { pfandbuchungen, pfandkonten, pfandumbewertungen } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { byMoment, type Lot, type Moment } from "../../lib/fifo.ts"
import { piecesOf, wasOf } from "./bewegungen.ts"
import { readGeraet } from "./geraete.ts"
import { firstAfter, type Konto, readLots, readLotsUpTo } from "./lots.ts"

type Buchung = Row<typeof pfandbuchungen>
type Stand = Konto &
  Pick<Row<typeof pfandkonten>, "id" | "bestand" | "wert_cent" | "seit_am" | "seit_nr" | "seit_rest">

/** Accounts by the ids of articles and devices as JSON; none for a revaluation: what it revalues stays as old as it was. */
const touched = query<Stand, { kunde_id: string; ids: string; vorgang_id: string }>`
  SELECT k.id, k.kunde_id, k.pfandartikel_id, k.geraet_id, k.bestand, k.wert_cent, k.seit_am, k.seit_nr, k.seit_rest
  FROM (
    SELECT a.* FROM json_each(:ids) j
    CROSS JOIN ${pfandkonten} a ON a.pfandartikel_id = j.value AND a.kunde_id = :kunde_id
    UNION ALL
    SELECT g.* FROM json_each(:ids) j
    CROSS JOIN ${pfandkonten} g ON g.geraet_id = j.value AND g.kunde_id = :kunde_id
  ) k
  WHERE NOT EXISTS (SELECT 1 FROM ${pfandumbewertungen} u WHERE u.id = :vorgang_id)`

/**
 * Keeps with each account what is the oldest that it holds, as lists of all customers are sorted by it. The check holds
 * it against all bookings (pfandpruefung/salden.ts).
 *
 * @param vorgang all of its bookings, which the accounts' sums count already
 */
export function keepOldest(tenant: TenantDb, vorgang: readonly Buchung[]): void {
  const [first] = vorgang
  if (!first) return
  const byWas = Map.groupBy(vorgang, wasOf)
  const { kunde_id, vorgang_id } = first
  const stands = tenant.all(touched, { kunde_id, vorgang_id, ids: JSON.stringify([...byWas.keys()]) })
  const changed = stands.flatMap((konto) => {
    const oldest = oldestOf(tenant, konto, byWas.get(wasOf(konto)) ?? [])
    const kept = {
      seit_am: oldest?.erfasst_am ?? null,
      seit_nr: oldest?.lfd_nr ?? null,
      seit_rest: oldest?.menge ?? null,
    }
    const isSame = kept.seit_nr === konto.seit_nr && kept.seit_rest === konto.seit_rest
    return isSame ? [] : [{ id: konto.id, ...kept }]
  })
  tenant.updateAll(pfandkonten, changed)
}

/** @returns the oldest that an account holds, found from the one before */
function oldestOf(tenant: TenantReader, konto: Stand, added: readonly Buchung[]): (Lot & Moment) | undefined {
  const { bestand, wert_cent, geraet_id, seit_am, seit_nr, seit_rest } = konto
  if (geraet_id !== null) return readGeraet(tenant, konto, wert_cent)[0]
  if (bestand <= 0) return undefined
  if (seit_am === null || seit_nr === null || seit_rest === null) return readLots(tenant, konto, bestand)[0]
  const before = { erfasst_am: seit_am, lfd_nr: seit_nr }
  const others = added.filter((one) => !wentOutAfter(tenant, one, before))
  if (others.length === 0) return { ...before, menge: seit_rest }
  // What is held of all that had gone out up to it: first in, first out, whatever comes back is taken from there.
  const rest = others.reduce((sum, one) => sum + piecesOf(one), seit_rest)
  if (rest <= 0) return firstAfter(tenant, konto, before, -rest)
  return readLotsUpTo(tenant, konto, before, rest)[0]
}

/** @returns whether a booking is an issue after a moment, or undoes one */
function wentOutAfter(tenant: TenantReader, buchung: Buchung, moment: Moment): boolean {
  const { storno_von } = buchung
  const issue = storno_von === null ? buchung : tenant.get(pfandbuchungen, storno_von)
  return piecesOf(issue) > 0 && byMoment(issue, moment) > 0
}
