import type { ReactNode } from "react"
import { Link } from "wouter"
import { ROW } from "./use-window.ts"

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
  /** Left out where it is at least that wide: for a shorter one in its place. */
  until?: number
}

type Props<I> = {
  item: I
  index: number
  columns: TableColumn<I>[]
  href?: string
  onOpen?: () => void
  isActive: boolean
  onActive: () => void
}

/** One row; its first cell holds what opens it, laid over the whole row, so that it opens in another tab as well. */
export function TableRow<I>({ item, index, columns, href, onOpen, isActive, onActive }: Props<I>) {
  const opens = { "data-open": true, className: "open cut", tabIndex: isActive ? 0 : -1, onFocus: onActive }
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      className="table-row"
      style={{ transform: `translateY(${index * ROW}px)` }}
    >
      {columns.map(({ id, cell, figures }, column) => (
        <div key={id} role={column === 0 ? "rowheader" : "gridcell"} className={figures ? "figures" : ""}>
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
