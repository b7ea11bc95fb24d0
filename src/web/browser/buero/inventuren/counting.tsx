import { useAccount } from "../../ui/session/account.tsx"
import { type Answer, call } from "../../ui/api/call.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { Button } from "../../ui/parts/button.tsx"
import { FigureHead } from "../../ui/parts/figure-head.tsx"
import { countOf, unitsOf } from "../../ui/values/contents.ts"
import { moment, pieces, plural } from "../../ui/values/format.ts"
import { useList } from "../../ui/state/list.ts"
import { useGet } from "../../ui/state/query.ts"
import { CountEntry, useEntry } from "./entering.tsx"
import { Rest } from "./rest.tsx"
import { firstNames } from "../../ui/values/first-names.ts"

export type Inventur = Answer<"get", "/api/inventuren/{id}">
type Counted = Answer<"get", "/api/inventuren/{id}/gezaehlt">

const person = (name: string | null): string => name ?? "Betreiber"

/** An open count: what everybody has counted. The expected numbers are shown only on request. */
export function Counting({ inventur }: { inventur: Inventur }) {
  const { id } = inventur
  const { data, error } = useGet("/api/inventuren/{id}/gezaehlt", { path: { id } }, { watch: true })
  const entry = useEntry(id)
  return (
    <div className="record">
      <div className="record-main">
        <CountEntry entry={entry} />
        {error && <p role="alert">{messageOf(error)}</p>}
        {data && <Sums gezaehlt={data} />}
        <Rest id={id} begin={entry.begin} />
      </div>
      <aside className="record-side" aria-label="Wer zählt">
        <h2>Wer zählt</h2>
        {data?.personen.length === 0 && (
          <p className="muted">
            {inventur.gezaehlt_am
              ? "Noch niemand hat etwas eingegeben."
              : "Noch niemand. Fahrer und Kollegen finden die Inventur am Telefon unter „Hof zählen“."}
          </p>
        )}
        <ul className="counters">
          {data?.personen.map((one) => (
            <li key={one.gezaehlt_von}>
              <strong>{person(one.gezaehlt_von_name)}</strong>
              <span>
                {pieces(one.stueck)} Stück{one.geraete > 0 && `, ${plural(one.geraete, "Gerät", "Geräte")}`}
              </span>
              <span className="muted">zuletzt {moment(one.zuletzt_am)}</span>
            </li>
          ))}
        </ul>
        <Mine id={id} />
      </aside>
    </div>
  )
}

function Sums({ gezaehlt: { artikel, geraete } }: { gezaehlt: Counted }) {
  return (
    <section aria-labelledby="summen">
      <h2 id="summen">Bisher gezählt</h2>
      {artikel.length === 0 && geraete === 0 && <p className="muted">Noch nichts.</p>}
      {artikel.length > 0 && (
        <table className="plain-table">
          <FigureHead name="Artikel" figures={["Von wem", "Gezählt"]} />
          <tbody>
            {artikel.map(({ pfandartikel_id, nummer, bezeichnung, einheit, menge, personen }) => (
              <tr key={pfandartikel_id}>
                <th scope="row">
                  {bezeichnung} <span className="muted">{nummer}</span>
                </th>
                <td className="figures muted">
                  {personen.map((one) => `${person(one.gezaehlt_von_name)} ${pieces(one.menge)}`).join(", ")}
                </td>
                <td className="figures">
                  <strong>{unitsOf(menge, einheit)}</strong>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {geraete > 0 && <p>{plural(geraete, "Gerät ist gefunden.", "Geräte sind gefunden.")}</p>}
    </section>
  )
}

/** One's own lines that are read, and entries that are shown: an entry of a gebinde has a line for each part. */
const LINES = 50
const ENTRIES = 10

/** One's own last entries, each of which can be taken back with all of its lines. */
function Mine({ id }: { id: string }) {
  const own = useAccount().id
  const { items, hasMore } = useList("/api/inventuren/{id}/zaehlungen", {
    path: { id },
    query: { gezaehlt_von: own, limit: LINES },
  })
  const { run } = useAction()
  const remove = (erfassung_id: string, words: string): void =>
    run(
      () => call("delete", "/api/inventuren/{id}/zaehlungen/{erfassung_id}", { path: { id, erfassung_id } }),
      `Zurückgenommen: ${words}`,
    )
  const entries = [...Map.groupBy(items, ({ erfassung_id }) => erfassung_id)]
  // Where more lines follow, the last entry may be incomplete.
  const whole = hasMore && entries.length > 1 ? entries.slice(0, -1) : entries
  if (entries.length === 0) return null
  return (
    <>
      <h2>Meine letzten Eingaben</h2>
      <ul className="counters">
        {whole.slice(0, ENTRIES).map(([erfassung_id, lines]) => {
          const words = firstNames(
            lines.map(({ menge, bezeichnung }) => countOf(menge, bezeichnung)),
            "; ",
          )
          return (
            <li key={erfassung_id}>
              <span>{words}</span>
              <span className="muted">
                {moment(lines[0]?.erfasst_am)}
                {lines[0]?.ort && `, ${lines[0].ort}`}
              </span>
              <Button
                look="quiet"
                label={`${words} zurücknehmen`}
                onPress={() => remove(erfassung_id, words)}
              >
                Zurücknehmen
              </Button>
            </li>
          )
        })}
      </ul>
    </>
  )
}
