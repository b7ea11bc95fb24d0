import { type RefObject, useLayoutEffect, useSyncExternalStore } from "react"
import { makeEmitter } from "../api/emitter.ts"
import type { TableColumn } from "./table-row.tsx"

/** All cards have the height of the highest, so that the position of a row follows from its index. */

/** In px: what a finger hits, a line of text, and the edges. */
const LEAST = 44
const LINE = 20
const EDGES = 13

/** @returns the height of a card in which no text breaks into two lines, in px */
export function usualHeight(columns: Pick<TableColumn<never>, "card">[]): number {
  const has = (place: TableColumn<never>["card"]): boolean => columns.some(({ card }) => card === place)
  const lines = 1 + (has("full") ? 1 : 0) + (has("line") ? 1 : 0)
  return Math.max(LEAST, lines * LINE + EDGES)
}

/** Heights that cards have reached, by list and width: coming back, one finds them unchanged. */
const reached = new Map<string, number>()
const grown = makeEmitter()

/**
 * Measures the drawn cards before they are visible, whenever others are drawn.
 *
 * @param box holds the rows
 * @param what names the list and its width; undefined if rows are no cards
 * @returns the height of all cards, in px
 */
export function useCardHeight(box: RefObject<HTMLElement | null>, what: string | undefined): number {
  const height = useSyncExternalStore(grown.listen, () => reached.get(what ?? "") ?? LEAST)
  useLayoutEffect(() => {
    if (!box.current || what === undefined) return
    const rows = [...box.current.querySelectorAll<HTMLElement>(".table-body > .table-row")]
    const needs = rows.map((row) => row.scrollHeight + row.offsetHeight - row.clientHeight)
    const most = needs.reduce((one, other) => Math.max(one, other), height)
    if (most === height) return
    reached.set(what, most)
    grown.emit()
  })
  return height
}
