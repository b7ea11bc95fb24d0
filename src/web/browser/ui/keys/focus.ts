import { type RefObject, useEffect, useRef } from "react"
import { isTyping } from "./keys-ahead.ts"

/**
 * @returns goes to what a selector finds in the box, as soon as it is drawn; but takes the focus from nobody who has
 *   begun to type somewhere else by then
 */
export function useFocusLater(box: RefObject<HTMLElement | null>): (selector: string) => void {
  const wanted = useRef("")
  const from = useRef<Element>(null)
  const tryTo = (): void => {
    if (isTyping() && document.activeElement !== from.current) wanted.current = ""
    const field = wanted.current === "" ? null : box.current?.querySelector<HTMLElement>(wanted.current)
    if (!field) return
    wanted.current = ""
    field.focus()
    // The text is selected, so that typing replaces it.
    if (field instanceof HTMLInputElement) field.select()
  }
  useEffect(tryTo)
  return (selector) => {
    wanted.current = selector
    from.current = document.activeElement
    tryTo()
  }
}
