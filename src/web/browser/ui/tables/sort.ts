import type { TableColumn } from "./table-row.tsx"

/** Orders of a list, as its address and the interface name them: `name`, and `-name` for the reverse. */

/** The order that a table stands in, and what asks for another one. */
export type Sorting = { by: string; onSort: (sort: string) => void }

const isDown = (sort: string): boolean => sort.startsWith("-")
const nameOf = (sort: string): string => sort.replace("-", "")

/** @returns the order after a click on the head of such a column: its own, and the reverse where it is that already */
export function sortAfter(own: string, by: string): string {
  if (nameOf(by) !== nameOf(own)) return own
  return isDown(by) ? nameOf(by) : `-${by}`
}

/** @returns what a column says of the order, for a head and its reader */
export function sortOf(own: string, by: string): "ascending" | "descending" | "none" {
  if (nameOf(by) !== nameOf(own)) return "none"
  return isDown(by) ? "descending" : "ascending"
}

type Order = { id: string; label: string }

/** @returns the orders by these columns, for a choice where there are no heads to click */
export const ordersOf = <I>(columns: readonly TableColumn<I>[]): Order[] =>
  columns.flatMap(({ sort, label, shortOf }) =>
    sort === undefined || shortOf !== undefined
      ? []
      : [sort, sortAfter(sort, sort)].map((id) => ({
          id,
          label: `${label} ${isDown(id) ? "↓" : "↑"}`,
        })),
  )
