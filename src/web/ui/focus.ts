import { type RefObject, useEffect, useRef } from "react"

/** @returns goes to what a selector finds in the box, as soon as it is drawn */
export function useFocusLater(box: RefObject<HTMLElement | null>): (selector: string) => void {
  const wanted = useRef("")
  const tryTo = (): void => {
    const field = wanted.current === "" ? null : box.current?.querySelector<HTMLElement>(wanted.current)
    if (!field) return
    wanted.current = ""
    field.focus()
    // What is typed then takes the place of what stands there.
    if (field instanceof HTMLInputElement) field.select()
  }
  useEffect(tryTo)
  return (selector) => {
    wanted.current = selector
    tryTo()
  }
}
