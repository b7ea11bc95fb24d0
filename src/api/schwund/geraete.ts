import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { geraete_bewegungen, kunden, pfandbuchungen, pfandkonten } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { listGeraete } from "../geraete/rules.ts"
import type { PageOf, PageRequest } from "../shared/page.ts"
import type { SchwundGeraet } from "./model.ts"

type Stand = {
  kunde_id: string
  kunde_name: string
  pfand_cent: number | null
  offen_cent: number
  weitere_cent: number
  frueher: 0 | 1
}

/**
 * Where a device got lost, what was charged when it last went out there, and what of it is still on the account. Of
 * several losses, the last whose deposit is open: it stays with that customer, wherever the device got lost since.
 */
const standOf = query<Stand, { geraet_id: string }>`
  SELECT m.kunde_id, k.name AS kunde_name, coalesce(p.wert_cent, 0) AS offen_cent, m.id <> l.id AS frueher, (
    SELECT b.betrag_cent FROM ${pfandbuchungen} b
    WHERE b.geraet_id = :geraet_id AND b.kunde_id = m.kunde_id AND b.art IN ('ausgabe', 'anfangsbestand')
      AND NOT EXISTS (SELECT 1 FROM ${pfandbuchungen} s WHERE s.storno_von = b.id)
    ORDER BY b.lfd_nr DESC LIMIT 1
  ) AS pfand_cent, (
    SELECT coalesce(sum(o.wert_cent), 0) FROM (
      SELECT DISTINCT v.kunde_id, a.wert_cent FROM ${geraete_bewegungen} v
      CROSS JOIN ${pfandkonten} a ON a.kunde_id = v.kunde_id AND a.geraet_id = :geraet_id
      WHERE v.geraet_id = :geraet_id AND v.nach_status = 'verloren' AND v.kunde_id <> m.kunde_id AND a.wert_cent > 0) o
  ) AS weitere_cent
  FROM (
    SELECT g.id FROM ${geraete_bewegungen} g
    WHERE g.geraet_id = :geraet_id AND g.nach_status = 'verloren' ORDER BY g.id DESC LIMIT 1) l
  CROSS JOIN ${geraete_bewegungen} m ON m.id = coalesce((
    SELECT w.id FROM ${geraete_bewegungen} w
    CROSS JOIN ${pfandkonten} o ON o.kunde_id = w.kunde_id AND o.geraet_id = :geraet_id
    WHERE w.geraet_id = :geraet_id AND w.nach_status = 'verloren' AND o.wert_cent > 0
    ORDER BY w.id DESC LIMIT 1), l.id)
  CROSS JOIN ${kunden} k ON k.id = m.kunde_id
  LEFT JOIN ${pfandkonten} p ON p.kunde_id = m.kunde_id AND p.geraet_id = :geraet_id LIMIT 1`

/** Lost on the yard, where nobody was charged for it. */
const NOBODY = {
  kunde_id: null,
  kunde_name: null,
  pfand_cent: null,
  offen_cent: 0,
  weitere_cent: 0,
  frueher: 0,
}

/** @returns a page of the devices that are lost, each with where and with which deposit */
export function listLostGeraete(
  tenant: TenantReader,
  request: PageRequest & { q?: string },
): PageOf<Static<typeof SchwundGeraet>> {
  const page = listGeraete(tenant, { ...request, status: "verloren" })
  const items = page.items.map(({ id, geraetenummer, bezeichnung, status_seit }) => {
    const { frueher, ...stand } = tenant.first(standOf, { geraet_id: id }) ?? NOBODY
    return { id, geraetenummer, bezeichnung, status_seit, ...stand, frueher: frueher === 1 }
  })
  return { ...page, items }
}
