import { isId } from "../../ui/state/address.ts"
import { statesOf } from "../../ui/parts/badge.tsx"
import { ButtonLink } from "../../ui/parts/button.tsx"
import { NOBODY, useDriverOptions } from "../../ui/state/drivers.ts"
import { Choice } from "../../ui/fields/field.tsx"
import { type Filter, filter } from "../../ui/lists/filter.tsx"
import { ListScreen } from "../../ui/lists/list-screen.tsx"
import { date, span } from "../../ui/values/format.ts"
import type { Item } from "../../ui/state/list.ts"
import { backInWords } from "../../ui/values/contents.ts"
import { column } from "../../ui/tables/columns.tsx"
import type { TableColumn } from "../../ui/tables/table.tsx"
import { many } from "./many.tsx"
import { lieferungInWords, outInWords, weekdayOf } from "./words.ts"

type Lieferung = Item<"/api/lieferungen">

const columns: TableColumn<Lieferung>[] = [
  column.name("kunde_name", "Kunde", { width: "3fr" }),
  {
    id: "datum",
    card: "end",
    label: "Tag",
    sort: "-datum",
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
    below: "datum",
    leaves: 3,
  },
  {
    id: "fahrer",
    card: "line",
    label: "Fahrer",
    width: "2fr",
    cell: ({ fahrer_name }) => fahrer_name ?? <span className="muted">Ohne Fahrer</span>,
    below: "status",
    leaves: 2,
  },
  {
    id: "hin",
    card: "full",
    label: "Hin",
    width: "3fr",
    cell: (lieferung) => <span title={lieferungInWords(lieferung)}>{outInWords(lieferung)}</span>,
    onCard: lieferungInWords,
  },
  {
    id: "zurueck",
    label: "Zurück",
    // So wide that it is a column of its own only where all of it fits.
    width: "6fr",
    cell: (lieferung) => <span title={lieferungInWords(lieferung)}>{backInWords(lieferung)}</span>,
    below: "hin",
    leaves: 1,
  },
  column.state("lieferung", "status", "Stand", { card: "line", width: 148 }),
]

const states = [{ id: "alle", label: "Jeder Stand" } as const, ...statesOf("lieferung")]
const unended = { id: "nie_beendet", label: "Losgefahren, nie beendet" } as const
const isDriver = (value: string): value is string => value === NOBODY || isId(value)

/** A driver, or none yet. */
const driver: Filter<{ ohne_fahrer?: number; fahrer_id?: string }> = {
  takes: { fahrer: { fits: isDriver, none: "alle" } },
  ask: ({ fahrer }) => (fahrer === NOBODY ? { ohne_fahrer: 1 } : fahrer ? { fahrer_id: fahrer } : {}),
  Show: ({ field }) => {
    const fahrer = field("fahrer")
    const drivers = useDriverOptions(fahrer.value, "alle", NOBODY)
    const others = [
      { id: "alle", label: "Alle Fahrer" },
      { id: NOBODY, label: "Ohne Fahrer" },
    ]
    return <Choice label="Fahrer" {...fahrer} options={[...others, ...drivers]} bare />
  },
}

const filters = [filter.choiceOr("status", "Stand", states, unended), driver, filter.kunde(), filter.period()]

/** All deliveries, by state, customer, driver and period. */
export default function Lieferungen() {
  return (
    <ListScreen
      title="Lieferungen"
      path="/api/lieferungen"
      columns={columns}
      search="Kunde, Fahrer"
      filters={filters}
      sort="-datum"
      href={({ id }) => `/lieferungen/${id}`}
      many={many}
      file="/api/export/lieferungen"
      renderActions={({ asked: { kunde } }) => (
        <ButtonLink
          href={kunde ? `/lieferungen/neu?kunde=${kunde}` : "/lieferungen/neu"}
          look="primary"
          icon="plus"
        >
          Neue Lieferung
        </ButtonLink>
      )}
      empty={{
        renderFound: (q) => <p>Keine Lieferung passt zu „{q}“. Gesucht wird nach Kunde und Fahrer.</p>,
        filtered: "Keine Lieferung passt zu diesen Filtern.",
        none: <NoneYet />,
      }}
    />
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
