import { type ReactNode, useMemo } from "react"
import type { Input } from "../api/call.ts"
import { Choice } from "../fields/choice.tsx"
import { SearchField } from "../fields/search-field.tsx"
import { Page } from "../page/page.tsx"
import { TakeAlong } from "./files.tsx"
import { among, isText } from "../state/address.ts"
import { type EndlessList, type Item, type ListPath, useList } from "../state/list.ts"
import { useGet } from "../state/query.ts"
import { useFilters } from "../state/url.ts"
import { type Asked, type Filter, ShowAll, type Taken } from "./filter.tsx"
import { ordersOf } from "../tables/sort.ts"
import { Table, type TableColumn } from "../tables/table.tsx"

type QueryOf<P extends ListPath> = Input<"get", P> extends { query?: infer Q } ? NonNullable<Q> : object
type Named = { id: string }

/** What a list shows now. */
export type Shown<R> = {
  list: EndlessList<R>
  /** How many there are, where they are counted. */
  total: number | undefined
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

type Props<P extends ListPath, R> = {
  title: string
  back?: { href: string; label: string }
  /** The interface's list. */
  path: P
  /** Of the table, where it is not the title. */
  label?: string
  columns: TableColumn<R>[] | ((rows: R[], asked: Asked) => TableColumn<R>[])
  /** What stands in the table, where it is more than what the interface says. */
  rows?: (items: Item<P>[]) => R[]
  /** Words in the search field: what is searched. Left out where the interface cannot. */
  search?: string
  /** Further effect of Enter in it. */
  onEnter?: (text: string) => void
  /** What the interface is to say of each row beside what it always says. */
  also?: Partial<QueryOf<P>>
  /** What it is narrowed by, whatever is chosen. */
  always?: Partial<QueryOf<P>>
  filters?: Filter<Partial<QueryOf<P>>>[]
  /** Order where none is chosen; by the columns that have one. */
  sort?: string
  /** Orders that no column shows. */
  orders?: readonly { id: string; label: string }[]
  /** Says how many there are; left out, they are not counted. */
  count?: (total: number, shown: Shown<R>) => string
  limit?: number
  href?: (row: R) => string
  onOpen?: (row: R) => void
  /** Address of the file that the list can be taken along as. */
  file?: `/api/export/${string}` & Parameters<typeof TakeAlong>[0]["path"]
  /** Beside the title, the main one last. */
  actions?: ReactNode
  renderActions?: (shown: Shown<R>) => ReactNode
  /** Before the filters: the choice of another view. */
  before?: ReactNode
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
  /** What opens over or beside it. */
  children?: ReactNode
}

/** Left out where nothing is declared, so that it is the same one each time. */
const NONE: never[] = []

/**
 * A screen that is a list: search, filters, order and export from what is declared, all of them in the address, and a
 * table however long it is.
 *
 *     <ListScreen
 *       title="Artikel"
 *       path="/api/pfandartikel"
 *       columns={columns}
 *       filters={[filter.choice("art", "Art", kinds)]}
 *       href={({ id }) => `/artikel/${id}`}
 *       empty={{ filtered: "Kein Artikel passt zu dieser Auswahl.", none: <NoneYet /> }}
 *     />
 */
export function ListScreen<P extends ListPath, R extends Named = Item<P> & Named>(props: Props<P, R>) {
  const { title, back, label = title, href, onOpen, file } = props
  const { shown, columns, field, isFiltered, showAll, order } = useDeclared(props)
  const sorting = order && { by: order.value, onSort: order.onChange }
  return (
    <Page
      title={title}
      {...(back && { back })}
      kind="full"
      actions={
        <>
          {file && <TakeAlong path={file} filters={shown.filters} />}
          {props.actions ?? props.renderActions?.(shown)}
        </>
      }
    >
      <Bar {...props} shown={shown} field={field} order={order}>
        <ShowAll of={{ isFiltered, showAll }} />
      </Bar>
      <Table
        label={label}
        columns={columns}
        list={shown.list}
        {...(href && { href })}
        {...(onOpen && { onOpen })}
        {...(sorting && { sorting })}
        empty={emptyOf(props.empty, shown, isFiltered)}
      />
      {props.children}
    </Page>
  )
}

/** What a list shows by its address: what was declared, and what the interface says to that. */
function useDeclared<P extends ListPath, R extends Named>(props: Props<P, R>) {
  const { path, search, filters = NONE, limit = 100, columns: columnsOf, rows: rowsOf } = props
  const orders = ordersIn(props)
  const chosen = useFilters<Record<string, Taken>>({
    ...Object.assign({}, ...filters.map(({ takes }) => takes)),
    ...(search !== undefined && { q: { fits: isText } }),
    ...(orders.length > 0 && { sort: { fits: among(orders), none: props.sort ?? "" } }),
  })
  const { q, sort, ...asked } = chosen.asked as Asked
  const narrowed: object = Object.assign({ ...props.always, q }, ...filters.map(({ ask }) => ask(asked)))
  // Found ones come in the order of how well they fit.
  const sorted = q || orders.length === 0 ? narrowed : { ...narrowed, sort }
  const inputOf = (query: object) => ({ query: { ...sorted, ...query } }) as unknown as Input<"get", P>
  const read = useList(path, inputOf({ ...props.also, limit }), { watch: true })
  // Counting takes longer than reading the first rows: it does not hold them up.
  const counts = { keep: true, watch: true, enabled: props.count !== undefined }
  const counted = useGet(path, inputOf({ limit: 1, total: true }), counts).data as
    { total?: number } | undefined
  const rows = useMemo(() => rowsOf?.(read.items) ?? (read.items as unknown as R[]), [rowsOf, read.items])
  const columns = useMemo(
    () => (typeof columnsOf === "function" ? columnsOf(rows, asked) : columnsOf),
    // Which columns there are hangs on the rows, and on what they are asked for by.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [columnsOf, rows, JSON.stringify(asked)],
  )
  const list = { ...read, items: rows }
  const shown: Shown<R> = { list, total: counted?.total, q, sort, asked, filters: narrowed, sorted }
  return {
    shown,
    columns,
    field: chosen.field,
    order: q || orders.length === 0 ? undefined : chosen.field("sort"),
    isFiltered: parametersOf(filters).some(([name, { none = "" }]) => chosen.field(name).value !== none),
    showAll: chosen.showAll,
  }
}

const parametersOf = (filters: readonly Filter[]) => filters.flatMap(({ takes }) => Object.entries(takes))

function ordersIn<P extends ListPath, R>({ columns, orders = NONE }: Props<P, R>) {
  const declared = typeof columns === "function" ? columns([], {}) : columns
  return [...ordersOf(declared), ...orders]
}

type FieldOf = (name: string) => { value: string; onChange: (value: string) => void }
type BarProps<P extends ListPath, R> = Props<P, R> & {
  shown: Shown<R>
  field: FieldOf
  order: ReturnType<FieldOf> | undefined
  children: ReactNode
}

/** What narrows a list, and how long it is then. */
function Bar<P extends ListPath, R>(props: BarProps<P, R>) {
  const {
    title,
    label = title,
    search,
    onEnter,
    filters = NONE,
    shown,
    field,
    order,
    children,
    count,
  } = props
  // Where another one than "all" stands at first, "all" is not what would be shown.
  const showsAll = parametersOf(filters).every(([, { none = "alle" }]) => none === "alle")
  return (
    <div className="filters">
      {props.before}
      {search !== undefined && (
        <SearchField
          label={`${label} suchen`}
          placeholder={search}
          {...field("q")}
          {...(onEnter && { onEnter })}
        />
      )}
      {filters.map(({ Show, takes }) => (
        <Show key={Object.keys(takes).join(" ")} field={field} />
      ))}
      {order && (
        <div className={props.orders ? "order" : "order only-cards"}>
          <Choice label="Reihenfolge" {...order} options={ordersIn(props)} bare />
        </div>
      )}
      {showsAll && children}
      {props.about}
      {count && (
        <p className="count" role="status">
          {shown.total === undefined ? "" : count(shown.total, shown)}
        </p>
      )}
    </div>
  )
}

function emptyOf<R>(
  { renderFound, filtered, none, renderNone }: Props<ListPath, R>["empty"],
  shown: Shown<R>,
  isFiltered: boolean,
): ReactNode {
  if (shown.q && renderFound) return renderFound(shown.q)
  if (renderNone) return renderNone(shown)
  return isFiltered && filtered ? <p>{filtered}</p> : none
}
