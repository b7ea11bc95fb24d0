import { useState } from "react"
import { stoppsInWords } from "../../../../lib/feierabend.ts"
import { Badge } from "../../ui/parts/badge.tsx"
import { Button } from "../../ui/parts/button.tsx"
import { FigureHead } from "../../ui/parts/figure-head.tsx"
import { useGet } from "../../ui/state/query.ts"
import { pieces } from "../../ui/values/format.ts"
import { CountHere, kinds, type Truck } from "./count-here.tsx"

/** A truck that nobody counted yet: what should be on it, and who can count. */
export function Uncounted({ truck }: { truck: Truck }) {
  const { datum, fahrer_id, fahrer_name } = truck
  const [counts, setCounts] = useState(false)
  const query = { datum, fahrer_id }
  const { data } = useGet("/api/feierabend/erwartet", { query }, { watch: true })
  const { positionen = [], offen = [] } = data ?? {}
  return (
    <section className="stack tally" aria-label={fahrer_name}>
      <div className="tally-head">
        <h2>{fahrer_name}</h2>
        <Badge tone="warn">Noch nicht gezählt</Badge>
        <span className="no-print">
          <Button isDisabled={!data} onPress={() => setCounts(true)}>
            Hier zählen …
          </Button>
        </span>
      </div>
      <p className="muted">
        {fahrer_name} zählt beim Abladen in der Anwendung für Fahrer, unter „Feierabend“; das Büro kann es
        hier tun.
        {data && positionen.length === 0 && " Nach den Lieferungen müsste der Wagen leer sein."}
      </p>
      {offen.length > 0 && <p>Noch offen: {stoppsInWords(offen.map(({ kunde_name }) => kunde_name))}.</p>}
      {kinds.map(([art, title]) => {
        const lines = positionen.filter((one) => one.art === art)
        return (
          lines.length > 0 && (
            <table key={art} className="plain-table">
              <FigureHead name={title} figures={["Erwartet"]} />
              <tbody>
                {lines.map((one) => (
                  <tr key={one.pfandartikel_id ?? one.geraet_id}>
                    <th scope="row">
                      {one.bezeichnung} <span className="muted">{one.nummer}</span>
                    </th>
                    <td className="figures">{pieces(one.erwartet)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        )
      })}
      {counts && <CountHere truck={truck} onClose={() => setCounts(false)} />}
    </section>
  )
}
