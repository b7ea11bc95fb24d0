import { useState } from "react"
import { type Answer, call } from "../../ui/api/call.ts"
import { AskButton } from "../../ui/dialogs/dialog.tsx"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { useGet } from "../../ui/state/query.ts"
import { moment, pieces, plural } from "../../ui/values/format.ts"
import { Head } from "./head.tsx"
import type { Words } from "./kinds.ts"

type Undone = Answer<"post", "/api/einrichtung/uebernahmen/{auftrag_id}/ruecknahme">

/** Imports of one kind, which can be taken back while nothing followed. */
export function Imports({ words }: { words: Words }) {
  const { data } = useGet("/api/einrichtung/uebernahmen", {})
  const { busy, run } = useAction(
    "/api/einrichtung/uebernahmen",
    `/api/${words.id}`,
    "/api/heute",
    "/api/protokoll",
  )
  const [undone, setUndone] = useState<Undone>()
  const items = data?.items.filter(({ art }) => art === words.id) ?? []
  const undo = async (auftrag_id: string): Promise<string> => {
    const path = "/api/einrichtung/uebernahmen/{auftrag_id}/ruecknahme"
    const answer = await call("post", path, { path: { auftrag_id } })
    setUndone(answer)
    return `Zurückgenommen: ${plural(answer.zurueckgenommen, words.one, words.many)}`
  }
  return (
    <>
      {undone && <Left {...undone} />}
      {items.length > 0 && (
        <div className="imports">
          <table className="plain-table">
            <caption>Übernommen wurden</caption>
            <Head columns={["Wann", "Umfang", "Von", "Zurück"]} />
            <tbody>
              {items.map(({ id, beendet_am, eintraege, erstellt_von_name }) => (
                <tr key={id}>
                  <td>{moment(beendet_am)}</td>
                  <td>{plural(eintraege, "Eintrag", "Einträge")}</td>
                  <td>{erstellt_von_name}</td>
                  <td>
                    <AskButton
                      isPending={busy}
                      title="Diese Übernahme zurücknehmen?"
                      action="Zurücknehmen"
                      question="Was sie anlegte, wird gelöscht, was sie änderte, wird wie vorher. Womit seitdem gearbeitet wurde, das bleibt und wird genannt."
                      run={() =>
                        run(
                          () => undo(id),
                          (said) => said,
                        )
                      }
                    >
                      Zurücknehmen
                    </AskButton>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

/** Records that stay, with the reason. */
function Left({ geblieben, geblieben_zahl }: Undone) {
  if (geblieben_zahl === 0) return null
  return (
    <div className="remark" role="status">
      <p>{`${plural(geblieben_zahl, "Eintrag bleibt", "Einträge bleiben")}:`}</p>
      <ul>
        {geblieben.map(({ id, name, grund }) => (
          <li key={id}>{`${name}: ${grund}`}</li>
        ))}
      </ul>
      {geblieben_zahl > geblieben.length && (
        <p>{`… und ${pieces(geblieben_zahl - geblieben.length)} weitere`}</p>
      )}
    </div>
  )
}
