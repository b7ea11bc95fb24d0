import { dateInWords, moment, span } from "../../ui/values/format.ts"
import type { Lieferung } from "./plan.ts"

/** The day, and how far it has come. */
export function When({ lieferung, driver }: { lieferung: Lieferung; driver: string }) {
  const { datum, zeit_von, zeit_bis, status, versuch, gestartet_am, erfasst_am, hinweis } = lieferung
  const times = span(zeit_von, zeit_bis)
  const done = { zugestellt: "Zugestellt", nicht_zugestellt: "Versucht" } as const
  const rows = [
    ["Zeit", times && `${times} Uhr`],
    ["Fahrer", driver],
    ["Versuch", versuch > 1 ? `${versuch}.` : ""],
    ["Losgefahren", moment(gestartet_am)],
    [status in done ? done[status as keyof typeof done] : "", moment(erfasst_am)],
  ].filter(([label, value]) => label && value)
  return (
    <section className="when-where" aria-label="Tag und Fahrer">
      <p className="figure">{dateInWords(datum)}</p>
      <dl>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {hinweis && <p className="remark">{hinweis}</p>}
    </section>
  )
}
