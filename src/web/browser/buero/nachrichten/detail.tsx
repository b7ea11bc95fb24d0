import { Link } from "react-aria-components"
import { type Answer, call } from "../../ui/api/call.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { AskButton, Panel } from "../../ui/dialogs/dialog.tsx"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { State } from "../../ui/parts/badge.tsx"
import { Button } from "../../ui/parts/button.tsx"
import { FactList } from "../../ui/parts/fact-list.tsx"
import { UnbrokenNumbers } from "../../ui/parts/unbroken-numbers.tsx"
import { requireFound } from "../../ui/state/address.ts"
import { useGet } from "../../ui/state/query.ts"
import { moment } from "../../ui/values/format.ts"
import { FAULTS, otherAddresses } from "./many.ts"

type Nachricht = Answer<"get", "/api/nachrichten/{id}">

/** One e-mail: each recipient's fate in the server's words, and what can be done about it. */
export function Detail({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error } = useGet("/api/nachrichten/{id}", { path: { id } }, { watch: true })
  requireFound({ error }, "nachricht", id)
  return (
    <Panel title="E-Mail" onClose={onClose}>
      {error && !data && <p role="alert">{messageOf(error)}</p>}
      {data && (
        <div className="stack">
          <p>
            <strong>
              <UnbrokenNumbers>{data.betreff || "Inhalt gelöscht"}</UnbrokenNumbers>
            </strong>{" "}
            <State of="nachricht" value={data.status} />
          </p>
          {data.status === "unklar" && (
            <p className="remark">
              Ob sie ankam, weiß niemand: bitte beim Kunden nachfragen. Von selbst wird sie nicht noch einmal
              gesendet.
            </p>
          )}
          {data.status === "angenommen" && (
            <p className="muted">
              Der Mailserver hat sie übernommen. Kommt sie später zurück, liegt das im Postfach des Absenders,
              nicht hier.
            </p>
          )}
          <Recipients nachricht={data} />
          {otherAddresses(data) !== undefined && data.status !== "angenommen" && (
            <p className="remark">
              Beim Kunden steht heute {otherAddresses(data)}. Diese E-Mail geht nur an die Adressen hier
              darüber; an die andere geht eine neue, vom Papier aus.
            </p>
          )}
          <FactList rows={factsOf(data)} />
          <Actions nachricht={data} />
          <p className="note">
            <UnbrokenNumbers>{data.text}</UnbrokenNumbers>
          </p>
          {data.kunde_id && <Link href={`/kunden/${data.kunde_id}`}>Zum Kunden</Link>}
          <Link href={`/belege?beleg=${data.beleg_id}`}>
            <UnbrokenNumbers>{data.beleg_titel ?? "Zum Brief"}</UnbrokenNumbers>
          </Link>
        </div>
      )}
    </Panel>
  )
}

const Recipients = ({ nachricht: { empfaenger } }: { nachricht: Nachricht }) => (
  <ul className="stack">
    {empfaenger.map(({ adresse, status, antwort }) => (
      <li key={adresse}>
        {adresse} <State of="nachricht" value={status} />
        {antwort && <div className="muted">{antwort}</div>}
      </li>
    ))}
  </ul>
)

const factsOf = (nachricht: Nachricht): [string, string][] => [
  ["Angelegt", `${moment(nachricht.erstellt_am)}, ${nachricht.erstellt_von_name}`],
  ["Antworten an", nachricht.antwort_an],
  ...(nachricht.letzter_versuch_am
    ? [
        [
          nachricht.status === "angenommen" ? "Versandt" : "Letzter Versuch",
          moment(nachricht.letzter_versuch_am),
        ] as [string, string],
      ]
    : []),
  ...(nachricht.naechster_versuch_am && nachricht.versuche > 0
    ? [["Nächster Versuch", moment(nachricht.naechster_versuch_am)] as [string, string]]
    : []),
  ...(nachricht.erledigt_am ? [["Erledigt", moment(nachricht.erledigt_am)] as [string, string]] : []),
]

function Actions({ nachricht: { id, version, status, erledigt_am, empfaenger } }: { nachricht: Nachricht }) {
  const { busy, run } = useAction()
  const again = () => call("post", "/api/nachrichten/{id}/noch-einmal", { path: { id }, ifMatch: version })
  const path = { id }
  const stop = () => call("post", "/api/nachrichten/{id}/erledigt", { path })
  // Refused if somebody else has sent it again: it waits, and would then not go out.
  const close = () => call("post", "/api/nachrichten/{id}/erledigt", { path, ifMatch: version })
  if (status === "laeuft" || status === "angenommen" || empfaenger.length === 0) return null
  return (
    <p className="buttons">
      <AskButton
        title="Noch einmal senden?"
        action="Senden"
        look="primary"
        isPending={busy}
        question={
          status === "unklar"
            ? "Kam sie doch an, hat der Kunde sie dann zweimal."
            : "An alle Empfänger, die sie noch nicht haben."
        }
        run={() => run(again, "Sie ist wieder auf dem Weg")}
      >
        Noch einmal senden …
      </AskButton>
      {FAULTS.has(status) && erledigt_am === null && (
        <Button isPending={busy} onPress={() => run(close, "Erledigt")}>
          Erledigt
        </Button>
      )}
      {status === "wartet" && (
        <Button isPending={busy} onPress={() => run(stop, "Sie wird nicht gesendet")}>
          Nicht senden
        </Button>
      )}
    </p>
  )
}
