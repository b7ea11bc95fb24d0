import { among, isId, requireFound } from "../../ui/state/address.ts"
import { Button } from "../../ui/parts/button.tsx"
import { Choice } from "../../ui/fields/field.tsx"
import { Page } from "../../ui/page/page.tsx"
import { type Item, useGet, useList } from "../../ui/state/query.ts"
import { column } from "../../ui/tables/columns.tsx"
import { Table, type TableColumn } from "../../ui/tables/table.tsx"
import { TakeAlong } from "../../ui/records/take-along.tsx"
import { useFilters, useParam } from "../../ui/state/url.ts"
import { Decide } from "./decide.tsx"
import { arten } from "./words.ts"

type Klaerung = Item<"/api/klaerungen">

const columns: TableColumn<Klaerung>[] = [
  {
    id: "kunde",
    card: "head",
    label: "Kunde",
    width: "2fr",
    cell: ({ kunde_name }) => <strong title={kunde_name}>{kunde_name || "–"}</strong>,
  },
  { id: "art", card: "end", label: "Was", width: 170, cell: ({ art }) => arten[art] },
  column.text("fahrer_name", "Fahrer", { card: "line", width: "1fr", leaves: 3 }),
  column.moment("erfasst_am", "Getan am", { card: "line", width: 160, leaves: 2 }),
  column.words("ablehnung", "Warum abgelehnt", { card: "full", width: "3fr", leaves: 1 }),
  column.state("klaerung", "status", "Stand", { card: "line", width: 120, leaves: 4 }),
]

const states = [
  { id: "offen", label: "Offene" },
  { id: "gebucht", label: "Gebuchte" },
  { id: "verworfen", label: "Verworfene" },
  { id: "alle", label: "Alle" },
] as const

/** Drivers' entries that the service refused: the office decides, nothing is dropped by itself. */
export default function Klaerungen() {
  const { field, asked } = useFilters({ status: { fits: among(states), none: "offen" } })
  const [id, setId] = useParam("id", isId)
  const list = useList("/api/klaerungen", { query: { ...asked, limit: 100 } }, { watch: true })
  const chosen = useGet("/api/klaerungen/{id}", { path: { id } }, { enabled: id !== "" })
  requireFound(chosen, "id", id)
  return (
    <Page title="Klärung" kind="full">
      <div className="filters">
        <Choice label="Stand" {...field("status")} options={states} bare />
        <p className="muted">Was Fahrer getan haben und was nicht gebucht werden konnte.</p>
        <TakeAlong path="/api/export/klaerungen" filters={asked} />
      </div>
      <Table
        label="Klärungen"
        columns={asked.status ? columns.filter(({ id: name }) => name !== "status") : columns}
        list={list}
        onOpen={(klaerung) => setId(klaerung.id)}
        empty={
          asked.status === "offen" ? (
            <>
              <p>
                Nichts ist offen. Wird etwas abgelehnt, das ein Fahrer getan hat, steht es hier zur
                Entscheidung.
              </p>
              <Button onPress={() => field("status").onChange("alle")}>Frühere zeigen</Button>
            </>
          ) : (
            <p>Hier steht noch nichts.</p>
          )
        }
      />
      {id !== "" && chosen.data && <Decide key={id} klaerung={chosen.data} onClose={() => setId("")} />}
    </Page>
  )
}
