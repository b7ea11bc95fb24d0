import { useState } from "react"
import { Link } from "react-aria-components"
import { Button } from "../../ui/parts/button.tsx"
import { FigureHead } from "../../ui/parts/figure-head.tsx"
import { euro, pieces, plural } from "../../ui/values/format.ts"
import { overReturned, unitsInWords } from "../../ui/values/contents.ts"
import type { Today } from "./model.ts"

/** Articles shown at first: those with most deposit. */
const SHOWN = 8

type Artikel = Today["pfand"]["artikel"][number]

/** @returns units of which there are several articles, in their order, with the sums of these */
const sumsOf = (artikel: readonly Artikel[]) =>
  [...Map.groupBy(artikel, ({ einheit }) => einheit)].flatMap(([einheit, all]) =>
    all.length < 2 || einheit === "stueck"
      ? []
      : {
          einheit,
          bestand: all.reduce((sum, one) => sum + one.bestand, 0),
          wert_cent: all.reduce((sum, one) => sum + one.wert_cent, 0),
        },
  )

/** Deposit out by article, and by unit. */
export function Articles({ pfand }: { pfand: Today["pfand"] }) {
  const { artikel, geraete, geraete_verloren, geraete_wert_cent } = pfand
  const [isAll, setAll] = useState(false)
  const some = artikel.filter(({ bestand, wert_cent }) => bestand !== 0 || wert_cent !== 0)
  const shown = isAll ? some : some.slice(0, SHOWN)
  if (some.length === 0 && geraete_wert_cent === 0) return null
  return (
    <section aria-labelledby="artikel">
      <h2 id="artikel">Pfand nach Artikel</h2>
      <table className="plain-table">
        <FigureHead name="Artikel" figures={["Stück", "Pfand"]} />
        <tbody>
          {shown.map(({ pfandartikel_id, bezeichnung, bestand, mehr_zurueck, wert_cent }) => (
            <tr key={pfandartikel_id}>
              <th scope="row">
                <Link href={`/artikel/${pfandartikel_id}`}>{bezeichnung}</Link>
                {mehr_zurueck > 0 && <p className="muted">{overReturned(bestand, mehr_zurueck)}</p>}
              </th>
              <td className="figures">{pieces(bestand)}</td>
              <td className="figures">{euro(wert_cent)}</td>
            </tr>
          ))}
          {geraete_wert_cent !== 0 && (
            <tr>
              <th scope="row">
                Geräte
                {geraete_verloren > 0 && (
                  <p className="muted">
                    Im Pfand auch{" "}
                    {plural(geraete_verloren, "Gerät, das nicht dort ist", "Geräte, die nicht dort sind")}
                  </p>
                )}
              </th>
              <td className="figures">{pieces(geraete)}</td>
              <td className="figures">{euro(geraete_wert_cent)}</td>
            </tr>
          )}
          {sumsOf(some).map(({ einheit, bestand, wert_cent }) => (
            <tr key={einheit} className="sum">
              <th scope="row">{unitsInWords[einheit]} zusammen</th>
              <td className="figures">{pieces(bestand)}</td>
              <td className="figures">{euro(wert_cent)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {some.length > SHOWN && (
        <Button look="quiet" icon={isAll ? "up" : "down"} onPress={() => setAll(!isAll)}>
          {isAll ? "Weniger zeigen" : `Alle ${pieces(some.length)} Artikel zeigen`}
        </Button>
      )}
    </section>
  )
}
