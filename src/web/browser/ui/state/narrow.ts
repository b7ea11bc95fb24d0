import { useSyncExternalStore } from "react"

/** As the style sheets have it for telephones. */
const narrow = window.matchMedia("(width < 800px)")

const listen = (changed: () => void): (() => void) => {
  narrow.addEventListener("change", changed)
  return () => narrow.removeEventListener("change", changed)
}

/** @returns whether the window is as narrow as a telephone's, where only one row of actions has room */
export const useNarrow = (): boolean => useSyncExternalStore(listen, () => narrow.matches)
