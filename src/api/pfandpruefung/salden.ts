import { query } from "../../db/query.ts"
import { kunden, pfandbuchungen, pfandkonten, pfandsalden } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import type { Buchung } from "../pfandbuchungen/chain.ts"
import { type Konto, readGeraet, readLots } from "../pfandlots/lots.ts"
import { piecesOf } from "../../lib/buchungsart.ts"
import { ENOUGH } from "../../lib/pruefungen.ts"
import { SIGNED_QUANTITY } from "../shared/sign.ts"
import { type Range, compare, type Stand } from "./compare.ts"
import { describeMixed, findMixed } from "./ausgleich.ts"
import type { Faults, Hinweise } from "./model.ts"

/** Customers that are compared together. */
const KUNDEN = 50
/** Customers with more bookings than this are looked at one by one, and theirs are read in pieces. */
const MANY = 2500

/** `buchungen` only decides how many are read at once: a balance that counts its bookings wrongly does no harm here. */
const kundenseite = query<{ id: string; buchungen: number | null }, { nach: string; limit: number }>`
  SELECT k.id, (SELECT s.version FROM ${pfandsalden} s WHERE s.kunde_id = k.id) AS buchungen
  FROM ${kunden} k WHERE k.id > :nach ORDER BY k.id LIMIT :limit`

const sumBuchungen = query<Stand, Range>`
  SELECT b.kunde_id, coalesce(b.pfandartikel_id, b.geraet_id) AS posten,
    b.geraet_id IS NOT NULL AS ist_geraet, b.betrag_cent, sum(b.summe_cent) AS wert_cent,
    sum(${SIGNED_QUANTITY}) AS bestand
  FROM ${pfandbuchungen} b WHERE b.kunde_id > :nach AND b.kunde_id <= :bis GROUP BY b.kunde_id, posten, b.betrag_cent`

type Buchungszeile = Pick<Buchung, "lfd_nr" | "art" | "menge" | "betrag_cent" | "summe_cent"> & {
  posten: string
  ist_geraet: number
}

const buchungenOf = query<Buchungszeile, { kunde_id: string; nach: number; limit: number }>`
  SELECT b.lfd_nr, b.art, b.menge, b.betrag_cent, b.summe_cent, coalesce(b.pfandartikel_id, b.geraet_id) AS posten,
    b.geraet_id IS NOT NULL AS ist_geraet
  FROM ${pfandbuchungen} b WHERE b.kunde_id = :kunde_id AND b.lfd_nr > :nach ORDER BY b.lfd_nr LIMIT :limit`

const kontenIds = query<{ id: string }, Range>`
  SELECT k.id FROM ${pfandkonten} k WHERE k.kunde_id > :nach AND k.kunde_id <= :bis ORDER BY +k.id`

type Remembered = Konto & {
  id: string
  bestand: number
  wert_cent: number
  seit_am: string | null
  seit_nr: number | null
  seit_rest: number | null
}

/** Range of accounts: all of these customers, or the named one. */
const stored = query<Remembered, Range & { konto: string }>`
  SELECT k.id, k.kunde_id, k.pfandartikel_id, k.geraet_id, k.bestand, k.wert_cent, k.seit_am, k.seit_nr, k.seit_rest
  FROM ${pfandkonten} k WHERE k.kunde_id > :nach AND k.kunde_id <= :bis AND :konto IN ('', k.id)`

const wrongTotalAge = query<{ kunde_id: string }, Range>`
  SELECT s.kunde_id FROM ${pfandsalden} s WHERE s.kunde_id > :nach AND s.kunde_id <= :bis
    AND s.seit_am IS NOT (SELECT min(k.seit_am) FROM ${pfandkonten} k WHERE k.kunde_id = s.kunde_id)`

/** Compares the balances of all customers with the ledger. Yields where others may have their turn. */
export function* checkSalden(
  tenant: TenantDb,
  { faults, hinweise }: { faults: Faults; hinweise: Hinweise },
): Generator<undefined, void> {
  for (let nach = ""; faults.length < ENOUGH;) {
    yield
    const { bis, isLarge } = nextRange(tenant, nach)
    if (bis === undefined) return
    const range = { nach, bis }
    const soll = isLarge ? yield* sumLarge(tenant, bis) : tenant.all(sumBuchungen, range)
    compare(tenant, range, soll, faults)
    for (const konto of findMixed(soll.filter(({ ist_geraet }) => !ist_geraet)))
      if (hinweise.length < ENOUGH) hinweise.push(describeMixed(tenant, konto))
    const konten = isLarge ? tenant.all(kontenIds, range).map(({ id }) => id) : [""]
    for (const konto of konten) {
      if (isLarge) yield
      tellWrongAge(
        tenant.all(stored, { ...range, konto }).filter((one) => hasWrongAge(tenant, one)),
        faults,
      )
    }
    tellWrongAge(tenant.all(wrongTotalAge, range), faults)
    nach = bis
  }
}

/** @returns the last of as many customers as can be looked at together; undefined when there are no more */
function nextRange(tenant: TenantDb, nach: string): { bis: string | undefined; isLarge: boolean } {
  const page = tenant.all(kundenseite, { nach, limit: KUNDEN })
  let total = 0
  let bis: string | undefined
  for (const { id, buchungen } of page) {
    total += buchungen ?? 0
    if (bis !== undefined && total > MANY) break
    bis = id
  }
  return { bis, isLarge: (page[0]?.buchungen ?? 0) > MANY }
}

/**
 * Sums the bookings of one large customer. It does not yield after the last page, so that the caller compares at
 * once.
 */
function* sumLarge(tenant: TenantDb, kunde_id: string): Generator<undefined, Stand[]> {
  const sums = new Map<string, Stand>()
  for (let nach = 0; ;) {
    const page = tenant.all(buchungenOf, { kunde_id, nach, limit: MANY })
    for (const { lfd_nr, art, menge, betrag_cent, summe_cent, posten, ist_geraet } of page) {
      const empty = { kunde_id, posten, ist_geraet, betrag_cent, bestand: 0, wert_cent: 0 }
      const stand = sums.getOrInsert(`${posten} ${betrag_cent}`, empty)
      stand.bestand += piecesOf({ art, menge })
      stand.wert_cent += summe_cent
      nach = lfd_nr
    }
    if (page.length < MANY) return [...sums.values()]
    yield
  }
}

/** @returns whether the oldest piece that is stored with an account is not the one that its bookings give */
function hasWrongAge(tenant: TenantDb, konto: Remembered): boolean {
  const { geraet_id, bestand, wert_cent, seit_am, seit_nr, seit_rest } = konto
  const [oldest] =
    geraet_id === null ? readLots(tenant, konto, bestand) : readGeraet(tenant, konto, wert_cent)
  return (
    seit_am !== (oldest?.erfasst_am ?? null) ||
    seit_nr !== (oldest?.lfd_nr ?? null) ||
    seit_rest !== (oldest?.menge ?? null)
  )
}

function tellWrongAge(wrong: { kunde_id: string }[], faults: Faults): void {
  for (const { kunde_id } of wrong)
    faults.push({ art: "alter", msg: `Seit wann der Kunde ${kunde_id} etwas hat, stimmt nicht` })
}
