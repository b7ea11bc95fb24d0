import { Choice } from "../../ui/field.tsx"
import { FileButton } from "../../ui/file-button.tsx"
import { date, euro } from "../../ui/format.ts"
import { Page } from "../../ui/page.tsx"
import { type Item, useList } from "../../ui/query.ts"
import { Table, type TableColumn } from "../../ui/table.tsx"
import { useParam } from "../../ui/url.ts"
import { Reminder } from "./reminder.tsx"

type Zeile = Item<"/api/pfandalter"> & { id: string }
type Sort = "seit_am" | "-wert_cent"

const stufe = (id: keyof Zeile["stufen"], label: string, from: number): TableColumn<Zeile> => ({
  id,
  label,
  width: 116,
  cell: ({ stufen }) => (stufen[id].menge === 0 ? "" : euro(stufen[id].wert_cent)),
  figures: true,
  from,
})

const columns: TableColumn<Zeile>[] = [
  { id: "name", label: "Kunde", width: "2fr", cell: ({ name }) => <strong title={name}>{name}</strong> },
  { id: "nummer", label: "Nummer", width: 100, cell: ({ kundennummer }) => kundennummer, from: 1180 },
  { id: "seit", label: "Ältestes seit", width: 116, cell: ({ seit_am }) => date(seit_am), from: 480 },
  stufe("bis_30", "0–30 Tage", 1024),
  stufe("bis_90", "31–90 Tage", 1024),
  stufe("bis_180", "91–180 Tage", 820),
  stufe("aelter", "über 180", 700),
  { id: "saldo", label: "Saldo", width: 116, cell: ({ wert_cent }) => euro(wert_cent), figures: true },
]

const sorts = [
  { id: "seit_am", label: "Ältestes zuerst" },
  { id: "-wert_cent", label: "Größter Saldo zuerst" },
] as const

/** How old is what customers still hold; first in, first out per article. */
export default function AlterPage() {
  const [sort, setSort] = useParam<Sort>("sort", "seit_am")
  const [kunde, setKunde] = useParam("kunde")
  const read = useList("/api/pfandalter", { query: { sort, limit: 50 } })
  const list = { ...read, items: read.items.map((zeile) => ({ ...zeile, id: zeile.kunde_id })) }
  return (
    <Page
      title="Alter des Leihguts"
      back={{ href: "/belege", label: "Belege" }}
      kind="full"
      actions={
        <FileButton path="/api/pfandalter/liste.csv" input={{}} icon="down">
          Als Tabelle (CSV)
        </FileButton>
      }
    >
      <div className="filters">
        <Choice label="Reihenfolge" value={sort} onChange={setSort} options={sorts} bare />
        <p className="muted">Je Artikel gilt das zuerst Ausgegebene als zuerst zurückgegeben.</p>
      </div>
      <Table
        label="Alter des Leihguts"
        columns={columns}
        list={list}
        onOpen={({ kunde_id }) => setKunde(kunde_id)}
        place={`alter ${sort}`}
        empty={<p>Kein Kunde hat Leihgut. Sobald etwas ausgegeben ist, steht hier, wie lange schon.</p>}
      />
      {kunde && <Reminder key={kunde} id={kunde} onClose={() => setKunde("")} />}
    </Page>
  )
}
