import { query } from "../../db/query.ts"
import { anfragen, klaerungen, lieferungen, pfandbuchungen } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { conflict } from "../../lib/refusal.ts"
import type { Buchung } from "./chain.ts"
import type { UnbookedVorgang } from "./posten.ts"

/** A Vorgang of a delivery. `storno_nr`: the last number of its Storno. */
type Booked = { lfd_nr: number; storno_nr: number | null; is_beside: 0 | 1 }

/** A report of the driver that the office booked beside the delivery names it as well (lieferungen/reversed.ts). */
const bookedOf = query<Booked, { id: string; anfrage: string }>`
  SELECT max(b.lfd_nr) AS lfd_nr, max(s.lfd_nr) AS storno_nr,
    EXISTS (SELECT 1 FROM ${klaerungen} k WHERE k.id = b.vorgang_id)
      AND NOT EXISTS (SELECT 1 FROM ${anfragen} a WHERE a.art = :anfrage AND a.id = b.vorgang_id) AS is_beside
  FROM ${pfandbuchungen} b LEFT JOIN ${pfandbuchungen} s ON s.storno_von = b.id
  WHERE b.lieferung_id = :id AND b.storno_von IS NULL
  GROUP BY b.vorgang_id LIMIT 200`

type OfLieferung = Pick<UnbookedVorgang, "lieferung_id" | "standort_id" | "beladen_am">
type Asked = { kunde_id: string; lieferung_id?: string; positionen: readonly Pick<Buchung, "art">[] }

/**
 * What a delivery has to do with a Vorgang that is booked anew for it, as its own booking was reversed: it says which
 * delivery it was, where devices went, and when the truck was loaded.
 *
 * @throws Refusal missing for a missing delivery; conflict for another customer's, one that was not delivered, one whose
 *   booking stands, and for what is no part of a delivery
 */
export function findLieferung(
  tenant: TenantReader,
  { kunde_id, lieferung_id, positionen }: Asked,
): OfLieferung {
  if (lieferung_id === undefined) return {}
  const lieferung = tenant.get(lieferungen, lieferung_id, "Lieferung nicht gefunden")
  if (lieferung.kunde_id !== kunde_id) throw conflict("Die Lieferung ging an einen anderen Kunden")
  if (lieferung.status !== "zugestellt") throw conflict("Die Lieferung ist nicht zugestellt")
  if (positionen.some(({ art }) => art !== "ausgabe" && art !== "ruecknahme"))
    throw conflict(
      "Zu einer Lieferung gehört nur, was ausgegeben oder zurückgenommen wurde: alles andere bitte für sich buchen",
    )
  requireReversed(tenant.all(bookedOf, { id: lieferung_id, anfrage: "lieferungen.abschluss" }))
  const { standort_id, gestartet_am } = lieferung
  return { lieferung_id, standort_id, ...(gestartet_am !== null && { beladen_am: gestartet_am }) }
}

function requireReversed(booked: readonly Booked[]): void {
  const own = booked.filter(({ is_beside }) => !is_beside).toSorted((a, b) => a.lfd_nr - b.lfd_nr)
  if (own.length === 0 || own[0]?.storno_nr === null)
    throw conflict("Die Buchung dieser Lieferung ist nicht storniert")
  // A report that the driver made since tells of the same goods.
  const since = own[0]?.storno_nr ?? 0
  if (booked.some(({ lfd_nr, storno_nr }) => storno_nr === null && lfd_nr > since))
    throw conflict("Diese Lieferung ist seit dem Storno schon neu gebucht")
}
