import { query } from "../../db/query.ts"
import { anfangsimporte, kunden, pfandbuchungen } from "../../db/schema.ts"
import type { Row, TenantDb } from "../../db/tenant-db.ts"
import { conflict } from "../../lib/refusal.ts"
import { derivedId } from "../shared/derived-id.ts"
import { List } from "../shared/page.ts"
import { reverseBuchungen } from "../pfandbuchungen/storno.ts"
import type { Actor } from "../frame/session.ts"

type Anfangsimport = Row<typeof anfangsimporte>
type Range = { von_nr: number; bis_nr: number }

export const GONE = "Import nicht gefunden"

export const anfangsimportListe = new List<Anfangsimport>({
  table: anfangsimporte,
  columns: ["*"],
  sorts: { "-erstellt_am": "-erstellt_am" },
  filters: {},
})

const bookedLater = query<{ name: string; lfd_nr: number }, Range>`
  SELECT k.name, b.lfd_nr FROM (
    SELECT DISTINCT a.kunde_id FROM ${pfandbuchungen} a WHERE a.lfd_nr BETWEEN :von_nr AND :bis_nr) j
  CROSS JOIN ${pfandbuchungen} b ON b.kunde_id = j.kunde_id AND b.lfd_nr > :bis_nr
  CROSS JOIN ${kunden} k ON k.id = b.kunde_id LIMIT 1`

const vorgaenge = query<{ vorgang_id: string }, Range>`
  SELECT DISTINCT b.vorgang_id FROM ${pfandbuchungen} b WHERE b.lfd_nr BETWEEN :von_nr AND :bis_nr`

/**
 * Reverses all opening balances of an import, while none of its customers has booked anything since.
 *
 * @throws Refusal missing; conflict when something followed, or it was done before
 */
export function reverseAnfangsimport(
  tenant: TenantDb,
  actor: Actor,
  id: string,
  { grund = "Anfangsbestände zurückgenommen" }: { grund?: string },
): Anfangsimport {
  const { von_nr, bis_nr, storniert_am } = tenant.get(anfangsimporte, id, GONE)
  if (storniert_am !== null) throw conflict("Diese Anfangsbestände sind schon zurückgenommen")
  const followed = tenant.first(bookedLater, { von_nr, bis_nr })
  if (followed)
    throw conflict(
      `Bei ${followed.name} wurde danach gebucht (Nr. ${followed.lfd_nr}): bitte den einzelnen Vorgang im Pfandbuch stornieren`,
    )
  const erfasst_am = tenant.now()
  for (const { vorgang_id } of tenant.all(vorgaenge, { von_nr, bis_nr }))
    reverseBuchungen(tenant, actor, vorgang_id, { vorgang_id: derivedId(id, vorgang_id), grund, erfasst_am })
  return tenant.update(anfangsimporte, id, { storniert_am: erfasst_am })
}
