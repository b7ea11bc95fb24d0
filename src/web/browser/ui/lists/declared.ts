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

/** What a list shows now. */
export type Shown<R> = {
  list: EndlessList<R>
  /** How many there are, where they are counted. */
  total: number | undefined
  /** That is how many the search before found: those of this one are being counted. */
  isOldTotal: boolean
  /** What is searched for. */
  q: string | undefined
  /** The order, where it can be chosen. */
  sort: string | undefined
  /** Values of the address that narrow the list, by their names there. */
  asked: Asked
  /** The same for the interface, also of an export. */
  filters: object
  /** With the order, where there is one. */
  sorted: object
}

/** What a screen that is a list declares; the rows are `R`. */
export type Declared<P extends ListPath, R> = {
  title: string
  /** The interface's list. */
  path: P
  /** Of the table, where it is not the title. */
  label?: string
  columns: TableColumn<R>[] | ((rows: R[], asked: Asked) => TableColumn<R>[])
  /** What stands in the table, where it is more than what the interface says. */
  rows?: (items: Item<P>[]) => R[]
  /** Words in the search field: what is searched. Left out where the interface cannot. */
  search?: string
  /** What it finds comes in the order of how well it fits: in no other, or until one is chosen. */
  ranked?: "always" | "at first"
  /** Further effect of Enter in it. */
  onEnter?: (text: string) => void
  /** What the interface is to say of each row beside what it always says. */
  also?: Partial<QueryOf<P>>
  filters?: Filter<Partial<QueryOf<P>>>[]
  /** Order where none is chosen; by the columns that have one. */
  sort?: string
  /** Orders that no column shows. */
  orders?: readonly { id: string; label: string }[]
  /** Says how many there are; left out, they are not counted. */
  count?: (total: number, shown: Shown<R>) => string
  limit?: number
  /** No views of it are kept. */
  liste?: false
  href?: (row: R) => string
  onOpen?: (row: R) => void
  /** Address of the file that the list can be taken along as. */
  file?: `/api/export/${string}` & Parameters<typeof ExcelButton>[0]["path"]
  /** Beside the title, the main one last. */
  actions?: ReactNode
  renderActions?: (shown: Shown<R>) => ReactNode
  /** Before the filters: the choice of another view. */
  before?: ReactNode
  renderBefore?: (shown: Shown<R>) => ReactNode
  /** Words about the whole list, among the filters. */
  about?: ReactNode
  empty: {
    /** Nothing is found by the search. */
    renderFound?: (q: string) => ReactNode
    /** Nothing passes the filters. */
    filtered?: string
    /** There is nothing yet: its purpose, and the first step. */
    none?: ReactNode
    /** Instead of both, where it hangs on what was asked for. */
    renderNone?: (shown: Shown<R>) => ReactNode
  }
  /** What can be done to several of its rows at once. */
  many?: BulkActions<R> | undefined
  /** What opens over or beside it. */
  children?: ReactNode
}

/** Left out where nothing is declared, so that it is the same one each time. */
export const NONE: never[] = []

/** The order of what is found, until another one is chosen. */
const BEST = { id: "", label: "Der beste Treffer zuerst" }

/** What a list shows by its address: what was declared, and what the interface says to that. */
export function useDeclared<P extends ListPath, R extends Named>(props: Declared<P, R>) {
  const { path, search, filters = NONE, limit = 100, columns: columnsOf, rows: rowsOf } = props
  const orders = ordersIn(props)
  // Any order may be chosen for what is found, also the one in which all stand at first.
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
  // Counting takes longer than reading the first rows: it does not hold them up.
  const counts = { keep: true, watch: true, enabled: props.count !== undefined }
  const counted = useGet(path, inputOf({ limit: 1, total: true }), counts)
  const { total } = (counted.data ?? {}) as { total?: number }
  const rows = useMemo(() => rowsOf?.(read.items) ?? (read.items as unknown as R[]), [rowsOf, read.items])
  const all = useMemo(
    () => (typeof columnsOf === "function" ? columnsOf(rows, asked) : columnsOf),
    // Which columns there are hangs on the rows, and on what they are asked for by.
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

/** @returns what was searched for and chosen; null for nothing */
function addressOf(chosen: Asked): string | null {
  return String(new URLSearchParams(Object.entries(chosen) as [string, string][])) || null
}

export const parametersOf = (filters: readonly Filter[]) =>
  filters.flatMap(({ takes }) => Object.entries(takes))

function ordersIn<P extends ListPath, R>({ columns, orders = NONE }: Declared<P, R>) {
  const declared = typeof columns === "function" ? columns([], {}) : columns
  return [...ordersOf(declared), ...orders]
}
