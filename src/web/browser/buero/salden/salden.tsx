import { among } from "../../ui/state/address.ts"
import { Badge } from "../../ui/parts/badge.tsx"
import { FileButton } from "../../ui/parts/file-button.tsx"
import { ButtonLink } from "../../ui/parts/button.tsx"
import { Choice } from "../../ui/fields/field.tsx"
import { euro } from "../../ui/values/format.ts"
import { Page } from "../../ui/page/page.tsx"
import { type Item, useGet, useList } from "../../ui/state/query.ts"
import { column } from "../../ui/tables/columns.tsx"
import { Table, type TableColumn, Total } from "../../ui/tables/table.tsx"
import { useParam } from "../../ui/state/url.ts"

type Saldo = Item<"/api/pfandalter">
type Step = keyof Saldo["stufen"]

/** Ages of holdings; ages without pieces are left empty, so that the others stand out. */
const age = (id: Step, label: string, leaves: number): TableColumn<Saldo> => ({
  id,
  label,
  width: 104,
  figures: true,
  leaves,
  cell: ({ stufen }) => (stufen[id].wert_cent === 0 ? "" : euro(stufen[id].wert_cent)),
})

const columns: TableColumn<Saldo>[] = [
  column.name("name", "Kunde", { width: "2fr" }),
  column.text("kundennummer", "Nummer", { card: "line", width: 100, leaves: 1 }),
  {
    id: "hinweis",
    card: "line",
    label: "Hinweis",
    width: 180,
    leaves: 2,
    cell: ({ wert_cent, negativ }) =>
      negativ && wert_cent >= 0 && <Badge tone="warn">Mehr zurück als aus</Badge>,
  },
  age("bis_30", "Bis 30 Tage", 3),
  age("bis_90", "31 bis 90", 5),
  age("bis_180", "91 bis 180", 6),
  age("aelter", "Über 180", 7),
  column.day("seit_am", "Ältestes seit", { card: "line", width: 116, leaves: 4 }),
  {
    id: "saldo",
    card: "end",
    label: "Saldo",
    width: 112,
    figures: true,
    cell: ({ wert_cent }) => (
      <>
        {wert_cent < 0 && <span className="bad">Guthaben </span>}
        <strong className={wert_cent < 0 ? "bad" : ""}>{euro(Math.abs(wert_cent))}</strong>
      </>
    ),
  },
]

const sorts = [
  { id: "-wert_cent", label: "Größte zuerst" },
  { id: "seit_am", label: "Älteste zuerst" },
] as const

/** Balances of the customers, and the age of their deposits. */
export default function Salden() {
  const [sort, setSort] = useParam("sort", among(sorts), "-wert_cent")
  const list = useList("/api/pfandalter", { query: { sort, total: true, limit: 50 } }, { watch: true })
  const which = sort === "seit_am" ? ", die etwas haben" : " mit Buchungen"
  const today = useGet("/api/heute", {}, { watch: true })
  return (
    <Page
      title="Salden und Alter"
      kind="full"
      actions={
        <>
          <FileButton path="/api/export/pfandsalden" input={{ query: { sort } }} icon="transfer">
            Salden als Tabelle
          </FileButton>
          <FileButton path="/api/pfandalter/liste.csv" input={{}} icon="transfer">
            Alter als Tabelle
          </FileButton>
        </>
      }
    >
      <div className="filters balances-head">
        <p>
          <span className="muted">Pfand bei allen Kunden</span>{" "}
          <strong className="figures">{today.data ? euro(today.data.pfand.wert_cent) : " "}</strong>
        </p>
        <Choice label="Reihenfolge" value={sort} onChange={setSort} options={sorts} bare />
        <Total of={list.total} one={`Kunde${which}`} many={`Kunden${which}`} />
      </div>
      <Table
        label="Salden"
        columns={columns}
        list={list}
        href={({ kunde_id }) => `/kunden/${kunde_id}`}
        empty={sort === "seit_am" ? <p>Zurzeit hat kein Kunde etwas.</p> : <NoneYet />}
      />
    </Page>
  )
}

const NoneYet = () => (
  <>
    <p>Hier steht, bei welchem Kunden wie viel Pfand ist und seit wann. Noch ist nichts gebucht.</p>
    <ButtonLink href="/buchen" look="primary" icon="plus">
      Erste Buchung
    </ButtonLink>
  </>
)
