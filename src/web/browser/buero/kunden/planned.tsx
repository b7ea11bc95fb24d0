import { Link } from "react-aria-components"
import type { Answer } from "../../ui/api/call.ts"
import { date, pieces, today } from "../../ui/values/format.ts"
import { useGet } from "../../ui/state/query.ts"

const MOST = 200

/** Deliveries that are still planned for a customer, the earliest first. @param enabled false: not asked for */
export const usePlanned = (kunde_id: string, enabled = true) =>
  useGet(
    "/api/lieferungen",
    { query: { kunde_id, status: "geplant", sort: "datum", limit: MOST } },
    { watch: true, enabled },
  )

type Planned = Answer<"get", "/api/lieferungen">

/** `3 geplante Lieferungen`, which leads to them, and the day of the next one. */
export function PlannedInWords({ id, planned }: { id: string; planned: Planned }) {
  const { items, next_cursor } = planned
  const next = items.find(({ datum }) => datum >= today())
  return (
    <>
      <Link href={`/lieferungen?kunde=${id}&status=geplant&sort=datum`}>
        {next_cursor && "mehr als "}
        {pieces(items.length)} geplante {items.length === 1 ? "Lieferung" : "Lieferungen"}
      </Link>
      {next
        ? `, die nächste am ${date(next.datum)}`
        : `, die letzte war für den ${date(items.at(-1)?.datum)}`}
    </>
  )
}
