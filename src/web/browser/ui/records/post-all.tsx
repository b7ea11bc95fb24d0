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
      question="Gemeint ist alles aus diesem Lauf, was nicht per E-Mail hinausgeht oder hinausging. Bei jeder Abrechnung lässt sich der Vermerk zurücknehmen."
      isPending={busy}
      run={() =>
        run(note, ({ vermerkt, per_email_offen }) =>
          [
            `Bei ${plural(vermerkt, "Abrechnung", "Abrechnungen")} vermerkt`,
            per_email_offen > 0 &&
              `${plural(per_email_offen, "E-Mail ist", "E-Mails sind")} noch zu versenden`,
          ]
            .filter(Boolean)
            .join("; "),
        )
      }
    >
      Als per Post versandt vermerken …
    </AskButton>
  )
}
