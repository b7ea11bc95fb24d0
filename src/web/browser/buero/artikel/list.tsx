import { useState } from "react"
import { among, isText } from "../../ui/state/address.ts"
import { useAccount } from "../../ui/session/account.tsx"
import { Badge } from "../../ui/parts/badge.tsx"
import { Button, ButtonLink } from "../../ui/parts/button.tsx"
import { Choice } from "../../ui/fields/field.tsx"
import { later } from "../../ui/parts/later.tsx"
import { Page } from "../../ui/page/page.tsx"
import { type Item, useList } from "../../ui/state/query.ts"
import { SearchField } from "../../ui/fields/search-field.tsx"
import { column } from "../../ui/tables/columns.tsx"
import { Table, type TableColumn, Total } from "../../ui/tables/table.tsx"
import { TakeAlong } from "../../ui/records/take-along.tsx"
import { useFilters } from "../../ui/state/url.ts"
import { declared } from "./words.ts"
import { piecesInWords } from "../../ui/values/contents.ts"

const Etiketten = later(() => import("../../ui/records/etiketten.tsx").then((part) => part.Etiketten))

type Artikel = Item<"/api/pfandartikel">

const columns: TableColumn<Artikel>[] = [
  column.name("bezeichnung", "Bezeichnung", { width: "3fr" }),
  column.text("nummer", "Nummer", { card: "line", width: 120, leaves: 4 }),
  {
    id: "teile",
    label: "Bestandteile",
    width: "3fr",
    cell: ({ bestandteile }) => (
      <span className="muted" title={piecesInWords(bestandteile)}>
        {piecesInWords(bestandteile)}
      </span>
    ),
    leaves: 2,
  },
  {
    id: "klasse",
    label: "Umsatzsteuer",
    width: 170,
    cell: ({ ust_klasse }) => declared.words.ust_klasse(ust_klasse),
    leaves: 1,
  },
  {
    id: "aktiv",
    card: "line",
    label: "Stand",
    width: 150,
    cell: ({ aktiv }) => (aktiv ? "" : <Badge tone="warn">Nicht im Umlauf</Badge>),
    leaves: 3,
  },
  column.money("pfand_cent", "Pfand", { card: "end", width: 120 }),
]

const kinds = [
  { id: "alle", label: "Einzeln und Gebinde" },
  { id: "einzeln", label: "Nur einzelne" },
  { id: "gebinde", label: "Nur Gebinde" },
] as const
const states = [
  { id: "1", label: "Im Umlauf" },
  { id: "0", label: "Nicht im Umlauf" },
  { id: "alle", label: "Alle" },
] as const
const sorts = [
  { id: "nummer", label: "Nach Nummer" },
  { id: "bezeichnung", label: "Nach Bezeichnung" },
] as const

/** List of articles. */
export default function ArtikelList() {
  const mayChange = useAccount().rolle !== "user"
  const { field, asked } = useFilters({
    q: { fits: isText },
    art: { fits: among(kinds), none: "alle" },
    aktiv: { fits: among(states), none: "1" },
    sort: { fits: among(sorts), none: "nummer" },
  })
  const { q, art, aktiv, sort } = asked
  const [labels, setLabels] = useState(false)
  const filters = { q, art, aktiv: aktiv && Number(aktiv) }
  const sorted = { ...filters, sort: q ? undefined : sort }
  const list = useList(
    "/api/pfandartikel",
    { query: { ...sorted, total: true, limit: 100 } },
    { watch: true },
  )
  return (
    <Page
      title="Artikel"
      kind="full"
      actions={
        <>
          <Button icon="print" onPress={() => setLabels(true)}>
            Etiketten
          </Button>
          <TakeAlong path="/api/export/pfandartikel" filters={filters} />
          {mayChange && (
            <ButtonLink href="/artikel/neu" look="primary" icon="plus">
              Neuer Artikel
            </ButtonLink>
          )}
        </>
      }
    >
      <div className="filters">
        <SearchField label="Artikel suchen" placeholder="Nummer, Bezeichnung, Strichcode" {...field("q")} />
        <Choice label="Art" {...field("art")} options={kinds} bare />
        <Choice label="Stand" {...field("aktiv")} options={states} bare />
        {!q && <Choice label="Reihenfolge" {...field("sort")} options={sorts} bare />}
        <Total of={list.total} one="Artikel" many="Artikel" />
      </div>
      <Table
        label="Artikel"
        columns={columns}
        list={list}
        href={({ id }) => `/artikel/${id}`}
        empty={<Empty q={q} isFiltered={art !== undefined || aktiv !== "1"} mayChange={mayChange} />}
      />
      {labels && (
        <Etiketten
          path="/api/pfandartikel/etiketten.pdf"
          filters={sorted}
          count={list.total}
          onClose={() => setLabels(false)}
        />
      )}
    </Page>
  )
}

function Empty({
  q,
  isFiltered,
  mayChange,
}: {
  q: string | undefined
  isFiltered: boolean
  mayChange: boolean
}) {
  if (q) return <p>Kein Artikel passt zu „{q}“. Gesucht wird in Nummer, Bezeichnung und Strichcode.</p>
  if (isFiltered) return <p>Kein Artikel passt zu dieser Auswahl.</p>
  return (
    <>
      <p>
        Hier stehen Ihre Pfandartikel: Flaschen, Kästen, Fässer, Paletten. Ein Gebinde wie der volle Kasten
        besteht aus einzelnen Artikeln und wird als seine Teile gebucht.
      </p>
      {mayChange && (
        <ButtonLink href="/artikel/neu" look="primary" icon="plus">
          Ersten Artikel anlegen
        </ButtonLink>
      )}
    </>
  )
}
