import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react"
import { aboveOf, scrollerOf } from "./scroller.ts"

/** Rows above and below the visible ones that are there already. */
const AROUND = 10

const places = new Map<string, number>()

type Seen = { first: number; last: number }

/**
 * Of a long list that scrolls in `element`, or with all that is around it, which rows have to exist; and back to where
 * one was.
 *
 * @param place under this name the place is remembered, as long as the page is open
 * @param head what stays at the top, in px
 * @param row how high a row is, in px
 */
export function useWindow(
  element: RefObject<HTMLElement | null>,
  count: number,
  place: string,
  head: number,
  row: number,
): Seen {
  const [{ first, last }, setSeen] = useState<Seen>({ first: 0, last: 40 })
  const restored = useRef("")
  useLayoutEffect(() => {
    const box = element.current
    if (!box || restored.current === place) return
    restored.current = place
    box.scrollTo(0, places.get(place) ?? 0)
  }, [element, place])
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
      places.set(place, box.scrollTop)
      look()
    }
    look()
    // The scrolling element: the list itself, or one around it.
    const listening = { capture: true, passive: true }
    document.addEventListener("scroll", remember, listening)
    const resized = new ResizeObserver(look)
    resized.observe(box)
    return () => {
      document.removeEventListener("scroll", remember, listening)
      resized.disconnect()
    }
  }, [element, place, head, row])
  return { first: Math.max(0, Math.min(first, count - 1)), last: Math.min(count - 1, last) }
}
