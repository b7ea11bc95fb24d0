import { useEffect, useState } from "react"
import { isFound, searchWords } from "../../../../lib/fold.ts"
import { searchKunden } from "../phone/remote.ts"
import type { ShortKunde } from "../phone/tag.ts"
import { useDay } from "../phone/use.ts"

/** Rows shown at most. */
const ROWS = 50

const byName = new Intl.Collator("de-u-co-phonebk", { numeric: true })

/** The service's answer, and the words that it is an answer to. */
type Heard = { typed: string; answer: Awaited<ReturnType<typeof searchKunden>> }

/**
 * Customers in whom every typed word stands: those of this telephone at once, all others as soon as the service answers.
 *
 * @returns the rows in the order of their names, and a sentence where they are not all that there are
 */
export function useCustomers(typed: string): { rows: ShortKunde[]; remark: string | undefined } {
  const { kunden } = useDay()
  const [heard, setHeard] = useState<Heard>()
  const wanted = typed.trim()
  const isEverywhere = wanted.length >= 2
  useEffect(() => {
    if (!isEverywhere) return
    let isGone = false
    const search = async (): Promise<void> => {
      const answer = await searchKunden(wanted)
      if (!isGone) setHeard({ typed: wanted, answer })
    }
    const timer = setTimeout(() => void search(), 250)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [wanted, isEverywhere])
  const words = searchWords(wanted)
  const known = [...kunden.values()].filter(({ name, ort, kundennummer }) =>
    isFound(words, [name, ort, kundennummer]),
  )
  const answer = heard?.typed === wanted ? heard.answer : undefined
  const items = typeof answer === "object" && answer.status === 200 ? answer.body.items : []
  const found = [...known, ...items.filter(({ id }) => !kunden.has(id))]
  return {
    rows: found.toSorted((a, b) => byName.compare(a.name, b.name)).slice(0, ROWS),
    remark: isEverywhere ? remarkOf(found.length, answer, items.length) : remarkOfKnown(found.length),
  }
}

function remarkOfKnown(found: number): string | undefined {
  if (found > ROWS) return `Das sind die ersten ${ROWS}: bitte den Namen eintippen.`
  return found === 0 ? "Bitte den Namen oder Ort eintippen." : undefined
}

function remarkOf(found: number, answer: Heard["answer"] | undefined, items: number): string | undefined {
  if (!answer) return "Alle Kunden werden durchsucht …"
  if (answer === "offline") return "Kein Netz: gesucht ist nur unter den Kunden auf diesem Telefon."
  if (answer.status !== 200) return "Nicht alle Kunden konnten durchsucht werden, nur die auf diesem Telefon."
  if (found === 0) return "Kein Kunde gefunden."
  return found > ROWS || items >= 20 ? "Es gibt mehr: bitte genauer eintippen." : undefined
}
