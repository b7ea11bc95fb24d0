import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from "react"
import { flushSync } from "react-dom"
import { messageOf } from "./api/fault.ts"
import { Button } from "./button.tsx"
import type { EndlessList } from "./query.ts"
import { type TableColumn, TableRow } from "./table-row.tsx"
import { ROW, useWindow } from "./use-window.ts"

export type { TableColumn } from "./table-row.tsx"

type Props<I> = {
  label: string
  columns: TableColumn<I>[]
  list: EndlessList<I>
  /** Where a row leads. */
  href?: (item: I) => string
  /** What else happens when a row is opened. */
  onOpen?: (item: I) => void
  /** What stands here when there is nothing: what would, and the first step. */
  empty: ReactNode
  /** Under this name the place is kept while one looks at something else: usually the address with its filters. */
  place: string
}

const HEAD = 32

/** As many rows as there are, of which only those that are seen exist. */
export function Table<I extends { id: string }>(props: Props<I>) {
  const { columns, list, empty } = props
  const width = useWidth()
  const shown = columns.filter(({ from = 0, until = Infinity }) => width >= from && width < until)
  if (list.error && list.items.length === 0) {
    return (
      <div className="empty">
        <p role="alert">{messageOf(list.error)}</p>
        <Button onPress={list.retry}>Noch einmal versuchen</Button>
      </div>
    )
  }
  if (list.isLoading) return <Skeleton columns={shown.length} />
  if (list.items.length === 0) return <div className="empty">{empty}</div>
  return <Rows {...props} columns={shown} />
}

const widthOf = ({ width = "1fr" }: { width?: number | string }): string =>
  typeof width === "number" ? `${width}px` : `minmax(0, ${width})`

function Rows<I extends { id: string }>({ label, columns, list, href, onOpen, place }: Props<I>) {
  const { items, hasMore, isLoadingMore } = list
  const box = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const { first, last } = useWindow(box, items.length, place, HEAD)
  const loadMore = useEffectEvent(list.loadMore)
  const nearEnd = hasMore && last > items.length - 60
  useEffect(() => {
    if (nearEnd && !isLoadingMore) loadMore()
  }, [nearEnd, isLoadingMore])

  const go = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor(((box.current?.clientHeight ?? 0) - HEAD) / ROW) - 1)
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: items.length - 1,
    }
    const step = steps[event.key]
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    const next = Math.min(Math.max(0, step), items.length - 1)
    // At once: between the old row's end and the new one's focus, a key would be lost.
    flushSync(() => setActive(next))
    show(box.current, next)
    box.current
      ?.querySelector<HTMLElement>(`[data-row="${next}"] [data-open]`)
      ?.focus({ preventScroll: true })
  }
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)
  // The row that has the focus stays, wherever one scrolls.
  if (active < items.length && (active < first || active > last)) rows.push(active)
  return (
    // Keys move the focus from row to row; each row's link or button is what gets it.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      ref={box}
      className="table"
      role="grid"
      aria-label={label}
      aria-rowcount={hasMore ? -1 : items.length + 1}
      onKeyDown={go}
      style={{ "--columns": columns.map(widthOf).join(" ") } as object}
    >
      <div role="rowgroup" className="table-head">
        <div role="row" aria-rowindex={1} className="table-row">
          {columns.map(({ id, label: title, figures }) => (
            <div key={id} role="columnheader" className={figures ? "figures" : ""}>
              <span className="cut">{title}</span>
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="table-body" style={{ height: items.length * ROW }}>
        {rows.map((index) => {
          const item = items[index]
          return (
            item && (
              <TableRow
                key={item.id}
                item={item}
                index={index}
                columns={columns}
                href={href?.(item)}
                onOpen={onOpen && (() => onOpen(item))}
                isActive={index === active}
                onActive={() => setActive(index)}
              />
            )
          )
        })}
      </div>
    </div>
  )
}

/** Scrolls no further than it has to. */
function show(box: HTMLElement | null, index: number): void {
  if (!box) return
  const top = index * ROW
  const bottom = top + ROW + HEAD - box.clientHeight
  if (box.scrollTop > top) box.scrollTop = top
  else if (box.scrollTop < bottom) box.scrollTop = bottom
}

const onResize = (listener: () => void): (() => void) => {
  window.addEventListener("resize", listener)
  return () => window.removeEventListener("resize", listener)
}
const useWidth = (): number => useSyncExternalStore(onResize, () => window.innerWidth)

const Skeleton = ({ columns }: { columns: number }) => (
  <div className="skeleton-table" aria-busy="true" aria-label="Lädt">
    {Array.from({ length: 12 }, (_, row) => (
      <div key={row}>
        {Array.from({ length: columns }, (__, column) => (
          <span key={column} className="skeleton" />
        ))}
      </div>
    ))}
  </div>
)
