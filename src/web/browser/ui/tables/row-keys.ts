import { type KeyboardEvent, type RefObject, useState } from "react"
import { flushSync } from "react-dom"

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
