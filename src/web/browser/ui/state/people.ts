import { type Item, useList } from "./list.ts"
import { useWhole } from "./whole.ts"

export type Person = Item<"/api/mitarbeiter">

/** A driver who may log in. */
export const isActiveDriver = ({ rolle, aktiv }: Pick<Person, "rolle" | "aktiv">): boolean =>
  rolle === "fahrer" && aktiv === 1

/** @returns everybody of the company, also who has left; undefined until all are read */
export function usePeople(): Person[] | undefined {
  const { items, isLoading, hasMore, error } = useWhole(
    useList("/api/mitarbeiter", { query: { limit: 200 } }),
  )
  return isLoading || hasMore || (error && items.length === 0) ? undefined : items
}
