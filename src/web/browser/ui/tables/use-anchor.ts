import { type RefObject, useLayoutEffect, useRef } from "react"
import { aboveOf, scrollerOf } from "./scroller.ts"

/** Rows that tell how far all have moved: one of them may have moved by itself, as its balance changed. */
const LOOKED_AT = 15

type Named = { id: string }
/** Rows, and what they were read for: where that changes, it is another list. */
type List = { items: Named[]; itemsOf: string | undefined }

/**
 * Keeps the visible rows of a list where they are when rows above them come or go: the row under the pointer would
 * become another one just before the click. A list that stands at its top shows its new rows.
 *
 * @param row height of a row, in px
 */
export function useAnchor(element: RefObject<HTMLElement | null>, list: List, row: number): void {
  const { items, itemsOf } = list
  const before = useRef({ items, itemsOf, row })
  useLayoutEffect(() => {
    const old = before.current
    before.current = { items, itemsOf, row }
    const box = element.current
    const isSame = itemsOf !== undefined && old.itemsOf === itemsOf && old.row === row
    if (!box || !isSame || old.items === items) return
    const scroller = scrollerOf(box)
    const top = Math.floor(aboveOf(box, scroller) / row)
    if (top > 0) scroller.scrollTop += moveOf(old.items, items, top) * row
  }, [element, items, itemsOf, row])
}

/** @returns by how many rows most of those from `top` on have moved down */
function moveOf(old: Named[], items: Named[], top: number): number {
  const indexOf = new Map(items.map(({ id }, index) => [id, index]))
  const moves = old.slice(top, top + LOOKED_AT).flatMap(({ id }, i) => {
    const now = indexOf.get(id)
    return now === undefined ? [] : [now - (top + i)]
  })
  moves.sort((a, b) => a - b)
  return moves[Math.floor(moves.length / 2)] ?? 0
}
