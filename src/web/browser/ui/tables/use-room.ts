import { type RefObject, useLayoutEffect } from "react"

/**
 * Room for a table's columns, in px: beside a navigation that is folded or not, within a frame, and beside what scrolls
 * the rows.
 *
 * @param element holds the rows
 * @param cards rows that are cards have other edges
 * @param tell is told the room before anything is drawn, and whenever it changes
 */
export function useRoom(
  element: RefObject<HTMLElement | null>,
  cards: boolean,
  tell: (room: number) => void,
): void {
  useLayoutEffect(() => {
    const box = element.current
    const row = box?.querySelector(".table-row")
    if (!box || !row || cards) return undefined
    const look = (): void => {
      const { paddingLeft, paddingRight } = getComputedStyle(row)
      // On paper it is not there.
      if (box.clientWidth > 0)
        tell(box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight))
    }
    look()
    const resized = new ResizeObserver(look)
    resized.observe(box)
    return () => resized.disconnect()
  }, [element, cards, tell])
}
