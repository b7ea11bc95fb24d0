import type { ReactNode } from "react"
import { Link } from "wouter"

export type TableColumn<I> = {
  id: string
  label: string
  cell: (item: I) => ReactNode
  /** In px, or a share of what is left, such as `2fr`. */
  width?: number | `${number}fr`
  /** Right-aligned, with digits of one width. */
  figures?: boolean
  /** Order in which columns leave where there is no room for all: 1 goes first, and one without an order stays. */
  leaves?: number
  /** Id of the column that it is a short form of: it stands where that one has left, and never on paper. */
  shortOf?: string
  /**
   * Place on a telephone, where a row is a card; cells without one are left out there. `head` and `full` break into two
   * lines. `end` is beside the head, `line` below it: the first line is whole, others are cut where room ends.
   */
  card?: "head" | "end" | "full" | "line"
  /** Stands on a card instead of `cell`: a card says by itself what a row leaves to the row above it. */
  onCard?: (item: I) => ReactNode
}

type Props<I> = {
  item: I
  index: number
  /** In px. */
  height: number
  columns: TableColumn<I>[]
  href?: string
  onOpen?: () => void
  isActive: boolean
  onActive: () => void
}

/** One row; its first cell holds what opens it, laid over the whole row, so that it opens in another tab as well. */
export function TableRow<I>({ item, index, height, columns, href, onOpen, isActive, onActive }: Props<I>) {
  const opens = { "data-open": true, className: "open cut", tabIndex: isActive ? 0 : -1, onFocus: onActive }
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      className="table-row"
      style={{ transform: `translateY(${index * height}px)` }}
    >
      {columns.map(({ id, cell, figures, card }, column) => (
        <div
          key={id}
          role={column === 0 ? "rowheader" : "gridcell"}
          className={figures ? "figures" : ""}
          data-card={card}
        >
          {column > 0 ? (
            <span className="cut">{cell(item)}</span>
          ) : href ? (
            <Link href={href} {...opens}>
              {cell(item)}
            </Link>
          ) : onOpen ? (
            <button type="button" onClick={onOpen} {...opens}>
              {cell(item)}
            </button>
          ) : (
            <span className="cut">{cell(item)}</span>
          )}
        </div>
      ))}
    </div>
  )
}
