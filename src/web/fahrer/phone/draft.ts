import { useCallback, useEffect, useRef, useState } from "react"
import { keep } from "./keep.ts"

/**
 * What is being entered: kept on the telephone with every change, so that neither a reload nor a telephone that dies
 * loses it.
 *
 * @returns `undefined` until it is read; what changes it; and what forgets it
 */
export function useDraft<T>(name: string, blank: T) {
  const key = `entwurf ${name}`
  const [draft, setDraft] = useState<T>()
  const first = useRef(blank)
  useEffect(() => {
    let left = false
    void keep.get<T>(key).then(
      (kept) => left || setDraft(kept ?? first.current),
      () => left || setDraft(first.current),
    )
    return () => {
      left = true
    }
  }, [key])
  const change = useCallback(
    (next: T) => {
      setDraft(next)
      // A full disk must not keep anybody from counting; what counts is kept with the entry.
      keep.set(key, next).catch(() => {})
    },
    [key],
  )
  const forget = useCallback(() => keep.remove(key).catch(() => {}), [key])
  return { draft, change, forget }
}
