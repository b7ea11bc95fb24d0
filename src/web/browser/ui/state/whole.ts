import { useEffect, useEffectEvent } from "react"
import type { EndlessList } from "./list.ts"

/** @returns the list, all pages of which are read one after the other; while `hasMore`, not all of it is here */
export function useWhole<I>(list: EndlessList<I>): EndlessList<I> {
  const more = useEffectEvent(list.loadMore)
  const { hasMore, isLoadingMore, error } = list
  useEffect(() => {
    if (hasMore && !isLoadingMore && !error) more()
  }, [hasMore, isLoadingMore, error])
  return list
}
