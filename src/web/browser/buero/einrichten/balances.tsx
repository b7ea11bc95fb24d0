import { call } from "../../ui/api/call.ts"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { date, moment, pieces } from "../../ui/values/format.ts"
import { useGet } from "../../ui/state/query.ts"
import { Earlier } from "./earlier.tsx"

/** Imported balances, which can be taken back while nothing else is booked. */
export function Balances() {
  const { data } = useGet("/api/anfangsbestaende", { query: { limit: 20 } })
  const { busy, run } = useAction("/api/anfangsbestaende", "/api/heute")
  const undo = (id: string) => call("post", "/api/anfangsbestaende/{id}/storno", { path: { id }, body: {} })
  return (
    <Earlier
      columns={["Stichtag", "Umfang", "Von"]}
      rows={(data?.items ?? []).map((one) => ({
        id: one.id,
        cells: [
          date(one.stichtag),
          `${pieces(one.zeilen)} Zeilen, ${pieces(one.kunden)} Kunden`,
          `${one.erstellt_von_name}, ${moment(one.erstellt_am)}`,
        ],
        instead: one.storniert_am === null ? undefined : "zurückgenommen",
      }))}
      title="Anfangsbestände zurücknehmen?"
      question="Alle Buchungen dieser Übernahme werden storniert. Das geht nur, solange bei keinem der Kunden danach gebucht wurde."
      busy={busy}
      undo={(id) => run(() => undo(id), "Zurückgenommen")}
    />
  )
}
