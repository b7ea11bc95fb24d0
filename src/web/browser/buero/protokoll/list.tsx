import { useState } from "react"
import { isId } from "../../ui/state/address.ts"
import { Button } from "../../ui/parts/button.tsx"
import { type Filter, filter } from "../../ui/lists/filter.tsx"
import { ListScreen } from "../../ui/lists/list-screen.tsx"
import { column } from "../../ui/tables/columns.tsx"
import type { TableColumn } from "../../ui/tables/table.tsx"
import { EntryPanel } from "./entry.tsx"
import { actionInWords, type Entry, inShort, records } from "./words.ts"

const columns: TableColumn<Entry>[] = [
  column.moment("erstellt_am", "Zeit", { card: "line", width: 156, sort: "-id" }),
  {
    id: "was",
    card: "head",
    label: "Was",
    // Wide enough for the longest action: people read along this column.
    width: 320,
    cell: (entry) => <strong title={actionInWords(entry)}>{actionInWords(entry)}</strong>,
  },
  column.words("betrifft", "Betrifft", { card: "full", width: "3fr" }),
  column.words("mitarbeiter_name", "Wer", { card: "line", width: 140, leaves: 2, below: "erstellt_am" }),
  {
    id: "aenderungen",
    label: "Von und nach",
    // So wide that it is a column of its own only where much of it fits.
    width: "10fr",
    cell: (entry) => (
      <span className="muted" title={inShort(entry)}>
        {inShort(entry)}
      </span>
    ),
    below: "betrifft",
    leaves: 1,
  },
]

const kinds = [
  { id: "alle", label: "Alles" },
  ...Object.entries(records).map(([id, { one }]) => ({ id, label: one })),
]

/** One record, whose page somebody came from. */
const record: Filter<{ datensatz_id?: string }> = {
  takes: { datensatz: { fits: isId } },
  ask: ({ datensatz }) => (datensatz ? { datensatz_id: datensatz } : {}),
  Show: ({ field }) => {
    const { value, onChange } = field("datensatz")
    return (
      value && (
        <Button icon="close" onPress={() => onChange("")}>
          Nur ein Datensatz
        </Button>
      )
    )
  },
}

const filters = [
  filter.period(),
  filter.person("mitarbeiter_id"),
  filter.choice("tabelle", "Worum es geht", kinds),
  record,
]

/** Log of changes, the newest first. */
export default function Protokoll() {
  const [shown, setShown] = useState<Entry>()
  return (
    <ListScreen
      title="Protokoll"
      path="/api/protokoll"
      columns={columns}
      search="Kunde, Gerät, Artikel, Person"
      filters={filters}
      sort="-id"
      onOpen={setShown}
      file="/api/export/protokoll"
      empty={{
        renderFound: (q) => (
          <p>
            Kein Eintrag passt zu „{q}“. Gesucht wird nach dem, der etwas geändert hat, und nach dem Kunden,
            Gerät, Artikel oder Konto, das geändert wurde.
          </p>
        ),
        filtered: "Kein Eintrag passt zu diesen Filtern.",
        none: (
          <p>
            Hier steht, wer wann was geändert und wer Daten vieler Kunden mitgenommen hat. Einträge lassen
            sich nicht ändern und nicht löschen.
          </p>
        ),
      }}
    >
      {shown && <EntryPanel key={shown.id} entry={shown} onClose={() => setShown(undefined)} />}
    </ListScreen>
  )
}
