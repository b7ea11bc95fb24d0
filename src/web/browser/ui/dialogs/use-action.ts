import { useState } from "react"
import type { PathWith } from "../api/call.ts"
import { messageOf } from "../api/fault.ts"
import { toast } from "../parts/toast.tsx"
import { refresh } from "../state/query.ts"

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
  /** @param done is told afterwards, as is why it failed */
  const act = async (work: () => Promise<unknown>, done?: string): Promise<void> => {
    setBusy(true)
    try {
      await work()
      if (done) toast(done)
    } catch (error) {
      toast(messageOf(error), { bad: true })
    }
    await refresh(...changed)
    setBusy(false)
  }
  return { busy, run: (...what: Parameters<typeof act>) => void act(...what) }
}
