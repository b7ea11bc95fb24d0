import { useState } from "react"
import { Link } from "react-aria-components"
import { belegartInWords } from "../../../../lib/arten.ts"
import { requireFound } from "../../ui/state/address.ts"
import { AnswerPanel } from "../../ui/records/answer.tsx"
import { asks, type Beleg } from "../../ui/records/answer-state.tsx"
import { messageOf } from "../../ui/api/fault.ts"
import { stateInWords } from "../../ui/parts/badge.tsx"
import { Button } from "../../ui/parts/button.tsx"
import { Panel } from "../../ui/dialogs/dialog.tsx"
import { FileButton } from "../../ui/parts/file-button.tsx"
import { date, euro, moment, pieces } from "../../ui/values/format.ts"
import { useGet } from "../../ui/state/query.ts"
import { FactList } from "../../ui/parts/fact-list.tsx"

/** One document: what is known of it, its file, and what the customer said to it. */
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
          {asks(data) && (
            <Button icon="check" onPress={() => setAnswers(true)}>
              {data.antwort ? "Antwort ändern" : "Antwort festhalten"}
            </Button>
          )}
        </p>
      )}
    </Panel>
  )
}

function Facts({ beleg }: { beleg: Beleg }) {
  const { titel, art, kunde_id, bezug_id, von, bis, saldo_cent, gesperrt } = beleg
  const rows: [string, string | null][] = [
    ["Art", belegartInWords[art]],
    ["Zeitraum", bis && (von === null || von === bis ? date(bis) : `${date(von)} bis ${date(bis)}`)],
    ["Saldo", saldo_cent === null ? null : euro(saldo_cent)],
    ["Gemacht", moment(beleg.erstellt_am)],
    ["Von", beleg.erstellt_von_name],
    ["Größe", `${pieces(Math.max(1, Math.round(beleg.bytes / 1024)))} kB`],
    ["Aufbewahrt bis", date(beleg.aufbewahren_bis)],
    ["Antwort", beleg.antwort && `${stateInWords("antwort", beleg.antwort)} am ${date(beleg.antwort_datum)}`],
    ["Bemerkung", beleg.antwort_bemerkung],
  ]
  return (
    <div className="stack">
      <p>
        <strong>{titel}</strong>
      </p>
      {gesperrt === 1 && (
        <p className="remark">Nur noch für den Prüfer aufbewahrt: die Angaben zur Person sind gelöscht.</p>
      )}
      <FactList rows={rows.filter(([, value]) => value !== null)} />
      <p className="muted">Die Datei ist immer dieselbe, Byte für Byte.</p>
      {kunde_id && <Link href={`/kunden/${kunde_id}`}>Zum Kunden</Link>}
      {art === "abrechnung" && bezug_id && <Link href={`/abrechnungen/${bezug_id}`}>Zur Abrechnung</Link>}
      {art === "lieferschein" && bezug_id && <Link href={`/lieferungen/${bezug_id}`}>Zur Lieferung</Link>}
    </div>
  )
}
