import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from "react"
import { messageOf } from "../api/fault.ts"
import { Button } from "../parts/button.tsx"
import { usualHeight, useCardHeight } from "./card-height.ts"
import { balance, fitting, isEmpty, leftOut, needOf, roomForFigures, stacked } from "./column-width.ts"
import { Head } from "./head.tsx"
import { NoRoom, type Unseen, useUnseen } from "./no-room.tsx"
import { PrintTable } from "./print-table.tsx"
import { useFollow, useRowKeys } from "./row-keys.ts"
import type { EndlessList } from "../state/list.ts"
import type { Sorting } from "./sort.ts"
import { type ShownColumn, type TableColumn, TableRow } from "./table-row.tsx"
import { type TableTicks, TICK, tickOf } from "./tick-cell.tsx"
import { isForCards, useInnerWidth } from "./use-cards.ts"
import { useAnchor, useRoom, useWindow } from "./use-window.ts"

export type { TableColumn } from "./table-row.tsx"

type Props<I> = {
  label: string
  columns: TableColumn<I>[]
  list: EndlessList<I>
  /** Where a row leads. */
  href?: (item: I) => string
  /** Called when a row is opened. */
  onOpen?: (item: I) => void
  /** Its order; left out if it cannot be chosen. */
  sorting?: Sorting
  /** For rows that can be ticked. */
  ticks?: TableTicks<I>
  /** Gets the columns that are not shown, to say so elsewhere; left out, the table says it. */
  onUnseen?: (unseen: Unseen) => void
  /** Text of an empty table: its purpose, and the first step. */
  empty: ReactNode
}

/** In px. */
const ROW = 36
const HEAD = 32
/** A second line in cells and heads. */
const LINE = 20

/** @returns the columns that have a place on a card, with their content for it */
const onCards = <I,>(columns: TableColumn<I>[]): TableColumn<I>[] =>
  columns
    .filter(({ card }) => card !== undefined)
    .map((column) => ({ ...column, cell: column.onCard ?? column.cell }))

/** Width of the navigation and the edges, used until there are rows to measure. In px. */
const AROUND = 232

/**
 * @returns the columns that are not empty, with room for their figures: an empty one would only take room from names
 */
function useFilled<I>(columns: TableColumn<I>[], items: I[]): TableColumn<I>[] {
  return useMemo(() => {
    const holds = ({ cell }: TableColumn<I>): boolean => items.some((item) => !isEmpty(cell(item)))
    return roomForFigures(items.length === 0 ? columns : columns.filter(holds), items)
  }, [columns, items])
}

/** @returns what each flexible column needs, in px, by its id */
const useNeeds = <I,>(columns: TableColumn<I>[], items: I[]): Map<string, number> =>
  useMemo(() => {
    const flexible = columns.filter(({ width }) => typeof width !== "number")
    return new Map(flexible.map((column) => [column.id, needOf(column, items)]))
  }, [columns, items])

