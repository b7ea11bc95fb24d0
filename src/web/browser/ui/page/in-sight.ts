import { type RefObject, useLayoutEffect, useRef } from "react"

/**
 * Scrolls a row of links, which is too wide for a telephone, so that the current one is in view.
 *
 * @param shown names the current one
 * @returns a ref for the element that scrolls sideways; the current link has `aria-current`
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
    // Also when a telephone is turned, but not when merely the height changes.
    let width = box.clientWidth
    const resized = new ResizeObserver(() => {
      if (box.clientWidth !== width) look()
      width = box.clientWidth
    })
    resized.observe(box)
    return () => resized.disconnect()
    // `shown` decides which link is marked.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [shown])
  return row
}
