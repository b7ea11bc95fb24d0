import { useEffect, useRef, useState } from "react"
import { differs } from "./merge.ts"
import { toast } from "../parts/toast.tsx"

const LOST =
  "Das eingegebene Passwort ist nicht gespeichert und steht nirgends mehr: bitte noch einmal eingeben."

/**
 * A password, or several, as they are typed: no draft may keep them. Where their fields go away with something in them,
 * that is said.
 *
 * @param empty the value in which nothing is typed; set again when the password is stored
 * @returns the value, and what sets it
 */
export function useSecret<T>(empty: T): [T, (next: T) => void] {
  const [secret, setSecret] = useState(empty)
  // Stored and gone in one step: there is no drawing in between from which this could be told.
  const isTyped = useRef(false)
  useEffect(
    () => () => {
      if (isTyped.current) toast(LOST, { warns: true })
    },
    [],
  )
  const set = (next: T): void => {
    isTyped.current = differs(next, empty)
    setSecret(next)
  }
  return [secret, set]
}
