import { query } from "../../../db/query.ts"
import { geraete, geraete_pruefplaene } from "../../../db/schema.ts"
import { pruefarten } from "../../../db/schema/values.ts"
import type { TenantDb } from "../../../db/tenant-db.ts"
import { conflict } from "../../../lib/refusal.ts"
import type { Actor } from "../../frame/session.ts"
import type { Given } from "../../import/table/importer.ts"
import { listVorgang, reverseBuchungen } from "../../pfandbuchungen/storno.ts"
import { deletePlan } from "../../pruefplaene/rules.ts"
import { derivedId } from "../../shared/claim.ts"
import { deleteRecord } from "../../shared/resource.ts"
import { geraeteRecords } from "../rules.ts"
import { putStatus } from "../status.ts"
import { pruefFields, pruefwerte, pruefartShort, storePruefungen } from "./pruefungen.ts"

const GRUND = "Import zurückgenommen"

const plansOf = query<{ id: string }, { geraet_id: string }>`
  SELECT p.id FROM ${geraete_pruefplaene} p WHERE p.geraet_id = :geraet_id`

/**
 * Takes back a device of an import: one in the Lager is deleted; the booking of any other is reversed, and it goes to the
 * Lager, even from a loss.
 *
 * @param order id of the import
 * @param version of the device after the import
 * @returns why it stays, in German
 * @throws Refusal missing; conflict if others have worked with it
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
    // A device that the import booked as lost has no customer, but its version is the same.
    const isAsImported = geraet.kunde_id === booked.kunde_id || geraet.version === version
    if (!isAsImported) throw conflict(geraeteRecords.inUse)
    reverseBuchungen(tenant, actor, vorgang_id, {
      vorgang_id: derivedId(vorgang_id, "ruecknahme"),
      grund: GRUND,
      erfasst_am: tenant.now(),
    })
    const now = tenant.get(geraete, id)
    // Also a retired one: it was retired by the import, and the table may come again.
    if (now.status !== "lager") putStatus(tenant, actor, now, "lager", GRUND)
    return "Seine Buchung ist storniert; das Gerät bleibt im Lager, weil eine Buchung bleibt"
  }
  deleteRecord(tenant, actor, geraeteRecords, id, version, () => {
    for (const plan of tenant.all(plansOf, { geraet_id: id })) tenant.delete(geraete_pruefplaene, plan.id)
  })
  return undefined
}

/**
 * Restores the plans of a device as they were before an import; a plan that the import added is deleted.
 *
 * @param before former values of the fields that changed; null for none
 * @param after all fields of its plans after the import
 * @returns the plans that stay because somebody has changed them since, in German
 */
export function restorePruefungen(
  tenant: TenantDb,
  actor: Actor,
  geraet_id: string,
  before: Given,
  after: Given = {},
): string[] {
  return pruefarten.flatMap((art) => {
    const names = Object.values(pruefFields(art)).filter((name) => before[name] !== undefined)
    if (names.length === 0) return []
    const now = pruefwerte(tenant, [geraet_id]).get(geraet_id) ?? {}
    if (Object.values(pruefFields(art)).some((name) => now[name] !== after[name]))
      return [`Prüftermine (${pruefartShort[art]})`]
    const ours = Object.fromEntries(names.map((name) => [name, before[name]]))
    if (before[pruefFields(art).alle] === null) deletePlan(tenant, actor, geraet_id, art)
    else storePruefungen(tenant, actor, geraet_id, { ...now, ...ours }, ours)
    return []
  })
}
