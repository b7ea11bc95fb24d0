import { onlyAsked, useList } from "../state/list.ts"
import { useWhole } from "../state/whole.ts"

type Query = { vorgang_id: string; sort?: "lfd_nr" } | { lieferung_id: string }

/** @returns all bookings of a Vorgang or a delivery, hundreds at most; while `hasMore`, not all of them are here */
export const useAllBookings = (of: Query) =>
  useWhole(onlyAsked(useList("/api/pfandbuchungen", { query: { ...of, limit: 200 } }, { watch: true })))
