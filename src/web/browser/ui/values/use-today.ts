import { useSyncExternalStore } from "react"
import { today } from "./format.ts"

/** How soon after midnight a form shows the new day. In ms. */
const SOON = 1000

function listen(look: () => void): () => void {
  const timer = setInterval(look, SOON)
  // A computer that slept over midnight.
  document.addEventListener("visibilitychange", look)
  return () => {
    clearInterval(timer)
    document.removeEventListener("visibilitychange", look)
  }
}

/**
 * @returns today, drawn again at midnight: a form that books `now` shows the day on which that is, however long it is open
 */
export const useToday = (): string => useSyncExternalStore(listen, today)
