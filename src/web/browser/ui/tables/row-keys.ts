import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { isNowhere } from "../keys/focus-trail.ts"

/** In px. */
type Heights = { head: number; height: number }

/**
 * Keys move the focus from row to row: by one, by a screen, to the first and the last.
 *
 * @param box holds the rows, and scrolls
 * @returns the index of the row that the keys are at, what makes another one it, and what takes the keys
 */
export function useRowKeys(
  box: RefObject<HTMLElement | null>,
  items: readonly { id: string }[],
  { head, height }: Heights,
) {
  const [activeId, setActive] = useState("")
  // Where the row is by now: above it, others may have come.
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
    // At once: between the old row's end and the new one's focus, a key would be lost.
    flushSync(() => setActive(items[next]?.id ?? ""))
    show(box.current, next * height, height, head)
    const row = box.current?.querySelector<HTMLElement>(`[data-row="${next}"] [data-open]`)
    row?.focus({ preventScroll: true })
    // Where the list scrolls with the page.
    row?.scrollIntoView({ block: "nearest" })
  }
  return { active, setActive, go }
}

/** Scrolls no further than it has to. */
function show(box: HTMLElement | null, top: number, height: number, head: number): void {
  if (!box) return
  const bottom = top + height + head - box.clientHeight
  if (box.scrollTop > top) box.scrollTop = top
  else if (box.scrollTop < bottom) box.scrollTop = bottom
}

/**
 * The focus of a row that is not in the list any more goes to the one that the keys are at then: somebody quicker than
 * a search goes down into the list before, and on in the one that was found. Where no row was there yet, the field of
 * the search has noted it (`data-to-list`).
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
    // Only once: a list that is there has a row to go to.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  useLayoutEffect(() => {
    if (!focused.current || focused.current.isConnected) return
    focused.current = null
    if (isNowhere(document.activeElement)) enter()
  })
  return {
    onFocus: ({ target }: FocusEvent) => void (focused.current = target),
    // Not for a row that is taken away.
    onBlur: () => void (focused.current = null),
  }
}
