/**
 * A press counts where it began. While somebody presses, what stands above may come or go: the rows of a list, a
 * message, the hint of the field that is left by it. The button moves away from under the pointer, and a browser takes
 * that for a press that was called off, without a word.
 */
type Press = { on: HTMLElement; was: DOMRect; pointer: number; x: number; y: number }

/** A hand is never quite still; what is dragged further is meant to be called off. In CSS pixels. */
const STILL = 4

export function keepPresses(): void {
  let press: Press | undefined
  const begin = (event: PointerEvent): void => {
    const { target, pointerId, pointerType, button, clientX, clientY } = event
    press = undefined
    // A finger's press stays with what it began on by itself.
    if (pointerType === "touch" || button !== 0 || !(target instanceof Element)) return
    // A link in another tab, or all that lies between: only the browser itself can do that.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    const on =
      target.closest<HTMLElement>("button, a[href]") ??
      target.closest("[data-row]")?.querySelector<HTMLElement>("[data-open]")
    if (on) press = { on, was: on.getBoundingClientRect(), pointer: pointerId, x: clientX, y: clientY }
  }
  const end = ({ target, pointerId, clientX, clientY }: PointerEvent): void => {
    const begun = press
    press = undefined
    // Still under the pointer, with whatever of it lies beyond its edges: then the browser presses it.
    if (begun?.pointer !== pointerId || begun.on.contains(target as Node | null)) return
    const isStill = Math.hypot(clientX - begun.x, clientY - begun.y) <= STILL
    if (!isStill || !hasMoved(begun)) return
    // When all others have heard that the press has ended; a link that is gone by then would load the page anew.
    setTimeout(() => begun.on.isConnected && begun.on.click())
  }
  window.addEventListener("pointerdown", begin, { capture: true })
  window.addEventListener("pointerup", end, { capture: true })
  window.addEventListener("pointercancel", () => (press = undefined), { capture: true })
}

/** @returns whether it stands somewhere else by now; what merely lies below something else has not moved */
function hasMoved({ on, was }: Press): boolean {
  const { left, top } = on.getBoundingClientRect()
  return left !== was.left || top !== was.top
}
