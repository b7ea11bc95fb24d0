import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react"

const topOf = (element: Element): number => element.getBoundingClientRect().top

/** @returns the element that scrolls a list: itself, or one around it */
function scrollerOf(box: Element): Element {
  let scroller: Element | null = box
  while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY))
    scroller = scroller.parentElement
  return scroller ?? document.documentElement
}

/** @returns how much of the list is scrolled out above, in px; negative while the top of the list is in view */
const aboveOf = (box: Element, scroller: Element): number =>
  scroller === box ? box.scrollTop : topOf(scroller) - topOf(box)

/** How many rows above and below the visible ones are drawn as well. */
const AROUND = 10

const places = new Map<string, number>()

type Seen = { first: number; last: number }

/**
 * Finds the rows of a long list that have to be drawn, whether the list scrolls by itself or with the page; and scrolls
 * back to where one was.
 *
 * @param listKey the place is remembered under it, as long as the page is open
 * @param head height of the head, which stays at the top, in px
 * @param row how high a row is, in px
 */
export function useWindow(
  element: RefObject<HTMLElement | null>,
  count: number,
  listKey: string,
  head: number,
  row: number,
): Seen {
  const [{ first, last }, setSeen] = useState<Seen>({ first: 0, last: 40 })
  const restored = useRef("")
  useLayoutEffect(() => {
    const box = element.current
    if (!box || restored.current === listKey) return
    restored.current = listKey
    box.scrollTo(0, places.get(listKey) ?? 0)
  }, [element, listKey])
  useEffect(() => {
    const box = element.current
    if (!box) return undefined
    const look = (): void => {
      const scroller = scrollerOf(box)
      const top = Math.floor(aboveOf(box, scroller) / row)
      const seen = Math.ceil((scroller.clientHeight - head) / row)
      const next = { first: top - AROUND, last: top + seen + AROUND }
      setSeen((before) => (before.first === next.first && before.last === next.last ? before : next))
    }
    const remember = (): void => {
      places.set(listKey, box.scrollTop)
      look()
    }
    look()
    // `scroll` does not bubble, hence `capture`.
    const listening = { capture: true, passive: true }
    document.addEventListener("scroll", remember, listening)
    const resized = new ResizeObserver(look)
    resized.observe(box)
    return () => {
      document.removeEventListener("scroll", remember, listening)
      resized.disconnect()
    }
  }, [element, listKey, head, row])
  return { first: Math.max(0, Math.min(first, count - 1)), last: Math.min(count - 1, last) }
}

/** How many rows are compared to find how far all have moved: a single row may have moved alone. */
const LOOKED_AT = 15

type Named = { id: string }
/** Rows, and the key of their list: with another key it is another list. */
type List = { items: Named[]; listKey: string; itemsKey: string | undefined }

/**
 * Keeps the visible rows in place when rows above them come or go, or all rows become higher: otherwise the row under the
 * pointer could become another one just before the click. A list that is at its top shows its new rows.
 *
 * @param row height of a row, in px
 */
export function useAnchor(element: RefObject<HTMLElement | null>, list: List, row: number): void {
  const { items, listKey, itemsKey } = list
  const before = useRef({ items, listKey, itemsKey, row })
  useLayoutEffect(() => {
    const old = before.current
    before.current = { items, listKey, itemsKey, row }
    const box = element.current
    const isSame = itemsKey !== undefined && old.itemsKey === itemsKey && old.listKey === listKey
    if (!box || !isSame || (old.items === items && old.row === row)) return
    const scroller = scrollerOf(box)
    const top = Math.floor(aboveOf(box, scroller) / old.row)
    if (top > 0) scroller.scrollTop += (top + moveOf(old.items, items, top)) * row - top * old.row
  }, [element, items, listKey, itemsKey, row])
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

/**
 * Measures the room for a table's columns, which depends on the navigation, frames and the scrollbar.
 *
 * @param element holds the rows
 * @param cards then there is nothing to measure
 * @param tell gets the room in px, before anything is visible, and whenever it changes
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
      // While printing it is hidden, and has no width.
      if (box.clientWidth > 0)
        tell(box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight))
    }
    look()
    const resized = new ResizeObserver(look)
    resized.observe(box)
    return () => resized.disconnect()
  }, [element, cards, tell])
}
