import { ButtonLink } from "../../ui/parts/button.tsx"
import { ListScreen } from "../../ui/lists/list-screen.tsx"
import { column } from "../../ui/tables/columns.tsx"
import type { TableColumn } from "../../ui/tables/table.tsx"
import { plural } from "../../ui/values/format.ts"
import { kindOf, type Tenant, TenantState } from "./words.tsx"

const columns: TableColumn<Tenant>[] = [
  column.name("name", "Firma", { width: "2fr" }),
  column.text("slug", "Kürzel", { card: "line", width: "1fr", leaves: 3 }),
  { id: "stand", card: "end", label: "Stand", width: 120, cell: (tenant) => <TenantState tenant={tenant} /> },
  { id: "art", label: "Art", width: 200, cell: kindOf, leaves: 2 },
  column.text("ort", "Ort", { width: "1fr", leaves: 1 }),
  column.day("erstellt_am", "Angelegt", { width: 120, leaves: 1 }),
]

const NewLink = ({ children }: { children: string }) => (
  <ButtonLink href="/firmen/neu" look="primary" icon="plus">
    {children}
  </ButtonLink>
)

/** All companies of this server. */
export default function FirmenList() {
  return (
    <ListScreen
      title="Firmen"
      path="/api/tenants"
      liste={false}
      columns={columns}
      search="Name, Kürzel"
      count={(n) => plural(n, "Firma", "Firmen")}
      href={({ id }) => `/firmen/${id}`}
      actions={<NewLink>Neue Firma</NewLink>}
      empty={{
        renderFound: (q) => <p>Keine Firma passt zu „{q}“. Gesucht wird nach Name und Kürzel.</p>,
        none: (
          <>
            <p>Hier stehen die Firmen, die mit Pfandwerk arbeiten. Jede sieht nur ihre eigenen Daten.</p>
            <NewLink>Erste Firma anlegen</NewLink>
          </>
        ),
      }}
    />
  )
}
