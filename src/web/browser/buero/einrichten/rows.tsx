import { useState } from "react"
import { Button } from "../../ui/parts/button.tsx"
import { Segments } from "../../ui/parts/segments.tsx"
import { useGet } from "../../ui/state/query.ts"
import { pieces } from "../../ui/values/format.ts"
import { Head } from "../../ui/parts/figure-head.tsx"
import type { Checked, Words } from "./kinds.ts"

export type Row = Checked["liste"][number]
type Outcome = Row["art"]

const outcomes: readonly Outcome[] = ["geaendert", "neu", "unveraendert"]
const names: Record<Outcome, string> = { geaendert: "Geändert", neu: "Neu", unveraendert: "Unverändert" }

/** Rows of a page, here and of the service. */
const ROWS = 50

/** Rows that are ticked, by the id of their record. */
type Ticks = { ticked: ReadonlyMap<string, Row>; tick: (row: Row, on: boolean) => void }

type Props = {
  words: Words
  checked: Checked
  /** Id of the job that keeps the rows, if it was one. */
  auftrag: string | undefined
  ticks?: Ticks | undefined
}

/** Every row of the table by its outcome, the changed ones first, a page at a time. */
export function Rows({ words, checked, auftrag, ticks }: Props) {
  const there = outcomes.filter((outcome) => checked[outcome] > 0)
  const [chosen, choose] = useState<Outcome>()
  const [page, turn] = useState(0)
  const outcome = there.find((one) => one === chosen) ?? there[0]
  if (!outcome) return null
  const pages = Math.ceil(checked[outcome] / ROWS)
  const at = Math.min(page, pages - 1)
  const show = (one: Outcome): void => {
    choose(one)
    turn(0)
  }
  return (
    <section aria-label="Zeilen der Tabelle" className="stack rows">
      <div className="rows-head">
        <Segments
          label="Welche Zeilen"
          value={outcome}
          onChange={show}
          options={there.map((one) => ({ id: one, label: `${names[one]} ${pieces(checked[one])}` }))}
        />
        {pages > 1 && <Pages at={at} pages={pages} turn={turn} />}
      </div>
      {auftrag ? (
        <Kept words={words} auftrag={auftrag} outcome={outcome} page={at} ticks={ticks} />
      ) : (
        <List
          words={words}
          outcome={outcome}
          rows={checked.liste.filter(({ art }) => art === outcome).slice(at * ROWS, (at + 1) * ROWS)}
          ticks={ticks}
        />
      )}
    </section>
  )
}

type PagesProps = { at: number; pages: number; turn: (page: number) => void }

const Pages = ({ at, pages, turn }: PagesProps) => (
  <nav aria-label="Seiten" className="pages">
    <Button look="quiet" isDisabled={at === 0} onPress={() => turn(0)}>
      Erste
    </Button>
    <Button look="quiet" isDisabled={at === 0} onPress={() => turn(at - 1)}>
      Zurück
    </Button>
    <span>{`Seite ${pieces(at + 1)} von ${pieces(pages)}`}</span>
    <Button look="quiet" isDisabled={at === pages - 1} onPress={() => turn(at + 1)}>
      Weiter
    </Button>
    <Button look="quiet" isDisabled={at === pages - 1} onPress={() => turn(pages - 1)}>
      Letzte
    </Button>
  </nav>
)

type KeptProps = { words: Words; auftrag: string; outcome: Outcome; page: number; ticks: Ticks | undefined }

/** Page of the rows that a job keeps for a day. */
function Kept({ words, auftrag, outcome, page, ticks }: KeptProps) {
  const { data, error } = useGet("/api/einrichtung/auftraege/{auftrag_id}/zeilen", {
    path: { auftrag_id: auftrag },
    query: { art: outcome, seite: page },
  })
  if (error) return <p className="muted">{error.message}</p>
  return data ? <List words={words} outcome={outcome} rows={data.items} ticks={ticks} /> : null
}

/** Names of the columns that say which record a row is. */
function headings({ id }: Words): [string, string] {
  if (id === "anfangsbestaende") return ["Kunde", "Bestand"]
  return [id === "mitarbeiter" ? "E-Mail" : "Nummer", "Name"]
}

type ListProps = { words: Words; outcome: Outcome; rows: readonly Row[]; ticks: Ticks | undefined }

function List({ words, outcome, rows, ticks }: ListProps) {
  const columns = [{ text: "Zeile", className: "figures" }, ...headings(words)]
  return (
    <table className="plain-table">
      <Head columns={ticks ? [{ text: "Wählen", className: "tick" }, ...columns] : columns} />
      <tbody>
        {rows.map((row) => (
          // Several records may come from one row: their names tell them apart.
          <tr key={`${row.zeile} ${row.name}`}>
            {ticks && (
              <td className="tick">
                {row.id !== null && (
                  <input
                    type="checkbox"
                    aria-label={`${row.nummer ?? ""} ${row.name} wählen`}
                    checked={ticks.ticked.has(row.id)}
                    onChange={({ currentTarget }) => ticks.tick(row, currentTarget.checked)}
                  />
                )}
              </td>
            )}
            <td className="figures">{row.zeile}</td>
            <td>{row.nummer ?? <span className="muted">die nächste freie</span>}</td>
            <td>
              {row.name}
              {outcome === "geaendert" ? <Changed felder={row.felder} /> : <Details angaben={row.angaben} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What else a row says, below its name. */
export const Details = ({ angaben }: Pick<Row, "angaben">) =>
  angaben.length > 0 && (
    <>
      <br />
      <span className="muted">{angaben.join(" · ")}</span>
    </>
  )

const Changed = ({ felder }: Pick<Row, "felder">) => (
  <ul>
    {felder.map(({ spalte, von, nach }) => (
      <li key={spalte}>
        <span className="muted">{`${spalte}: `}</span>
        {`${von ?? "leer"} → ${nach ?? "leer"}`}
      </li>
    ))}
  </ul>
)
