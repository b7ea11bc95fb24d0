import { useState } from "react"
import { bookedLater } from "../../../../lib/feierabend.ts"
import { Button } from "../../ui/parts/button.tsx"
import { FigureHead } from "../../ui/parts/figure-head.tsx"
import { FileButton } from "../../ui/parts/file-button.tsx"
import { Badge } from "../../ui/parts/badge.tsx"
import { moment, pieces, plural } from "../../ui/values/format.ts"
import type { Item } from "../../ui/state/list.ts"
import { CountHere, kinds } from "./count-here.tsx"

type Feierabend = Item<"/api/feierabend">
type Position = Feierabend["positionen"][number]

/** @returns of how many articles and devices another number was counted than expected */
const differences = ({ positionen }: Feierabend): number =>
  positionen.filter(({ differenz }) => differenz !== 0).length

const inWord = (count: Feierabend): string => {
  const wrong = differences(count)
  return wrong === 0 ? "Stimmt" : plural(wrong, "Abweichung", "Abweichungen")
}

/** Whether the count is right, or to be repeated as something was booked since. */
export function Verdict({ count }: { count: Feierabend }) {
  if (count.danach.length > 0) return <Badge tone="warn">Neu zählen</Badge>
  return <Badge tone={differences(count) === 0 ? "good" : "warn"}>{inWord(count)}</Badge>
}

/** `am 28.11.2026, 17:02, von Jens Brandt`; `eingetragen von` if the office counted for the driver */
function countedInWords({ erfasst_am, fahrer_id, gezaehlt_von, gezaehlt_von_name }: Feierabend): string {
  const by = gezaehlt_von === fahrer_id ? "von" : "eingetragen von"
  return `am ${moment(erfasst_am)}, ${by} ${gezaehlt_von_name ?? "Betreiber"}`
}

type Props = {
  /** The latest one: the others of the day were corrected by it. */
  count: Feierabend
  earlier: Feierabend[]
}

/** One driver's truck: what must be on it, what was counted, and what is missing or too much. */
export function Count({ count, earlier }: Props) {
  const [counts, setCounts] = useState(false)
  const { id, datum, fahrer_id, fahrer_name, bemerkung, danach, positionen } = count
  const of = (kind: Position["art"]): Position[] => positionen.filter(({ art }) => art === kind)
  return (
    <section className="stack tally" aria-labelledby={id}>
      <div className="tally-head">
        <h2 id={id}>{fahrer_name}</h2>
        <Verdict count={count} />
        <span className="muted">gezählt {countedInWords(count)}</span>
        <span className="no-print">
          <FileButton
            look="quiet"
            path="/api/touren/{datum}/{fahrer_id}/feierabend.pdf"
            input={{ path: { datum, fahrer_id } }}
            label={`Protokoll ${fahrer_name} (PDF)`}
          >
            Protokoll
          </FileButton>
          <Button label={`${fahrer_name} neu zählen …`} onPress={() => setCounts(true)}>
            Neu zählen …
          </Button>
        </span>
      </div>
      {danach.length > 0 && <p className="problem">{bookedLater(danach)}</p>}
      {bemerkung && <p className="remark">{bemerkung}</p>}
      {positionen.length === 0 && <p className="muted">Der Wagen war leer, wie erwartet.</p>}
      {kinds.map(([kind, title]) => (
        <Kind key={kind} title={title} positionen={of(kind)} />
      ))}
      {earlier.map((one) => (
        <p key={one.id} className="muted">
          Davor gezählt {countedInWords(one)}: {inWord(one)}
        </p>
      ))}
      {counts && (
        <CountHere
          truck={{ datum, fahrer_id, fahrer_name }}
          before={positionen}
          onClose={() => setCounts(false)}
        />
      )}
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
