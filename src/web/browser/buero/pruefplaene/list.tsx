import { pruefartInWords } from "../../../../lib/arten.ts"
import { among } from "../../ui/state/address.ts"
import { Choice } from "../../ui/fields/field.tsx"
import { pieces } from "../../ui/values/format.ts"
import { optionsOf } from "../../ui/forms/form-of.ts"
import { Page } from "../../ui/page/page.tsx"
import { Due } from "../../ui/records/pruefart.tsx"
import { type Item, useList } from "../../ui/state/query.ts"
import { TakeAlong } from "../../ui/records/take-along.tsx"
import { column } from "../../ui/tables/columns.tsx"
import { Table, type TableColumn } from "../../ui/tables/table.tsx"
import { useFilters } from "../../ui/state/url.ts"

type Faellig = Item<"/api/pruefplaene">

const columns: TableColumn<Faellig>[] = [
  column.words("bezeichnung", "Gerät", { card: "head", width: "3fr" }),
  column.name("geraetenummer", "Nummer", { card: "line", width: 110 }),
  { id: "art", card: "line", label: "Prüfung", width: 130, cell: ({ art }) => pruefartInWords[art] },
  column.day("naechste", "Fällig am", { card: "line", width: 112 }),
  {
    id: "tage",
    card: "end",
    label: "Frist",
    width: 136,
    cell: ({ tage }) => <Due tage={tage} />,
  },
  column.state("geraet", "status", "Stand", { width: 136, leaves: 3 }),
  column.words("kunde_name", "Kunde", { width: "2fr", leaves: 2 }),
  column.day("letzte", "Zuletzt", { width: 112, leaves: 1 }),
]

const within = [
  { id: "-1", label: "Überfällig" },
  { id: "30", label: "In 30 Tagen" },
  { id: "60", label: "In 60 Tagen" },
  { id: "90", label: "In 90 Tagen" },
  { id: "alle", label: "Alle Termine" },
] as const
const kinds = [{ id: "alle", label: "Jede Prüfung" }, ...optionsOf(pruefartInWords)] as const

/** Tests to do, the most urgent first. */
export default function PruefplaeneList() {
  const { field, asked } = useFilters({
    tage: { fits: among(within), none: "90" },
    art: { fits: among(kinds), none: "alle" },
  })
  const filters = { ...asked, tage: asked.tage && Number(asked.tage) }
  const list = useList(
    "/api/pruefplaene",
    { query: { ...filters, total: true, limit: 100 } },
    { watch: true },
  )
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
