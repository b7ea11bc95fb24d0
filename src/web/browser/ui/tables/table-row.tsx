import type { KeyboardEvent, MouseEvent, ReactNode } from "react"
import { Link } from "wouter"
import { type RowTick, TickCell } from "./tick-cell.tsx"

export type TableColumn<I> = {
  id: string
  label: string
  cell: (item: I) => ReactNode
  /** Order after a click on its head: `name`, or `-datum` for the latest first. */
  sort?: string
  /** Another list that can be sorted by this column, if this one cannot: a click on the head leads there. */
  sortsAt?: { path: string; sort: string; name: string }
  /** In px, or a share of the remaining room, such as `2fr`. */
  width?: number | `${number}fr`
  /** Right-aligned, with digits of one width. */
  figures?: boolean
  /** If there is not room for all columns, 1 goes first, then 2, and so on; without a number it always stays. */
  leaves?: number
  /** Id of another column: without room of its own, this one becomes a second line in the cells of that. */
  below?: string
  /** Id of the column that it is a short form of: shown if there is no room for that one, and never on paper. */
  shortOf?: string
  /**
   * Place on a card, as which a telephone shows a row; columns without one are left out there. `head` and `full` break into
   * two lines. `end` is beside the head, `line` below it: the first of these is shown whole, others may be cut.
   */
  card?: "head" | "end" | "full" | "line"
  /** Instead of `cell` on a card, if a row leaves out what the row above it says already. */
  onCard?: (item: I) => ReactNode
}

/** A column as it is shown, with those in its second line. */
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

/** Stops a click that merely ends the selection of text: it must not open the row. */
function keepMarked(event: MouseEvent<HTMLElement>): void {
  const moved = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y)
  // Enter fires a click as well (detail 0), which never ends a selection.
  if (event.detail === 0 || moved <= STILL || getSelection()?.type !== "Range") return
  event.preventDefault()
  event.stopPropagation()
}

/** Passes a click on the text of a row on to the link or button that opens it, with the same keys held. */
function openBelow({ currentTarget, target, nativeEvent }: MouseEvent<HTMLElement>): void {
  const isOther = target instanceof Element && target.closest("a, button, label") !== null
  if (isOther || (nativeEvent.type === "auxclick" && nativeEvent.button !== 1)) return
  currentTarget
    .querySelector("[data-open]")
    ?.dispatchEvent(new window.MouseEvent(nativeEvent.type, nativeEvent))
}

/**
 * One row. The link or button in its first cell covers the whole row, so that a row can be opened in another tab as well.
 * The text of the cells lies above it, and can be selected.
 */
export function TableRow<I>(props: Props<I>) {
  const { item, index, height, columns, href, onOpen, isActive, onActive, tick } = props
  // On a link, the space bar is free for this.
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
