import { useSyncExternalStore } from "react"

/** In windows narrower than this, rows are cards, so that nothing important is cut. In px, as in the style sheets. */
const CARDS = 640

const onResize = (listener: () => void): (() => void) => {
  window.addEventListener("resize", listener)
  return () => window.removeEventListener("resize", listener)
}

/** @returns the width of the window, in px */
export const useInnerWidth = (): number => useSyncExternalStore(onResize, () => window.innerWidth)

export const isForCards = (width: number): boolean => width < CARDS

/** @returns whether lists show cards, as on a telephone */
export const useCards = (): boolean => useSyncExternalStore(onResize, () => isForCards(window.innerWidth))
