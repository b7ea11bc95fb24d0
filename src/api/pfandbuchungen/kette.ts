import type { pfandbuchungen } from "../../db/schema.ts"
import type { Row } from "../../db/tenant-db.ts"

export type Buchung = Row<typeof pfandbuchungen>

/** The hash that a tenant's first booking is chained to. */
export const ANFANG = "0".repeat(64)

/** The sign of a kind of booking: plus for what goes out, minus for what comes back. */
export const vorzeichen = (art: Buchung["art"]): 1 | -1 =>
  art === "ruecknahme" || art === "korrektur_minus" ? -1 : 1

/**
 * The hash of a booking: over all its stored fields and the previous booking's hash. Changing a row would
 * mean changing all later ones.
 *
 * @param davor the hash of the booking before it in the same tenant, or ANFANG
 * @returns SHA-256 in hexadecimal
 */
export function kettenHash(
  davor: string,
  b: Omit<Buchung, "hash" | "erstellt_am" | "aktualisiert_am" | "version">,
): string {
  // An array, as its order is fixed: the hash of a row must still be the same in ten years.
  const inhalt = [
    davor,
    b.tenant_id,
    b.lfd_nr,
    b.id,
    b.vorgang_id,
    b.kunde_id,
    b.pfandartikel_id,
    b.geraet_id,
    b.art,
    b.menge,
    b.betrag_cent,
    b.summe_cent,
    b.lieferung_id,
    b.storno_von,
    b.grund,
    b.gebucht_von,
    b.erfasst_am,
    b.gebucht_am,
  ]
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(inhalt)).digest("hex")
}
