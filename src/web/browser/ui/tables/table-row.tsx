import type { KeyboardEvent, MouseEvent, ReactNode } from "react"
import { Link } from "wouter"
import { type RowTick, TickCell } from "./tick-cell.tsx"

export type TableColumn<I> = {
  id: string
  label: string
  cell: (item: I) => ReactNode
  /** Order of the interface after a click on its head, by what stands in it: `name`, or `-datum` for the latest first. */
  sort?: string
  /** The list that can stand in the order of this column, where this one cannot: a click on its head leads there. */
  sortsAt?: { path: string; sort: string; name: string }
  /** In px, or a share of what is left, such as `2fr`. */
  width?: number | `${number}fr`
  /** Right-aligned, with digits of one width. */
  figures?: boolean
  /** Order in which columns leave where there is no room for all: 1 goes first, and one without an order stays. */
  leaves?: number
  /** Id of the column in whose cells it stands as a second line where there is no room for its own. */
  below?: string
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

/** A column as it is shown: with those that stand in its second line. */
export type ShownColumn<I> = TableColumn<I> & { under?: TableColumn<I>[] }

type Props<I> = {
  item: I
  index: number
  /** In px. */
  height: number
  columns: ShownColumn<I>[]
  href?: string
  onOpen?: () => void
  isActive: boolean
  onActive: () => void
  /** Of a table whose rows can be ticked. */
  tick?: RowTick | undefined
}

/** Where the pointer went down in a row. */
let pressed = { x: 0, y: 0 }
/** A hand is never quite still. In CSS pixels. */
const STILL = 4

/** Keeps what opens the row, or stands in it, from a click that only ends a selection. */
function keepMarked(event: MouseEvent<HTMLElement>): void {
  const moved = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y)
  // With keys there is a click as well, and nothing was marked by it.
  if (event.detail === 0 || moved <= STILL || getSelection()?.type !== "Range") return
  event.preventDefault()
  event.stopPropagation()
}

/** A click on the text of a row is one on what opens it, with the same keys and buttons held. */
function openBelow({ currentTarget, target, nativeEvent }: MouseEvent<HTMLElement>): void {
  const isOther = target instanceof Element && target.closest("a, button, label") !== null
  if (isOther || (nativeEvent.type === "auxclick" && nativeEvent.button !== 1)) return
  currentTarget
    .querySelector("[data-open]")
    ?.dispatchEvent(new window.MouseEvent(nativeEvent.type, nativeEvent))
}

/**
 * One row; its first cell holds what opens it, laid over the whole row, so that it opens in another tab as well. The
 * text of the cells lies above that, and can be marked.
 */
export function TableRow<I>(props: Props<I>) {
  const { item, index, height, columns, href, onOpen, isActive, onActive, tick } = props
  // A link does nothing of its own with the space bar.
  const tickByKey = (event: KeyboardEvent): void => {
    if (!tick || event.key !== " " || !(event.target instanceof HTMLAnchorElement)) return
    event.preventDefault()
    tick.set(!tick.isOn, event.shiftKey)
  }
  const opens = { "data-open": true, className: "open cut", tabIndex: isActive ? 0 : -1, onFocus: onActive }
  return (
    // Whoever has no pointer opens the row with its link or button.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      className="table-row"
      onPointerDownCapture={({ clientX, clientY }) => (pressed = { x: clientX, y: clientY })}
      onClickCapture={keepMarked}
      onClick={openBelow}
      onAuxClick={openBelow}
      {...(tick && { onKeyDown: tickByKey, "aria-selected": tick.isOn })}
      style={{ transform: `translateY(${index * height}px)` }}
    >
      {tick && <TickCell {...tick} tabIndex={opens.tabIndex} onFocus={onActive} />}
      {columns.map(({ id, cell, figures, card, under = [] }, column) => (
        <div
          key={id}
          role={column === 0 ? "rowheader" : "gridcell"}
          className={figures ? "figures" : ""}
          data-card={card}
        >
          {column > 0 ? (
            <span className="cut">{cell(item)}</span>
          ) : href ? (
            <Link href={href} draggable={false} {...opens}>
              <span>{cell(item)}</span>
            </Link>
          ) : onOpen ? (
            <button type="button" onClick={onOpen} {...opens}>
              <span>{cell(item)}</span>
            </button>
          ) : (
            <span className="cut">{cell(item)}</span>
          )}
          {under.map((second) => (
            <span key={second.id} className="cut second">
              {second.cell(item)}
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}
