import { type Column, type KindId, kinds } from "./columns.ts"

/** Which headings are known, and what belongs below them. */
export function ColumnHelp({ kind }: { kind: KindId }) {
  const columns: readonly Column[] = kinds[kind].columns
  return (
    <div className="column-help">
      <h3>Spalten der Tabelle</h3>
      <p className="muted">
        In der ersten Zeile stehen die Überschriften, in beliebiger Reihenfolge. Was hier nicht steht, wird
        nicht übernommen.
      </p>
      <table className="plain-table columns">
        <thead>
          <tr>
            <th scope="col">Überschrift</th>
            <th scope="col">Was darunter steht</th>
            <th scope="col" className="example">
              Beispiel
            </th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ name, about, example, required }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{[required && "Muss da sein", about].filter(Boolean).join(". ")}</td>
              <td className="muted example">{example}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
