import { Link } from "react-aria-components"
import { among } from "../../ui/state/address.ts"
import { euro, plural, shifted } from "../../ui/values/format.ts"
import { useGet } from "../../ui/state/query.ts"
import { Segments } from "../../ui/parts/segments.tsx"
import { useParam } from "../../ui/state/url.ts"
import type { Today } from "./model.ts"
import { Plot } from "./plot.tsx"

const periods = [
  { id: "30", label: "30 Tage" },
  { id: "90", label: "90 Tage" },
  { id: "365", label: "1 Jahr" },
] as const

/** All deposit that is with customers, how it came to that, and how much of it is old. */
export function Deposit({ heute: { datum, pfand, alte_salden } }: { heute: Today }) {
  const [days, setDays] = useParam("tage", among(periods), "90")
  const query = { von: shifted(datum, -Number(days)), bis: datum }
  const { data } = useGet("/api/pfandverlauf", { query }, { watch: true, keep: true })
  const { kunden, wert_cent, geraete_cent, tage } = alte_salden
  const many = kunden === 10_000 ? "10.000 oder mehr Kunden" : plural(kunden, "Kunde", "Kunden")
  return (
    <section className="deposit-box" aria-labelledby="pfand">
      <div className="section-head">
        <h2 id="pfand">Pfand bei Kunden</h2>
        <Segments label="Zeitraum" value={days} onChange={setDays} options={periods} />
      </div>
      <p className="figure">{euro(pfand.wert_cent)}</p>
      <p className="muted">
        {kunden === 0 ? (
          `Niemand hat etwas seit über ${tage} Tagen.`
        ) : (
          <>
            {/* What customers brought back too often is taken off the whole, and off nothing old. */}
            {wert_cent <= pfand.wert_cent && "davon "}
            <strong>{euro(wert_cent)}</strong> seit über {tage} Tagen bei{" "}
            <span className="digits">
              <Link href={`/salden?ueber_tagen=${tage}&sort=seit_am`}>{many}</Link>
            </span>
            {geraete_cent > 0 &&
              (geraete_cent === wert_cent ? ", nur für Geräte" : `, ${euro(geraete_cent)} für Geräte`)}
          </>
        )}
      </p>
      <Plot items={data?.items ?? []} />
    </section>
  )
}
