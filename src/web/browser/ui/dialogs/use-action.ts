import { useState } from "react"
import type { PathWith } from "../api/call.ts"
import { isExpired, messageOf } from "../api/fault.ts"
import { toast } from "../parts/toast.tsx"
import { refresh } from "../state/query.ts"

const EXPIRED = "Die Anmeldung war abgelaufen, ausgeführt ist noch nichts. Bitte noch einmal versuchen."

/**
 * Does what no form asks for.
 *
 *     const { busy, run } = useAction("/api/tenants")
 *     run(() => call("patch", …), "Firma Sommer ist gesperrt")
 *
 * @param changed what is read again afterwards, whatever came of it
 */
export function useAction(...changed: PathWith<"get">[]) {
  const [busy, setBusy] = useState(false)
  /** @param done is told afterwards, as is why it failed; a function makes it of the result */
  const act = async <T>(work: () => Promise<T>, done?: string | ((result: T) => string)): Promise<void> => {
    setBusy(true)
    try {
      const result = await work()
      if (done !== undefined) toast(typeof done === "string" ? done : done(result))
    } catch (error) {
      toast(isExpired(error) ? EXPIRED : messageOf(error), { bad: true })
    }
    await refresh(...changed)
    setBusy(false)
  }
  return { busy, run: <T>(...what: Parameters<typeof act<T>>) => void act(...what) }
}
