import { query } from "../../db/query.ts"
import { geraete, geraetestaende } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"

/** Deposits of devices as they were at an instant, as artikelstand.ts for articles. */

type Geraet = Row<typeof geraete>
type Geraetestand = Pick<Geraet, "pfand_cent" | "pfandform">

/** Whether it is a deposit or a security is that of today: it changes where it was wrong. */
const geraetAt = query<Geraetestand, { id: string; moment: string }>`
  SELECT g.pfandform, coalesce((SELECT s.pfand_cent FROM ${geraetestaende} s
    WHERE s.geraet_id = g.id AND s.gueltig_bis > :moment ORDER BY s.gueltig_bis LIMIT 1), g.pfand_cent) AS pfand_cent
  FROM ${geraete} g WHERE g.id = :id`

/** @param moment ISO 8601 UTC @throws Refusal missing */
export const getGeraetAt = (tenant: TenantReader, id: string, moment: string): Geraetestand =>
  tenant.getFirst(geraetAt, { id, moment }, "Gerät nicht gefunden")

/** Keeps the deposit of a device as it is until now; before it is changed. */
export const keepGeraetestand = (tenant: TenantDb, { id, pfand_cent }: Geraet): void => {
  tenant.insert(geraetestaende, { geraet_id: id, gueltig_bis: tenant.now(), pfand_cent })
}
