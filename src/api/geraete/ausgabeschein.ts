import { query } from "../../db/query.ts"
import { geraete, geraete_bewegungen } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { conflict } from "../../lib/refusal.ts"
import { ausgabeschein } from "../../print/dokumente/ausgabeschein.ts"
import type { Druck } from "../../print/pdf/print.ts"
import { getEmpfaenger, getFirma } from "../belege/kopf.ts"
import { depositOf } from "../pfandlots/paid.ts"
import { readLieferanschrift } from "../standorte/place.ts"
import { GONE } from "./rules.ts"

type Geraeteausgabe = { erfasst_am: string; notiz: string | null; standort_id: string | null }

/**
 * The last move to a customer, or the last of one moment: the Storno of a return moves a device as well, but whoever has it
 * got it when they did before. That the customer carried it elsewhere is no move to them.
 */
const lastAusgabe = query<Geraeteausgabe, { geraet_id: string; seit: string | null }>`
  SELECT b.erfasst_am, b.notiz, b.standort_id FROM ${geraete_bewegungen} b
  WHERE b.geraet_id = :geraet_id AND b.nach_status = 'beim_kunden' AND b.von_status IS NOT 'beim_kunden'
    AND (:seit IS NULL OR +b.erfasst_am = :seit)
  ORDER BY b.id DESC LIMIT 1`

/**
 * @returns the receipt that a customer signs for a device they have, ready to print
 * @throws Refusal missing; conflict when no customer has it
 */
export function composeAusgabeschein(tenant: TenantReader, id: string): Druck {
  const geraet = tenant.get(geraete, id, GONE)
  const { kunde_id, geraetenummer, geprueft_bis, status_seit: seit } = geraet
  if (kunde_id === null) throw conflict(`Das Gerät ${geraetenummer} ist bei keinem Kunden`)
  const ausgabe =
    tenant.first(lastAusgabe, { geraet_id: id, seit }) ??
    tenant.getFirst(lastAusgabe, { geraet_id: id, seit: null }, GONE)
  return ausgabeschein({
    firma: getFirma(tenant),
    an: getEmpfaenger(tenant, kunde_id),
    geraet,
    ausgabe,
    standort: readLieferanschrift(tenant, ausgabe),
    wert_cent: depositOf(tenant, kunde_id, id),
    geprueft_bis,
    erstellt_am: ausgabe.erfasst_am,
  })
}
