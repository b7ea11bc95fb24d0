import { useState } from "react"
import { type Answer, call } from "../../ui/api/call.ts"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { useGet } from "../../ui/state/query.ts"
import { moment, pieces, plural } from "../../ui/values/format.ts"
import { Earlier } from "./earlier.tsx"
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
      <Earlier
        columns={["Wann", "Umfang", "Von"]}
        rows={items.map(({ id, beendet_am, eintraege, erstellt_von_name }) => ({
          id,
          cells: [moment(beendet_am), plural(eintraege, "Eintrag", "Einträge"), erstellt_von_name],
        }))}
        title="Diese Übernahme zurücknehmen?"
        question="Was sie anlegte, wird gelöscht, was sie änderte, wird wie vorher. Womit seitdem gearbeitet wurde, das bleibt und wird genannt."
        busy={busy}
        undo={(id) =>
          run(
            () => undo(id),
            (said) => said,
          )
        }
      />
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
