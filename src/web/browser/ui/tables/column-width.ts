import { Fragment, isValidElement, type ReactNode } from "react"
import type { TableColumn } from "./table-row.tsx"

/** Widths of a table's columns: names get the room that others do not need. */

/** @returns what somebody reads; undefined where a component of ours draws it */
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

/** Width of a letter or figure, more than most need, of what parts figures, and of a cell's edges. In px. */
const LETTER = 9
const BETWEEN = 5
const EDGES = 30
/** The edges without anything to spare. */
const PADDING = 26

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

/** @returns what a figure, an amount or a day needs, in px; 0 for a text in words */
function figureWidth(text: string, isFigure: boolean): number {
  if (!isFigure && /\p{L}/u.test(text)) return 0
  const between = text.match(/[\s.,:]/g)?.length ?? 0
  return (text.length - between) * LETTER + between * BETWEEN + PADDING
}

/**
 * @returns the columns, wide enough for the longest of their figures: a figure that is cut is read as another one, and
 * a name is not
 */
export const roomForFigures = <I>(columns: TableColumn<I>[], items: readonly I[]): TableColumn<I>[] =>
  columns.map((column) => {
    const { cell, width, figures = false } = column
    if (typeof width !== "number") return column
    const needs = items.map((item) => figureWidth(textOf(cell(item)) ?? "", figures))
    const most = needs.reduce((one, other) => Math.max(one, other), width)
    return most > width ? { ...column, width: most } : column
  })

type Width = number | `${number}fr`
const shareOf = (width: Width): number => (typeof width === "number" ? 0 : Number.parseFloat(width))

/**
 * @param widths of the columns as they are wished for, in px or shares of what is left
 * @param needs of each, in px
 * @param room for all of them, in px
 * @returns the same, where a share is no larger than what it needs as long as another one wants more
 */
export function balance(widths: readonly Width[], needs: readonly number[], room: number): Width[] {
  const balanced = [...widths]
  for (;;) {
    const shares = balanced.reduce<number>((sum, width) => sum + shareOf(width), 0)
    const left = balanced.reduce<number>(
      (rest, width) => rest - (typeof width === "number" ? width : 0),
      room,
    )
    const isModest = (width: Width, i: number): boolean =>
      shareOf(width) > 0 && (needs[i] ?? 0) < (shareOf(width) / shares) * left
    const at = balanced.findIndex(isModest)
    // The last share takes what is left, whether it needs it or not.
    if (at < 0 || balanced.filter((width) => shareOf(width) > 0).length === 1) return balanced
    balanced[at] = needs[at] ?? 0
  }
}
