import { useEffect, useEffectEvent } from "react"
import { onlyAsked, useList } from "../state/list.ts"

type Query = { vorgang_id: string; sort?: "lfd_nr" } | { lieferung_id: string }

/** @returns all bookings of a Vorgang or a delivery, hundreds at most; while `hasMore`, not all of them are here */
export function useAllBookings(of: Query) {
  const list = onlyAsked(useList("/api/pfandbuchungen", { query: { ...of, limit: 200 } }, { watch: true }))
  const more = useEffectEvent(list.loadMore)
  const { hasMore, isLoadingMore, error } = list
  useEffect(() => {
    if (hasMore && !isLoadingMore && !error) more()
  }, [hasMore, isLoadingMore, error])
  return list
}
