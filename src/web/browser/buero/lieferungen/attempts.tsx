import { date, moment } from "../../ui/values/format.ts"
import { useGet } from "../../ui/state/query.ts"
import type { Lieferung } from "./plan.ts"

/** Earlier attempts with day, driver and reason of failure. */
export function Attempts({ lieferung: { id, versuch } }: { lieferung: Lieferung }) {
  const { data } = useGet("/api/lieferungen/{id}/versuche", { path: { id } }, { enabled: versuch > 1 })
  const items = data?.items ?? []
  if (items.length === 0) return null
  return (
    <section aria-labelledby="versuche">
      <h2 id="versuche">Frühere Versuche</h2>
      <ol className="log">
        {items.map((one) => (
          <li key={one.versuch}>
            <p>
              {one.versuch}. Versuch, {date(one.datum)}
              {one.grund && `: ${one.grund}`}
            </p>
            <p className="muted">
              {[one.fahrer_name ?? "Ohne Fahrer", moment(one.erfasst_am)].filter(Boolean).join(" · ")}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
