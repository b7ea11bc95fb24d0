import { call } from "../../ui/api/call.ts"
import type { Item } from "../../ui/state/list.ts"

/** Stock of an article before and after a movement out of the yard. */
export type Missing = { bezeichnung: string; bestand: number; menge: number }

/** @returns an article's pieces that move with it: of a gebinde those of its parts */
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
 * @param erfasst_am of the movement: before an article was counted, the count has it already
 * @returns the articles of which there would be less than nothing; not those that nobody has counted,
 *   and none at all while a count is open
 */
export async function missingAfter(id: string, menge: number, erfasst_am: string): Promise<Missing[]> {
  const moved = await piecesOf(id, menge)
  return (await stockOf(new Set(moved.keys()))).flatMap(({ id: artikel, bezeichnung, stand }) => {
    const pieces = moved.get(artikel) ?? 0
    if (!stand || erfasst_am <= stand.gezaehlt_am || stand.bestand >= pieces) return []
    return [{ bezeichnung, bestand: stand.bestand, menge: pieces }]
  })
}
