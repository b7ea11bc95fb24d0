import type { Static } from "@sinclair/typebox"
import { query } from "../../../db/query.ts"
import { kunden, lieferungen, pfandbuchungen } from "../../../db/schema.ts"
import type { TenantReader } from "../../../db/tenant-db.ts"
import { withPersonNames, withPosten } from "../../shared/names.ts"
import { cursor, foreignCursor, type PageOf, type PageRequest, readCursor } from "../../shared/page.ts"
import type { Buchung } from "../../pfandbuchungen/chain.ts"
import { verlusteOf } from "../../pfandbuchungen/list.ts"
import { GONE } from "../../shared/kundenkopf.ts"
import type { EventReply } from "./model.ts"

type Event = Static<typeof EventReply>
type Ereigniszeile = Buchung & { storniert: number }
type Lieferung = { id: string; empfaenger_name: string | null; unterschrieben: number }

/** Bookings that are looked through for their Vorgaenge; one of them has three or four. */
const BUCHUNGEN = 400

const newest = query<{ vorgang_id: string }, { kunde_id: string; vor: number; limit: number }>`
  SELECT b.vorgang_id FROM ${pfandbuchungen} b
  WHERE b.kunde_id = :kunde_id AND b.lfd_nr < :vor ORDER BY b.lfd_nr DESC LIMIT :limit`

const countAll = query<{ n: number }, { kunde_id: string }>`
  SELECT count(DISTINCT b.vorgang_id) AS n FROM ${pfandbuchungen} b WHERE b.kunde_id = :kunde_id`

const inVorgaengen = query<Ereigniszeile, { ids: string }>`
  SELECT b.*, EXISTS (SELECT 1 FROM ${pfandbuchungen} s WHERE s.storno_von = b.id) AS storniert
  FROM json_each(:ids) j CROSS JOIN ${pfandbuchungen} b ON b.vorgang_id = j.value ORDER BY j.key, b.lfd_nr`

const lieferzeilen = query<Lieferung, { ids: string }>`
  SELECT l.id, l.empfaenger_name, l.unterschrift IS NOT NULL AS unterschrieben
  FROM json_each(:ids) j CROSS JOIN ${lieferungen} l ON l.id = j.value`

const ORDER = "kunden ereignisse"

/**
 * @returns what was booked together for a customer, the latest first, with who signed for it
 * @throws Refusal missing
 */
export function listEreignisse(
  tenant: TenantReader,
  id: string,
  { limit = 20, cursor: after, total }: PageRequest,
): PageOf<Event> {
  const kunde_id = tenant.get(kunden, id, GONE).id
  const vor = after === undefined ? Number.MAX_SAFE_INTEGER : readNumber(after)
  const ids = new Set(tenant.all(newest, { kunde_id, vor, limit: BUCHUNGEN }).map((one) => one.vorgang_id))
  const shown = [...ids].slice(0, limit)
  const zeilen = tenant.all(inVorgaengen, { ids: JSON.stringify(shown) })
  // Bookings of one Vorgang have consecutive numbers; where nothing was booked, nothing comes before.
  const first = zeilen.find(({ vorgang_id }) => vorgang_id === shown.at(-1))?.lfd_nr ?? 0
  const more = tenant.all(newest, { kunde_id, vor: first, limit: 1 }).length > 0
  return {
    items: toEreignisse(tenant, zeilen),
    next_cursor: more ? cursor(ORDER, first, shown.at(-1) ?? "") : null,
    ...(total === true && { total: tenant.first(countAll, { kunde_id })?.n ?? 0 }),
  }
}

function readNumber(after: string): number {
  const [key] = readCursor(after, ORDER)
  if (typeof key !== "number" || !Number.isSafeInteger(key)) throw foreignCursor()
  return key
}

function toEreignisse(tenant: TenantReader, zeilen: Ereigniszeile[]): Event[] {
  const ids = [...new Set(zeilen.flatMap(({ lieferung_id }) => lieferung_id ?? []))]
  const unterschriften = new Map(
    tenant.all(lieferzeilen, { ids: JSON.stringify(ids) }).map((lieferung) => [lieferung.id, lieferung]),
  )
  const named = withPersonNames(tenant, withPosten(tenant, zeilen), "gebucht_von")
  const losses = verlusteOf(tenant, zeilen)
  const vorgaenge = Map.groupBy(named, ({ vorgang_id }) => vorgang_id)
  return [...vorgaenge.values()].flatMap((positionen) => {
    const last = positionen.at(-1)
    if (!last) return []
    const lieferung = unterschriften.get(last.lieferung_id ?? "")
    return {
      ...last,
      summe_cent: positionen.reduce((sum, { summe_cent }) => sum + summe_cent, 0),
      storniert: last.storniert === 1,
      ist_storno: last.storno_von !== null,
      verlust: losses.has(last.vorgang_id),
      lieferung: lieferung ? { ...lieferung, unterschrieben: lieferung.unterschrieben === 1 } : null,
      positionen,
    }
  })
}
