import { query } from "../../../db/query.ts"
import { geraete, geraete_pruefplaene } from "../../../db/schema.ts"
import type { TenantDb } from "../../../db/tenant-db.ts"
import { conflict } from "../../../lib/refusal.ts"
import type { Actor } from "../../frame/session.ts"
import { listVorgang, reverseBuchungen } from "../../pfandbuchungen/storno.ts"
import { derivedId } from "../../shared/derived-id.ts"
import { deleteRecord } from "../../shared/resource.ts"
import { geraeteRecords } from "../rules.ts"

const plansOf = query<{ id: string }, { geraet_id: string }>`
  SELECT p.id FROM ${geraete_pruefplaene} p WHERE p.geraet_id = :geraet_id`

/**
 * Takes back a device of an import: one that lies in the yard is deleted, one that was booked goes back there.
 *
 * @returns why it stays, in German
 * @throws Refusal missing; conflict when others have worked with it
 */
export function undoGeraet(
  tenant: TenantDb,
  actor: Actor,
  id: string,
  order: string,
  version: number | undefined,
): string | undefined {
  const geraet = tenant.get(geraete, id, geraeteRecords.gone)
  const vorgang_id = derivedId(order, geraet.geraetenummer)
  const [booked] = listVorgang(tenant, vorgang_id)
  if (booked && booked.storniert === 0) {
    if (geraet.status !== "beim_kunden" || geraet.kunde_id !== booked.kunde_id)
      throw conflict(geraeteRecords.inUse)
    reverseBuchungen(tenant, actor, vorgang_id, {
      vorgang_id: derivedId(vorgang_id, "ruecknahme"),
      grund: "Import zurückgenommen",
      erfasst_am: tenant.now(),
    })
    return "Seine Buchung ist storniert; das Gerät bleibt im Lager, weil eine Buchung bleibt"
  }
  deleteRecord(tenant, actor, geraeteRecords, id, version, () => {
    for (const plan of tenant.all(plansOf, { geraet_id: id })) tenant.delete(geraete_pruefplaene, plan.id)
  })
  return undefined
}
