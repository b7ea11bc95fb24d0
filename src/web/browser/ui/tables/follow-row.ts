import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from "react"
import { isNowhere } from "../keys/focus-trail.ts"

/**
 * The focus of a row that is not in the list any more goes to the one that the keys are at then: somebody quicker than
 * a search goes down into the list before, and on in the one that was found.
 *
 * @param box holds the rows
 * @returns the properties of the box
 */
export function useFollow(box: RefObject<HTMLElement | null>) {
  const focused = useRef<Element>(null)
  useLayoutEffect(() => {
    if (!focused.current || focused.current.isConnected) return
    focused.current = null
    const row = box.current?.querySelector<HTMLElement>("[data-open][tabindex='0']")
    if (isNowhere(document.activeElement)) row?.focus({ preventScroll: true })
  })
  return {
    onFocus: ({ target }: FocusEvent) => void (focused.current = target),
    // Not for a row that is taken away.
    onBlur: () => void (focused.current = null),
  }
}
