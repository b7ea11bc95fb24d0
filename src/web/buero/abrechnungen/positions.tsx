import { euro, pieces } from "../../ui/format.ts"
import { type Abrechnung, rate } from "./words.ts"

/** What moved, per article, price and rate; before it and after it what stood on the account. */
export function Positions({
  abrechnung,
}: {
  abrechnung: Pick<Abrechnung, "positionen" | "anfang_cent" | "summe_cent" | "ende_cent">
}) {
  const { positionen, anfang_cent, summe_cent, ende_cent } = abrechnung
  const corrected = positionen.some(({ korrektur }) => korrektur !== 0)
  const before = corrected ? 6 : 5
  return (
    <section aria-labelledby="bewegungen">
      <h2 id="bewegungen">Bewegungen</h2>
      {/* Seven columns of figures are wider than a telephone; they scroll by themselves. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="wide-table" role="group" aria-label="Tabelle der Bewegungen" tabIndex={0}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Artikel oder Gerät</th>
              <th scope="col" className="figures">
                Aus
              </th>
              <th scope="col" className="figures">
                Zurück
              </th>
              {corrected && (
                <th scope="col" className="figures">
                  Korrektur
                </th>
              )}
              <th scope="col" className="figures">
                Pfand
              </th>
              <th scope="col" className="figures">
                USt
              </th>
              <th scope="col" className="figures">
                Summe
              </th>
            </tr>
          </thead>
          <tbody>
            <Line label="Pfandkonto vorher" cent={anfang_cent} span={before} />
            {positionen.map((one) => (
              <tr key={`${one.pfandartikel_id ?? one.geraet_id} ${one.betrag_cent} ${one.satz}`}>
                <th scope="row">
                  {one.bezeichnung} <span className="muted">{one.nummer}</span>
                </th>
                <td className="figures">{one.ausgabe === 0 ? "" : pieces(one.ausgabe)}</td>
                <td className="figures">{one.ruecknahme === 0 ? "" : pieces(one.ruecknahme)}</td>
                {corrected && <td className="figures">{one.korrektur === 0 ? "" : pieces(one.korrektur)}</td>}
                <td className="figures">{euro(one.betrag_cent)}</td>
                <td className="figures">{rate(one.satz)}</td>
                <td className="figures">{euro(one.summe_cent)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <Line label="Summe der Bewegungen" cent={summe_cent} span={before} />
            <Line label="Pfandkonto nachher" cent={ende_cent} span={before} strong />
          </tfoot>
        </table>
      </div>
    </section>
  )
}

type LineProps = { label: string; cent: number; span: number; strong?: boolean }

function Line({ label, cent, span, strong }: LineProps) {
  return (
    <tr>
      <th scope="row" colSpan={span} className={strong ? "" : "muted"}>
        {strong ? <strong>{label}</strong> : label}
      </th>
      <td className="figures">{strong ? <strong>{euro(cent)}</strong> : euro(cent)}</td>
    </tr>
  )
}
