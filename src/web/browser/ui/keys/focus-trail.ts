import { type RefObject, useEffect, useRef } from "react"
import { isTyping } from "./keys-ahead.ts"

/**
 * Where the focus has been, so that it is never lost: when the focused element goes away (a button that is no longer
 * needed, the row of something deleted, a whole screen), the focus moves to the heading of the section around it. A
 * MutationObserver watches the page for this, as Firefox fires no event when a focused element is removed.
 */
type Step = { element: HTMLElement; within: Element[] }

/** Elements that had the focus, the latest first. */
type Trail = readonly Step[]

const LONGEST = 30
/** Within this time a closing dialog gives the focus back by itself. In ms. */
const OTHERS = 50
const PLACES = "section, article, aside, main, [role=dialog], [role=alertdialog]"

let trail: Trail = []
let waiting: ReturnType<typeof setTimeout> | undefined

/** @returns where the focus is and was; `focusAlong` goes back there */
export const focusTrail = (): Trail => trail

/** @returns whether nobody has put the focus there: it is on the page itself, or on a heading */
export const isNowhere = (element: Element | null): boolean =>
  element === null || element.matches("body, :disabled, h1, h2, h3")

/** Focuses the latest element that is still there, or the heading of the section it was in. */
export function focusAlong(steps: Trail): void {
  for (const { element, within } of steps) {
    const next = isThere(element) ? element : within.map(headingOf).find(Boolean)
    if (!next) continue
    if (next !== element) next.tabIndex = -1
    next.focus({ preventScroll: next.tagName === "H1" })
    return
  }
}

function follow({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement) || isNowhere(target)) return
  const within: Element[] = []
  for (let parent = target.parentElement; parent; parent = parent.parentElement) within.push(parent)
  trail = [{ element: target, within }, ...trail.filter(({ element }) => element !== target)].slice(
    0,
    LONGEST,
  )
}

/** A click on empty space gives up the focus on purpose. */
function forget({ target, relatedTarget }: FocusEvent): void {
  if (relatedTarget) return
  setTimeout(() => {
    if (target instanceof HTMLElement && isLost() && isThere(target)) trail = []
  })
}

function look(): void {
  if (waiting !== undefined || !isLost() || trail.length === 0) return
  waiting = setTimeout(() => {
    waiting = undefined
    const [last] = trail
    if (last && isLost() && !isThere(last.element)) focusAlong(trail)
  }, OTHERS)
}

const isLost = (): boolean => document.activeElement?.matches("body, :disabled") ?? true

const isThere = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(":disabled") && element.checkVisibility()

function headingOf(place: Element): HTMLElement | undefined {
  if (!place.isConnected || !place.matches(PLACES)) return undefined
  return [...place.querySelectorAll<HTMLElement>("h1, h2, h3")].find((heading) => heading.checkVisibility())
}

/** Follows the focus from now on, in the whole window. */
export function watchFocus(): void {
  document.addEventListener("focusin", follow)
  document.addEventListener("focusout", forget)
  const changes = {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["disabled", "hidden"],
  }
  new MutationObserver(look).observe(document.body, changes)
}

/**
 * @returns a function that focuses what a selector finds in the box, as soon as that is drawn, unless somebody has begun
 *   to type somewhere else by then
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
    // So that typing replaces the text.
    if (field instanceof HTMLInputElement) field.select()
  }
  useEffect(tryTo)
  return (selector) => {
    wanted.current = selector
    from.current = document.activeElement
    tryTo()
  }
}
