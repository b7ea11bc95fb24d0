import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { isNowhere } from "../keys/focus-trail.ts"

/** Heights of the head and of a row, in px. */
type Heights = { head: number; height: number }

/**
 * Keys move the focus from row to row: by one, by a screen, to the first and the last.
 *
 * @param box holds the rows, and scrolls
 * @returns the index of the active row, a function that makes the row of an id the active one, and the key handler
 */
export function useRowKeys(
  box: RefObject<HTMLElement | null>,
  items: readonly { id: string }[],
  { head, height }: Heights,
) {
  const [activeId, setActive] = useState("")
  // Looked up anew each time, as rows may have come above it.
  const active = Math.max(
    0,
    items.findIndex(({ id }) => id === activeId),
  )
  const go = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor(((box.current?.clientHeight ?? 0) - head) / height) - 1)
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: items.length - 1,
    }
    const step = steps[event.key]
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    const next = Math.min(Math.max(0, step), items.length - 1)
    // Drawn at once: a key that comes before the new row has the focus would be lost.
    flushSync(() => setActive(items[next]?.id ?? ""))
    show(box.current, next * height, height, head)
    const row = box.current?.querySelector<HTMLElement>(`[data-row="${next}"] [data-open]`)
    row?.focus({ preventScroll: true })
    // For a list that scrolls with the page.
    row?.scrollIntoView({ block: "nearest" })
  }
  return { active, setActive, go }
}

/** Scrolls a row into view, no further than necessary. */
function show(box: HTMLElement | null, top: number, height: number, head: number): void {
  if (!box) return
  const bottom = top + height + head - box.clientHeight
  if (box.scrollTop > top) box.scrollTop = top
  else if (box.scrollTop < bottom) box.scrollTop = bottom
}

/**
 * When the focused row vanishes from the list, the focus goes to the active row of the new list: somebody may press the
 * arrow down before the search has answered. If there was no row yet at all, the search field has noted that
 * (`data-to-list`).
 *
 * @param box holds the rows
 * @returns the properties of the box
 */
export function useFollow(box: RefObject<HTMLElement | null>) {
  const focused = useRef<Element>(null)
  const enter = (): void =>
    box.current?.querySelector<HTMLElement>("[data-open][tabindex='0']")?.focus({ preventScroll: true })
  useLayoutEffect(() => {
    const field = document.querySelector<HTMLElement>("[data-to-list]")
    if (!field) return
    delete field.dataset["toList"]
    if (field === document.activeElement) enter()
    // Only when the list is first drawn: later there is a row to go to.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  useLayoutEffect(() => {
    if (!focused.current || focused.current.isConnected) return
    focused.current = null
    if (isNowhere(document.activeElement)) enter()
  })
  return {
    onFocus: ({ target }: FocusEvent) => void (focused.current = target),
    // Removing a row fires no blur, so that it is still known here.
    onBlur: () => void (focused.current = null),
  }
}
