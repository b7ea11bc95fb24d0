import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from "react"
import { isNowhere } from "../keys/focus-trail.ts"

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
