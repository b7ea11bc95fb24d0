import { AskButton } from "../../ui/dialogs/dialog.tsx"
import { Head } from "../../ui/parts/figure-head.tsx"

type Props = {
  /** Names of the columns before the button. */
  columns: readonly string[]
  /** `instead` stands in place of the button where an import cannot be taken back. */
  rows: readonly { id: string; cells: readonly string[]; instead?: string | undefined }[]
  title: string
  question: string
  busy: boolean
  undo: (id: string) => void
}

/** Earlier imports, each with a button that takes it back; nothing without any. */
export function Earlier({ columns, rows, title, question, busy, undo }: Props) {
  if (rows.length === 0) return null
  return (
    <div className="imports">
      <table className="plain-table">
        <caption>Übernommen wurden</caption>
        <Head columns={[...columns, "Zurück"]} />
        <tbody>
          {rows.map(({ id, cells, instead }) => (
            <tr key={id}>
              {columns.map((column, i) => (
                <td key={column}>{cells[i]}</td>
              ))}
              <td>
                {instead ? (
                  <span className="muted">{instead}</span>
                ) : (
                  <AskButton
                    isPending={busy}
                    title={title}
                    action="Zurücknehmen"
                    // The list may have grown between looking and pressing.
                    question={`Übernommen: ${cells.join(" · ")}. ${question}`}
                    run={() => undo(id)}
                  >
                    Zurücknehmen
                  </AskButton>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
