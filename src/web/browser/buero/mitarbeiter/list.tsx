import { Badge } from "../../ui/parts/badge.tsx"
import { ButtonLink } from "../../ui/parts/button.tsx"
import { filter } from "../../ui/lists/filter.tsx"
import { ListScreen } from "../../ui/lists/list-screen.tsx"
import { date, plural } from "../../ui/values/format.ts"
import type { Item } from "../../ui/state/list.ts"
import { column } from "../../ui/tables/columns.tsx"
import type { TableColumn } from "../../ui/tables/table.tsx"
import { staffForm } from "./fields.tsx"

type ListItem = Item<"/api/mitarbeiter">

const columns: TableColumn<ListItem>[] = [
  column.name("name", "Name", { width: "2fr", sort: "name" }),
  {
    id: "rolle",
    card: "line",
    label: "Rolle",
    width: 140,
    cell: ({ rolle }) => staffForm.words.rolle(rolle),
  },
  { id: "email", card: "full", label: "E-Mail", width: "2fr", cell: ({ email }) => email, leaves: 2 },
  { id: "seit", label: "Dabei seit", width: 120, cell: ({ erstellt_am }) => date(erstellt_am), leaves: 1 },
  {
    id: "aktiv",
    card: "end",
    label: "Stand",
    width: 110,
    cell: ({ aktiv }) => (aktiv ? "" : <Badge tone="warn">Gesperrt</Badge>),
  },
]

const states = [
  { id: "1", label: "Nicht gesperrte" },
  { id: "alle", label: "Alle, auch gesperrte" },
] as const

const filters = [filter.number("aktiv", "Stand", states, "1")]

/** List of accounts with their roles. */
export default function MitarbeiterList() {
  return (
    <ListScreen
      title="Mitarbeiter"
      path="/api/mitarbeiter"
      columns={columns}
      search="Name"
      filters={filters}
      sort="name"
      count={(n) => plural(n, "Mitarbeiter", "Mitarbeiter")}
      href={({ id }) => `/mitarbeiter/${id}`}
      file="/api/export/mitarbeiter"
      actions={
        <ButtonLink href="/mitarbeiter/neu" look="primary" icon="plus">
          Neuer Mitarbeiter
        </ButtonLink>
      }
      empty={{
        renderFound: (q) => <p>Kein Mitarbeiter passt zu „{q}“. Gesucht wird nach dem Namen.</p>,
        none: <p>Hier stehen alle in der Firma, die sich anmelden können.</p>,
      }}
    />
  )
}
