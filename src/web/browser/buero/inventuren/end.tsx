import { useState } from "react"
import { call } from "../../ui/api/call.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { Confirm } from "../../ui/dialogs/dialog.tsx"
import { toast } from "../../ui/parts/toast.tsx"
import { refresh } from "../../ui/state/query.ts"
import { Closing } from "./closing.tsx"

export type Ending = "abschluss" | "verwerfen"

/** Asks before a count ends, with what follows from it. */
export function End({ id, what, close }: { id: string; what: Ending; close: () => void }) {
  const [busy, setBusy] = useState(false)
  const path = { id }
  const end = async (send: () => Promise<unknown>, said: string): Promise<void> => {
    setBusy(true)
    try {
      await send()
      await refresh("/api/inventuren", "/api/lager")
      toast(said)
    } catch (fault) {
      toast(messageOf(fault), { bad: true })
    } finally {
      setBusy(false)
      close()
    }
  }
  const drop = (): Promise<void> =>
    end(() => call("post", "/api/inventuren/{id}/verwerfen", { path }), "Die Inventur ist verworfen")
  if (what === "verwerfen")
    return (
      <Confirm
        title="Inventur verwerfen"
        isOpen
        onClose={close}
        action="Verwerfen"
        run={() => void drop()}
        busy={busy}
      >
        <p>Alles Gezählte gilt dann nicht. Der Bestand bleibt, wie er war.</p>
      </Confirm>
    )
  return <Closing id={id} busy={busy} close={close} end={end} />
}
