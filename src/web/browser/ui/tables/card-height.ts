import { type RefObject, useLayoutEffect, useSyncExternalStore } from "react"
import { makeEmitter } from "../api/emitter.ts"
import type { TableColumn } from "./table-row.tsx"

/** Cards are as high as the highest of them needs: rows of one height are found without looking at those before. */

/** In px: what a finger hits, a line of text, and the edges. */
const LEAST = 44
const LINE = 20
const EDGES = 13

/** @returns how high a card with these columns is where nothing breaks into two lines, in px */
export function usualHeight(columns: Pick<TableColumn<never>, "card">[]): number {
  const has = (place: TableColumn<never>["card"]): boolean => columns.some(({ card }) => card === place)
  const lines = 1 + (has("full") ? 1 : 0) + (has("line") ? 1 : 0)
  return Math.max(LEAST, lines * LINE + EDGES)
}

/** Heights that cards have come to, by what they show and how wide it is: whoever comes back finds them so. */
const reached = new Map<string, number>()
const grown = makeEmitter()

/**
 * Measures the cards that are drawn before anybody sees them, as often as others are.
 *
 * @param box holds the rows
 * @param what names what is shown at what width; undefined where rows are no cards
 * @returns the height that all have, in px
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
