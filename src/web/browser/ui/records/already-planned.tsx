import { Link } from "react-aria-components"
import { firstNames } from "../values/first-names.ts"
import { stateInWords } from "../parts/badge.tsx"
import { type Item, useList } from "../state/list.ts"
import { useGet } from "../state/query.ts"
import { contentsOf, withoutGoods } from "../values/contents.ts"
import { date, span } from "../values/format.ts"

type Lieferung = Item<"/api/lieferungen">

/** How many deliveries are listed. */
const MOST = 5

type Props = {
  kunde_id: string
  datum: string
  /** Id of the delivery that is being moved, which is left out. */
  except?: string
}

/** The deliveries that a customer already has on a day, where a second one is rarely meant. */
export function AlreadyPlanned({ kunde_id, datum, except }: Props) {
  const { items } = useList("/api/lieferungen", { query: { kunde_id, datum, limit: MOST } }, { watch: true })
  const there = items.filter((one) => one.datum === datum && one.status !== "storniert" && one.id !== except)
  return (
    <div role="status">
      <Named what={`Am ${date(datum)} hat er schon`} lieferungen={there} />
    </div>
  )
}

/** Planned deliveries of a customer, without those of the given day; the earliest, and so the overdue ones, first. */
export function StillPlanned({ kunde_id, datum }: Omit<Props, "except">) {
  const query = { kunde_id, status: "geplant", sort: "datum", limit: MOST } as const
  const { items } = useList("/api/lieferungen", { query }, { watch: true })
  return (
    <div role="status">
      <Named what="Noch geplant" lieferungen={items.filter((one) => one.datum !== datum)} />
    </div>
  )
}

/** Customers who will have more than one delivery that day, if the given ones are moved to it. */
export function TwiceThere({ lieferungen, datum }: { lieferungen: readonly Lieferung[]; datum: string }) {
  const { data } = useGet("/api/touren", { query: { datum } }, { enabled: datum !== "" })
  if (!data || data.datum !== datum) return null
  const moved = new Set(lieferungen.map(({ id }) => id))
  const stay = data.touren.flatMap(({ stopps }) => stopps).filter((one) => !moved.has(one.lieferung_id))
  const there = Map.groupBy([...stay, ...lieferungen], ({ kunde_id }) => kunde_id)
  const twice = new Map(lieferungen.map(({ kunde_id, kunde_name }) => [kunde_id, kunde_name ?? ""]))
  const names = [...twice].filter(([id]) => (there.get(id)?.length ?? 0) > 1).map(([, name]) => name)
  return (
    <div role="status">
      {names.length > 0 && (
        <p className="remark">
          <strong>{`Am ${date(datum)} dann mehr als eine Lieferung:`}</strong> {firstNames(names)}
        </p>
      )}
    </div>
  )
}

function Named({ what, lieferungen }: { what: string; lieferungen: Lieferung[] }) {
  if (lieferungen.length === 0) return null
  return (
    <div className="remark">
      <strong>{what}:</strong>
      <ul>
        {lieferungen.map((one) => (
          <li key={one.id}>
            <Link href={`/lieferungen/${one.id}`}>Lieferung am {date(one.datum)}</Link>,{" "}
            {[stateInWords("lieferung", one.status).toLowerCase(), span(one.zeit_von, one.zeit_bis)]
              .filter(Boolean)
              .join(", ")}
            : {contentsOf(one) || withoutGoods(one)}
          </li>
        ))}
      </ul>
    </div>
  )
}
