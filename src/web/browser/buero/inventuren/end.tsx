import { useState } from "react"
import { call } from "../../ui/api/call.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { Confirm, Dialog } from "../../ui/dialogs/dialog.tsx"
import { Toggle } from "../../ui/fields/field.tsx"
import { Button } from "../../ui/parts/button.tsx"
import { toast } from "../../ui/parts/toast.tsx"
import { refresh } from "../../ui/state/query.ts"

export type Ending = "abschluss" | "verwerfen"

/** Asks before a count ends, with what follows from it. */
export function End({ id, what, close }: { id: string; what: Ending; close: () => void }) {
  const [rest, setRest] = useState(false)
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
  const finish = (): Promise<void> =>
    end(
      () => call("post", "/api/inventuren/{id}/abschluss", { path, body: { rest_ist_null: rest ? 1 : 0 } }),
      "Die Inventur ist abgeschlossen",
    )
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
  return (
    <Dialog
      title="Inventur abschließen"
      isOpen
      onClose={close}
      actions={
        <>
          <Button onPress={close}>Weiter zählen</Button>
          <Button look="primary" onPress={() => void finish()} isPending={busy}>
            Abschließen
          </Button>
        </>
      }
    >
      <p>
        Was gezählt wurde, ist danach der Bestand. Haben alle Telefone gesendet? Was später kommt, zählt nicht
        mehr.
      </p>
      <Toggle
        label="Was niemand gezählt hat, ist nicht da"
        value={rest}
        onChange={setRest}
        name="rest_ist_null"
      />
      <p className="muted">Sonst behalten solche Artikel ihren Bestand.</p>
    </Dialog>
  )
}
