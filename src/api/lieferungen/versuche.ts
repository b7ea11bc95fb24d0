import type { Static } from "@sinclair/typebox"
import { getTableName } from "drizzle-orm"
import { query } from "../../db/query.ts"
import { lieferungen, protokoll } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { personNames } from "../names.ts"
import type { Actor } from "../session.ts"
import { getLieferzeile, type Zeile } from "./read.ts"
import type { VersuchReply } from "./model.ts"

type Versuch = Static<typeof VersuchReply>
type Eintrag = { aktion: string; aenderungen: string }

/** The latest first. Nothing is planned anew so often that more would be missed. */
const eintraege = query<Eintrag, { tabelle: string; id: string }>`
  SELECT p.aktion, p.aenderungen FROM ${protokoll} p
  WHERE p.tabelle = :tabelle AND p.datensatz_id = :id ORDER BY p.id DESC LIMIT 200`

/**
 * The attempts before the present one, as they ended. The delivery itself only knows the last one: the log knows what
 * it was before, and is gone back through.
 *
 * @returns the latest first; none for a delivery that was planned once
 * @throws Refusal missing
 */
export function listVersuche(tenant: TenantDb, actor: Actor, id: string): { items: Versuch[] } {
  const jetzt = getLieferzeile(tenant, actor, id)
  const verlauf = jetzt.versuch > 1 ? tenant.all(eintraege, { tabelle: getTableName(lieferungen), id }) : []
  const zeile = { ...jetzt }
  const vorher: Zeile[] = []
  for (const { aktion, aenderungen } of verlauf) {
    Object.assign(zeile, before(aenderungen))
    if (aktion === "lieferungen.neu_geplant") vorher.push({ ...zeile })
  }
  const namen = personNames(
    tenant,
    vorher.map(({ fahrer_id }) => fahrer_id),
  )
  return {
    items: vorher.map(({ versuch, datum, fahrer_id, gestartet_am, erfasst_am, grund }) => ({
      versuch,
      datum,
      fahrer_id,
      fahrer_name: namen.get(fahrer_id ?? "") ?? null,
      gestartet_am,
      erfasst_am,
      grund,
    })),
  }
}

/** @returns the fields of an entry, as they were before it */
const before = (aenderungen: string): Partial<Zeile> =>
  Object.fromEntries(
    Object.entries(JSON.parse(aenderungen) as Record<string, [unknown, unknown]>).map(([feld, [war]]) => [
      feld,
      war,
    ]),
  )
