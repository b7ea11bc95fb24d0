import { tenants } from "../../../db/schema.ts"
import type { TenantReader } from "../../../db/tenant-db.ts"
import { invalid } from "../../../lib/refusal.ts"
import type { Saldenbestaetigung } from "../../../print/dokumente/saldenbestaetigung.ts"
import { getEmpfaenger, getFirma, lastNrBefore, listBestand, startOfToday } from "../../belege/kopf.ts"
import { instants, localTime } from "../../shared/time.ts"

/**
 * A customer's holdings at the end of a day.
 *
 * @throws Refusal missing; invalid
 */
export function getSaldenbestaetigung(
  tenant: TenantReader,
  kunde_id: string,
  stichtag: string,
): Saldenbestaetigung {
  const an = getEmpfaenger(tenant, kunde_id)
  if (stichtag > localTime(tenant).datum) throw invalid("stichtag", "liegt in der Zukunft", "query")
  const { vor = "" } = instants(tenant, { bis: stichtag })
  return {
    firma: getFirma(tenant),
    an,
    stichtag,
    erstellt_am: startOfToday(tenant),
    stand_nr: lastNrBefore(tenant, kunde_id, vor),
    einspruchsfrist_tage: tenant.get(tenants, tenant.id).einspruchsfrist_tage,
    bestand: listBestand(tenant, kunde_id, vor),
  }
}
