import { among } from "../../ui/state/address.ts"
import { State } from "../../ui/parts/badge.tsx"
import { Choice } from "../../ui/fields/field.tsx"
import { date, pieces } from "../../ui/values/format.ts"
import { Page } from "../../ui/page/page.tsx"
import { artInWords, Due, pruefarten } from "../../ui/records/pruefart.tsx"
import { type Item, useList } from "../../ui/state/query.ts"
import { TakeAlong } from "../../ui/records/take-along.tsx"
import { Table, type TableColumn } from "../../ui/tables/table.tsx"
import { useFilters } from "../../ui/state/url.ts"

type Faellig = Item<"/api/pruefplaene">

const columns: TableColumn<Faellig>[] = [
  {
    id: "bezeichnung",
    card: "head",
    label: "Gerät",
    width: "3fr",
    cell: ({ bezeichnung }) => <span title={bezeichnung}>{bezeichnung}</span>,
  },
  {
    id: "nummer",
    card: "line",
    label: "Nummer",
    width: 110,
    cell: ({ geraetenummer }) => <strong title={geraetenummer}>{geraetenummer}</strong>,
  },
  { id: "art", card: "line", label: "Prüfung", width: 130, cell: ({ art }) => artInWords(art) },
  { id: "naechste", card: "line", label: "Fällig am", width: 112, cell: ({ naechste }) => date(naechste) },
  {
    id: "tage",
    card: "end",
    label: "Frist",
    width: 136,
    cell: ({ tage }) => <Due tage={tage} />,
  },
  {
    id: "status",
    label: "Stand",
    width: 136,
    cell: ({ status }) => <State of="geraet" value={status} />,
    from: 820,
  },
  {
    id: "kunde",
    label: "Kunde",
    width: "2fr",
    cell: ({ kunde_name }) => <span title={kunde_name ?? undefined}>{kunde_name}</span>,
    from: 1024,
  },
  { id: "letzte", label: "Zuletzt", width: 112, cell: ({ letzte }) => letzte && date(letzte), from: 1180 },
]

const within = [
  { id: "-1", label: "Überfällig" },
  { id: "30", label: "In 30 Tagen" },
  { id: "60", label: "In 60 Tagen" },
  { id: "90", label: "In 90 Tagen" },
  { id: "alle", label: "Alle Termine" },
] as const
const kinds = [{ id: "alle", label: "Jede Prüfung" }, ...pruefarten] as const

/** Tests to do, the most urgent first. */
export default function PruefplaeneList() {
  const { field, asked } = useFilters({
    tage: { fits: among(within), none: "90" },
    art: { fits: among(kinds), none: "alle" },
  })
  const filters = { ...asked, tage: asked.tage && Number(asked.tage) }
  const list = useList("/api/pruefplaene", { query: { ...filters, total: true, limit: 100 } })
  const { total } = list
  return (
    <Page
      title="Prüftermine"
      kind="full"
      actions={<TakeAlong path="/api/export/pruefplaene" filters={filters} />}
    >
      <div className="filters">
        <Choice label="Fällig" {...field("tage")} options={within} bare />
        <Choice label="Prüfung" {...field("art")} options={kinds} bare />
        <p className="count" role="status">
          {total === undefined
            ? ""
            : `${total === 1000 ? "1.000 oder mehr" : pieces(total)} ${total === 1 ? "Termin" : "Termine"}`}
        </p>
      </div>
      <Table
        label="Prüftermine"
        columns={columns}
        list={list}
        href={({ geraet_id }) => `/geraete/${geraet_id}`}
        empty={
          <p>
            Hier ist nichts fällig. Was an einem Gerät zu prüfen ist (TÜV, Druckprüfung, Eichung, Reinigung),
            wird auf seiner Seite unter „Prüfungen“ vorgesehen.
          </p>
        }
      />
    </Page>
  )
}
