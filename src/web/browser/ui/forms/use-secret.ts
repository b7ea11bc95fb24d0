import { useEffect, useRef, useState } from "react"
import { differs } from "./merge.ts"
import { toast } from "../parts/toast.tsx"

const LOST =
  "Das eingegebene Passwort ist nicht gespeichert und steht nirgends mehr: bitte noch einmal eingeben."

/**
 * State for one or several passwords, which no draft may keep. If they are lost because their fields are closed, a message
 * says so.
 *
 * @param empty the value without a password; set it again when the password is saved
 * @returns the value, and a function that sets it
 */
export function useSecret<T>(empty: T): [T, (next: T) => void] {
  const [secret, setSecret] = useState(empty)
  // A ref, as a form may be saved and closed without being drawn in between.
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
