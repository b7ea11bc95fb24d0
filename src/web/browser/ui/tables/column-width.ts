import { Fragment, isValidElement, type ReactNode } from "react"
import type { ShownColumn, TableColumn } from "./table-row.tsx"

/** Widths of a table's columns: names get the room that the others do not need. */

/** @returns the visible text; undefined if it is drawn by a component, and so not known */
function textOf(node: ReactNode): string | undefined {
  if (node === null || node === undefined || typeof node === "boolean") return ""
  if (typeof node === "string" || typeof node === "number") return String(node)
  if (Array.isArray(node)) {
    const parts = (node as ReactNode[]).map(textOf)
    return parts.includes(undefined) ? undefined : parts.join("")
  }
  if (!isValidElement<{ children?: ReactNode }>(node)) return undefined
  return typeof node.type === "string" || node.type === Fragment ? textOf(node.props.children) : undefined
}

/** @returns whether nothing would be seen */
export const isEmpty = (cell: ReactNode): boolean => textOf(cell) === ""

/** Widths of a letter or digit (most need less), a bold digit, a separator between digits, and the edges. In px. */
const LETTER = 9
const BOLD = 10
const BETWEEN = 5
const EDGES = 30
/** The edges, with nothing to spare. In px. */
const PADDING = 26
/** In a head that can be clicked: widths of a letter, and of the sort arrow. In px. */
const HEAD_LETTER = 8
const SIGN = 16

/** @returns what the longest text of a column needs, in px; Infinity where it is not known */
export function needOf<I>(
  { cell, label }: Pick<TableColumn<I>, "cell" | "label">,
  items: readonly I[],
): number {
  let longest = label.length
  for (const item of items) {
    const text = textOf(cell(item))
    if (text === undefined) return Number.POSITIVE_INFINITY
    if (text.length > longest) longest = text.length
  }
  return longest * LETTER + EDGES
}

/** @returns whether any of it is bold */
function isBold(node: ReactNode): boolean {
  if (Array.isArray(node)) return (node as ReactNode[]).some(isBold)
  return (
    isValidElement<{ children?: ReactNode }>(node) && (node.type === "strong" || isBold(node.props.children))
  )
}

/** @returns what a figure, an amount or a day needs, in px; 0 for a text in words */
function figureWidth(cell: ReactNode, isFigure: boolean): number {
  const text = textOf(cell) ?? ""
  if (!isFigure && /\p{L}/u.test(text)) return 0
  const between = text.match(/[\s.,:]/g)?.length ?? 0
  return (text.length - between) * (isBold(cell) ? BOLD : LETTER) + between * BETWEEN + PADDING
}

/**
 * @returns the columns, wide enough for their longest figure, and for the sort arrow in their head. A name may be cut; a
 *   figure that is cut would be read as another one
 */
export const roomForFigures = <I>(columns: TableColumn<I>[], items: readonly I[]): TableColumn<I>[] =>
  columns.map((column) => {
    const { cell, label, sort, width, figures = false } = column
    if (typeof width !== "number") return column
    const needs = items.map((item) => figureWidth(cell(item), figures))
    const head = sort === undefined ? 0 : label.length * HEAD_LETTER + SIGN + PADDING
    const most = needs.reduce((one, other) => Math.max(one, other), Math.max(width, head))
    return most > width ? { ...column, width: most } : column
  })

type Width = number | `${number}fr`
type Place = Pick<TableColumn<never>, "id" | "width" | "card" | "leaves" | "shortOf" | "below">

/** @returns how many shares of the remaining room a width takes: `2fr` → 2, a width in px → 0 */
export const shareOf = (width: Width): number => (typeof width === "number" ? 0 : Number.parseFloat(width))
const sumOf = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0)

/** Least widths: of a name (24 letters), and of one share of another flexible column. In px. */
const NAME = 224
const SHARE = 75

/**
 * @returns the least width of a column, in px, never more than it needs. Columns that break into two lines on a card
 *   are names
 */
function leastOf(
  { width = "1fr", card }: Pick<Place, "width" | "card">,
  need = Number.POSITIVE_INFINITY,
): number {
  if (typeof width === "number") return width
  return Math.min(need, card === "head" || card === "full" ? NAME : shareOf(width) * SHARE)
}

