import type { Static } from "@sinclair/typebox"
import { fahrer_einstellungen } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import type { Actor } from "../frame/session.ts"
import { change, writeProtokoll } from "../shared/record.ts"
import type { EinstellungenPatch, EinstellungenReply } from "./model.ts"

type Einstellungen = Static<typeof EinstellungenReply>

/** Default reasons; each company may change them. */
const REASONS = [
  "Nicht angetroffen",
  "Geschlossen",
  "Annahme verweigert",
  "Zufahrt versperrt",
  "Zeit reichte nicht",
]

/** @returns the company's settings for its drivers, or the defaults */
export function getEinstellungen(tenant: TenantReader): Einstellungen {
  const row = tenant.find(fahrer_einstellungen, tenant.id)
  return row ? toEinstellungen(row) : { ungeplant_erlaubt: 1, fehlschlag_gruende: REASONS, version: 1 }
}

/** @throws Refusal stale */
export function changeEinstellungen(
  tenant: TenantDb,
  actor: Actor,
  { fehlschlag_gruende: reasons, ...rest }: Static<typeof EinstellungenPatch>,
  ifMatch: number | undefined,
): Einstellungen {
  const patch = { ...rest, ...(reasons && { fehlschlag_gruende: JSON.stringify(reasons) }) }
  if (!tenant.find(fahrer_einstellungen, tenant.id)) {
    const made = tenant.insert(fahrer_einstellungen, {
      id: tenant.id,
      fehlschlag_gruende: JSON.stringify(REASONS),
    })
    writeProtokoll(tenant, actor, "fahrer_einstellungen.angelegt", fahrer_einstellungen, undefined, made)
  }
  return toEinstellungen(change(tenant, actor, fahrer_einstellungen, tenant.id, patch, ifMatch))
}

const toEinstellungen = ({
  ungeplant_erlaubt,
  fehlschlag_gruende,
  version,
}: Row<typeof fahrer_einstellungen>): Einstellungen => ({
  ungeplant_erlaubt,
  fehlschlag_gruende: JSON.parse(fehlschlag_gruende) as string[],
  version,
})
