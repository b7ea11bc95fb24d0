import { Badge, BookedAs } from "../../ui/parts/badge.tsx"
import { countOf, nameOf } from "../../ui/values/contents.ts"
import { date, moment, today } from "../../ui/values/format.ts"
import type { Item } from "../../ui/state/list.ts"
import { column } from "../../ui/tables/columns.tsx"
import type { TableColumn } from "../../ui/tables/table.tsx"

export type Buchung = Item<"/api/pfandbuchungen">
/** `first`: the others of the same Vorgang stand below it. */
type Row = Buchung & { first: boolean }

export const arten = [
  { id: "alle", label: "Jede Art" },
  { id: "ausgabe", label: "Ausgaben" },
  { id: "ruecknahme", label: "Rücknahmen" },
  { id: "korrektur_plus", label: "Korrekturen + (auch Storno)" },
  { id: "korrektur_minus", label: "Korrekturen − (auch Storno)" },
  { id: "anfangsbestand", label: "Anfangsbestände" },
] as const

/** @returns the bookings, each with whether it is the first of its Vorgang */
export const inGroups = (items: Buchung[]): Row[] =>
  items.map((item, index) => ({ ...item, first: items[index - 1]?.vorgang_id !== item.vorgang_id }))

/** Shows values that all bookings of a Vorgang share only once. */
const once = (row: Row, text: string | null, title = text) =>
  row.first && text ? <span title={title ?? ""}>{text}</span> : ""

const kunde = ({ kunde_name }: Row) => <strong title={kunde_name ?? ""}>{kunde_name}</strong>

/** `31.03.26, 09:40` */
const shortMoment = (at: string): string => moment(at).replace(/\d\d(?=\d\d,)/, "")

/** @returns the day on which it happened; empty if it was booked on that day */
const happenedOn = ({ erfasst_am, gebucht_am }: Row): string => {
  const day = today(new Date(erfasst_am))
  return day === today(new Date(gebucht_am)) ? "" : date(day)
}

/** Beside the pieces, so that reversed ones are never taken for pieces that the customer has. */
function mark({ storniert }: Row) {
  return storniert ? <Badge tone="warn">Storniert</Badge> : ""
}

/** @returns the columns; the kind is only as wide as these bookings need, for the sake of customers and articles */
export const columnsOf = (rows: readonly Row[]): TableColumn<Row>[] => [
  // The number of a booking is no quantity: it has no point in its thousands.
  { id: "lfd_nr", card: "line", label: "Nr.", width: 72, sort: "-lfd_nr", cell: ({ lfd_nr }) => lfd_nr },
  {
    id: "tag",
    label: "Gebucht",
    width: 130,
    cell: (row) => once(row, shortMoment(row.gebucht_am), moment(row.gebucht_am)),
    leaves: 5,
    shortOf: "zeit",
  },
  {
    id: "zeit",
    card: "line",
    label: "Gebucht",
    width: 156,
    cell: (row) => once(row, moment(row.gebucht_am)),
    onCard: ({ gebucht_am }) => moment(gebucht_am),
    leaves: 4,
  },
  {
    id: "geschehen",
    card: "line",
    label: "Geschehen",
    width: 112,
    cell: (row) => once(row, happenedOn(row)),
    onCard: happenedOn,
    below: "zeit",
    leaves: 2,
  },
  {
    id: "kunde",
    card: "head",
    label: "Kunde",
    width: "3fr",
    cell: (row) => row.first && kunde(row),
    onCard: kunde,
  },
  {
    id: "art",
    card: "line",
    label: "Art",
    width: rows.some(({ art }) => art === "anfangsbestand") ? 156 : 128,
    cell: BookedAs,
    below: "posten",
    leaves: 3,
  },
  {
    id: "posten",
    card: "full",
    label: "Stück und Artikel",
    width: "4fr",
    cell: (row) => (
      <span title={`${row.bezeichnung} (${row.nummer})`}>
        {mark(row)} {countOf(row.menge, nameOf(row))}
      </span>
    ),
  },
  {
    id: "wer",
    label: "Wer",
    width: 150,
    cell: (row) => once(row, row.gebucht_von_name ?? "Betreiber"),
    below: "kunde",
    leaves: 1,
  },
  column.money("summe_cent", "Betrag", { card: "end", width: 116 }),
]
