import { type ReactNode, useMemo } from "react"
import type { Input } from "../api/call.ts"
import type { ExcelButton } from "./files.tsx"
import { among, isText } from "../state/address.ts"
import { type EndlessList, type Item, type ListPath, useList } from "../state/list.ts"
import { useGet } from "../state/query.ts"
import { useFilters } from "../state/url.ts"
import { hideable, useHidden, withoutHidden } from "./hidden.ts"
import type { Asked, Filter, Taken } from "./filter.tsx"
import type { BulkActions } from "./use-bulk.ts"
import { ordersOf } from "../tables/sort.ts"
import type { TableColumn } from "../tables/table.tsx"

type QueryOf<P extends ListPath> = Input<"get", P> extends { query?: infer Q } ? NonNullable<Q> : object
export type Named = { id: string }

/** The present state of a list. */
export type Shown<R> = {
  list: EndlessList<R>
  /** Total number of rows, if counted. */
  total: number | undefined
  /** The total is still that of the last search. */
  isOldTotal: boolean
  /** The search text. */
  q: string | undefined
  /** The order, if it can be chosen. */
  sort: string | undefined
  /** The filters that are set, by their names in the address. */
  asked: Asked
  /** The filters as the service has them; also for an export. */
  filters: object
  /** `filters` and the order, if there is one. */
  sorted: object
}

/** Where the same list is exported: a button under one list cannot save another. */
type ExportOf<P> = P extends `/api/${infer A}/${infer B}`
  ? `/api/export/${A}${B}`
  : P extends `/api/${infer A}`
    ? `/api/export/${A}`
    : never

/** The declaration of a list screen; its rows are `R`. */
export type Declared<P extends ListPath, R> = {
  title: string
  /** Address of the list at the service. */
  path: P
  /** Label of the table, if not the title. */
  label?: string
  columns: TableColumn<R>[] | ((rows: R[], asked: Asked) => TableColumn<R>[])
  /** Makes the rows of the table from the records of the service; left out, they are the same. */
  rows?: (items: Item<P>[]) => R[]
  /** Placeholder of the search field; left out if the list cannot be searched. */
  search?: string
  /** Search results come best match first: always, or until another order is chosen. */
  ranked?: "always" | "at first"
  /** Called at Enter in the search field. */
  onEnter?: (text: string) => void
  /** Parameters of the request that bring more of each row. */
  also?: Partial<QueryOf<P>>
  filters?: Filter<Partial<QueryOf<P>>>[]
  /** Default order. */
  sort?: string
  /** Orders beside those by columns. */
  orders?: readonly { id: string; label: string }[]
  /** The total in words; left out, rows are not counted. */
  count?: (total: number, shown: Shown<R>) => string
  limit?: number
  /** `false`: no views and hidden columns of this list are kept. */
  liste?: false
  href?: (row: R) => string
  onOpen?: (row: R) => void
  /** Address of its export as a file. */
  file?: ExportOf<P> & Parameters<typeof ExcelButton>[0]["path"]
  /** Buttons beside the title, the main one last. */
  actions?: ReactNode
  renderActions?: (shown: Shown<R>) => ReactNode
  /** Content before the filters. */
  before?: ReactNode
  renderBefore?: (shown: Shown<R>) => ReactNode
  /** Words about the whole list, among the filters. */
  about?: ReactNode
  empty: {
    /** The search finds nothing. */
    renderFound?: (q: string) => ReactNode
    /** No row matches the filters. */
    filtered?: string
    /** There are no rows yet: what the list is for, and the first step. */
    none?: ReactNode
    /** Instead of the two before, if it depends on the filters. */
    renderNone?: (shown: Shown<R>) => ReactNode
  }
  /** Bulk actions on ticked rows. */
  many?: BulkActions<R> | undefined
  /** Panels and dialogs. */
  children?: ReactNode
}

/** The default for lists of options; a constant, so that it is the same object at each drawing. */
export const NONE: never[] = []

/** The order of search results, until another one is chosen. */
const BEST = { id: "", label: "Der beste Treffer zuerst" }

/** Reads a list as it is declared, with the filters of the address. */
export function useDeclared<P extends ListPath, R extends Named>(props: Declared<P, R>) {
  const { path, search, filters = NONE, limit = 100, columns: columnsOf, rows: rowsOf } = props
  const orders = ordersIn(props)
  // For search results even the default order is a choice, and stands in the address.
  const first = props.ranked === "at first" ? "" : (props.sort ?? "")
  const chosen = useFilters<Record<string, Taken>>({
    ...Object.assign({}, ...filters.map(({ takes }) => takes)),
    ...(search !== undefined && { q: { fits: isText } }),
    ...(orders.length > 0 && { sort: { fits: among(orders), none: first } }),
  })
  const { q, sort: given, ...asked } = chosen.asked as Asked
  const isRanked = props.ranked !== undefined && q !== undefined
  const sort = given ?? (isRanked ? undefined : props.sort)
  const narrowed: object = Object.assign({ q }, ...filters.map(({ ask }) => ask(asked)))
  const isOrdered = orders.length > 0 && !(isRanked && props.ranked === "always")
  const isBestFirst = isRanked && orders.length > 0 && (!isOrdered || sort === undefined)
  const sorted = isOrdered ? { ...narrowed, sort } : narrowed
  const inputOf = (query: object) => ({ query: { ...sorted, ...query } }) as unknown as Input<"get", P>
  const read = useList(path, inputOf({ ...props.also, limit }), { watch: true })
  // A request of its own, as counting takes longer than reading the first rows.
  const counts = { keep: true, watch: true, enabled: props.count !== undefined }
  const counted = useGet(path, inputOf({ limit: 1, total: true }), counts)
  const { total } = (counted.data ?? {}) as { total?: number }
  const rows = useMemo(() => rowsOf?.(read.items) ?? (read.items as unknown as R[]), [rowsOf, read.items])
  const all = useMemo(
    () => (typeof columnsOf === "function" ? columnsOf(rows, asked) : columnsOf),
    // `asked` is a new object at each drawing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [columnsOf, rows, JSON.stringify(asked)],
  )
  const liste = path.replace("/api/", "")
  const [hidden, hide] = useHidden(liste)
  const columns = useMemo(() => withoutHidden(all, hidden), [all, hidden])
  const list = { ...read, items: rows }
  const isOldTotal = counted.isPlaceholderData
  const shown: Shown<R> = { list, total, isOldTotal, q, sort, asked, filters: narrowed, sorted }
  return {
    shown,
    columns,
    field: chosen.field,
    order: isOrdered
      ? { ...chosen.field("sort"), value: sort ?? "", options: isBestFirst ? [BEST, ...orders] : orders }
      : undefined,
    isBestFirst,
    isFiltered: parametersOf(filters).some(([name, { none = "" }]) => chosen.field(name).value !== none),
    showAll: chosen.showAll,
    view: {
      liste,
      choices: hideable(all),
      hidden,
      hide,
      adresse: addressOf(chosen.chosen),
      go: (adresse: string | null) => chosen.put(new URLSearchParams(adresse ?? "")),
    },
  }
}

/** @returns search, filters and order as parameters of an address; null for none */
function addressOf(chosen: Asked): string | null {
  return String(new URLSearchParams(Object.entries(chosen) as [string, string][])) || null
}

export const parametersOf = (filters: readonly Filter[]) =>
  filters.flatMap(({ takes }) => Object.entries(takes))

function ordersIn<P extends ListPath, R>({ columns, orders = NONE }: Declared<P, R>) {
  const declared = typeof columns === "function" ? columns([], {}) : columns
  return [...ordersOf(declared), ...orders]
}
