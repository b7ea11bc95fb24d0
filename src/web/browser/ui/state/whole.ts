import { useEffect, useEffectEvent } from "react"
import type { EndlessList } from "./list.ts"

/** @returns the list, all pages of which are read one after the other; while `hasMore`, not all of it is here */
export function useWhole<I>(list: EndlessList<I>): EndlessList<I> {
  const more = useEffectEvent(list.loadMore)
  const { hasMore, isLoadingMore, error } = list
  const { length } = list.items
  useEffect(() => {
    if (hasMore && !isLoadingMore && !error) more()
    // A page that comes at once leaves all but the number of rows as it was.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [hasMore, isLoadingMore, error, length])
  return list
}