/** @returns the columns with balanced widths; on cards unchanged */
function useBalanced<I>(
  columns: ShownColumn<I>[],
  needed: Map<string, number>,
  room: number,
  cards: boolean,
): ShownColumn<I>[] {
  const ids = columns.flatMap(({ id, under = [] }) => [id, ...under.map((one) => `/${one.id}`)]).join(" ")
  return useMemo(() => {
    if (cards) return columns
    const need = ({ id, width }: TableColumn<I>): number =>
      typeof width === "number" ? width : (needed.get(id) ?? 0)
    const needs = columns.map(({ under = [], ...column }) => Math.max(need(column), ...under.map(need)))
    const widths = balance(columns, needs, room)
    return columns.map((column, i) => ({ ...column, width: widths[i] ?? "1fr" }))
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [ids, needed, room, cards])
}

/** A table of any number of rows, of which only the visible ones are in the document. */
export function Table<I extends { id: string }>(props: Props<I>) {
  const { columns, list, ticks, onUnseen } = props
  const inner = useInnerWidth()
  const cards = isForCards(inner)
  const [width, setRoom] = useState(() => window.innerWidth - AROUND)
  const room = ticks ? width - TICK : width
  const filled = useFilled(columns, list.items)
  const needs = useNeeds(filled, list.items)
  const fit = cards ? onCards(columns) : fitting(filled, room, needs)
  const isRows = !cards && list.items.length > 0
  const { shown: placed, noRoom } = stacked(fit, isRows ? leftOut(filled, fit) : [])
  const shown = useBalanced(placed, needs, room, cards)
  const empty = isRows ? columns.filter(({ id }) => !filled.some((one) => one.id === id)) : []
  useUnseen({ noRoom, empty }, onUnseen)
  if (list.error && list.items.length === 0) {
    return (
      <div className="empty">
        <p role="alert">{messageOf(list.error)}</p>
        <Button onPress={list.retry}>Noch einmal versuchen</Button>
      </div>
    )
  }
  if (list.isLoading)
    return <Skeleton columns={cards ? 2 : shown.length} height={cards ? usualHeight(shown) : ROW} />
  if (list.items.length === 0) return <div className="empty">{props.empty}</div>
  return (
    <>
      {!onUnseen && <NoRoom columns={noRoom} />}
      <Rows {...props} columns={shown} cards={cards} inner={inner} onRoom={setRoom} />
      <PrintTable label={props.label} columns={filled} list={list} />
    </>
  )
}

const widthOf = ({ width = "1fr" }: { width?: number | string }): string =>
  typeof width === "number" ? `${width}px` : `minmax(0, ${width})`

const widthsOf = <I,>(columns: TableColumn<I>[], ticks: TableTicks<I> | undefined): string =>
  [...(ticks ? [`${TICK}px`] : []), ...columns.map(widthOf)].join(" ")

type RowsProps<I> = Omit<Props<I>, "columns"> & {
  columns: ShownColumn<I>[]
  cards: boolean
  /** Width of the window, in px. */
  inner: number
  onRoom: (room: number) => void
}

function Rows<I extends { id: string }>(props: RowsProps<I>) {
  const { label, columns, list, href, onOpen, sorting, ticks, cards, inner, onRoom } = props
  const more = columns.some(({ under }) => under) ? LINE : 0
  const { items, hasMore, isLoadingMore, listKey, itemsKey } = list
  // Rows of the last search or filter stay until the new ones come.
  const isOld = itemsKey !== undefined && itemsKey !== listKey
  const box = useRef<HTMLDivElement>(null)
  const cardHeight = useCardHeight(box, cards ? `${inner} ${listKey}` : undefined)
  const height = cards ? cardHeight : ROW + more
  const head = cards ? 0 : HEAD + more
  const { active, setActive, go } = useRowKeys(box, items, { head, height })
  const { first, last } = useWindow(box, items.length, listKey, head, height)
  useAnchor(box, list, height)
  useRoom(box, cards, onRoom)
  const { look } = list
  useEffect(() => look(first, last), [look, first, last])
  const loadMore = useEffectEvent(list.loadMore)
  const nearEnd = hasMore && last > items.length - 60
  useEffect(() => {
    if (nearEnd && !isLoadingMore) loadMore()
  }, [nearEnd, isLoadingMore])

  const follow = useFollow(box)
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)
  // The active row stays in the document, wherever one scrolls, as it may have the focus.
  if (active < items.length && (active < first || active > last)) rows.push(active)
  return (
    // Keys move the focus from row to row; each row's link or button is what gets it.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      ref={box}
      className={["table", cards && "cards", more && "two-lines", ticks && "ticking", isOld && "old"]
        .filter(Boolean)
        .join(" ")}
      role="grid"
      aria-label={label}
      aria-busy={isOld}
      aria-rowcount={hasMore ? -1 : items.length + 1}
      onKeyDown={go}
      {...follow}
      {...(ticks && { "aria-multiselectable": true })}
      style={{ "--columns": widthsOf(columns, ticks), "--row": `${height}px` } as object}
    >
      <Head columns={columns} sorting={sorting} ticks={cards ? undefined : ticks} />
      <div role="rowgroup" className="table-body" style={{ height: items.length * height }}>
        {rows.map((index) => {
          const item = items[index]
          return (
            item && (
              <TableRow
                key={item.id}
                item={item}
                index={index}
                height={height}
                columns={columns}
                href={href?.(item)}
                onOpen={onOpen && (() => onOpen(item))}
                isActive={index === active}
                onActive={() => setActive(item.id)}
                tick={ticks && tickOf(ticks, item)}
              />
            )
          )
        })}
      </div>
    </div>
  )
}

const Skeleton = ({ columns, height }: { columns: number; height: number }) => (
  <div
    className="skeleton-table"
    role="status"
    aria-busy="true"
    aria-label="Lädt"
    style={{ "--row": `${height}px` } as object}
  >
    {Array.from({ length: 12 }, (_, row) => (
      <div key={row}>
        {Array.from({ length: columns }, (__, column) => (
          <span key={column} className="skeleton" />
        ))}
      </div>
    ))}
  </div>
)
