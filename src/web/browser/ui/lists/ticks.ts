import { useMemo, useState } from "react"
import type { EndlessList } from "../state/list.ts"
import type { TableTicks } from "../tables/tick-cell.tsx"

/** How many rows can be ticked at a time, as somebody has to answer for each. */
export const MOST_TICKED = 200

type Ticked = { listKey: string; ids: ReadonlySet<string>; last: string | undefined }
const NOTHING: ReadonlySet<string> = new Set()

/**
 * The ticked rows of a list. Another filter or order makes another list, in which nothing is ticked; a row that leaves the
 * list loses its tick.
 *
 * @param nameOf a row's name, for screen readers
 * @returns the ticked rows, the ticks for the table, and a function that removes some or all of them
 */
export function useTicks<R extends { id: string }>(list: EndlessList<R>, nameOf: (row: R) => string) {
  const { listKey, itemsKey, items } = list
  const [ticked, setTicked] = useState<Ticked>({ listKey, ids: NOTHING, last: undefined })
  const ids = ticked.listKey === listKey && itemsKey === listKey ? ticked.ids : NOTHING
  const chosen = useMemo(() => items.filter(({ id }) => ids.has(id)), [items, ids])
  const change = (make: (ids: ReadonlySet<string>) => Iterable<string>, last?: string): void =>
    setTicked((now) => {
      const there = new Set(
        items.filter(({ id }) => now.listKey === listKey && now.ids.has(id)).map(({ id }) => id),
      )
      return { listKey, ids: new Set([...make(there)].slice(0, MOST_TICKED)), last }
    })
  const ticks: TableTicks<R> = {
    has: (id) => ids.has(id),
    set: (id, on, range) => {
      const meant = range ? between(items, ticked.last ?? id, id) : [id]
      change((now) => (on ? [...now, ...meant] : now.difference(new Set(meant))), id)
    },
    how: chosen.length === 0 ? "none" : chosen.length < items.length ? "some" : "all",
    setAll: (on) => change(() => (on ? items.map(({ id }) => id) : [])),
    nameOf,
  }
  /** @param gone ids of rows; left out, all */
  const untick = (gone?: readonly string[]): void =>
    change((now) => (gone ? now.difference(new Set(gone)) : []))
  return { chosen, ticks, untick }
}

/** @returns the ids from one row to another, both included; only the other if the one is gone */
function between(items: readonly { id: string }[], one: string, other: string): string[] {
  const ends = [one, other].map((id) => items.findIndex((item) => item.id === id))
  const [from = 0, to = 0] = ends.toSorted((a, b) => a - b)
  return from < 0 ? [other] : items.slice(from, to + 1).map(({ id }) => id)
}
