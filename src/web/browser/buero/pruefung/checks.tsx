import { ENOUGH, vergleiche } from "../../../../lib/pruefungen.ts"
import { Badge } from "../../ui/parts/badge.tsx"
import { pieces } from "../../ui/values/format.ts"
import type { Pruefung } from "./model.ts"

export const Checks = ({ result }: { result: Pruefung | undefined }) => (
  <section aria-labelledby="was-geprueft-wird">
    <h2 id="was-geprueft-wird">Was geprüft wird</h2>
    <ul className="checks">
      {vergleiche.map(({ arten, title, text }) => (
        <li key={title}>
          <div>
            <strong>{title}</strong>
            <p className="muted">{text}</p>
          </div>
          {result && (
            <Outcome
              count={result.fehler.filter(({ art }) => arten.includes(art)).length}
              isWhole={result.fehler.length < ENOUGH}
            />
          )}
        </li>
      ))}
    </ul>
  </section>
)

/** @param props.isWhole whether all was looked at: the proof stops when it has found enough */
function Outcome({ count, isWhole }: { count: number; isWhole: boolean }) {
  if (count > 0) return <Badge tone="bad">{`${pieces(count)} Fehler`}</Badge>
  return isWhole ? <Badge tone="good">Stimmt</Badge> : <Badge tone="warn">Nicht zu Ende geprüft</Badge>
}
