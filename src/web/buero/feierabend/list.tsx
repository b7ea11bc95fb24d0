import { messageOf } from "../../ui/api/fault.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { date, moment } from "../../ui/format.ts"
import { Page } from "../../ui/page.tsx"
import { type Item, useList } from "../../ui/query.ts"

type Feierabend = Item<"/api/feierabend">

/** What was counted on the trucks in the evening, beside what should have been there. */
export default function Feierabende() {
  const list = useList("/api/feierabend", { query: { limit: 30 } }, { watch: true })
  return (
    <Page
      title="Feierabend"
      actions={
        <Button icon="print" onPress={() => window.print()}>
          Drucken
        </Button>
      }
    >
      {list.error && list.items.length === 0 && <p role="alert">{messageOf(list.error)}</p>}
      {!list.isLoading && !list.error && list.items.length === 0 && (
        <div className="empty">
          <p>
            Hier steht, was Fahrer abends beim Abladen zählen, neben dem, was nach den Lieferungen da sein
            müsste.
          </p>
        </div>
      )}
      <ul className="feierabende" aria-label="Zählungen">
        {list.items.map((feierabend) => (
          <Count key={feierabend.id} feierabend={feierabend} />
        ))}
      </ul>
      {list.hasMore && <Button onPress={list.loadMore}>Weitere zeigen</Button>}
    </Page>
  )
}

function Count({
  feierabend: { fahrer_name, datum, erfasst_am, bemerkung, positionen },
}: {
  feierabend: Feierabend
}) {
  const off = positionen.filter(({ differenz }) => differenz !== 0).length
  return (
    <li className="feierabend">
      <header>
        <h2>
          {fahrer_name}, {date(datum)}
        </h2>
        <span>
          <span className="muted">gezählt {moment(erfasst_am)}</span>{" "}
          <Badge tone={off === 0 ? "good" : "warn"}>{off === 0 ? "Stimmt" : `${off} weichen ab`}</Badge>
        </span>
      </header>
      {positionen.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Was</th>
              <th scope="col" className="figures">
                Erwartet
              </th>
              <th scope="col" className="figures">
                Gezählt
              </th>
              <th scope="col">Unterschied</th>
            </tr>
          </thead>
          <tbody>
            {positionen.map((position) => (
              <tr key={`${position.art} ${position.pfandartikel_id ?? position.geraet_id}`}>
                <td>
                  {position.bezeichnung} {position.geraet_id && position.nummer}{" "}
                  {position.art === "ware" && "(Ware)"}
                </td>
                <td className="figures">{position.erwartet}</td>
                <td className="figures">{position.gezaehlt}</td>
                <td className={position.differenz === 0 ? "muted" : "bad"}>{inWords(position.differenz)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {bemerkung && <p>Bemerkung: {bemerkung}</p>}
    </li>
  )
}

function inWords(differenz: number): string {
  if (differenz === 0) return "stimmt"
  return differenz < 0 ? `${-differenz} fehlt` : `${differenz} zu viel`
}
