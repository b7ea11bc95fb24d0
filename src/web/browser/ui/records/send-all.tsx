import { useState } from "react"
import { Link } from "react-aria-components"
import { type Answer, call } from "../api/call.ts"
import { AskButton } from "../dialogs/dialog.tsx"
import { useAction } from "../dialogs/use-action.ts"
import { FileButton } from "../parts/file-button.tsx"
import { useGet } from "../state/query.ts"
import { pieces, plural } from "../values/format.ts"

type Outcome = Answer<"post", "/api/auftraege/{id}/versand">

/** Sends all that a job made to those customers who want e-mails, and prints it for the others. */
export function SendAll({ id }: { id: string }) {
  const { data } = useGet("/api/versand", {}, { watch: true })
  const { busy, run } = useAction("/api/nachrichten", "/api/versand", "/api/abrechnungen")
  const [outcome, setOutcome] = useState<Outcome>()
  if (!data || data.lage === "aus") return null
  const send = async () => setOutcome(await call("post", "/api/auftraege/{id}/versand", { path: { id } }))
  return (
    <>
      <AskButton
        title="Alle per E-Mail versenden?"
        action="Versenden"
        look="plain"
        question="Jeder Kunde, der E-Mails will, bekommt sein Papier. Was schon versandt ist, geht nicht noch einmal hinaus."
        isPending={busy}
        run={() => run(send)}
      >
        Alle per E-Mail versenden …
      </AskButton>
      <FileButton path="/api/auftraege/{id}/druck.pdf" input={{ path: { id }, query: { weg: "post" } }}>
        Nur per Post als ein PDF
      </FileButton>
      {outcome && <Said outcome={outcome} />}
    </>
  )
}

const Said = ({ outcome: { versandt, schon_versandt, per_post, ohne_adresse } }: { outcome: Outcome }) => (
  <span role="status">
    {`${plural(versandt, "E-Mail", "E-Mails")} auf dem Weg`}
    {schon_versandt > 0 && `, ${pieces(schon_versandt)} schon versandt oder auf dem Weg`}
    {per_post > 0 && `, ${pieces(per_post)} per Post: bitte drucken`}
    {ohne_adresse.length > 0 && (
      <>
        , ohne Adresse:{" "}
        {ohne_adresse.map(({ kunde_id, name }, i) => (
          <span key={kunde_id}>
            {i > 0 && ", "}
            <Link href={`/kunden/${kunde_id}`}>{name}</Link>
          </span>
        ))}
      </>
    )}
    . <Link href="/nachrichten">Was aus ihnen wurde</Link>
  </span>
)
