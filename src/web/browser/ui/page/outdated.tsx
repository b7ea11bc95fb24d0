import { useEffect } from "react"
import { onBack, useAway } from "../api/connection.ts"
import { clockTime, moment } from "../values/format.ts"
import { queryClient, refreshAll } from "../state/query.ts"

/** Above every screen while the service is away: how old the shown data is. */
export function Outdated() {
  const away = useAway()
  useEffect(() => onBack(() => void refreshAll()), [])
  return (
    <div role="status">
      {away && (
        <div className="banner">
          <p>
            <strong>{asOf()}Keine Verbindung.</strong> Was Sie eingeben, bleibt stehen. Sobald der Server
            wieder antwortet, kommen neue Zahlen von selbst.
          </p>
        </div>
      )}
    </div>
  )
}

/**
 * @returns the age of the oldest data that this screen keeps up to date; if it does so with none, of all that it shows
 */
function asOf(): string {
  const shown = queryClient
    .getQueryCache()
    .getAll()
    .filter((query) => query.isActive() && query.state.data !== undefined)
  const watched = shown.filter(({ observers }) => observers.some(({ options }) => options.refetchInterval))
  const times = (watched.length > 0 ? watched : shown).map(({ state }) => state.dataUpdatedAt)
  if (times.length === 0) return ""
  const oldest = new Date(Math.min(...times))
  const isToday = oldest.toDateString() === new Date().toDateString()
  return `Stand ${isToday ? clockTime(oldest) : moment(oldest.toISOString())}. `
}
