import { query } from "../../db/query.ts"
import { anfangsimporte, auftraege, kunden, pfandbuchungen } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { conflict, missing, Refusal } from "../../lib/refusal.ts"
import { loop } from "../../lib/turns.ts"
import { derivedId } from "../shared/claim.ts"
import { List } from "../shared/list.ts"
import type { PageOf, PageRequest } from "../shared/page.ts"
import { BOOKINGS_HERE } from "../pfandbuchungen/long-writes.ts"
import { reverseBuchungen } from "../pfandbuchungen/storno.ts"
import type { TenantContext } from "../frame/route.ts"
import type { Actor } from "../frame/session.ts"

type Anfangsimport = Row<typeof anfangsimporte>
type Range = { von_nr: number; bis_nr: number }

export const GONE = "Import nicht gefunden"

export const anfangsimportList = new List<Anfangsimport>({
  table: anfangsimporte,
  columns: ["*"],
  sorts: { "-erstellt_am": "-erstellt_am" },
  filters: { ganze: "(:ganze = 1 AND teil_von IS NULL)" },
})

/** @returns what was taken over together, a job as one, the latest first */
export const listAnfangsimporte = (tenant: TenantReader, request: PageRequest): PageOf<Anfangsimport> =>
  anfangsimportList.page(tenant, { ...request, ganze: 1 })

const bookedLater = query<{ name: string; lfd_nr: number }, Range>`
  SELECT k.name, b.lfd_nr FROM (
    SELECT DISTINCT a.kunde_id FROM ${pfandbuchungen} a WHERE a.lfd_nr BETWEEN :von_nr AND :bis_nr) j
  CROSS JOIN ${pfandbuchungen} b ON b.kunde_id = j.kunde_id AND b.lfd_nr > :bis_nr
  CROSS JOIN ${kunden} k ON k.id = b.kunde_id LIMIT 1`

const vorgaenge = query<{ vorgang_id: string }, Range>`
  SELECT DISTINCT b.vorgang_id FROM ${pfandbuchungen} b WHERE b.lfd_nr BETWEEN :von_nr AND :bis_nr`

const parts = query<Anfangsimport, { id: string }>`
  SELECT a.* FROM ${anfangsimporte} a WHERE a.teil_von = :id`

/** @throws Refusal conflict when a customer of that part has booked since */
function requireLast(tenant: TenantReader, { von_nr, bis_nr }: Range): void {
  const followed = tenant.first(bookedLater, { von_nr, bis_nr })
  if (followed)
    throw conflict(
      `Bei ${followed.name} wurde danach gebucht (Nr. ${followed.lfd_nr}): bitte den einzelnen Vorgang im Pfandbuch stornieren`,
    )
}

const DONE = "Diese Anfangsbestände sind schon zurückgenommen"

/**
 * Reverses one part of an import, while none of its customers has booked anything since.
 *
 * @throws Refusal missing; conflict when something followed, or it was done before
 */
export function reverseAnfangsimport(
  tenant: TenantDb,
  actor: Actor,
  { id, grund = "Anfangsbestände zurückgenommen" }: { id: string; grund?: string },
): Anfangsimport {
  const part = tenant.get(anfangsimporte, id, GONE)
  const { von_nr, bis_nr } = part
  if (part.storniert_am !== null) throw conflict(DONE)
  requireLast(tenant, part)
  const erfasst_am = tenant.now()
  for (const { vorgang_id } of tenant.all(vorgaenge, { von_nr, bis_nr }))
    reverseBuchungen(tenant, actor, vorgang_id, { vorgang_id: derivedId(id, vorgang_id), grund, erfasst_am })
  return tenant.update(anfangsimporte, id, { storniert_am: erfasst_am })
}

/**
 * Reverses all opening balances of an import: a job's in parts, from the last to the first, each in a transaction of
 * its own, so that others write in between. Asked again, it goes on with those that are left.
 *
 * @throws Refusal missing; conflict before anything is done, when something followed, its job still runs, or it was
 *   done before; conflict that tells how far it came, when somebody books meanwhile
 */
export async function takeBackAnfangsimport(
  { tenant, actor, commit, writeLong }: TenantContext,
  id: string,
  input: { grund?: string },
): Promise<Anfangsimport> {
  const whole = tenant.get(anfangsimporte, id, GONE)
  if (whole.teil_von !== null) throw missing(GONE)
  if (whole.storniert_am !== null) throw conflict(DONE)
  if (tenant.find(auftraege, id)?.status === "laeuft")
    throw conflict("Die Übernahme läuft noch: bitte warten, bis sie fertig ist")
  const left = [
    whole,
    ...tenant.all(parts, { id }).filter(({ storniert_am }) => storniert_am === null),
  ].toSorted((one, other) => other.von_nr - one.von_nr)
  await loop.through(
    tenant.id,
    (function* () {
      for (const part of left) {
        requireLast(tenant, part)
        yield
      }
    })(),
  )
  for (const [i, part] of left.entries())
    try {
      const one = { ...input, id: part.id }
      if (part.bis_nr - part.von_nr < BOOKINGS_HERE)
        await commit(() => reverseAnfangsimport(tenant, actor, one))
      else await writeLong(one)
    } catch (error) {
      if (i === 0 || !(error instanceof Refusal) || error.kind !== "conflict") throw error
      throw conflict(`${error.message}. Zurückgenommen sind schon ${i} von ${left.length} Teilen`)
    }
  return tenant.get(anfangsimporte, id, GONE)
}
