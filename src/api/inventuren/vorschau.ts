import type { Static } from "@sinclair/typebox"
import { lagerartikel } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { bestandOf } from "../lager/bestand.ts"
import { readFehlende } from "./abschluss.ts"
import { readArtikel, readUngezaehlte } from "./auszaehlen.ts"
import type { AbschlussVorschau } from "./model.ts"
import { requireOffen } from "./rules.ts"
import { sumGezaehlt } from "./zaehlungen.ts"

/**
 * Preview of the end of a count: what had better be counted once more, and what nobody has counted. It does not
 * say how many pieces were expected, which would mislead those who count. Changes nothing.
 *
 * @throws Refusal missing; conflict for one that has ended, or was open for too long
 */
export function previewAbschluss(tenant: TenantReader, id: string): Static<typeof AbschlussVorschau> {
  const inventur = requireOffen(tenant, id)
  const counted = readArtikel(tenant, id, false)
  const hasStock = (artikel_id: string): boolean => {
    const stand = tenant.find(lagerartikel, artikel_id)
    return stand !== undefined && bestandOf(stand) !== 0
  }
  return {
    artikel_gezaehlt: counted.length,
    abweichend: counted
      .filter(({ position: { erwartet, gezaehlt } }) => erwartet !== null && gezaehlt !== erwartet)
      .map(({ position: { pfandartikel_id, nummer, bezeichnung } }) => ({
        id: pfandartikel_id,
        nummer,
        bezeichnung,
      })),
    ungezaehlt: readUngezaehlte(tenant, id).filter((one) => hasStock(one.id)),
    geraete_gezaehlt: sumGezaehlt(tenant, id).geraete,
    geraete_fehlen: inventur.mit_geraeten === 1 ? readFehlende(tenant, inventur).length : 0,
  }
}
