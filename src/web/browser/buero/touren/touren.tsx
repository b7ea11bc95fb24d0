import { useRef, useState } from "react"
import { Link } from "react-aria-components"
import { isDay } from "../../ui/state/address.ts"
import { type Answer, call } from "../../ui/api/call.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { ButtonLink } from "../../ui/parts/button.tsx"
import { DayChoice } from "../../ui/fields/day-choice.tsx"
import { dateInWords, pieces, plural, today } from "../../ui/values/format.ts"
import { Page } from "../../ui/page/page.tsx"
import { MoveLieferung } from "../../ui/records/move-lieferung.tsx"
import { isActiveDriver, usePeople } from "../../ui/state/people.ts"
import { useGet } from "../../ui/state/query.ts"
import { useHasScreen } from "../../ui/state/screens.tsx"
import { useParam } from "../../ui/state/url.ts"
import { CopyTour } from "./copy.tsx"
import { DriverColumn } from "./driver-column.tsx"
import { move, useMoved } from "./move.ts"
import { PrintMenu } from "./print-menu.tsx"
import { columnsOf, type Stopp } from "./tour.ts"

const NEAR = [
  { label: "Heute", days: 0 },
  { label: "Morgen", days: 1 },
]

/** Time in ms between two questions for what the regular days still propose. */
const SELDOM = 60_000

/** In ms: by then a moved stop is drawn in its new place, and the menu is closed. */
const MOVED = 150

type Lieferung = Answer<"get", "/api/lieferungen/{id}">

/** A day as a board: drivers as columns, stops as cards in their order. */
export default function Touren() {
  const [datum, setDatum] = useParam("datum", isDay, today())
  const { data: read, error } = useGet("/api/touren", { query: { datum } }, { watch: true })
  const data = useMoved(datum, read)
  const people = usePeople()
  const columns = columnsOf(data, people ?? [])
  const stoppOf = (id: string) =>
    columns.flatMap(({ stopps }) => stopps).find(({ lieferung_id }) => lieferung_id === id)
  const board = useRef<HTMLDivElement>(null)
  // Moves the focus with the stop; else it would stay in the old list.
  const follow = (id: string): void =>
    void setTimeout(() => {
      board.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(id)}"]`)?.focus()
    }, MOVED)
  const [asked, setAsked] = useState<{ lieferung: Lieferung; name: string; vor: string | null }>()
  const { run } = useAction()
  const askDay = ({ lieferung_id: id, kunde_name: name }: Stopp, vor: string | null): void =>
    run(async () =>
      setAsked({ lieferung: await call("get", "/api/lieferungen/{id}", { path: { id } }), name, vor }),
    )
  const isEmpty = data && columns.every(({ stopps }) => stopps.length === 0)
  return (
    <Page
      title="Touren"
      kind="full"
      beside={<span className="muted">{dateInWords(datum)}</span>}
      actions={
        <>
          <PrintMenu datum={datum} columns={columns} />
          <CopyTour key={datum} datum={datum} columns={columns} />
          <ButtonLink look="primary" icon="plus" href={`/lieferungen/neu?datum=${datum}`}>
            Neue Lieferung
          </ButtonLink>
        </>
      }
    >
      <div className="tour-day no-print">
        <DayChoice value={datum} onChange={setDatum} near={NEAR} />
        {isEmpty && <p className="muted">Für diesen Tag ist noch nichts geplant.</p>}
        <Proposed datum={datum} />
        {people && !people.some(isActiveDriver) && <NoDrivers />}
      </div>
      {error && !data && <p role="alert">{messageOf(error)}</p>}
      {data && people ? (
        <div className="board" ref={board}>
          {columns.map((column) => (
            <DriverColumn
              key={column.id}
              column={column}
              columns={columns}
              stoppOf={stoppOf}
              move={(stopp, to, before) => {
                void move(datum, stopp, to, before ?? null)
                follow(stopp.lieferung_id)
              }}
              askDay={askDay}
            />
          ))}
        </div>
      ) : (
        <div className="board" aria-busy="true">
          {[0, 1, 2].map((place) => (
            <div key={place} className="driver skeleton" />
          ))}
        </div>
      )}
      {asked && <MoveLieferung {...asked} onClose={() => setAsked(undefined)} />}
    </Page>
  )
}

/** Names the day's regular deliveries that are not planned yet, as nothing on the board shows them. */
function Proposed({ datum }: { datum: string }) {
  const { data } = useGet(
    "/api/touren/woche",
    { query: { woche: datum } },
    { watch: () => SELDOM, keep: true },
  )
  const those = data?.vorschlag.filter((one) => one.datum === datum) ?? []
  const doubtful = those.filter(({ bedenken }) => bedenken.length > 0).length
  const clear = those.length - doubtful
  if (those.length === 0) return null
  return (
    <p>
      Aus den Liefertagen noch nicht geplant:{" "}
      <Link href={`/touren/woche?woche=${datum}`}>
        {[
          ...(clear > 0 ? [plural(clear, "Lieferung", "Lieferungen")] : []),
          ...(doubtful > 0 ? [`${pieces(doubtful)} mit Bedenken`] : []),
        ].join(" und ")}
      </Link>
    </p>
  )
}

/** Shown as long as there are no drivers. */
function NoDrivers() {
  const has = useHasScreen()
  return has("/mitarbeiter/neu") ? (
    <p>
      Noch gibt es keine Fahrer: <Link href="/mitarbeiter/neu">Konto für einen Fahrer anlegen</Link>
    </p>
  ) : (
    <p className="muted">Noch gibt es keine Fahrer.</p>
  )
}
