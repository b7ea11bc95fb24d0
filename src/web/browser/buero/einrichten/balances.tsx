import { useState } from "react"
import { type Answer, call } from "../../ui/api/call.ts"
import { Button } from "../../ui/parts/button.tsx"
import { Confirm } from "../../ui/dialogs/dialog.tsx"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { date, moment, pieces } from "../../ui/values/format.ts"
import { useGet } from "../../ui/state/query.ts"

type Import = Answer<"get", "/api/anfangsbestaende">["items"][number]

/** Imported balances, which can be taken back while nothing else is booked. */
export function Balances() {
  const { data } = useGet("/api/anfangsbestaende", { query: { limit: 20 } })
  const [asked, ask] = useState<Import>()
  const { busy, run } = useAction("/api/anfangsbestaende", "/api/heute")
  if (!data || data.items.length === 0) return null
  const path = { id: asked?.id ?? "" }
  const undo = () =>
    call("post", "/api/anfangsbestaende/{id}/storno", { path, body: {} }).finally(() => ask(undefined))
  return (
    <>
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
                  <Button onPress={() => ask(one)}>Zurücknehmen</Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Confirm
        title="Anfangsbestände zurücknehmen?"
        isOpen={asked !== undefined}
        onClose={() => ask(undefined)}
        action="Zurücknehmen"
        run={() => run(undo, "Zurückgenommen")}
        busy={busy}
      >
        <p>
          Alle Buchungen dieser Übernahme werden storniert. Das geht nur, solange bei keinem der Kunden danach
          gebucht wurde.
        </p>
      </Confirm>
    </>
  )
}
