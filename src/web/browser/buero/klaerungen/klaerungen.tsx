import { among, isId, requireFound } from "../../ui/state/address.ts"
import { Button } from "../../ui/parts/button.tsx"
import { State } from "../../ui/parts/badge.tsx"
import { Choice } from "../../ui/fields/field.tsx"
import { moment } from "../../ui/values/format.ts"
import { Page } from "../../ui/page/page.tsx"
import { type Item, useGet, useList } from "../../ui/state/query.ts"
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
  {
    id: "fahrer",
    card: "line",
    label: "Fahrer",
    width: "1fr",
    cell: ({ fahrer_name }) => fahrer_name,
    from: 700,
  },
  {
    id: "am",
    card: "line",
    label: "Getan am",
    width: 160,
    cell: ({ erfasst_am }) => moment(erfasst_am),
    from: 900,
  },
  {
    id: "ablehnung",
    card: "full",
    label: "Warum abgelehnt",
    width: "3fr",
    cell: ({ ablehnung }) => <span title={ablehnung}>{ablehnung}</span>,
    from: 1100,
  },
  {
    id: "status",
    card: "line",
    label: "Stand",
    width: 120,
    cell: ({ status }) => <State of="klaerung" value={status} />,
    from: 480,
  },
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
        <p className="muted">Was Fahrer getan haben und nicht gebucht werden konnte.</p>
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
