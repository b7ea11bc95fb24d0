import { type ReactNode, useCallback, useSyncExternalStore } from "react"
import {
  Cell,
  Collection,
  Column,
  Row,
  Table as AriaTable,
  TableBody,
  TableHeader,
  TableLayout,
  TableLoadMoreItem,
  Virtualizer,
} from "react-aria-components"
import { messageOf } from "./api/fault.ts"
import { Button } from "./button.tsx"
import type { EndlessList } from "./query.ts"

export type TableColumn<I> = {
  id: string
  label: string
  cell: (item: I) => ReactNode
  /** In px, or a share of what is left, such as `2fr`. */
  width?: number | `${number}fr`
  /** Right-aligned, with digits of one width. */
  figures?: boolean
  /** Left out where the window is narrower than that, in px. */
  from?: number
}

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

const ROW = 36
const places = new Map<string, number>()

/** As many rows as there are, of which only those that are seen exist. */
export function Table<I extends { id: string }>({
  label,
  columns,
  list,
  href,
  onOpen,
  empty,
  place,
}: Props<I>) {
  const width = useWidth()
  const shown = columns.filter(({ from = 0 }) => width >= from)
  const keepPlace = useCallback((element: HTMLElement | null) => followScroll(element, place), [place])
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
  return (
    <Virtualizer layout={TableLayout} layoutOptions={{ rowHeight: ROW, headingHeight: 32 }}>
      <AriaTable
        // Another set of columns is another table: it is laid out anew.
        key={shown.map(({ id }) => id).join()}
        aria-label={label}
        className="table"
        ref={keepPlace}
      >
        <TableHeader columns={shown}>
          {({ id, label: title, width: share = "1fr", figures }) => (
            <Column
              id={id}
              width={share}
              isRowHeader={id === shown[0]?.id}
              className={looks(id === shown[0]?.id, figures)}
            >
              <span className="cut">{title}</span>
            </Column>
          )}
        </TableHeader>
        <TableBody>
          <Collection items={list.items} dependencies={[shown]}>
            {(item: I) => (
              <Row id={item.id} columns={shown} href={href?.(item)} onAction={onOpen && (() => onOpen(item))}>
                {({ id, cell, figures }: TableColumn<I>) => (
                  <Cell className={looks(id === shown[0]?.id, figures)}>
                    <span className="cut">{cell(item)}</span>
                  </Cell>
                )}
              </Row>
            )}
          </Collection>
          <TableLoadMoreItem onLoadMore={list.loadMore} isLoading={list.isLoadingMore}>
            <span className="muted">Lädt weitere …</span>
          </TableLoadMoreItem>
        </TableBody>
      </AriaTable>
    </Virtualizer>
  )
}

const looks = (first: boolean, figures = false): string =>
  `${first ? "first" : ""} ${figures ? "figures" : ""}`

/** Goes back to where one was, and remembers from then on. */
function followScroll(element: HTMLElement | null, place: string): (() => void) | undefined {
  if (!element) return undefined
  const before = places.get(place) ?? 0
  // The rows are laid out after this.
  const frame = requestAnimationFrame(() => requestAnimationFrame(() => (element.scrollTop = before)))
  const remember = (): void => void places.set(place, element.scrollTop)
  element.addEventListener("scroll", remember, { passive: true })
  return () => {
    cancelAnimationFrame(frame)
    element.removeEventListener("scroll", remember)
  }
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
