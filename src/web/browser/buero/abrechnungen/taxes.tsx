import { FigureHead } from "../../ui/parts/figure-head.tsx"
import { euro } from "../../ui/values/format.ts"
import { type Abrechnung, amountInWords } from "../../ui/records/words.ts"
import { klassen, rate } from "./words.ts"

/** The tax by rate. It is rounded once per rate, so that net and VAT add up to the total. */
export function Taxes({ abrechnung }: { abrechnung: Abrechnung }) {
  const { steuern, netto_cent, ust_cent, brutto_cent, storno_von } = abrechnung
  return (
    <section className="taxes" aria-labelledby="steuern">
      <h2 id="steuern">Umsatzsteuer</h2>
      <table className="plain-table">
        <FigureHead name="Satz" figures={["Netto", "USt", "Brutto"]} />
        <tbody>
          {steuern.map((one) => (
            <tr key={`${one.klasse} ${one.satz}`}>
              <th scope="row">
                {rate(one.satz)} <span className="muted">{klassen[one.klasse]}</span>
              </th>
              <td className="figures">{euro(one.netto_cent)}</td>
              <td className="figures">{euro(one.ust_cent)}</td>
              <td className="figures">{euro(one.brutto_cent)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              <strong>
                {storno_von ? "Summe" : amountInWords({ ...abrechnung, betrag_cent: brutto_cent })}
              </strong>
            </th>
            <td className="figures">{euro(netto_cent)}</td>
            <td className="figures">{euro(ust_cent)}</td>
            <td className="figures">
              <strong>{euro(brutto_cent)}</strong>
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
