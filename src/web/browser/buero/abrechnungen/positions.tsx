import type { ReactNode } from "react"
import { FigureHead } from "../../ui/parts/figure-head.tsx"
import { euro, pieces } from "../../ui/values/format.ts"
import { sinceWhen, splitAusserhalb } from "../../../../lib/ausserhalb.ts"
import { einheitInWords } from "../../../../lib/einheit.ts"
import type { Abrechnung } from "../../ui/records/words.ts"
import { rate } from "./words.ts"

/**
 * Movements by article, price and rate, between the account's balances before and after. A Storno books
 * nothing, and shows no balances.
 */
export function Positions({ abrechnung }: { abrechnung: Abrechnung }) {
  const { positionen, anfang_cent, summe_cent, ende_cent, storno_von } = abrechnung
  const corrected = positionen.some(({ korrektur }) => korrektur !== 0)
  const columns = ["Aus", "Zurück", ...(corrected ? ["Korrektur"] : [])]
  return (
    <section className="movements" aria-labelledby="bewegungen">
      <h2 id="bewegungen">Bewegungen</h2>
      <table className="plain-table">
        <FigureHead
          name="Artikel oder Gerät"
          figures={[
            ...columns,
            { text: "Pfand", className: "wide" },
            { text: "USt", className: "wide" },
            "Summe",
          ]}
        />
        <tbody>
          {!storno_von && (
            <Line label="Pfandkonto vorher" cent={anfang_cent} span={columns.length + 1}>
              <Contained parts={splitAusserhalb(abrechnung)} since={sinceWhen(abrechnung)} />
            </Line>
          )}
          {positionen.map((one) => (
            <tr key={`${one.pfandartikel_id ?? one.geraet_id} ${one.betrag_cent} ${one.satz}`}>
              <th scope="row">
                {one.bezeichnung} <span className="muted">{one.nummer}</span>
                <p className="muted narrow">
                  je {one.einheit ? einheitInWords[one.einheit] : "Stück"} {euro(one.betrag_cent)},{" "}
                  {rate(one.satz)} {one.satz !== null && "USt"}
                </p>
              </th>
              <td className="figures">{one.ausgabe === 0 ? "" : pieces(one.ausgabe)}</td>
              <td className="figures">{one.ruecknahme === 0 ? "" : pieces(one.ruecknahme)}</td>
              {corrected && <td className="figures">{one.korrektur === 0 ? "" : pieces(one.korrektur)}</td>}
              <td className="figures wide">{euro(one.betrag_cent)}</td>
              <td className="figures wide">{rate(one.satz)}</td>
              <td className="figures">{euro(one.summe_cent)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <Line label="Summe der Bewegungen" cent={summe_cent} span={columns.length + 1} />
          {!storno_von && (
            <Line label="Pfandkonto nachher" cent={ende_cent} span={columns.length + 1} strong />
          )}
        </tfoot>
      </table>
    </section>
  )
}

type ContainedProps = { parts: ReturnType<typeof splitAusserhalb>; since: string }

/** Said in words below the balance that contains it: as a line of its own it would read as something to be added. */
function Contained({ parts, since }: ContainedProps) {
  if (parts.length === 0) return null
  const all = parts.map(({ name, cent }) => `${name} ${euro(cent)}`).join(" und ")
  return (
    <p className="muted">
      Schon enthalten: {all}, {since} gebucht und in keiner Abrechnung
    </p>
  )
}

type LineProps = { label: string; cent: number; span: number; strong?: boolean; children?: ReactNode }

function Line({ label, cent, span, strong, children }: LineProps) {
  return (
    <tr>
      <th scope="row" colSpan={span} className={strong ? "" : "muted"}>
        {strong ? <strong>{label}</strong> : label}
        {children}
      </th>
      <td className="wide" colSpan={2}>
        {" "}
      </td>
      <td className="figures">{strong ? <strong>{euro(cent)}</strong> : euro(cent)}</td>
    </tr>
  )
}
