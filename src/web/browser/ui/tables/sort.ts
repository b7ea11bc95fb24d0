import type { TableColumn } from "./table-row.tsx"

/** Orders of a list, as its address and the service name them: `name`, and `-name` for the reverse. */

/** The order of a table, and a function that asks for another one. */
export type Sorting = { by: string; onSort: (sort: string) => void }

const isDown = (sort: string): boolean => sort.startsWith("-")
const nameOf = (sort: string): string => sort.replace("-", "")

/** @returns the order after a click on a column's head: its own, or the reverse if the table has that already */
export function sortAfter(own: string, by: string): string {
  if (nameOf(by) !== nameOf(own)) return own
  return isDown(by) ? nameOf(by) : `-${by}`
}

/** @returns the value of `aria-sort` for a column */
export function sortOf(own: string, by: string): "ascending" | "descending" | "none" {
  if (nameOf(by) !== nameOf(own)) return "none"
  return isDown(by) ? "descending" : "ascending"
}

type Order = { id: string; label: string }

/** @returns the orders by these columns, for a choice where no heads can be clicked */
export const ordersOf = <I>(columns: readonly TableColumn<I>[]): Order[] =>
  columns.flatMap(({ sort, label, shortOf }) =>
    sort === undefined || shortOf !== undefined
      ? []
      : [sort, sortAfter(sort, sort)].map((id) => ({
          id,
          label: `${label} ${isDown(id) ? "↓" : "↑"}`,
        })),
  )
