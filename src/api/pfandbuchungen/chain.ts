import type { pfandbuchungen } from "../../db/schema.ts"
import type { preisarten } from "../../db/schema/values.ts"
import type { Row } from "../../db/tenant-db.ts"
import type { Steuer } from "../pfandlots/bewegungen.ts"

export type Buchung = Row<typeof pfandbuchungen> & Steuer & { preise: (typeof preisarten)[number] }

/** The hash that a tenant's first booking is chained to. */
export const START = "0".repeat(64)

/** Last numbers of a company whose hashes do not cover class and rate, and do not cover § 19 and the procedure. */
type Limits = { steuer_nach_nr: number; regelung_nach_nr: number }

/** @returns which fields the hash of a booking covers: 1 no tax, 2 class, rate and prices, 3 also § 19 and the procedure */
export const hashForm = (lfd_nr: number, { steuer_nach_nr, regelung_nach_nr }: Limits): 1 | 2 | 3 =>
  lfd_nr <= steuer_nach_nr ? 1 : lfd_nr <= regelung_nach_nr ? 2 : 3

/**
 * The hash of a booking: over all its stored fields and the previous booking's hash. Changing a row would mean changing
 * all later ones. The company knows which of its bookings were made before the fields of the tax were part of it. No
 * hash of one form can pass for one of another: the lists differ in length, and so in their text.
 *
 * @param previous the hash of the booking before it in the same tenant, or START
 * @param form see `hashForm`
 * @returns SHA-256 in hexadecimal
 */
export function kettenHash(
  previous: string,
  b: Omit<Buchung, "hash" | "erstellt_am" | "aktualisiert_am" | "version">,
  form: 1 | 2 | 3 = 3,
): string {
  // An array, as its order is fixed: the hash of a row must still be the same in ten years.
  const content = [
    previous,
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
    ...(form >= 2 ? [b.klasse, b.steuersatz, b.preise] : []),
    ...(form >= 3 ? [b.kleinunternehmer, b.ust_verfahren] : []),
  ]
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(content)).digest("hex")
}
