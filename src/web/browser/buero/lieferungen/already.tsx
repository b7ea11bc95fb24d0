import { Link } from "react-aria-components"
import { stateInWords } from "../../ui/parts/badge.tsx"
import { type Item, useList } from "../../ui/state/list.ts"
import { contentsOf, withoutGoods } from "../../ui/values/contents.ts"
import { date, shifted, span, today } from "../../ui/values/format.ts"

/** So many of them are named. */
const MOST = 5

type Props = { kunde_id: string; datum: string }

/** Deliveries that the customer has that day already, and those that are overdue: one is rarely planned beside them. */
export function AlreadyPlanned({ kunde_id, datum }: Props) {
  const path = "/api/lieferungen"
  const how = { watch: true }
  const thatDay = useList(path, { query: { kunde_id, datum, limit: MOST } }, how)
  const before = {
    kunde_id,
    status: "geplant",
    bis: shifted(today(), -1),
    sort: "-datum",
    limit: MOST,
  } as const
  const overdue = useList(path, { query: before }, how)
  const there = thatDay.items.filter((one) => one.datum === datum && one.status !== "storniert")
  const late = overdue.items.filter((one) => one.datum !== datum)
  return (
    <div role="status">
      <Named what={`Am ${date(datum)} hat er schon`} lieferungen={there} />
      <Named what="Noch geplant und überfällig" lieferungen={late} />
    </div>
  )
}

type Lieferung = Item<"/api/lieferungen">

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
