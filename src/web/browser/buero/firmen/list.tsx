import { ButtonLink } from "../../ui/parts/button.tsx"
import { date } from "../../ui/values/format.ts"
import { Page } from "../../ui/page/page.tsx"
import { useList } from "../../ui/state/query.ts"
import { Table, type TableColumn, Total } from "../../ui/tables/table.tsx"
import { kindOf, type Tenant, TenantState } from "./words.tsx"

const columns: TableColumn<Tenant>[] = [
  {
    id: "name",
    card: "head",
    label: "Firma",
    width: "2fr",
    cell: ({ name }) => <strong title={name}>{name}</strong>,
  },
  { id: "slug", card: "line", label: "Kürzel", width: "1fr", cell: ({ slug }) => slug, from: 560 },
  { id: "stand", card: "end", label: "Stand", width: 120, cell: (tenant) => <TenantState tenant={tenant} /> },
  { id: "art", label: "Art", width: 200, cell: kindOf, from: 760 },
  { id: "ort", label: "Ort", width: "1fr", cell: ({ ort }) => ort, from: 1000 },
  { id: "seit", label: "Angelegt", width: 120, cell: ({ erstellt_am }) => date(erstellt_am), from: 1000 },
]

const NewLink = ({ children }: { children: string }) => (
  <ButtonLink href="/firmen/neu" look="primary" icon="plus">
    {children}
  </ButtonLink>
)

/** All companies of this server. */
export default function FirmenList() {
  const list = useList("/api/tenants", { query: { total: true, limit: 100 } })
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
