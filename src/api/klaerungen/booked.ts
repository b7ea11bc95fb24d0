import { listSome } from "../../lib/format.ts"
import { query } from "../../db/query.ts"
import { pfandbuchungen } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { vorzeichen, type Buchungsart } from "../../lib/buchungsart.ts"
import { bookedInWords } from "../../lib/gebucht.ts"
import { conflict } from "../../lib/refusal.ts"
import { postenNames } from "../shared/names.ts"

type Summed = {
  lieferung_id: string
  pfandartikel_id: string | null
  geraet_id: string | null
  art: Buchungsart
  menge: number
  lfd_nr: number
  gebucht_am: string
}

/** Sums of the ledger for these deliveries; reversed bookings and their reversals are left out. */
const bookedOf = query<Summed, { ids: string }>`
  SELECT b.lieferung_id, b.pfandartikel_id, b.geraet_id, b.art, sum(b.menge) AS menge, max(b.lfd_nr) AS lfd_nr,
    max(b.gebucht_am) AS gebucht_am
  FROM json_each(:ids) j CROSS JOIN ${pfandbuchungen} b ON b.lieferung_id = j.value
  WHERE b.storno_von IS NULL AND NOT EXISTS (SELECT 1 FROM ${pfandbuchungen} s WHERE s.storno_von = b.id)
  GROUP BY b.lieferung_id, b.pfandartikel_id, b.geraet_id, b.art ORDER BY min(b.lfd_nr)`

/** A delivery's bookings in sum: the latest of them, and its pieces as the ledger has them. */
type Booked = {
  lfd_nr: number
  gebucht_am: string
  positionen: {
    pfandartikel_id: string | null
    geraet_id: string | null
    nummer: string
    bezeichnung: string
    ausgabe: number
    ruecknahme: number
  }[]
}

/** @returns what is booked of each of these deliveries, by its id; nothing for one without bookings */
export function listBooked(tenant: TenantReader, ids: (string | null)[]): Map<string, Booked> {
  const wanted = new Set(ids.filter((id) => id !== null))
  const rows = wanted.size > 0 ? tenant.all(bookedOf, { ids: JSON.stringify([...wanted]) }) : []
  const nameOf = postenNames(tenant, rows)
  const result = new Map<string, Booked>()
  for (const { lieferung_id, pfandartikel_id, geraet_id, art, menge, lfd_nr, gebucht_am } of rows) {
    const before = result.get(lieferung_id) ?? { lfd_nr: 0, gebucht_am: "", positionen: [] }
    const same = before.positionen.find(
      (one) => one.pfandartikel_id === pfandartikel_id && one.geraet_id === geraet_id,
    )
    const added = { pfandartikel_id, geraet_id, ausgabe: 0, ruecknahme: 0 }
    const position = same ?? { ...added, ...nameOf(added, "unbekannt") }
    if (!same) before.positionen.push(position)
    position[vorzeichen(art) > 0 ? "ausgabe" : "ruecknahme"] += menge
    result.set(lieferung_id, {
      positionen: before.positionen,
      lfd_nr: Math.max(before.lfd_nr, lfd_nr),
      gebucht_am: gebucht_am > before.gebucht_am ? gebucht_am : before.gebucht_am,
    })
  }
  return result
}

/** @returns `2 × Fass 30 l hin; 1 × Fass 30 l zurück` */
const named = ({ positionen }: Booked): string => listSome(bookedInWords(positionen), 5, "; ")

/**
 * Refuses to book for a delivery that has bookings, under whatever id they were made, unless somebody has seen the
 * latest of them and says that this comes on top. (Whoever changed the driver's figures has looked, and is not asked.)
 *
 * @throws Refusal conflict that says what is booked
 */
export function requireOnTop(
  tenant: TenantReader,
  lieferung_id: string | null,
  seen: number | undefined,
): void {
  const booked = listBooked(tenant, [lieferung_id]).get(lieferung_id ?? "")
  if (booked && booked.lfd_nr !== seen) throw conflict(alreadyBooked(booked))
}

const alreadyBooked = (booked: Booked): string =>
  `Zu dieser Lieferung ist schon gebucht: ${named(booked)}. Ist es dasselbe, bitte verwerfen: Sonst wäre es zweimal gebucht. Kommt es wirklich dazu, bitte das ausdrücklich bestätigen.`
