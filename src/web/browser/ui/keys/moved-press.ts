/**
 * A press counts for the button on which it began. While the mouse is down, something above may appear or vanish (rows of a
 * list, a message, the hint of the field that just lost the focus), and the button moves away from under the pointer. The
 * browser would then take the press as cancelled, and do nothing.
 */
type Press = { on: HTMLElement; was: DOMRect; pointer: number; x: number; y: number }

/** A hand is never quite still; dragging further than this cancels the press. In CSS pixels. */
const STILL = 4

export function keepPresses(): void {
  let press: Press | undefined
  const begin = (event: PointerEvent): void => {
    const { target, pointerId, pointerType, button, clientX, clientY } = event
    press = undefined
    // Touch needs none of this: the browser keeps it on its first element.
    if (pointerType === "touch" || button !== 0 || !(target instanceof Element)) return
    // Opening another tab, or selecting a range: only the browser itself can do that.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    const on =
      target.closest<HTMLElement>("button, a[href]") ??
      target.closest("[data-row]")?.querySelector<HTMLElement>("[data-open]")
    if (on) press = { on, was: on.getBoundingClientRect(), pointer: pointerId, x: clientX, y: clientY }
  }
  const end = ({ target, pointerId, clientX, clientY }: PointerEvent): void => {
    const begun = press
    press = undefined
    // Still under the pointer: then the browser does press it.
    if (begun?.pointer !== pointerId || begun.on.contains(target as Node | null)) return
    const isStill = Math.hypot(clientX - begun.x, clientY - begun.y) <= STILL
    if (!isStill || !hasMoved(begun)) return
    // After all other listeners have seen the event. A link that was removed meanwhile would reload the page.
    setTimeout(() => begun.on.isConnected && begun.on.click())
  }
  window.addEventListener("pointerdown", begin, { capture: true })
  window.addEventListener("pointerup", end, { capture: true })
  window.addEventListener("pointercancel", () => (press = undefined), { capture: true })
}

/** @returns whether the button has moved; one that is merely covered has not */
function hasMoved({ on, was }: Press): boolean {
  const { left, top } = on.getBoundingClientRect()
  return left !== was.left || top !== was.top
}
