import { Button } from "../teile/button.tsx"
import { Thing } from "../teile/thing.tsx"
import { type Draft, enteredOf, orphansOf, without } from "./form.ts"
import type { Aenderung } from "./plan.ts"

type Props = { aenderung: Aenderung; draft: Draft; know: (draft: Draft) => void }

/** Change of the plan while the stop was open: old plan, new plan, and the effect on the counts. */
export function Changed({ aenderung, draft, know }: Props) {
  const orphans = orphansOf(draft, aenderung)
  return (
    <>
      <ul className="liste">
        {aenderung.mengen.map((figure) => (
          <li key={`${figure.richtung} ${figure.id}`}>
            <Thing artikel_id={figure.isGeraet ? null : figure.id} />
            <span className="was">
              {figure.name}{" "}
              <span className="muted">{figure.richtung === "ausgabe" ? "abgeben" : "zurück"}</span>
              {enteredOf(draft, figure) !== undefined && (
                <span className="muted"> · gezählt {enteredOf(draft, figure)}</span>
              )}
            </span>
            <FromTo vorher={String(figure.vorher)} jetzt={String(figure.jetzt)} />
          </li>
        ))}
        {aenderung.angaben.map(({ name, vorher, jetzt }) => (
          <li key={name}>
            <span className="was">
              <span className="muted">{name}</span> <FromTo vorher={vorher} jetzt={jetzt} />
            </span>
          </li>
        ))}
      </ul>
      {orphans.length > 0 && (
        <p>
          <strong>Nicht mehr geplant, aber schon gezählt:</strong>{" "}
          {orphans.map((figure) => `${enteredOf(draft, figure)} × ${figure.name}`).join(", ")}
        </p>
      )}
      <div className="reihe">
        {orphans.length > 0 && <Button label="Weglassen" tap={() => know(without(draft, orphans))} />}
        <Button
          kind="haupt"
          sign="fertig"
          label={orphans.length > 0 ? "Gezähltes behalten" : "Verstanden"}
          tap={() => know(draft)}
        />
      </div>
    </>
  )
}

const FromTo = ({ vorher, jetzt }: { vorher: string; jetzt: string }) => (
  <span className="wechsel">
    <del>
      <span className="hidden">vorher </span>
      {vorher || "nichts"}
    </del>{" "}
    <span aria-hidden="true">→</span>{" "}
    <ins>
      <span className="hidden">jetzt </span>
      {jetzt || "nichts"}
    </ins>
  </span>
)
