import { useState } from "react"

/** A click comes a little behind the finger that is lifted. In ms. */
const CLICK = 300

/**
 * Keeps a list as it is while somebody presses on it: what has been found meanwhile takes away the line under the
 * pointer, and the press chooses nothing, or another one.
 *
 * @returns the items to show, and what the list is to hear
 */
export function useHeld<I>(items: I[]): { items: I[]; onPointerDownCapture: () => void } {
  const [held, setHeld] = useState<I[]>()
  const hold = (): void => {
    const ended = new AbortController()
    const release = (): void => {
      ended.abort()
      setTimeout(() => setHeld(undefined), CLICK)
    }
    setHeld(items)
    for (const end of ["pointerup", "pointercancel"])
      window.addEventListener(end, release, { capture: true, signal: ended.signal })
  }
  return { items: held ?? items, onPointerDownCapture: hold }
}
