import { LateButton } from "../parts/button.tsx"
import { ArtikelSign } from "../parts/artikel-sign.tsx"
import { type Draft, enteredOf, orphansOf, without } from "./form.ts"
import type { PlanChange } from "./plan.ts"
import { unbroken } from "../../ui/values/format.ts"

type Props = { change: PlanChange; draft: Draft; know: (draft: Draft) => void }

/** What the office has changed of the plan while the stop was open, and which counts are planned no more. */
export function Changed({ change, draft, know }: Props) {
  const orphans = orphansOf(draft, change)
  return (
    <>
      <ul className="liste">
        {change.figures.map((figure) => (
          <li key={`${figure.direction} ${figure.id}`}>
            <ArtikelSign artikel_id={figure.isGeraet ? null : figure.id} />
            <span className="was">
              {unbroken(figure.name)}{" "}
              <span className="muted">{figure.direction === "ausgabe" ? "abgeben" : "zurück"}</span>
              {enteredOf(draft, figure) !== undefined && (
                <span className="muted"> · gezählt {enteredOf(draft, figure)}</span>
              )}
            </span>
            <FromTo was={String(figure.was)} is={String(figure.is)} />
          </li>
        ))}
        {change.angaben.map(({ name, was, is }) => (
          <li key={name}>
            <span className="was">
              <span className="muted">{name}</span> <FromTo was={was} is={is} />
            </span>
          </li>
        ))}
      </ul>
      {orphans.length > 0 && (
        <p>
          <strong>Nicht mehr geplant, aber schon gezählt:</strong>{" "}
          {orphans.map((figure) => `${enteredOf(draft, figure)} × ${figure.name}`).join("; ")}
        </p>
      )}
      <div className="reihe">
        {orphans.length > 0 && <LateButton label="Weglassen" tap={() => know(without(draft, orphans))} />}
        <LateButton
          kind="haupt"
          sign="fertig"
          label={orphans.length > 0 ? "Gezähltes behalten" : "Verstanden"}
          tap={() => know(draft)}
        />
      </div>
    </>
  )
}

const FromTo = ({ was, is }: { was: string; is: string }) => (
  <span className="wechsel">
    <del>
      <span className="hidden">vorher </span>
      {was || "nichts"}
    </del>{" "}
    <span aria-hidden="true">→</span>{" "}
    <ins>
      <span className="hidden">jetzt </span>
      {is || "nichts"}
    </ins>
  </span>
)
