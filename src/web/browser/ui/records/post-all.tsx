import { call } from "../api/call.ts"
import { AskButton } from "../dialogs/dialog.tsx"
import { useAction } from "../dialogs/use-action.ts"
import { plural } from "../values/format.ts"

/** Notes of all that a run settled and no e-mail carried that it went out by post. */
export function PostAll({ id }: { id: string }) {
  const { busy, run } = useAction("/api/abrechnungen", "/api/protokoll")
  const note = () => call("post", "/api/auftraege/{id}/postversand", { path: { id } })
  return (
    <AskButton
      title="Als per Post versandt vermerken?"
      action="Vermerken"
      look="plain"
      question="Gemeint ist alles aus diesem Lauf, was noch nicht per E-Mail hinausging und nicht darauf wartet. Bei jeder Abrechnung lässt sich der Vermerk zurücknehmen."
      isPending={busy}
      run={() =>
        run(note, ({ vermerkt }) => `Bei ${plural(vermerkt, "Abrechnung", "Abrechnungen")} vermerkt`)
      }
    >
      Als per Post versandt vermerken …
    </AskButton>
  )
}
