import { Link } from "react-aria-components"
import type { Answer } from "../../ui/api/call.ts"
import { date, today } from "../../ui/values/format.ts"
import { useGet } from "../../ui/state/query.ts"
import { plannedInWords, startedInWords } from "../../ui/records/words.ts"

const MOST = 200

/** A customer's open deliveries: the planned ones, the earliest first, and the number of those under way. */
type Open = { planned: Answer<"get", "/api/lieferungen">; started: number }

/** Reads a customer's open deliveries. @param enabled false: does not read them */
export function useOpen(kunde_id: string, enabled = true) {
  const how = { watch: true, enabled } as const
  const planned = useGet(
    "/api/lieferungen",
    { query: { kunde_id, status: "geplant", sort: "datum", limit: MOST } },
    how,
  )
  const started = useGet(
    "/api/lieferungen",
    { query: { kunde_id, status: "unterwegs", limit: 1, total: true } },
    how,
  )
  const data: Open | undefined = planned.data &&
    started.data && { planned: planned.data, started: started.data.total ?? 0 }
  return {
    data,
    isLoading: planned.isLoading || started.isLoading,
    error: planned.error ?? started.error,
  }
}

export const isAny = ({ planned, started }: Open): boolean => planned.items.length + started > 0

/** `1 Lieferung unterwegs und 3 geplante Lieferungen`, as links, with the day of the next one. */
export function OpenInWords({ id, open }: { id: string; open: Open }) {
  const { started, planned } = open
  return (
    <>
      {started > 0 && (
        <Link href={`/lieferungen?kunde=${id}&status=unterwegs`}>{startedInWords(started)}</Link>
      )}
      {started > 0 && planned.items.length > 0 && " und "}
      {planned.items.length > 0 && <PlannedInWords id={id} planned={planned} />}
    </>
  )
}

function PlannedInWords({ id, planned }: { id: string; planned: Open["planned"] }) {
  const { items, next_cursor } = planned
  const next = items.find(({ datum }) => datum >= today())
  return (
    <>
      <Link href={`/lieferungen?kunde=${id}&status=geplant&sort=datum`}>
        {next_cursor && "mehr als "}
        {plannedInWords(items.length)}
      </Link>
      {next
        ? `, die nächste am ${date(next.datum)}`
        : `, die letzte war für den ${date(items.at(-1)?.datum)}`}
    </>
  )
}
