import { dateInWords, happened, span } from "../../ui/values/format.ts"
import type { Lieferung } from "./plan.ts"
import { useStandorte } from "../../ui/records/standort.tsx"

/** Day, place, driver and progress of a delivery. */
export function When({ lieferung, driver }: { lieferung: Lieferung; driver: string }) {
  const { datum, zeit_von, zeit_bis, status, versuch, gestartet_am, erfasst_am, hinweis } = lieferung
  const { wordsOf } = useStandorte(lieferung.standort_id ? lieferung.kunde_id : "")
  const place = lieferung.lieferanschrift ?? (lieferung.standort_id && wordsOf(lieferung.standort_id))
  const times = span(zeit_von, zeit_bis)
  const done = { zugestellt: "Zugestellt", nicht_zugestellt: "Versucht" } as const
  // A stop reported afterwards has one moment for start and end (set-off.ts): the start is not known, and left out.
  const rows = [
    ["Zeit", times && `${times} Uhr`],
    ["Lieferanschrift", place],
    ["Fahrer", driver],
    ["Versuch", versuch > 1 ? `${versuch}.` : ""],
    ["Losgefahren", gestartet_am && gestartet_am !== erfasst_am ? happened(gestartet_am) : ""],
    [status in done ? done[status as keyof typeof done] : "", erfasst_am && happened(erfasst_am)],
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
