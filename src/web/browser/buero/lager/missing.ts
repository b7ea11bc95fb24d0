import { call } from "../../ui/api/call.ts"
import type { Item } from "../../ui/state/list.ts"

/** Stock of an article before and after a movement out of the yard. */
export type Missing = { bezeichnung: string; bestand: number; menge: number }

/** @returns the pieces that move, by article: of a gebinde those of its parts */
async function piecesOf(id: string, menge: number): Promise<Map<string, number>> {
  const { bestandteile } = await call("get", "/api/pfandartikel/{id}", { path: { id } })
  if (bestandteile.length === 0) return new Map([[id, menge]])
  return new Map(bestandteile.map((part) => [part.pfandartikel_id, part.menge * menge]))
}

async function stockOf(ids: ReadonlySet<string>): Promise<Item<"/api/lager">[]> {
  const found: Item<"/api/lager">[] = []
  let cursor: string | undefined
  do {
    const page = await call("get", "/api/lager", { query: { limit: 200, cursor } })
    found.push(...page.items.filter(({ id }) => ids.has(id)))
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined && found.length < ids.size)
  return found
}

/**
 * @param erfasst_am when the pieces left the yard: a later count of an article has taken that into account
 * @returns the articles whose stock would be negative; never those that were not counted, and none while a count is open
 */
export async function missingAfter(id: string, menge: number, erfasst_am: string): Promise<Missing[]> {
  const moved = await piecesOf(id, menge)
  return (await stockOf(new Set(moved.keys()))).flatMap(({ id: artikel, bezeichnung, stand }) => {
    const pieces = moved.get(artikel) ?? 0
    if (!stand || erfasst_am <= stand.gezaehlt_am || stand.bestand >= pieces) return []
    return [{ bezeichnung, bestand: stand.bestand, menge: pieces }]
  })
}
