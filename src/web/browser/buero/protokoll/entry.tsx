import { Link } from "react-aria-components"
import { Panel } from "../../ui/dialogs/dialog.tsx"
import { moment } from "../../ui/values/format.ts"
import { usePeople } from "../../ui/state/people.ts"
import { useGet } from "../../ui/state/query.ts"
import { FactList } from "../../ui/parts/fact-list.tsx"
import { fieldInWords } from "./field-words.ts"
import { valueInWords } from "./value-words.ts"
import { actionInWords, changesOf, type Entry, isReference, records } from "./words.ts"

/** One entry in full: each field from what, to what. */
export function EntryPanel({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { tabelle, datensatz_id, mitarbeiter_name, erstellt_am, aktion, betrifft } = entry
  const path = records[tabelle]?.path
  const changes = changesOf(entry)
  const isGone = aktion.endsWith(".geloescht")
  return (
    <Panel title={actionInWords(entry)} onClose={onClose}>
      <FactList
        rows={[betrifft && ["Betrifft", betrifft], ["Wer", mitarbeiter_name], ["Wann", moment(erstellt_am)]]}
      />
      <p className="entry-links">
        {path && !isGone && (
          <Link href={path.replace(":id", datensatz_id)}>{records[tabelle]?.one} ansehen</Link>
        )}
        <Link href={`/protokoll?tabelle=${tabelle}&datensatz=${datensatz_id}`}>
          Alle Einträge zu diesem Datensatz
        </Link>
      </p>
      {changes.length === 0 ? (
        <p className="muted">Dabei wurde kein Feld geändert.</p>
      ) : (
        <table className="plain-table from-to" aria-label="Änderungen">
          <thead>
            <tr>
              <th scope="col">Feld</th>
              <th scope="col">Von</th>
              <th scope="col">Nach</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ feld, vorher, nachher }) => (
              <tr key={feld}>
                <th scope="row">{fieldInWords(feld, tabelle)}</th>
                <td>
                  <Value feld={feld} value={vorher} tabelle={tabelle} />
                </td>
                <td>
                  <Value feld={feld} value={nachher} tabelle={tabelle} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}

type ValueProps = { feld: string; value: string | null; tabelle: string }

function Value({ feld, value, tabelle }: ValueProps) {
  if (value === null || value === "") return <span className="muted">(leer)</span>
  if (!isReference(value)) return valueInWords(feld, value, tabelle)
  if (feld === "kunde_id") return <KundeName id={value} />
  if (feld === "standort_id") return <StandortName id={value} />
  if (feld === "fahrer_id" || feld.endsWith("_von")) return <PersonName id={value} />
  return <span className="muted">(ein Datensatz)</span>
}

function KundeName({ id }: { id: string }) {
  const { data, error } = useGet("/api/kunden/{id}", { path: { id } })
  if (error) return <span className="muted">gelöscht</span>
  return <Link href={`/kunden/${id}`}>{data?.name ?? "…"}</Link>
}

function StandortName({ id }: { id: string }) {
  const { data, error } = useGet("/api/standorte/{id}", { path: { id } })
  if (error) return <span className="muted">gelöscht</span>
  return data?.name ?? "…"
}

function PersonName({ id }: { id: string }) {
  const people = usePeople()
  if (!people) return "…"
  return people.find((one) => one.id === id)?.name ?? "Betreiber"
}
