import { isId, requireFound } from "../../ui/state/address.ts"
import { ButtonLink } from "../../ui/parts/button.tsx"
import { filter } from "../../ui/lists/filter.tsx"
import { ListScreen } from "../../ui/lists/list-screen.tsx"
import { useGet } from "../../ui/state/query.ts"
import type { Item } from "../../ui/state/list.ts"
import { column } from "../../ui/tables/columns.tsx"
import type { TableColumn } from "../../ui/tables/table.tsx"
import { useParam } from "../../ui/state/url.ts"
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
  { id: "art", card: "end", label: "Was", width: 140, cell: ({ art }) => arten[art] },
  column.text("fahrer_name", "Fahrer", { card: "line", width: 150, leaves: 2, below: "kunde" }),
  column.moment("erfasst_am", "Getan am", { card: "line", width: 160, leaves: 1, below: "art" }),
  column.words("ablehnung", "Warum abgelehnt", { card: "full", width: "3fr", leaves: 3 }),
  column.state("klaerung", "status", "Stand", { card: "line", width: 120, leaves: 4 }),
]

const states = [
  { id: "offen", label: "Offene" },
  { id: "gebucht", label: "Gebuchte" },
  { id: "verworfen", label: "Verworfene" },
  { id: "alle", label: "Alle" },
] as const

const filters = [filter.choice("status", "Stand", states, "offen")]

/** Drivers' entries that the service refused, for the office to decide: nothing is dropped without it. */
export default function Klaerungen() {
  const [id, setId] = useParam("id", isId)
  const chosen = useGet("/api/klaerungen/{id}", { path: { id } }, { enabled: id !== "" })
  requireFound(chosen, "id", id)
  return (
    <ListScreen
      title="Klärung"
      label="Klärungen"
      path="/api/klaerungen"
      columns={columnsFor}
      search="Kunde, Fahrer"
      filters={filters}
      onOpen={(klaerung) => setId(klaerung.id)}
      file="/api/export/klaerungen"
      about={<p className="muted">Was Fahrer gemeldet haben und was sich nicht von selbst buchen ließ.</p>}
      empty={{
        renderFound: (q) => <p>Keine Klärung passt zu „{q}“. Gesucht wird nach Kunde und Fahrer.</p>,
        filtered: "Hier steht noch nichts.",
        none: (
          <>
            <p>
              Nichts ist offen. Wird etwas abgelehnt, das ein Fahrer getan hat, steht es hier zur
              Entscheidung.
            </p>
            <ButtonLink href="/klaerungen?status=alle">Frühere zeigen</ButtonLink>
          </>
        ),
      }}
    >
      {id !== "" && chosen.data && <Decide key={id} klaerung={chosen.data} onClose={() => setId("")} />}
    </ListScreen>
  )
}

/** @returns the columns, without the state where all rows have the same */
const columnsFor = (_rows: Klaerung[], { status }: { status?: string }): TableColumn<Klaerung>[] =>
  status ? columns.filter(({ id }) => id !== "status") : columns
