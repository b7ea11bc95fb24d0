import { useEffect, useState } from "react"
import { type Found, itemsOf } from "../phone/remote.ts"

/** The service is asked from this number of letters on. */
const LEAST = 2
/** Number of results that the service returns. */
const PAGE = 20
export const MORE = "Es gibt mehr: bitte genauer eintippen."
export const NOTHING = "Nichts gefunden."

/** Asks the service at each pause in typing. @returns its answer for this text; undefined until it has come */
export function useSearch<T>(wanted: string, ask: (q: string) => Promise<Found<T>>): Found<T> | undefined {
  const [heard, setHeard] = useState<{ wanted: string; answer: Found<T> }>()
  useEffect(() => {
    if (!isAsked(wanted)) return
    let isGone = false
    const search = async (): Promise<void> => {
      const answer = await ask(wanted)
      if (!isGone) setHeard({ wanted, answer })
    }
    const timer = setTimeout(() => void search(), 250)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [wanted, ask])
  return heard?.wanted === wanted ? heard.answer : undefined
}

export const isAsked = (wanted: string): boolean => wanted.length >= LEAST

/** @param found number of results, of which `most` are shown. @returns a sentence if there may be more */
export function remarkOf(
  was: "Kunden" | "Artikel",
  answer: Found<unknown> | undefined,
  found: number,
  most: number,
): string | undefined {
  if (!answer) return `Alle ${was} werden durchsucht …`
  if (answer === "offline") return "Kein Netz: gesucht ist nur unter denen auf diesem Telefon."
  if (answer.status !== 200) return `Nicht alle ${was} konnten durchsucht werden, nur die auf diesem Telefon.`
  if (found === 0) return NOTHING
  return found > most || itemsOf(answer).length >= PAGE ? MORE : undefined
}
