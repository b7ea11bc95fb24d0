import { among, isDay, isId } from "../../ui/state/address.ts"
import { statesOf } from "../../ui/parts/badge.tsx"
import { ButtonLink } from "../../ui/parts/button.tsx"
import { NOBODY, useDriverOptions } from "../../ui/state/drivers.ts"
import { Choice } from "../../ui/fields/field.tsx"
import { KundeFilter, PeriodFilter, ShowAll } from "../../ui/tables/filters.tsx"
import { date, span } from "../../ui/values/format.ts"
import { Page } from "../../ui/page/page.tsx"
import { type Item, useList } from "../../ui/state/query.ts"
import { column } from "../../ui/tables/columns.tsx"
import { Table, type TableColumn } from "../../ui/tables/table.tsx"
import { TakeAlong } from "../../ui/records/take-along.tsx"
import { useFilters, useParam } from "../../ui/state/url.ts"
import { weekdayOf, lieferungInWords } from "./words.ts"

type Lieferung = Item<"/api/lieferungen">

const columns: TableColumn<Lieferung>[] = [
  column.name("kunde_name", "Kunde", { width: "3fr" }),
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
    width: 112,
    cell: ({ zeit_von, zeit_bis }) => span(zeit_von, zeit_bis),
    leaves: 2,
  },
  {
    id: "fahrer",
    card: "line",
    label: "Fahrer",
    width: "2fr",
    cell: ({ fahrer_name }) => fahrer_name ?? <span className="muted">Ohne Fahrer</span>,
    leaves: 3,
  },
  {
    id: "inhalt",
    card: "full",
    label: "Inhalt",
    width: "4fr",
    cell: (lieferung) => <span title={lieferungInWords(lieferung)}>{lieferungInWords(lieferung)}</span>,
    leaves: 1,
  },
  column.state("lieferung", "status", "Stand", { card: "line", width: 148 }),
]

const states = [{ id: "alle", label: "Jeder Stand" } as const, ...statesOf("lieferung")]
const sorts = [
  { id: "-datum", label: "Neueste zuerst" },
  { id: "datum", label: "Älteste zuerst" },
] as const

const isDriver = (value: string): value is string => value === NOBODY || isId(value)

/** All deliveries, by state, customer, driver and period. */
export default function Lieferungen() {
  const chosen = useFilters({
    status: { fits: among(states), none: "alle" },
    fahrer: { fits: isDriver, none: "alle" },
    kunde: { fits: isId },
    von: { fits: isDay },
    bis: { fits: isDay },
  })
  const { field, asked, isFiltered } = chosen
  const { fahrer, kunde, ...same } = asked
  const drivers = useDriverOptions(fahrer ?? "alle", "alle", NOBODY)
  const filters = {
    ...same,
    kunde_id: kunde,
    ...(fahrer === NOBODY ? { ohne_fahrer: 1 } : { fahrer_id: fahrer }),
  }
  const [sort, setSort] = useParam("sort", among(sorts), "-datum")
  const list = useList("/api/lieferungen", { query: { ...filters, sort, limit: 100 } }, { watch: true })
  return (
    <Page
      title="Lieferungen"
      kind="full"
      actions={
        <ButtonLink
          href={kunde ? `/lieferungen/neu?kunde=${kunde}` : "/lieferungen/neu"}
          look="primary"
          icon="plus"
        >
          Neue Lieferung
        </ButtonLink>
      }
    >
      <div className="filters">
        <Choice label="Stand" {...field("status")} options={states} bare />
        <Choice
          label="Fahrer"
          {...field("fahrer")}
          options={[{ id: "alle", label: "Alle Fahrer" }, { id: NOBODY, label: "Ohne Fahrer" }, ...drivers]}
          bare
        />
        <KundeFilter {...field("kunde")} />
        <PeriodFilter von={field("von")} bis={field("bis")} />
        <Choice label="Reihenfolge" value={sort} onChange={setSort} options={sorts} bare />
        <ShowAll of={chosen} />
        <TakeAlong path="/api/export/lieferungen" filters={filters} />
      </div>
      <Table
        label="Lieferungen"
        columns={columns}
        list={list}
        href={({ id }) => `/lieferungen/${id}`}
        empty={isFiltered ? <p>Keine Lieferung passt zu diesen Filtern.</p> : <NoneYet />}
      />
    </Page>
  )
}

const NoneYet = () => (
  <>
    <p>Hier stehen alle Lieferungen: was geplant ist, was unterwegs ist, und wie es ausging.</p>
    <ButtonLink href="/lieferungen/neu" look="primary" icon="plus">
      Erste Lieferung planen
    </ButtonLink>
  </>
)
