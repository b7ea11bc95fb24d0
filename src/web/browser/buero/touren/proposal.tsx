import { Link } from "react-aria-components"
import { useState } from "react"
import { type Answer, call } from "../../ui/api/call.ts"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { Button } from "../../ui/parts/button.tsx"
import { toast } from "../../ui/parts/toast.tsx"
import { firstNames } from "../../ui/values/first-names.ts"
import { dateInWords, plural } from "../../ui/values/format.ts"
import { ProposedDay, TickAll } from "./proposed-day.tsx"
import { useTicked } from "./ticked.ts"

export type Woche = Answer<"get", "/api/touren/woche">
type Result = Answer<"post", "/api/touren/woche/{woche}">
type Kept = Answer<"post", "/api/touren/woche/{woche}/wiederaufnahme">["geblieben"]

/** The week's deliveries from Liefertage: those without doubts are ticked, and planned with one press. */
export function Proposal({ woche: { woche, vorschlag, ausgelassen } }: { woche: Woche }) {
  const { entries, isTicked, tick, shift, forget } = useTicked(woche, vorschlag)
  const [result, setResult] = useState<Result>()
  const { busy, run } = useAction()
  const ticked = entries.filter(isTicked)
  const again = (liefertag_ids: string[], auch_geplante = false): void =>
    run(async () => {
      const body = { liefertag_ids, auch_geplante }
      const { items, geblieben } = await call("post", "/api/touren/woche/{woche}/wiederaufnahme", {
        path: { woche },
        body,
      })
      if (auch_geplante) tellTakenBack(items.length, geblieben)
    })
  const decide = (auslassen: boolean): void =>
    run(async () => {
      const eintraege = ticked.map(({ liefertag_id, version, datum, regular }) => ({
        liefertag_id,
        version,
        auslassen,
        ...(datum !== regular && !auslassen && { datum }),
      }))
      const answer = await call("post", "/api/touren/woche/{woche}", { path: { woche }, body: { eintraege } })
      setResult(answer)
      const { items } = answer
      forget(ticked)
      const ids = items.map(({ liefertag_id }) => liefertag_id)
      toast(
        auslassen
          ? plural(
              ids.length,
              "Lieferung fällt in dieser Woche aus",
              "Lieferungen fallen in dieser Woche aus",
            )
          : plural(ids.length, "Lieferung ist geplant", "Lieferungen sind geplant"),
        ids.length > 0 ? { action: { label: "Rückgängig", run: () => again(ids, !auslassen) } } : {},
      )
    })
  return (
    <section aria-labelledby="vorschlag" className="proposal">
      <h2 id="vorschlag">Vorschlag aus den Liefertagen</h2>
      {result && <NotPlanned result={result} />}
      {vorschlag.length === 0 && (
        <p className="muted">
          Für diese Woche ist nichts mehr vorzuschlagen. Liefertage stehen auf der Seite eines{" "}
          <Link href="/kunden">Kunden</Link>.
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
          <label>
            <TickAll entries={entries} count={ticked.length} tick={tick} /> Alle ankreuzen{" "}
            <span className="muted">
              {ticked.length} von {entries.length}
            </span>
          </label>
        </div>
      )}
      {[...Map.groupBy(entries, ({ regular }) => regular)].map(([datum, theirs]) => (
        <ProposedDay
          key={datum}
          datum={datum}
          entries={theirs}
          isTicked={isTicked}
          tick={tick}
          shift={shift}
        />
      ))}
      {ausgelassen.length > 0 && <LeftOut entries={ausgelassen} busy={busy} again={again} />}
    </section>
  )
}

/** Says what was undone, and what stays planned because somebody has worked with it. */
function tellTakenBack(count: number, kept: Kept): void {
  const again = `${plural(count, "Lieferung ist", "Lieferungen sind")} abgesagt und wieder vorgeschlagen`
  if (kept.length === 0) return void toast(again)
  const reasons = new Set(kept.map(({ grund }) => grund))
  const names = firstNames(kept.map(({ kunde_name }) => kunde_name))
  toast(`${again}. Geplant bleibt: ${names}. ${[...reasons].join(". ")}.`, { warns: true })
}

type LeftOutProps = { entries: Woche["ausgelassen"]; busy: boolean; again: (liefertag_ids: string[]) => void }

/** What is left out this week, and can be proposed again. */
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
