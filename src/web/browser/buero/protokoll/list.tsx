import { useState } from "react"
import { among, isDay, isId } from "../../ui/state/address.ts"
import { Button } from "../../ui/parts/button.tsx"
import { Choice } from "../../ui/fields/field.tsx"
import { PeriodFilter, PersonFilter, ShowAll } from "../../ui/tables/filters.tsx"
import { Page } from "../../ui/page/page.tsx"
import { useList } from "../../ui/state/query.ts"
import { column } from "../../ui/tables/columns.tsx"
import { Table, type TableColumn } from "../../ui/tables/table.tsx"
import { TakeAlong } from "../../ui/records/take-along.tsx"
import { useFilters } from "../../ui/state/url.ts"
import { EntryPanel } from "./entry.tsx"
import { actionInWords, type Entry, inShort, records } from "./words.ts"

const columns: TableColumn<Entry>[] = [
  column.moment("erstellt_am", "Zeit", { card: "line", width: 156 }),
  {
    id: "was",
    card: "head",
    label: "Was",
    width: "3fr",
    cell: (entry) => <strong title={actionInWords(entry)}>{actionInWords(entry)}</strong>,
  },
  column.words("betrifft", "Wen oder was", { card: "full", width: "3fr", leaves: 3 }),
  column.words("mitarbeiter_name", "Wer", { card: "line", width: 140, leaves: 2 }),
  {
    id: "aenderungen",
    label: "Von und nach",
    width: "4fr",
    cell: (entry) => (
      <span className="muted" title={inShort(entry)}>
        {inShort(entry)}
      </span>
    ),
    leaves: 1,
  },
]

const kinds = [
  { id: "alle", label: "Alles" },
  ...Object.entries(records).map(([id, { one }]) => ({ id, label: one })),
]

/** Log of changes, the newest first. */
export default function Protokoll() {
  const chosen = useFilters({
    von: { fits: isDay },
    bis: { fits: isDay },
    person: { fits: isId },
    tabelle: { fits: among(kinds), none: "alle" },
    datensatz: { fits: isId },
  })
  const { field, asked, isFiltered } = chosen
  const { person, datensatz, ...same } = asked
  const filters = { ...same, datensatz_id: datensatz, mitarbeiter_id: person }
  const [shown, setShown] = useState<Entry>()
  const list = useList("/api/protokoll", { query: { ...filters, limit: 100 } }, { watch: true })
  return (
    <Page title="Protokoll" kind="full">
      <div className="filters">
        <PeriodFilter von={field("von")} bis={field("bis")} />
        <PersonFilter {...field("person")} />
        <Choice label="Worum es geht" {...field("tabelle")} options={kinds} bare />
        {datensatz && (
          <Button icon="close" onPress={() => field("datensatz").onChange("")}>
            Nur ein Datensatz
          </Button>
        )}
        <ShowAll of={chosen} />
        <TakeAlong path="/api/export/protokoll" filters={filters} />
      </div>
      <Table
        label="Protokoll"
        columns={columns}
        list={list}
        onOpen={setShown}
        empty={
          isFiltered ? (
            <p>Kein Eintrag passt zu diesen Filtern.</p>
          ) : (
            <p>
              Hier steht, wer wann was geändert und wer Daten vieler Kunden mitgenommen hat. Einträge lassen
              sich nicht ändern und nicht löschen.
            </p>
          )
        }
      />
      {shown && <EntryPanel key={shown.id} entry={shown} onClose={() => setShown(undefined)} />}
    </Page>
  )
}
