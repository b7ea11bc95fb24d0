import { Link } from "react-aria-components"
import { isDay } from "../../ui/state/address.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { Button } from "../../ui/parts/button.tsx"
import { DayChoice } from "../../ui/fields/day-choice.tsx"
import { date, dateInWords, today } from "../../ui/values/format.ts"
import { Page } from "../../ui/page/page.tsx"
import { type Item, onlyAsked, useList } from "../../ui/state/list.ts"
import { useGet } from "../../ui/state/query.ts"
import { useParam } from "../../ui/state/url.ts"
import { useWhole } from "../../ui/state/whole.ts"
import { LoadMore } from "../../ui/parts/load-more.tsx"
import { Count, Verdict } from "./count.tsx"
import type { Truck } from "./count-here.tsx"
import { Uncounted } from "./uncounted.tsx"

const NEAR = [{ label: "Heute", days: 0 }]

type Feierabend = Item<"/api/feierabend">

/** @returns the counts of each truck and day, the one that came last first: telephones make the ids, by which a list goes */
const byTruck = (counts: Feierabend[]): [string, [Feierabend, ...Feierabend[]]][] =>
  [...Map.groupBy(counts, ({ datum, fahrer_id }) => `${datum} ${fahrer_id}`)].map(([truck, same]) => [
    truck,
    same.toSorted((a, b) => b.erstellt_am.localeCompare(a.erstellt_am)) as [Feierabend, ...Feierabend[]],
  ])

/** What each driver counted when unloading, beside what was expected. */
export default function FeierabendPage() {
  const [datum, setDatum] = useParam("datum", isDay, today())
  const counts = useWhole(
    onlyAsked(useList("/api/feierabend", { query: { datum, limit: 100 } }, { watch: true })),
  )
  const uncounted = useGet("/api/feierabend/ungezaehlt", { query: { datum } }, { watch: true })
  // A count may have come since: then both lists name its driver for a moment.
  const known = new Set(counts.items.map(({ fahrer_id }) => fahrer_id))
  const missing = (uncounted.data?.items ?? []).filter(({ fahrer_id }) => !known.has(fahrer_id))
  const isEmpty = !counts.isLoading && uncounted.data && counts.items.length + missing.length === 0
  return (
    <Page
      title="Feierabend"
      beside={<span className="muted">{dateInWords(datum)}</span>}
      actions={
        <Button icon="print" onPress={() => window.print()}>
          Drucken
        </Button>
      }
    >
      <div className="day-choice no-print">
        <DayChoice value={datum} onChange={setDatum} near={NEAR} />
      </div>
      <div className="record feierabend">
        <div className="record-main">
          {counts.error && <p role="alert">{messageOf(counts.error)}</p>}
          {byTruck(counts.items).map(([truck, [count, ...earlier]]) => (
            <Count key={truck} count={count} earlier={earlier} />
          ))}
          {missing.map((truck) => (
            <Uncounted key={`${datum} ${truck.fahrer_id}`} truck={truck} />
          ))}
          {isEmpty && (
            <p className="muted">
              An diesem Tag war niemand unterwegs. Was Fahrer beim Abladen zählen, steht hier neben dem, was
              nach den Lieferungen auf dem Wagen sein müsste.
            </p>
          )}
        </div>
        <aside className="no-print stack latest">
          <ToCount />
          <Latest />
        </aside>
      </div>
    </Page>
  )
}

/** Trucks of the last days that are to be counted, for the first time or once more. */
function ToCount() {
  const { data } = useGet("/api/feierabend/fehlend", {}, { watch: true })
  if (!data) return null
  return (
    <>
      <Trucks id="fehlend" title="Nicht gezählt" items={data.items} />
      <Trucks id="neu" title="Neu zu zählen" items={data.neu_zu_zaehlen} />
    </>
  )
}

function Trucks({ id, title, items }: { id: string; title: string; items: Truck[] }) {
  if (items.length === 0) return null
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {items.map(({ datum, fahrer_id, fahrer_name }) => (
          <li key={`${datum} ${fahrer_id}`}>
            <Link href={`/feierabend?datum=${datum}`}>{date(datum)}</Link>
            <span className="cut">{fahrer_name}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The last counts of all drivers, to find a day again. */
function Latest() {
  const list = useList("/api/feierabend", { query: { limit: 20 } }, { watch: true })
  // Only the latest count of a day: earlier ones are shown beside it there.
  const items = byTruck(list.items).map(([, [latest]]) => latest)
  if (items.length === 0) return null
  return (
    <section className="stack" aria-labelledby="letzte">
      <h2 id="letzte">Letzte Zählungen</h2>
      <ul>
        {items.map((count) => (
          <li key={count.id}>
            <Link href={`/feierabend?datum=${count.datum}`}>{date(count.datum)}</Link>
            <span className="cut">{count.fahrer_name}</span>
            <Verdict count={count} />
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </section>
  )
}
