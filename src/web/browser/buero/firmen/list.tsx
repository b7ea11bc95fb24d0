import { ButtonLink } from "../../ui/parts/button.tsx"
import { Page } from "../../ui/page/page.tsx"
import { useList } from "../../ui/state/query.ts"
import { column } from "../../ui/tables/columns.tsx"
import { Table, type TableColumn, Total } from "../../ui/tables/table.tsx"
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
  const list = useList("/api/tenants", { query: { total: true, limit: 100 } }, { watch: true })
  return (
    <Page title="Firmen" kind="full" actions={<NewLink>Neue Firma</NewLink>}>
      <div className="filters">
        <Total of={list.total} one="Firma" many="Firmen" />
      </div>
      <Table
        label="Firmen"
        columns={columns}
        list={list}
        href={({ id }) => `/firmen/${id}`}
        empty={
          <>
            <p>Hier stehen die Firmen, die mit Pfandwerk arbeiten. Jede sieht nur ihre eigenen Daten.</p>
            <NewLink>Erste Firma anlegen</NewLink>
          </>
        }
      />
    </Page>
  )
}
