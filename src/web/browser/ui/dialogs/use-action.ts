import { useState } from "react"
import { isExpired, messageOf } from "../api/fault.ts"
import { toast } from "../parts/toast.tsx"
import { refreshAll } from "../state/query.ts"

const EXPIRED = "Die Anmeldung war abgelaufen, ausgeführt ist noch nichts. Bitte noch einmal versuchen."

/**
 * An action without a form: whether it is under way, and a message of success or failure. What is shown is read again
 * afterwards, after a failure as well.
 *
 *     const { busy, run } = useAction()
 *     run(() => call("patch", …), "Firma Sommer ist gesperrt")
 */
export function useAction() {
  const [busy, setBusy] = useState(false)
  /** @param done the message of success, or a function that makes it from the result */
  const act = async <T>(work: () => Promise<T>, done?: string | ((result: T) => string)): Promise<void> => {
    setBusy(true)
    try {
      const result = await work()
      if (done !== undefined) toast(typeof done === "string" ? done : done(result))
    } catch (error) {
      toast(isExpired(error) ? EXPIRED : messageOf(error), { bad: true })
    }
    await refreshAll()
    setBusy(false)
  }
  return { busy, run: <T>(...what: Parameters<typeof act<T>>) => void act(...what) }
}
