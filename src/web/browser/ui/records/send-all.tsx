import { useState } from "react"
import { Link } from "react-aria-components"
import { type Answer, call } from "../api/call.ts"
import { messageOf } from "../api/fault.ts"
import { AskButton, Confirm } from "../dialogs/dialog.tsx"
import { useAction } from "../dialogs/use-action.ts"
import { Button } from "../parts/button.tsx"
import { FileButton } from "../parts/file-button.tsx"
import { useGet } from "../state/query.ts"
import { linkInWords, MailWords } from "./mail-words.tsx"
import { pieces, plural } from "../values/format.ts"

type Outcome = Answer<"post", "/api/auftraege/{id}/versand">
type Seen = Answer<"get", "/api/auftraege/{id}/versand">

/** Sends all that a job made to those customers who want e-mails, and prints it for the others. */
export function SendAll({ id }: { id: string }) {
  const { data } = useGet("/api/versand", {}, { watch: true })
  const { busy, run } = useAction()
  const [asks, setAsks] = useState(false)
  const example = useGet("/api/auftraege/{id}/versand", { path: { id } }, { enabled: asks })
  // Not the cached counts, as some may have gone out since.
  const umfang = useGet("/api/auftraege/{id}/versand/umfang", { path: { id } }, { enabled: asks })
  const counts = umfang.isFetching ? undefined : umfang.data
  const [outcome, setOutcome] = useState<Outcome>()
  if (!data || data.lage === "aus") return null
  const error = example.error ?? umfang.error
  const send = async ({ beispiel }: Seen) => {
    const seen = beispiel && { betreff: beispiel.betreff, text: beispiel.text, an: beispiel.an }
    const body = { erwartet: { beispiel: seen } }
    setOutcome(await call("post", "/api/auftraege/{id}/versand", { path: { id }, body }))
  }
  return (
    <>
      <Button isPending={busy} onPress={() => setAsks(true)}>
        Alle per E-Mail versenden …
      </Button>
      <Confirm
        title="Alle per E-Mail versenden?"
        action="Versenden"
        look="primary"
        isOpen={asks}
        isDisabled={!example.data?.beispiel || example.isFetching || !counts?.versand}
        onClose={() => setAsks(false)}
        run={() => {
          setAsks(false)
          const { data: seen } = example
          if (seen) run(() => send(seen))
        }}
      >
        {!error && <p role="status">{counts ? inWords(counts) : "Wird gezählt …"}</p>}
        {error && <p role="alert">{messageOf(error)}</p>}
        {example.data && <Example {...example.data} />}
      </Confirm>
      <FileButton path="/api/auftraege/{id}/druck.pdf" input={{ path: { id }, query: { weg: "post" } }}>
        Nur per Post als ein PDF
      </FileButton>
      {outcome && <Said outcome={outcome} />}
    </>
  )
}

type Umfang = Answer<"get", "/api/auftraege/{id}/versand/umfang">

/** @returns what is going to be sent, in words */
function inWords({ versand, schon_versandt, per_post, ohne_adresse }: Umfang): string {
  const left = [
    schon_versandt > 0 && `${pieces(schon_versandt)} schon versandt oder auf dem Weg`,
    per_post > 0 && `${pieces(per_post)} per Post`,
    ohne_adresse > 0 && `${pieces(ohne_adresse)} ohne Adresse`,
  ].filter(Boolean)
  const goes =
    versand === 1 ? "Eine E-Mail geht" : `${versand === 0 ? "Keine" : pieces(versand)} E-Mails gehen`
  return `${goes} hinaus${versand > 1 ? ", jede mit dem Papier ihres Kunden" : ""}.${left.length > 0 ? ` Nicht dabei: ${left.join(", ")}.` : ""}`
}

/** The e-mail of one customer as an example; the others get the same with their own document. */
function Example({ beispiel }: Seen) {
  if (!beispiel) return null
  const { kunde_name, an, betreff, text, link } = beispiel
  return (
    <MailWords
      label={`Zum Beispiel an ${kunde_name ?? ""}, ${an.join(", ")}:`}
      betreff={betreff}
      text={text}
      link={linkInWords(link)}
    />
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

/** Records that everything from this run which was not e-mailed went out by post. */
export function PostAll({ id }: { id: string }) {
  const { busy, run } = useAction()
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
