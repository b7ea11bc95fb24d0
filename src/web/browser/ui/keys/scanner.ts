import { useEffect, useEffectEvent } from "react"
import { isField } from "./hotkeys.ts"

/** Longest gap between two keys of a scanner that types; people are slower. In ms. */
const QUICK = 100
/** Shorter codes are taken for something that somebody typed. */
const SHORTEST = 4

/** Hears a scanner that types, wherever the focus is; only a field keeps what is typed into it. */
export function useScanner(onCode: (code: string) => void): void {
  const read = useEffectEvent(onCode)
  useEffect(() => {
    let code = ""
    let before = 0
    const listen = (event: KeyboardEvent): void => {
      if (isField(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.timeStamp - before > QUICK) code = ""
      before = event.timeStamp
      if (event.key.length === 1) code += event.key
      if (event.key !== "Enter" || code.length < SHORTEST) return
      // The scanner's Enter must not press the focused button.
      event.preventDefault()
      event.stopPropagation()
      read(code)
      code = ""
    }
    window.addEventListener("keydown", listen, { capture: true })
    return () => window.removeEventListener("keydown", listen, { capture: true })
  }, [])
}
