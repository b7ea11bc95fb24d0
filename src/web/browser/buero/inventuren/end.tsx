import { call } from "../../ui/api/call.ts"
import { Confirm } from "../../ui/dialogs/dialog.tsx"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { Closing } from "./closing.tsx"

export type Ending = "abschluss" | "verwerfen"

/** Asks before a count ends, with what follows from it. */
export function End({ id, what, close }: { id: string; what: Ending; close: () => void }) {
  const { busy, run } = useAction("/api/inventuren", "/api/lager")
  const end = (send: () => Promise<unknown>, said: string): void => run(() => send().finally(close), said)
  if (what === "abschluss") return <Closing id={id} busy={busy} close={close} end={end} />
  return (
    <Confirm
      title="Inventur verwerfen"
      isOpen
      onClose={close}
      action="Verwerfen"
      run={() =>
        end(
          () => call("post", "/api/inventuren/{id}/verwerfen", { path: { id } }),
          "Die Inventur ist verworfen",
        )
      }
      busy={busy}
    >
      <p>Alles Gezählte gilt dann nicht. Der Bestand bleibt, wie er war.</p>
    </Confirm>
  )
}
