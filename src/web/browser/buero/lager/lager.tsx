import { useState } from "react"
import { Link } from "react-aria-components"
import { among } from "../../ui/state/address.ts"
import { Button, ButtonLink } from "../../ui/parts/button.tsx"
import { date, moment, pieces } from "../../ui/values/format.ts"
import { later } from "../../ui/parts/later.tsx"
import { ListScreen } from "../../ui/lists/list-screen.tsx"
import { type Item, useList } from "../../ui/state/list.ts"
import { useHasScreen } from "../../ui/state/screens.tsx"
import { Segments } from "../../ui/parts/segments.tsx"
import { column } from "../../ui/tables/columns.tsx"
import type { TableColumn } from "../../ui/tables/table.tsx"
import { useParam } from "../../ui/state/url.ts"
import { Moves } from "./moves.tsx"

const MovePanel = later(() => import("./move-panel.tsx").then((part) => part.MovePanel))

type Bestand = Item<"/api/lager">
type Figures = NonNullable<Bestand["stand"]>

/** @returns a column of pieces, empty for zero except where they were counted */
const moved = (
  id: Exclude<keyof Figures, "gezaehlt_am">,
  label: string,
  sign: string,
  { width, leaves }: { width: number; leaves: number },
): TableColumn<Bestand> => ({
  id,
  label,
  width,
  figures: true,
  leaves,
  cell: ({ stand }) => (stand && (stand[id] !== 0 || id === "gezaehlt") ? `${sign}${pieces(stand[id])}` : ""),
})

/** @param hidden while somebody counts, nobody sees what is expected */
const columnsOf = (hidden: boolean): TableColumn<Bestand>[] => [
  column.name("bezeichnung", "Artikel", { width: "3fr" }),
  column.text("nummer", "Nummer", { card: "line", width: 110, leaves: 5 }),
  {
    id: "gezaehlt_am",
    card: "line",
    label: "Gezählt am",
    width: 110,
    cell: ({ stand }) =>
      stand ? date(stand.gezaehlt_am) : !hidden && <span className="muted">noch nie</span>,
    onCard: ({ stand }) =>
      stand
        ? `gezählt am ${date(stand.gezaehlt_am)}`
        : !hidden && <span className="muted">noch nie gezählt</span>,
    leaves: 4,
  },
  moved("gezaehlt", "Gezählt", "", { width: 96, leaves: 6 }),
  moved("zurueckgekommen", "Zurück", "+", { width: 96, leaves: 8 }),
  moved("ausgegeben", "Ausgegeben", "−", { width: 114, leaves: 8 }),
  moved("zugekauft", "Zugekauft", "+", { width: 96, leaves: 3 }),
  moved("verkauft", "Verkauft", "−", { width: 96, leaves: 2 }),
  moved("verschrottet", "Verschrottet", "−", { width: 114, leaves: 3 }),
  {
    id: "bei_kunden",
    label: "Bei Kunden",
    width: 104,
    figures: true,
    cell: ({ bei_kunden }) => <span className="muted">{pieces(bei_kunden)}</span>,
    leaves: 7,
  },
  column.some("mehr_zurueck", "Mehr zurück als ausgegeben", { width: 210, leaves: 1 }),
  {
    id: "bestand",
    card: "end",
    label: "Auf dem Hof",
    width: 130,
    figures: true,
    cell: ({ stand }) =>
      stand && (
        <strong className={stand.bestand < 0 ? "bad" : ""}>
          {stand.bestand < 0 ? `${pieces(-stand.bestand)} fehlen` : pieces(stand.bestand)}
        </strong>
      ),
  },
]

const columns = columnsOf(false)
const hiddenColumns = columnsOf(true)

const views = [
  { id: "bestand", label: "Bestand" },
  { id: "bewegungen", label: "Zukauf und Abgang" },
] as const

/** The company's own stock in the yard, with its purchases, sales and scrappings. */
export default function LagerPage() {
  const has = useHasScreen()
  const [view, setView] = useParam("blick", among(views), "bestand")
  const [booking, setBooking] = useState(false)
  const counting = useList("/api/inventuren", { query: { status: "offen", limit: 1 } }, { watch: true })
  const [open] = counting.items
  const book = (): void => setBooking(true)
  const same = {
    title: "Bestand auf dem Hof",
    actions: (
      <Button look="primary" icon="plus" onPress={book}>
        Zukauf oder Abgang
      </Button>
    ),
    before: (
      <>
        <Segments label="Was" value={view} onChange={setView} options={views} />
        {open && (
          <p className="remark">
            Seit {moment(open.erstellt_am)} wird gezählt. Bis zum Abschluss zeigt niemand den Bestand.{" "}
            <Link href={`/inventuren/${open.id}`}>Zur Inventur</Link>
          </p>
        )}
      </>
    ),
    children: booking && <MovePanel isCounting={open !== undefined} onClose={() => setBooking(false)} />,
  }
  if (view === "bewegungen") return <Moves {...same} book={book} />
  return (
    <ListScreen
      {...same}
      key={view}
      label="Bestand auf dem Hof"
      path="/api/lager"
      columns={open ? hiddenColumns : columns}
      search="Artikel, Nummer, Strichcode"
      href={({ id }) => `/artikel/${id}`}
      file="/api/export/lager"
      empty={{
        renderFound: (q) => <p>Kein Artikel passt zu „{q}“.</p>,
        none: (
          <>
            <p>
              Hier steht je Artikel, was auf dem eigenen Hof ist. Dafür braucht es Artikel und eine erste
              Inventur.
            </p>
            {has("/artikel/neu") && (
              <ButtonLink href="/artikel/neu" look="primary" icon="plus">
                Ersten Artikel anlegen
              </ButtonLink>
            )}
          </>
        ),
      }}
    />
  )
}
