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
    const box = row.current
    if (!box) return undefined
    const look = (): void => {
      const current = box.querySelector<HTMLElement>("[aria-current]")
      if (current) box.scrollLeft = current.offsetLeft - (box.clientWidth - current.offsetWidth) / 2
    }
    look()
    // A telephone that is turned upright has less room than before. Where only more rows come, it stays where it is.
    let width = box.clientWidth
    const resized = new ResizeObserver(() => {
      if (box.clientWidth !== width) look()
      width = box.clientWidth
    })
    resized.observe(box)
    return () => resized.disconnect()
    // Which one is marked hangs on it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [shown])
  return row
}
