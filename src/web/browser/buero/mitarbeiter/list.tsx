import { among } from "../../ui/state/address.ts"
import { Badge } from "../../ui/parts/badge.tsx"
import { ButtonLink } from "../../ui/parts/button.tsx"
import { Choice } from "../../ui/fields/field.tsx"
import { date } from "../../ui/values/format.ts"
import { Page } from "../../ui/page/page.tsx"
import { type Item, useList } from "../../ui/state/query.ts"
import { Table, type TableColumn } from "../../ui/tables/table.tsx"
import { TakeAlong } from "../../ui/records/take-along.tsx"
import { useParam } from "../../ui/state/url.ts"
import { staffForm } from "./fields.tsx"

type ListItem = Item<"/api/mitarbeiter">

const columns: TableColumn<ListItem>[] = [
  {
    id: "name",
    card: "head",
    label: "Name",
    width: "2fr",
    cell: ({ name }) => <strong title={name}>{name}</strong>,
  },
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

const filters = [
  { id: "1", label: "Die sich anmelden dürfen" },
  { id: "alle", label: "Alle" },
] as const

/** List of accounts with their roles. */
export default function MitarbeiterList() {
  const [aktiv, setAktiv] = useParam("aktiv", among(filters), "1")
  const all = useList("/api/mitarbeiter", { query: { limit: 200 } }, { watch: true })
  const some = { ...all, items: all.items.filter((one) => one.aktiv === 1), place: `${all.place} aktiv` }
  const list = aktiv === "1" ? some : all
  return (
    <Page
      title="Mitarbeiter"
      kind="full"
      actions={
        <>
          <TakeAlong path="/api/export/mitarbeiter" filters={{ aktiv: aktiv === "1" ? 1 : undefined }} />
          <ButtonLink href="/mitarbeiter/neu" look="primary" icon="plus">
            Neues Konto
          </ButtonLink>
        </>
      }
    >
      <div className="filters">
        <Choice label="Stand" value={aktiv} onChange={setAktiv} options={filters} bare />
      </div>
      <Table
        label="Mitarbeiter"
        columns={columns}
        list={list}
        href={({ id }) => `/mitarbeiter/${id}`}
        empty={<p>Hier stehen die Konten der Kolleginnen und Kollegen.</p>}
      />
    </Page>
  )
}
