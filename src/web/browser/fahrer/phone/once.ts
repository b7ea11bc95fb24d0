import { useRef } from "react"

/**
 * Does something once even if a glove taps twice: while it is being stored, and after that.
 *
 * @param work says whether it is kept; if not, it may be tapped again
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
