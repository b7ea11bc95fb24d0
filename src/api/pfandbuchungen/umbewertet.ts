import { query } from "../../db/query.ts"
import { pfandbuchungen, pfandumbewertungen } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { conflict } from "../../lib/refusal.ts"
import type { Buchung } from "./kette.ts"
import { MINUS, vorzeichen } from "../shared/vorzeichen.ts"

type Where = { kunde_id: string; pfandartikel_id: string; lfd_nr: number }

const spaeterUmbewertet = query<{ n: number }, Where>`
  SELECT 1 AS n FROM ${pfandumbewertungen} u CROSS JOIN ${pfandbuchungen} b ON b.vorgang_id = u.id
  WHERE u.kunde_id = :kunde_id AND u.pfandartikel_id = :pfandartikel_id AND +b.lfd_nr > :lfd_nr
    AND b.storno_von IS NULL AND NOT EXISTS (SELECT 1 FROM ${pfandbuchungen} s WHERE s.storno_von = b.id) LIMIT 1`

const spaeterZurueck = query<{ n: number }, Where>`
  SELECT 1 AS n FROM ${pfandbuchungen} b
  WHERE b.kunde_id = :kunde_id AND b.pfandartikel_id = :pfandartikel_id AND b.lfd_nr > :lfd_nr
    AND b.art IN ${MINUS} AND b.storno_von IS NULL
    AND NOT EXISTS (SELECT 1 FROM ${pfandbuchungen} s WHERE s.storno_von = b.id) LIMIT 1`

/**
 * A Storno books the amounts of then: of pieces that were given another value since, something would stay on the
 * account, or too much would have been refunded.
 *
 * @returns whether the Vorgang revalued pieces itself
 * @throws Refusal conflict that says what to reverse first
 */
export function requireSameValue(tenant: TenantDb, buchungen: readonly Buchung[]): boolean {
  const [first] = buchungen
  const isUmbewertung = first !== undefined && tenant.find(pfandumbewertungen, first.vorgang_id) !== undefined
  for (const { kunde_id, pfandartikel_id, art } of buchungen) {
    if (pfandartikel_id === null || vorzeichen(art) < 0) continue
    const where = { kunde_id, pfandartikel_id, lfd_nr: buchungen.at(-1)?.lfd_nr ?? 0 }
    if (tenant.first(spaeterUmbewertet, where))
      throw conflict("Diese Stücke wurden danach umbewertet; bitte zuerst die Umbewertung stornieren")
    if (isUmbewertung && tenant.first(spaeterZurueck, where))
      throw conflict("Seit der Umbewertung kam davon etwas zurück; bitte das zuerst stornieren")
  }
  return isUmbewertung
}
