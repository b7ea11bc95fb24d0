import { useAccount } from "../../ui/session/account.tsx"
import { among, isText } from "../../ui/state/address.ts"
import { Choice } from "../../ui/fields/field.tsx"
import { Badge } from "../../ui/parts/badge.tsx"
import { ButtonLink } from "../../ui/parts/button.tsx"
import { span } from "../../ui/values/format.ts"
import { Page } from "../../ui/page/page.tsx"
import { type Item, useGet, useList } from "../../ui/state/query.ts"
import { SearchField } from "../../ui/fields/search-field.tsx"
import { column } from "../../ui/tables/columns.tsx"
import { Table, type TableColumn, Total } from "../../ui/tables/table.tsx"
import { TakeAlong } from "../../ui/records/take-along.tsx"
import { useFilters } from "../../ui/state/url.ts"

type Kunde = Item<"/api/kunden">

const columns: TableColumn<Kunde>[] = [
  column.name("name", "Name", { width: "3fr" }),
  column.text("kundennummer", "Nummer", { card: "line", width: 110, leaves: 5 }),
  {
    id: "ort",
    card: "line",
    label: "Ort",
    width: "2fr",
    cell: ({ plz, ort }) => [plz, ort].filter(Boolean).join(" "),
  },
  column.text("strasse", "Straße", { width: "2fr", leaves: 2 }),
  column.text("telefon", "Telefon", { width: 150, leaves: 3 }),
  {
    id: "zeit",
    label: "Lieferzeit",
    width: 120,
    cell: ({ lieferzeit_von, lieferzeit_bis }) => span(lieferzeit_von, lieferzeit_bis),
    leaves: 1,
  },
  {
    id: "aktiv",
    card: "end",
    label: "Stand",
    width: 110,
    cell: ({ aktiv }) => (aktiv ? "" : <Badge tone="warn">Inaktiv</Badge>),
    leaves: 4,
  },
]

const sorts = [
  { id: "name", label: "Nach Name" },
  { id: "kundennummer", label: "Nach Nummer" },
  { id: "ort", label: "Nach Ort" },
  { id: "-aktualisiert_am", label: "Zuletzt geändert" },
] as const
const states = [
  { id: "1", label: "Aktive" },
  { id: "0", label: "Inaktive" },
  { id: "alle", label: "Alle" },
] as const

/** All customers: found by any letters of number, name, place or telephone, as many as there are. */
export default function KundenList() {
  const mayTake = useAccount().rolle !== "user"
  const { field, asked } = useFilters({
    q: { fits: isText },
    sort: { fits: among(sorts), none: "name" },
    aktiv: { fits: among(states), none: "1" },
  })
  const { q, sort, aktiv } = asked
  const filters = { q, aktiv: aktiv && Number(aktiv) }
  // Found ones come in the order of how well they fit.
  const list = useList("/api/kunden", { query: { ...filters, sort: q ? undefined : sort, limit: 100 } })
  // Counting takes longer than reading the first rows: it does not hold them up.
  const total = useGet("/api/kunden", { query: { ...filters, limit: 1, total: true } }, { keep: true }).data
    ?.total
  return (
    <Page
      title="Kunden"
      kind="full"
      actions={
        <>
          {mayTake && <TakeAlong path="/api/export/kunden" filters={filters} />}
          <ButtonLink href="/kunden/neu" look="primary" icon="plus">
            Neuer Kunde
          </ButtonLink>
        </>
      }
    >
      <div className="filters">
        <SearchField label="Kunden suchen" placeholder="Name, Nummer, Ort, Telefon" {...field("q")} />
        <Choice label="Stand" {...field("aktiv")} options={states} bare />
        {!q && <Choice label="Reihenfolge" {...field("sort")} options={sorts} bare />}
        <Total of={total} one="Kunde" many="Kunden" />
      </div>
      <Table
        label="Kunden"
        columns={columns}
        list={list}
        href={({ id }) => `/kunden/${id}`}
        empty={q ? <NothingFound text={q} /> : aktiv === "0" ? <p>Kein Kunde ist inaktiv.</p> : <NoneYet />}
      />
    </Page>
  )
}

const NothingFound = ({ text }: { text: string }) => (
  <>
    <p>
      Kein Kunde passt zu „{text}“. Gesucht wird nach Wortanfängen in Nummer, Name, Anschrift und Telefon.
    </p>
    <ButtonLink href={`/kunden/neu?name=${encodeURIComponent(text)}`} icon="plus">
      „{text}“ anlegen
    </ButtonLink>
  </>
)

const NoneYet = () => (
  <>
    <p>Hier stehen Ihre Kunden: wer wo ist, was dort steht, und wie viel Pfand das ist.</p>
    <ButtonLink href="/kunden/neu" look="primary" icon="plus">
      Ersten Kunden anlegen
    </ButtonLink>
  </>
)