/** @returns the columns, without short forms of others that are among them */
const withoutDoubles = <C extends Place>(columns: C[]): C[] =>
  columns.filter(({ shortOf }) => !columns.some(({ id }) => id === shortOf))

/**
 * @param room for all columns, in px
 * @param needs of the columns by id, in px; others need their least width
 * @returns the columns for which there is room. Columns with the same `leaves` go together, lowest first; they come back
 *   if a wider one, gone after them, has left enough room
 */
export function fitting<C extends Place>(columns: C[], room: number, needs = new Map<string, number>()): C[] {
  const steps = [...new Set(columns.map(({ leaves = 0 }) => leaves))].toSorted((one, other) => one - other)
  const gone = new Set<number>()
  const kept = (): C[] => columns.filter(({ leaves = 0 }) => !gone.has(leaves))
  // A column that moves into the cells of another is shown there in full.
  const below = (one: C): number[] =>
    columns.flatMap((other) =>
      gone.has(other.leaves ?? 0) && isBelow(other, one) && typeof other.width === "number"
        ? [other.width]
        : [],
    )
  const neededBy = (one: C): number => Math.max(needs.get(one.id) ?? Number.POSITIVE_INFINITY, ...below(one))
  const fits = (): boolean => sumOf(withoutDoubles(kept()).map((one) => leastOf(one, neededBy(one)))) <= room
  for (const step of steps) if (step > 0 && !fits()) gone.add(step)
  for (const step of steps.toReversed()) if (gone.delete(step) && !fits()) gone.add(step)
  return withoutDoubles(kept())
}

/** @returns whether the one column moves into the cells of the other, or of its short form */
const isBelow = ({ below }: Pick<Place, "below">, { id, shortOf }: Pick<Place, "id" | "shortOf">): boolean =>
  below !== undefined && (below === id || below === shortOf)

/** @returns the columns that found no room, without those that are shown by their short form */
export const leftOut = <C extends Place>(columns: C[], kept: readonly C[]): C[] =>
  columns.filter(
    (column) =>
      column.shortOf === undefined &&
      !kept.includes(column) &&
      !kept.some(({ shortOf }) => shortOf === column.id),
  )

/**
 * @param gone columns that found no room of their own
 * @returns the shown columns, each with those that move into its cells; and the columns that are not seen at all
 */
export function stacked<I>(kept: TableColumn<I>[], gone: TableColumn<I>[]) {
  const shown = kept.map((column): ShownColumn<I> => {
    const under = gone.filter((one) => isBelow(one, column))
    return under.length > 0 ? { ...column, under } : column
  })
  return { shown, noRoom: gone.filter((one) => !kept.some((column) => isBelow(one, column))) }
}

/**
 * @param columns with their desired widths, in px or as shares of the rest
 * @param needs of each, in px
 * @param room for all of them, in px
 * @returns their widths: each gets its least, then a share of the rest, but no more than it needs while another one needs
 *   more
 */
export function balance(
  columns: readonly Pick<Place, "width" | "card">[],
  needs: readonly number[],
  room: number,
): Width[] {
  const wished = columns.map(({ width = "1fr" }) => width)
  const least = columns.map((column, i) => leastOf(column, needs[i] ?? 0))
  const fixed = wished.map((width) => (typeof width === "number" ? width : 0))
  // If even the least widths are too wide, all flexible columns shrink alike.
  const base = sumOf(least) <= room ? least : fixed
  const balanced = [...wished]
  let left = room - sumOf(base)
  for (;;) {
    const shares = sumOf(balanced.map(shareOf))
    const missing = (i: number): number => (needs[i] ?? 0) - (base[i] ?? 0)
    const partOf = (width: Width): number => (shareOf(width) / shares) * left
    const at = balanced.findIndex((width, i) => shareOf(width) > 0 && missing(i) < partOf(width))
    // The last flexible column takes what is left, needed or not.
    if (at < 0 || balanced.filter((width) => shareOf(width) > 0).length === 1)
      return balanced.map((width, i) =>
        typeof width === "number" ? width : (`${(base[i] ?? 0) + partOf(width)}fr` as const),
      )
    balanced[at] = needs[at] ?? 0
    left -= missing(at)
  }
}
