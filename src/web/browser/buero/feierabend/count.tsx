import { FigureHead } from "../../ui/parts/figure-head.tsx"
import { FileButton } from "../../ui/parts/file-button.tsx"
import { Badge } from "../../ui/parts/badge.tsx"
import { moment, pieces, plural } from "../../ui/values/format.ts"
import type { Item } from "../../ui/state/list.ts"

type Feierabend = Item<"/api/feierabend">
type Position = Feierabend["positionen"][number]

/** Kinds of what is on a truck in the evening. */
export const kinds = [
  ["leergut", "Leergut und Geräte zurück"],
  ["ware", "Ware, die niemand abgenommen hat"],
] as const

/** @returns of how many articles and devices another number was counted than expected */
export const differences = ({ positionen }: Feierabend): number =>
  positionen.filter(({ differenz }) => differenz !== 0).length

/** One driver's truck: what must be on it, what was counted, and what is missing or too much. */
export function Count({ count }: { count: Feierabend }) {
  const { id, datum, fahrer_id, fahrer_name, erfasst_am, bemerkung, positionen } = count
  const wrong = differences(count)
  const of = (kind: Position["art"]): Position[] => positionen.filter(({ art }) => art === kind)
  return (
    <section className="stack tally" aria-labelledby={id}>
      <div className="tally-head">
        <h2 id={id}>{fahrer_name}</h2>
        {wrong === 0 ? (
          <Badge tone="good">Stimmt</Badge>
        ) : (
          <Badge tone="warn">{plural(wrong, "Abweichung", "Abweichungen")}</Badge>
        )}
        <span className="muted">gezählt am {moment(erfasst_am)}</span>
        <span className="no-print">
          <FileButton
            look="quiet"
            path="/api/touren/{datum}/{fahrer_id}/feierabend.pdf"
            input={{ path: { datum, fahrer_id } }}
            label={`Protokoll ${fahrer_name} (PDF)`}
          >
            Protokoll
          </FileButton>
        </span>
      </div>
      {bemerkung && <p className="remark">{bemerkung}</p>}
      {positionen.length === 0 && <p className="muted">Der Wagen war leer, wie erwartet.</p>}
      {kinds.map(([kind, title]) => (
        <Kind key={kind} title={title} positionen={of(kind)} />
      ))}
    </section>
  )
}

function Kind({ title, positionen }: { title: string; positionen: Position[] }) {
  if (positionen.length === 0) return null
  return (
    <table className="plain-table">
      <FigureHead name={title} figures={["Erwartet", "Gezählt", "Abweichung"]} />
      <tbody>
        {positionen.map(
          ({ pfandartikel_id, geraet_id, bezeichnung, nummer, erwartet, gezaehlt, differenz }) => (
            <tr key={pfandartikel_id ?? geraet_id}>
              <th scope="row">
                {bezeichnung} <span className="muted">{nummer}</span>
              </th>
              <td className="figures">{pieces(erwartet)}</td>
              <td className="figures">{pieces(gezaehlt)}</td>
              <td className="figures">{inWords(differenz)}</td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  )
}

function inWords(difference: number) {
  if (difference === 0) return <span className="muted">–</span>
  if (difference < 0)
    return (
      <strong className="bad">
        {pieces(-difference)} {difference === -1 ? "fehlt" : "fehlen"}
      </strong>
    )
  return <strong>{pieces(difference)} zu viel</strong>
}
