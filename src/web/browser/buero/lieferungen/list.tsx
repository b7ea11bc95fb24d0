import { useLocation } from "wouter"
import { among, isDay, isId } from "../../ui/state/address.ts"
import { State } from "../../ui/parts/badge.tsx"
import { Button, ButtonLink } from "../../ui/parts/button.tsx"
import { NOBODY, useDriverOptions } from "../../ui/state/drivers.ts"
import { Choice } from "../../ui/fields/field.tsx"
import { KundeFilter, PeriodFilter } from "../../ui/tables/filters.tsx"
import { date, span } from "../../ui/values/format.ts"
import { Page } from "../../ui/page/page.tsx"
import { type Item, useList } from "../../ui/state/query.ts"
import { Table, type TableColumn } from "../../ui/tables/table.tsx"
import { TakeAlong } from "../../ui/records/take-along.tsx"
import { useParam } from "../../ui/state/url.ts"
import { contentsOf, weekdayOf } from "./words.ts"

type Lieferung = Item<"/api/lieferungen">

const columns: TableColumn<Lieferung>[] = [
  {
    id: "kunde",
    card: "head",
    label: "Kunde",
    width: "3fr",
    cell: ({ kunde_name }) => <strong title={kunde_name ?? ""}>{kunde_name}</strong>,
  },
  {
    id: "datum",
    card: "end",
    label: "Tag",
    width: 136,
    cell: ({ datum }) => (
      <span className="day">
        <span className="muted">{weekdayOf(datum)}</span> {date(datum)}
      </span>
    ),
  },
  {
    id: "zeit",
    card: "line",
    label: "Zeit",
    width: 120,
    cell: ({ zeit_von, zeit_bis }) => span(zeit_von, zeit_bis),
    from: 1000,
  },
  {
    id: "fahrer",
    card: "line",
    label: "Fahrer",
    width: "2fr",
    cell: ({ fahrer_name }) => fahrer_name ?? <span className="muted">Ohne Fahrer</span>,
    from: 700,
  },
  {
    id: "inhalt",
    card: "full",
    label: "Inhalt",
    width: "4fr",
    cell: (lieferung) => <span title={contentsOf(lieferung)}>{contentsOf(lieferung)}</span>,
    from: 1180,
  },
  {
    id: "status",
    card: "line",
    label: "Stand",
    width: 148,
    cell: ({ status }) => <State of="lieferung" value={status} />,
  },
]

const states = [
  { id: "alle", label: "Jeder Stand" },
  { id: "geplant", label: "Geplant" },
  { id: "unterwegs", label: "Unterwegs" },
  { id: "zugestellt", label: "Zugestellt" },
  { id: "nicht_zugestellt", label: "Nicht zugestellt" },
  { id: "storniert", label: "Storniert" },
] as const
const sorts = [
  { id: "-datum", label: "Neueste zuerst" },
  { id: "datum", label: "Älteste zuerst" },
] as const

const isDriver = (value: string): value is string => value === NOBODY || isId(value)

/** All deliveries, by state, customer, driver and period. */
export default function Lieferungen() {
  const [, navigate] = useLocation()
  const [status, setStatus] = useParam("status", among(states), "alle")
  const [fahrer, setFahrer] = useParam("fahrer", isDriver, "alle")
  const drivers = useDriverOptions(fahrer, "alle", NOBODY)
  const [kunde, setKunde] = useParam("kunde", isId)
  const [von, setVon] = useParam("von", isDay)
  const [bis, setBis] = useParam("bis", isDay)
  const [sort, setSort] = useParam("sort", among(sorts), "-datum")
  const filters = {
    status: status === "alle" ? undefined : status,
    fahrer_id: fahrer === "alle" || fahrer === NOBODY ? undefined : fahrer,
    ohne_fahrer: fahrer === NOBODY ? 1 : undefined,
    kunde_id: kunde || undefined,
    von: von || undefined,
    bis: bis || undefined,
  }
  const list = useList("/api/lieferungen", { query: { ...filters, sort, limit: 100 } }, { watch: true })
  const isFiltered = status !== "alle" || fahrer !== "alle" || kunde !== "" || von !== "" || bis !== ""
  return (
    <Page
      title="Lieferungen"
      kind="full"
      actions={
        <ButtonLink href={planAddress(kunde)} look="primary" icon="plus">
          Neue Lieferung
        </ButtonLink>
      }
    >
      <div className="filters">
        <Choice label="Stand" value={status} onChange={setStatus} options={states} bare />
        <Choice
          label="Fahrer"
          value={fahrer}
          onChange={setFahrer}
          options={[{ id: "alle", label: "Alle Fahrer" }, { id: NOBODY, label: "Ohne Fahrer" }, ...drivers]}
          bare
        />
        <KundeFilter id={kunde} set={setKunde} />
        <PeriodFilter von={von} bis={bis} setVon={setVon} setBis={setBis} />
        <Choice label="Reihenfolge" value={sort} onChange={setSort} options={sorts} bare />
        {isFiltered && (
          <Button look="quiet" icon="close" onPress={() => navigate("/lieferungen")}>
            Alle zeigen
          </Button>
        )}
        <TakeAlong path="/api/export/lieferungen" filters={filters} />
      </div>
      <Table
        label="Lieferungen"
        columns={columns}
        list={list}
        href={({ id }) => `/lieferungen/${id}`}
        place={`lieferungen ${status} ${fahrer} ${kunde} ${von} ${bis} ${sort}`}
        empty={isFiltered ? <p>Keine Lieferung passt zu diesen Filtern.</p> : <NoneYet />}
      />
    </Page>
  )
}

const planAddress = (kunde: string): string =>
  kunde === "" ? "/lieferungen/neu" : `/lieferungen/neu?kunde=${kunde}`

const NoneYet = () => (
  <>
    <p>Hier stehen alle Lieferungen: was geplant ist, was unterwegs ist, und wie es ausging.</p>
    <ButtonLink href="/lieferungen/neu" look="primary" icon="plus">
      Erste Lieferung planen
    </ButtonLink>
  </>
)
