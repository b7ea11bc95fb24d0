import { call } from "../../ui/api/call.ts"
import { AskButton } from "../../ui/dialogs/dialog.tsx"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { date, moment, pieces } from "../../ui/values/format.ts"
import { useGet } from "../../ui/state/query.ts"

/** Imported balances, which can be taken back while nothing else is booked. */
export function Balances() {
  const { data } = useGet("/api/anfangsbestaende", { query: { limit: 20 } })
  const { busy, run } = useAction("/api/anfangsbestaende", "/api/heute")
  if (!data || data.items.length === 0) return null
  const undo = (id: string) => call("post", "/api/anfangsbestaende/{id}/storno", { path: { id }, body: {} })
  return (
    <div className="imports">
      <table className="plain-table">
        <caption>Übernommen wurden</caption>
        <thead>
          <tr>
            <th scope="col">Stichtag</th>
            <th scope="col">Umfang</th>
            <th scope="col">Von</th>
            <th scope="col">
              <span className="hidden">Zurück</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.items.map((one) => (
            <tr key={one.id}>
              <td>{date(one.stichtag)}</td>
              <td>{`${pieces(one.zeilen)} Zeilen, ${pieces(one.kunden)} Kunden`}</td>
              <td>{`${one.erstellt_von_name}, ${moment(one.erstellt_am)}`}</td>
              <td>
                {one.storniert_am ? (
                  <span className="muted">zurückgenommen</span>
                ) : (
                  <AskButton
                    isPending={busy}
                    title="Anfangsbestände zurücknehmen?"
                    action="Zurücknehmen"
                    question="Alle Buchungen dieser Übernahme werden storniert. Das geht nur, solange bei keinem der Kunden danach gebucht wurde."
                    run={() => run(() => undo(one.id), "Zurückgenommen")}
                  >
                    Zurücknehmen
                  </AskButton>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
