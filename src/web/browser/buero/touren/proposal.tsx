import { useState } from "react"
import { type Answer, call } from "../../ui/api/call.ts"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { Button } from "../../ui/parts/button.tsx"
import { toast } from "../../ui/parts/toast.tsx"
import { dateInWords, plural } from "../../ui/values/format.ts"
import { ProposedDay } from "./proposed-day.tsx"
import { useTicked } from "./ticked.ts"

export type Woche = Answer<"get", "/api/touren/woche">
type Result = Answer<"post", "/api/touren/woche/{woche}">

/** What the regular days bring this week: what nothing speaks against is ticked, and planned with one press. */
export function Proposal({ woche: { woche, vorschlag, ausgelassen } }: { woche: Woche }) {
  const { isTicked, tick, forget } = useTicked(woche, vorschlag)
  const [result, setResult] = useState<Result>()
  const { busy, run } = useAction("/api/touren", "/api/lieferungen", "/api/heute")
  const ticked = vorschlag.filter(isTicked)
  const again = (liefertag_ids: string[]): void =>
    run(() =>
      call("post", "/api/touren/woche/{woche}/wiederaufnahme", { path: { woche }, body: { liefertag_ids } }),
    )
  const decide = (auslassen: boolean): void =>
    run(async () => {
      const eintraege = ticked.map(({ liefertag_id, version }) => ({ liefertag_id, version, auslassen }))
      const answer = await call("post", "/api/touren/woche/{woche}", { path: { woche }, body: { eintraege } })
      setResult(answer)
      const { items } = answer
      forget(ticked)
      if (!auslassen)
        return void toast(plural(items.length, "Lieferung ist geplant", "Lieferungen sind geplant"))
      const ids = items.map(({ liefertag_id }) => liefertag_id)
      toast(
        plural(items.length, "Lieferung fällt in dieser Woche aus", "Lieferungen fallen in dieser Woche aus"),
        ids.length > 0 ? { action: { label: "Rückgängig", run: () => again(ids) } } : {},
      )
    })
  return (
    <section aria-labelledby="vorschlag" className="proposal">
      <h2 id="vorschlag">Vorschlag aus den Liefertagen</h2>
      {result && <NotPlanned result={result} />}
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
          <Button isPending={busy} isDisabled={ticked.length === 0} onPress={() => decide(true)}>
            Angekreuzte in dieser Woche auslassen
          </Button>
        </div>
      )}
      {[...Map.groupBy(vorschlag, ({ datum }) => datum)].map(([datum, entries]) => (
        <ProposedDay key={datum} datum={datum} entries={entries} isTicked={isTicked} tick={tick} />
      ))}
      {ausgelassen.length > 0 && <LeftOut entries={ausgelassen} busy={busy} again={again} />}
    </section>
  )
}

type LeftOutProps = { entries: Woche["ausgelassen"]; busy: boolean; again: (liefertag_ids: string[]) => void }

/** What falls out this week, and can be proposed again. */
function LeftOut({ entries, busy, again }: LeftOutProps) {
  return (
    <section aria-labelledby="ausgelassen">
      <h3 id="ausgelassen">In dieser Woche ausgelassen</h3>
      <ul className="left-out">
        {entries.map(({ liefertag_id, datum, kunde_name }) => (
          <li key={liefertag_id}>
            {kunde_name} <span className="muted">{dateInWords(datum)}</span>
            <Button
              look="quiet"
              isPending={busy}
              label={`${kunde_name} doch vorschlagen`}
              onPress={() => again([liefertag_id])}
            >
              Doch vorschlagen
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What could not be planned, and why. */
function NotPlanned({ result: { ausgelassen } }: { result: Result }) {
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
