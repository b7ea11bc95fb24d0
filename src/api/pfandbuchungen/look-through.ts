import type { TenantReader } from "../../db/tenant-db.ts"
import { cursor, type PageOf, type PageRequest, readCursor } from "../shared/page.ts"
import type { Buchung } from "./kette.ts"
import { buchungen } from "./rules.ts"

type Filters = { [name: string]: unknown; art?: Buchung["art"] | undefined }
type Request = PageRequest & { ab_nr?: number; bis_nr?: number }

/** Filters of which each leaves few bookings. */
const NARROW = ["kunde_id", "geraet_id", "vorgang_id", "lieferung_id"]

/**
 * Whether no index knows what passes all of the filters: an article and a person, who may have nothing to do with each
 * other, or one of the two kinds that most bookings are.
 */
export const looksThrough = (filters: Filters): boolean =>
  NARROW.every((name) => filters[name] === undefined) &&
  (filters.art === "ausgabe" ||
    filters.art === "ruecknahme" ||
    (filters["pfandartikel_id"] !== undefined && filters["gebucht_von"] !== undefined))

/** Numbers of the ledger that are looked through at first; twice as many each time that there is time left. */
const FIRST = 2000
/** Time after which a page ends, in ms: it is read in the thread, where others' long reads wait for it. */
const TIME = 100

/**
 * Looks a part of the ledger through, from the cursor on: millions of bookings may be there, and none that passes.
 *
 * @param lastNumber of the whole ledger
 * @returns what was found until the time was over, perhaps nothing, and where to go on
 */
export function lookThrough(
  tenant: TenantReader,
  request: Request,
  lastNumber: () => number,
): PageOf<Buchung> {
  const { limit = 50, sort = buchungen.sorts[0] ?? "", total, cursor: after, ...filters } = request
  const order = `pfandbuchungen ${sort}`
  const isUp = sort === "lfd_nr"
  const key = after === undefined ? undefined : Number(readCursor(after, order)[0])
  let low = Math.max(request.ab_nr ?? 1, isUp && key !== undefined ? key + 1 : 1)
  let high = Math.min(request.bis_nr ?? lastNumber(), !isUp && key !== undefined ? key - 1 : Infinity)
  const counted =
    total === true ? { total: buchungen.page(tenant, { ...filters, total, limit: 1 }).total ?? 0 } : {}
  const items: Buchung[] = []
  const end = performance.now() + TIME
  for (let width = FIRST; low <= high; width *= 2) {
    const [ab_nr, bis_nr] = isUp
      ? [low, Math.min(high, low + width - 1)]
      : [Math.max(low, high - width + 1), high]
    const part = buchungen.page(tenant, { ...filters, sort, ab_nr, bis_nr, limit: limit - items.length })
    items.push(...part.items)
    if (part.next_cursor !== null) return { items, next_cursor: part.next_cursor, ...counted }
    if (isUp) low = bis_nr + 1
    else high = ab_nr - 1
    if (low <= high && (items.length === limit || performance.now() > end)) {
      return { items, next_cursor: cursor(order, isUp ? low - 1 : high + 1, ""), ...counted }
    }
  }
  return { items, next_cursor: null, ...counted }
}
