import { keep } from "./keep.ts"
import { become, state } from "./state.ts"
import type { Artikel } from "./tag.ts"

/** Keeps an article that the service has found: a day brings the names of those of its stops, and not of all. */
export function knowArtikel(artikel: Artikel): void {
  const gefunden = [...state().gefunden.filter(({ id }) => id !== artikel.id), artikel]
  become({ gefunden })
  keep.set("artikel", gefunden).catch(() => {})
}
