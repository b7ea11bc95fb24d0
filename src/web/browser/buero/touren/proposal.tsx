import { useState } from "react"
import { Link } from "react-aria-components"
import { type Answer, call } from "../../ui/api/call.ts"
import { AskButton } from "../../ui/dialogs/dialog.tsx"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { Badge } from "../../ui/parts/badge.tsx"
import { Button } from "../../ui/parts/button.tsx"
import { contentsOf } from "../../ui/values/contents.ts"
import { firstNames } from "../../ui/values/first-names.ts"
import { dateInWords, plural, span } from "../../ui/values/format.ts"

export type Woche = Answer<"get", "/api/touren/woche">
type Entry = Woche["vorschlag"][number]
type Result = Answer<"post", "/api/touren/woche/{woche}">

/** What the regular days bring this week: what nothing speaks against is ticked, and planned with one press. */
export function Proposal({ woche: { woche, vorschlag } }: { woche: Woche }) {
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const [result, setResult] = useState<Result>()
  const { busy, run } = useAction("/api/touren", "/api/lieferungen", "/api/heute")
  const isTicked = ({ liefertag_id, bedenken }: Entry): boolean =>
    (bedenken.length === 0) !== turned.has(liefertag_id)
  const turn = (id: string): void =>
    setTurned((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set(before).add(id),
    )
  const ticked = vorschlag.filter(isTicked)
  const decide = (auslassen: boolean): void =>
    run(
      async () => {
        const eintraege = ticked.map(({ liefertag_id, version }) => ({ liefertag_id, version, auslassen }))
        const answer = await call("post", "/api/touren/woche/{woche}", {
          path: { woche },
          body: { eintraege },
        })
        setResult(answer)
        return answer
      },
      ({ items }) =>
        auslassen
          ? plural(items.length, "Lieferung fällt diese Woche aus", "Lieferungen fallen diese Woche aus")
          : plural(items.length, "Lieferung ist geplant", "Lieferungen sind geplant"),
    )
  const byDay = [...Map.groupBy(vorschlag, ({ datum }) => datum)]
  return (
    <section aria-labelledby="vorschlag" className="proposal">
      <h2 id="vorschlag">Vorschlag aus den Liefertagen</h2>
      {result && <LeftOut result={result} />}
      {vorschlag.length === 0 && (
        <p className="muted">
          Für diese Woche ist nichts mehr vorzuschlagen. Liefertage stehen auf der Seite eines Kunden.
        </p>
      )}
      {vorschlag.length > 0 && (
        <div className="buttons">
          <Button
            look="primary"
            icon="check"
            isPending={busy}
            isDisabled={ticked.length === 0}
            onPress={() => decide(false)}
          >
            {plural(ticked.length, "Lieferung planen", "Lieferungen planen")}
          </Button>
          <AskButton
            isPending={busy}
            isDisabled={ticked.length === 0}
            title={plural(ticked.length, "Lieferung auslassen?", "Lieferungen auslassen?")}
            action="Auslassen"
            question={`Diese Woche fällt alles Angekreuzte aus: ${firstNames(ticked.map(({ kunde_name }) => kunde_name))}. Das lässt sich nicht zurücknehmen; wer doch etwas bekommt, braucht eine neue Lieferung.`}
            run={() => decide(true)}
          >
            Angekreuzte diese Woche auslassen
          </AskButton>
        </div>
      )}
      {byDay.map(([datum, entries]) => (
        <fieldset key={datum}>
          <legend>{dateInWords(datum)}</legend>
          <ul>
            {entries.map((entry) => (
              <Row
                key={entry.liefertag_id}
                entry={entry}
                ticked={isTicked(entry)}
                turn={() => turn(entry.liefertag_id)}
              />
            ))}
          </ul>
        </fieldset>
      ))}
    </section>
  )
}

type RowProps = { entry: Entry; ticked: boolean; turn: () => void }

function Row({ entry, ticked, turn }: RowProps) {
  const { kunde_id, kunde_name, ort, fahrer_name, zeit_von, zeit_bis, bedenken } = entry
  const goes = contentsOf(entry)
  return (
    <li>
      <input type="checkbox" checked={ticked} onChange={turn} aria-label={kunde_name} />
      <span className="proposed-kunde">
        <Link href={`/kunden/${kunde_id}`}>{kunde_name}</Link> <span className="muted">{ort}</span>
      </span>
      <span className="muted">
        {[fahrer_name ?? "Ohne Fahrer", span(zeit_von, zeit_bis)].filter(Boolean).join(" · ")}
      </span>
      <span className="cut" title={goes}>
        {goes || "Nur Abholung"}
      </span>
      <span className="doubts">
        {bedenken.map((one) => (
          <Badge key={one} tone="warn">
            {one}
          </Badge>
        ))}
      </span>
    </li>
  )
}

/** What could not be planned, and why. */
function LeftOut({ result: { ausgelassen } }: { result: Result }) {
  if (ausgelassen.length === 0) return null
  return (
    <div role="alert">
      <p>Nicht geplant werden konnte:</p>
      <ul className="left-out">
        {ausgelassen.map(({ liefertag_id, kunde_name, grund }) => (
          <li key={liefertag_id}>
            {kunde_name ?? "Ein Liefertag"} <span className="muted">{grund}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
