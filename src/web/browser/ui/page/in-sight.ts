import { type RefObject, useLayoutEffect, useRef } from "react"

/**
 * Keeps in sight what is shown now, of a row for which a telephone has no room.
 *
 * @param shown changes with what it is
 * @returns for the element that scrolls sideways, and holds what is marked with aria-current
 */
export function useInSight<E extends HTMLElement>(shown: string): RefObject<E | null> {
  const row = useRef<E>(null)
  useLayoutEffect(() => {
    const current = row.current?.querySelector<HTMLElement>("[aria-current]")
    if (!row.current || !current) return
    row.current.scrollLeft = current.offsetLeft - (row.current.clientWidth - current.offsetWidth) / 2
    // Which one is marked hangs on it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [shown])
  return row
}
