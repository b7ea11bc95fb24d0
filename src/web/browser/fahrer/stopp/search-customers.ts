import { isFound, searchWords } from "../../../../lib/fold.ts"
import { itemsOf, searchKunden } from "../phone/remote.ts"
import type { ShortKunde } from "../phone/tag.ts"
import { useDay } from "../phone/use.ts"
import { isAsked, remarkOf, useSearch } from "./use-search.ts"

/** Rows shown at most. */
const ROWS = 50

const byName = new Intl.Collator("de-u-co-phonebk", { numeric: true })

/**
 * Customers in whom every typed word stands: those of this telephone at once, all others as soon as the service answers.
 *
 * @returns the rows in the order of their names, and a sentence where they are not all that there are
 */
export function useCustomers(typed: string): { rows: ShortKunde[]; remark: string | undefined } {
  const { kunden } = useDay()
  const wanted = typed.trim()
  const answer = useSearch(wanted, searchKunden)
  const words = searchWords(wanted)
  const known = [...kunden.values()].filter(({ name, ort, kundennummer }) =>
    isFound(words, [name, ort, kundennummer]),
  )
  const found = [...known, ...itemsOf(answer).filter(({ id }) => !kunden.has(id))]
  return {
    rows: found.toSorted((a, b) => byName.compare(a.name, b.name)).slice(0, ROWS),
    remark: isAsked(wanted) ? remarkOf("Kunden", answer, found.length, ROWS) : remarkOfKnown(found.length),
  }
}

function remarkOfKnown(found: number): string | undefined {
  if (found > ROWS) return `Das sind die ersten ${ROWS}: bitte den Namen eintippen.`
  return found === 0 ? "Bitte den Namen oder Ort eintippen." : undefined
}
