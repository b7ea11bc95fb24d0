import { actForTenant } from "../../ui/api/acting.ts"
import { ButtonLink } from "../../ui/parts/button.tsx"
import { Page } from "../../ui/page/page.tsx"
import { type Item, useList } from "../../ui/state/list.ts"
import { Table, type TableColumn } from "../../ui/tables/table.tsx"

const columns: TableColumn<Item<"/api/tenants">>[] = [
  { id: "name", card: "head", label: "Firma", cell: ({ name }) => <strong>{name}</strong>, width: "2fr" },
  { id: "slug", card: "line", label: "Kürzel", cell: ({ slug }) => slug },
  { id: "ort", card: "line", label: "Ort", cell: ({ ort }) => ort, leaves: 1 },
]

/** A super administrator has no company of their own, and names one before anything else. */
export function ChooseTenant() {
  const list = useList("/api/tenants", {})
  return (
    <Page
      title="Für welche Firma?"
      kind="full"
      actions={
        <ButtonLink href="/firmen" icon="company">
          Firmen verwalten
        </ButtonLink>
      }
    >
      <Table
        label="Firmen"
        list={list}
        columns={columns}
        onOpen={(tenant) => actForTenant(tenant)}
        empty={<p>Noch gibt es keine Firma.</p>}
      />
    </Page>
  )
}
