import { Badge } from "../../ui/parts/badge.tsx"
import { FigureHead } from "../../ui/parts/figure-head.tsx"
import { pieces } from "../../ui/values/format.ts"
import { overdueOn } from "../../ui/lines/lines.ts"
import { PlannedElsewhere } from "../../ui/lines/planned-elsewhere.tsx"
import type { Lieferung } from "./plan.ts"

type Position = Lieferung["positionen"][number]

/** Planned and actual positions. */
export function Positions({ lieferung: { id, status, positionen, datum } }: { lieferung: Lieferung }) {
  const isDone = positionen.some(({ ist_ausgabe }) => ist_ausgabe !== null)
  if (positionen.length === 0) {
    return (
      <section aria-labelledby="positionen">
        <h2 id="positionen">Positionen</h2>
        <p className="muted">Ohne Artikel geplant. Was zurückkommt, zählt der Fahrer.</p>
      </section>
    )
  }
  return (
    <section aria-labelledby="positionen">
      <h2 id="positionen">Positionen</h2>
      <table className="plain-table positions">
        <FigureHead name="Artikel oder Gerät" figures={["Hin", "Zurück"]} />
        <tbody>
          {positionen.map((position) => (
            <tr key={position.id}>
              <th scope="row">
                {position.bezeichnung} <span className="muted">{position.nummer}</span>
                {position.zustand === "beschaedigt" && <Badge tone="warn">Beschädigt</Badge>}
                {!isDone && <Overdue position={position} datum={datum} />}
                {["geplant", "unterwegs"].includes(status) &&
                  position.geraet_id &&
                  position.soll_ausgabe > 0 && (
                    <PlannedElsewhere geraet_id={position.geraet_id} except={{ lieferung_id: id }} />
                  )}
              </th>
              <Count plan={position.soll_ausgabe} real={position.ist_ausgabe} isDone={isDone} />
              <Count plan={position.soll_ruecknahme} real={position.ist_ruecknahme} isDone={isDone} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Overdue({ position, datum }: { position: Position; datum: string }) {
  const { soll_ausgabe: out, geprueft_bis } = position
  const warning = overdueOn(datum, { out, ...(geprueft_bis && { testedUntil: geprueft_bis }) })
  return warning && <p className="remark">{warning}</p>
}

/** The actual number; a different plan follows in words and brackets, as two figures side by side read as one. */
function Count({ plan, real, isDone }: { plan: number; real: number | null; isDone: boolean }) {
  if (!isDone || real === null || real === plan) {
    const count = real ?? plan
    return <td className="figures">{count === 0 ? <span className="muted">–</span> : pieces(count)}</td>
  }
  return (
    <td className="figures">
      <strong>{pieces(real)}</strong>{" "}
      <span className="muted">{plan === 0 ? "(ungeplant)" : `(statt ${pieces(plan)})`}</span>
    </td>
  )
}
