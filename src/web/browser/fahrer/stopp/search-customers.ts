import { useEffect, useState } from "react"
import { isFound, searchWords } from "../../../../lib/fold.ts"
import { searchKunden } from "../phone/remote.ts"
import type { KundeKurz } from "../phone/tag.ts"
import { useDay } from "../phone/use.ts"

/** Rows shown at most. */
const ROWS = 50

/** The service's answer to a search: `items` that this telephone may not know, or why there are none. */
type Answer = { typed: string; items: KundeKurz[]; failed?: "offline" | "refused" }

const byName = new Intl.Collator("de", { numeric: true })

async function searchEverywhere(typed: string): Promise<Answer> {
  const answer = await searchKunden(typed)
  if (answer === "offline") return { typed, items: [], failed: "offline" }
  return answer.status === 200 ? { typed, items: answer.body.items } : { typed, items: [], failed: "refused" }
}

/**
 * Customers in whom every typed word stands: those of this telephone at once, all others as soon as the service answers.
 *
 * @returns the rows in the order of their names, and a sentence where they are not all that there are
 */
export function useCustomers(typed: string): { rows: KundeKurz[]; remark: string | undefined } {
  const { kunden } = useDay()
  const [answer, setAnswer] = useState<Answer>()
  const wanted = typed.trim()
  const isEverywhere = wanted.length >= 2
  useEffect(() => {
    if (!isEverywhere) return
    let isGone = false
    const search = async (): Promise<void> => {
      const next = await searchEverywhere(wanted)
      if (!isGone) setAnswer(next)
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
  const current = answer?.typed === wanted ? answer : undefined
  const others = (current?.items ?? []).filter(({ id }) => !kunden.has(id))
  const found = [...known, ...others].toSorted((a, b) => byName.compare(a.name, b.name))
  return {
    rows: found.slice(0, ROWS),
    remark: isEverywhere ? remarkOf(found.length, current) : remarkOfKnown(found.length),
  }
}

function remarkOfKnown(found: number): string | undefined {
  if (found > ROWS) return `Das sind die ersten ${ROWS}: bitte den Namen eintippen.`
  return found === 0 ? "Bitte den Namen oder Ort eintippen." : undefined
}

function remarkOf(found: number, answer: Answer | undefined): string | undefined {
  if (!answer) return "Alle Kunden werden durchsucht …"
  if (answer.failed === "offline") return "Kein Netz: gesucht ist nur unter den Kunden auf diesem Telefon."
  if (answer.failed) return "Nicht alle Kunden konnten durchsucht werden, nur die auf diesem Telefon."
  if (found === 0) return "Kein Kunde gefunden."
  return found > ROWS || answer.items.length >= 20 ? "Es gibt mehr: bitte genauer eintippen." : undefined
}
