import { Button } from "../../ui/parts/button.tsx"
import { saveFile } from "../../ui/api/file.ts"
import { NewAccounts } from "./new-accounts.tsx"
import { Imports } from "./imports.tsx"
import { type Kind, templateOf, type Words } from "./kinds.ts"
import { ImportTable } from "./import-table.tsx"
import { useImport } from "./use-import.ts"
import { call } from "../../ui/api/call.ts"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { date, moment, pieces } from "../../ui/values/format.ts"
import { useList } from "../../ui/state/list.ts"
import { LoadMore } from "../../ui/parts/load-more.tsx"
import { Earlier } from "./earlier.tsx"
import { Head } from "../../ui/parts/figure-head.tsx"

type Props = { words: Words; kind: Kind; next: Words | undefined; goOn: () => void }

/** The import of one kind: its table is first shown as it was understood, then imported as a whole or not at all. */
export function Step({ words, kind, next, goOn }: Props) {
  const state = useImport(words, kind)
  return (
    <section aria-labelledby="schritt" className="stack">
      <div className="section-head">
        <h2 id="schritt" tabIndex={-1}>
          {words.many}
        </h2>
        <Button icon="download" onPress={() => saveFile(templateOf(kind))}>
          Vorlage herunterladen
        </Button>
      </div>
      <p className="muted">{words.why}</p>
      {words.id === "mitarbeiter" && <NewAccounts />}
      <ImportTable words={words} kind={kind} state={state} />
      {words.id === "anfangsbestaende" ? (
        <Balances undone={state.forgetImport} />
      ) : (
        <Imports words={words} undone={state.forgetImport} />
      )}
      {next && (
        <div>
          <Button icon="right" look="quiet" onPress={goOn}>
            {`Weiter zu: ${next.many}`}
          </Button>
        </div>
      )}
      <ColumnHelp kind={kind} />
    </section>
  )
}

/** Imported balances, which can be taken back while nothing else is booked. */
function Balances({ undone }: { undone: () => void }) {
  const list = useList("/api/anfangsbestaende", { query: { limit: 20 } })
  const { busy, run } = useAction()
  const undo = async (id: string) => {
    await call("post", "/api/anfangsbestaende/{id}/storno", { path: { id }, body: {} })
    undone()
  }
  return (
    <>
      <Earlier
        columns={["Stichtag", "Umfang", "Von"]}
        rows={list.items.map((one) => ({
          id: one.id,
          cells: [
            date(one.stichtag),
            `${pieces(one.zeilen)} Zeilen, ${pieces(one.kunden)} Kunden`,
            `${one.erstellt_von_name}, ${moment(one.erstellt_am)}`,
          ],
          instead: one.storniert_am === null ? undefined : "zurückgenommen",
        }))}
        title="Anfangsbestände zurücknehmen?"
        question="Alle Buchungen dieser Übernahme werden storniert. Das geht nur, solange bei keinem der Kunden danach gebucht wurde."
        busy={busy}
        undo={(id) => run(() => undo(id), "Zurückgenommen")}
      />
      <LoadMore list={list} />
    </>
  )
}

/** Known headings, with their contents. */
function ColumnHelp({ kind: { spalten } }: { kind: Kind }) {
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
