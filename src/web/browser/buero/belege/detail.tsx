import { useState } from "react"
import { Link } from "react-aria-components"
import { belegartInWords } from "../../../../lib/arten.ts"
import { requireFound } from "../../ui/state/address.ts"
import { AnswerPanel } from "../../ui/records/answer.tsx"
import { SendButton, sendBeleg, isSent } from "../../ui/records/send.tsx"
import { Sent } from "../../ui/records/sent.tsx"
import { type Beleg, isAnswerable } from "../../ui/records/answer-state.tsx"
import { messageOf } from "../../ui/api/fault.ts"
import { stateInWords } from "../../ui/parts/badge.tsx"
import { Button } from "../../ui/parts/button.tsx"
import { AskButton, Panel } from "../../ui/dialogs/dialog.tsx"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { call } from "../../ui/api/call.ts"
import { LinkButton } from "../../ui/records/link-button.tsx"
import { FileButton } from "../../ui/parts/file-button.tsx"
import { date, euro, moment, period, pieces } from "../../ui/values/format.ts"
import { UnbrokenNumbers } from "../../ui/parts/unbroken-numbers.tsx"
import { useGet } from "../../ui/state/query.ts"
import { FactList } from "../../ui/parts/fact-list.tsx"

/** Panel of one document: facts, its file, and the customer's answer. */
export function Detail({ id, onClose }: { id: string; onClose: () => void }) {
  const [answers, setAnswers] = useState(false)
  const { data, error } = useGet("/api/belege/{id}", { path: { id } })
  requireFound({ error }, "beleg", id)
  if (data && answers) return <AnswerPanel beleg={data} onClose={() => setAnswers(false)} />
  return (
    <Panel title="Brief" onClose={onClose}>
      {error && <p role="alert">{messageOf(error)}</p>}
      {data && <Facts beleg={data} />}
      {data && (
        <p className="buttons">
          <FileButton
            path="/api/belege/{id}/datei"
            input={{ path: { id } }}
            look="primary"
            isDisabled={data.gesperrt === 1}
          >
            Datei speichern
          </FileButton>
          {isSent(data) && (
            <SendButton
              title={data.titel}
              send={sendBeleg(id)}
              path="/api/nachrichten/vorschau"
              input={{ query: { beleg_id: id } }}
            />
          )}
          {isAnswerable(data) && (
            <Button icon="check" onPress={() => setAnswers(true)}>
              {!data.antwort
                ? "Antwort festhalten"
                : data.linkantwort?.erledigt_am === null
                  ? "Als gesehen festhalten"
                  : "Antwort ändern"}
            </Button>
          )}
          {hasLink(data) && (
            <LinkButton make={() => call("post", "/api/belege/{id}/link", { path: { id } })} />
          )}
          {data.link_bis && <Revoke id={id} />}
        </p>
      )}
      {data && <Sent of={{ beleg_id: id }} />}
    </Panel>
  )
}

/** Documents that a customer can see by a link. */
const hasLink = ({ art, gesperrt }: Beleg): boolean =>
  gesperrt === 0 && (art === "saldenbestaetigung" || art === "lieferschein")

function Revoke({ id }: { id: string }) {
  const { run } = useAction()
  return (
    <AskButton
      title="Links sperren?"
      action="Sperren"
      question="Kein Link zu diesem Papier gilt danach noch, auch nicht der auf dem Papier. Was der Kunde geantwortet hat, bleibt."
      run={() =>
        run(() => call("delete", "/api/belege/{id}/link", { path: { id } }), "Die Links sind gesperrt")
      }
    >
      Links sperren …
    </AskButton>
  )
}

/** What the customer said by a link, word for word. */
function saidByLink({ linkantwort }: Beleg): [string, string | null][] {
  if (!linkantwort) return []
  const { antwort, name, adresse, erstellt_am, bemerkung, erledigt_am } = linkantwort
  return [
    ["Kunde über Link", `${stateInWords("antwort", antwort)} von ${name}`],
    ["Wann und woher", `${moment(erstellt_am)}, Netzadresse ${adresse}`],
    ["Was der Kunde schrieb", bemerkung],
    ["Vom Büro gesehen", erledigt_am && moment(erledigt_am)],
  ]
}

/** What the office noted; nothing while the customer's answer by link has not been seen. */
function noted({ antwort, antwort_datum, antwort_bemerkung, linkantwort }: Beleg): [string, string | null][] {
  if (linkantwort && linkantwort.erledigt_am === null) return []
  return [
    ["Antwort", antwort && `${stateInWords("antwort", antwort)} am ${date(antwort_datum)}`],
    ["Bemerkung", antwort_bemerkung],
  ]
}

/** The customer by name; the number is in the title. */
function Customer({ id }: { id: string }) {
  const { data } = useGet("/api/kunden/{id}", { path: { id } })
  return <Link href={`/kunden/${id}`}>{data?.name ?? "…"}</Link>
}

/** What a letter's amount is: a reminder is about a part of the balance. */
const amountInWords: { [A in Beleg["art"]]?: string } = {
  kontoauszug: "Saldo",
  saldenbestaetigung: "Saldo",
  erinnerung: "Woran sie erinnert",
}

function Facts({ beleg }: { beleg: Beleg }) {
  const { titel, art, kunde_id, bezug_id, von, bis, saldo_cent, gesperrt } = beleg
  const rows: [string, string | null][] = [
    ["Art", belegartInWords[art]],
    ["Zeitraum", bis && period(von ?? bis, bis)],
    [amountInWords[art] ?? "Betrag", saldo_cent === null ? null : euro(saldo_cent)],
    ["Gemacht", moment(beleg.erstellt_am)],
    ["Von", beleg.erstellt_von_name],
    ["Größe", `${pieces(Math.max(1, Math.round(beleg.bytes / 1024)))} kB`],
    ["Aufbewahrt bis", date(beleg.aufbewahren_bis)],
    ["Link gilt bis", beleg.link_bis && date(beleg.link_bis)],
    ...saidByLink(beleg),
    ...noted(beleg),
  ]
  return (
    <div className="stack">
      <p>
        <strong>
          <UnbrokenNumbers>{titel}</UnbrokenNumbers>
        </strong>
      </p>
      {gesperrt === 1 && (
        <p className="remark">Nur noch für den Prüfer aufbewahrt: die Angaben zur Person sind gelöscht.</p>
      )}
      <FactList
        rows={[
          kunde_id && ["Kunde", <Customer key="kunde" id={kunde_id} />],
          ...rows.filter(([, value]) => value !== null),
        ]}
      />
      <p className="muted">Die Datei ist immer dieselbe, Byte für Byte.</p>
      {art === "abrechnung" && bezug_id && <Link href={`/abrechnungen/${bezug_id}`}>Zur Abrechnung</Link>}
      {art === "lieferschein" && bezug_id && <Link href={`/lieferungen/${bezug_id}`}>Zur Lieferung</Link>}
    </div>
  )
}
