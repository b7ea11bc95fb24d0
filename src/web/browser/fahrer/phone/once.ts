import { useRef } from "react"

/**
 * Runs work only once, even if a glove taps twice, also after it is stored.
 *
 * @param work returns whether it was stored; if not, it may be tapped again
 */
export function useOnce<A extends unknown[]>(
  work: (...given: A) => Promise<boolean>,
): (...given: A) => Promise<void> {
  const taken = useRef(false)
  return async (...given) => {
    if (taken.current) return
    taken.current = true
    taken.current = await work(...given).catch(() => false)
  }
}
