import { Head } from "./head.tsx"
import type { Kind } from "./kinds.ts"

/** Known headings, with their contents. */
export function ColumnHelp({ kind: { spalten } }: { kind: Kind }) {
  return (
    <details className="stack">
      <summary>Spalten der Tabelle</summary>
      <p className="muted">
        Die Überschriften stehen in einer Zeile, in beliebiger Reihenfolge; die Worte anderer Programme werden
        erkannt.
      </p>
      <table className="plain-table columns">
        <Head columns={["Überschrift", "Was darunter steht", { text: "Beispiel", className: "example" }]} />
        <tbody>
          {spalten.map(({ feld, name, hinweis, beispiel, noetig, auch }) => (
            <tr key={feld}>
              <th scope="row" title={auch.length > 0 ? `Auch: ${auch.join(", ")}` : undefined}>
                {name}
              </th>
              <td>{[noetig && "Muss da sein", hinweis].filter(Boolean).join(". ")}</td>
              <td className="muted example">{beispiel}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
