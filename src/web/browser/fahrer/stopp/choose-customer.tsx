import { useState } from "react"
import { address } from "../../ui/values/format.ts"
import type { ShortKunde } from "../phone/tag.ts"
import { isFound, searchWords } from "../../../../lib/fold.ts"
import { itemsOf, searchKunden } from "../phone/remote.ts"
import { useDay } from "../phone/use.ts"
import { isAsked, remarkOf, useSearch } from "./use-search.ts"

/** Finds customers: those of the day and of the last weeks at once, all others with a network. */
export function ChooseCustomer({ chosen }: { chosen: (kunde: ShortKunde) => void }) {
  const [typed, setTyped] = useState("")
  const { rows, remark } = useCustomers(typed)
  return (
    <main className="blatt">
      <input
        type="search"
        aria-label="Kunden suchen"
        placeholder="Name oder Ort"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <ul className="wahl">
        {rows.map((one) => (
          <li key={one.id}>
            <button type="button" onClick={() => chosen(one)}>
              <span>{one.name}</span>
              <span className="muted">{address(one)}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="leer" role="status">
        {remark}
      </p>
    </main>
  )
}

/** Rows shown at most. */
const ROWS = 50

const byName = new Intl.Collator("de-u-co-phonebk", { numeric: true })

/**
 * Finds customers by all typed words: on this telephone at once, at the service as soon as it answers.
 *
 * @returns the customers by name, and a sentence if there may be more
 */
function useCustomers(typed: string): { rows: ShortKunde[]; remark: string | undefined } {
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
