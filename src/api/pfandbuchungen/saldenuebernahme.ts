import { anfangsvorgaenge } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { piecesOf } from "../../lib/buchungsart.ts"
import { conflict, missing } from "../../lib/refusal.ts"
import type { Saldenuebernahme } from "../../print/dokumente/saldenuebernahme.ts"
import { getEmpfaenger, getFirma, startOfToday, termsOf } from "../belege/kopf.ts"
import { withPosten } from "../shared/names.ts"
import { localTime } from "../shared/time.ts"
import { listVorgang } from "./storno.ts"

/**
 * The document of an opening balance: what was there before, and is in no settlement.
 *
 * @throws Refusal missing for a missing Vorgang; conflict for one without an opening balance, or that was reversed
 */
export function composeSaldenuebernahme(
  tenant: TenantDb,
  vorgang_id: string,
): Saldenuebernahme & { kunde_id: string } {
  const vorgang = listVorgang(tenant, vorgang_id)
  if (vorgang.length === 0) throw missing("Vorgang nicht gefunden")
  // Below zero it is booked as a correction; a Storno has its own rows.
  const isOpening = tenant.find(anfangsvorgaenge, vorgang_id) !== undefined
  const opening = vorgang.filter(
    ({ art, storno_von }) => art === "anfangsbestand" || (isOpening && storno_von === null),
  )
  const [first] = opening
  if (!first) throw conflict("Dieser Vorgang enthält keinen Anfangsbestand")
  if (first.storniert === 1) throw conflict("Dieser Vorgang ist storniert")
  return {
    kunde_id: first.kunde_id,
    firma: getFirma(tenant),
    an: getEmpfaenger(tenant, first.kunde_id),
    erstellt_am: startOfToday(tenant),
    stand_nr: opening.at(-1)?.lfd_nr,
    tag: localTime(tenant, first.erfasst_am).datum,
    posten: withPosten(tenant, opening).map((one) => ({ ...one, menge: piecesOf(one) })),
    ...termsOf(tenant),
  }
}
