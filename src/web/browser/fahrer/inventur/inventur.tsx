import type { Fahrertag } from "../phone/tag.ts"
import { useDay } from "../phone/use.ts"
import { Scan } from "../scan/scanner.tsx"
import { AddArticle } from "../stopp/add-article.tsx"
import { Button } from "../parts/button.tsx"
import { Field } from "../parts/field.tsx"
import { Head } from "../parts/head.tsx"
import { Stepper } from "../parts/stepper.tsx"
import { ArtikelSign } from "../parts/artikel-sign.tsx"
import { Counted } from "./counted.tsx"
import { UnsentCount } from "./unsent-count.tsx"
import { type Counting, type Line, useCounting } from "./use-counting.ts"
import { unbroken } from "../../ui/values/format.ts"

/** Counts the yard, by hand or camera, also without a network. */
export function InventurPage() {
  const { inventur } = useDay().tag
  return (
    <>
      <Head title="Hof zählen" />
      {inventur ? (
        <Count key={inventur.id} inventur={inventur} />
      ) : (
        <main className="blatt">
          <UnsentCount />
          <p className="leer">Gerade wird nicht gezählt.</p>
        </main>
      )}
    </>
  )
}

function Count({ inventur }: { inventur: NonNullable<Fahrertag["inventur"]> }) {
  const counting = useCounting(inventur.id)
  if (!counting) return null
  const { draft, add, name, keeps, problem, finish } = counting
  return (
    <>
      <main className="blatt">
        <p className="muted">
          {inventur.bezeichnung}: zählen, was vor dir steht. Es kommt zu dem dazu, was schon gezählt ist;
          andere zählen zugleich.
        </p>
        <Field label="Wo" placeholder="etwa Halle 2" most={60} value={draft.ort} change={name} />
        {draft.zeilen.map((line) => (
          <Entered key={line.id} line={line} counting={counting} />
        ))}
        <div className="reihe">
          <AddArticle
            add={({ id, bezeichnung }) => add({ id, isGeraet: false, name: bezeichnung, menge: 0 })}
          />
          <Scan found={counting.scan} />
        </div>
        {problem && <p className="bad">Es konnte nicht gespeichert werden.</p>}
        <Counted inventur_id={inventur.id} />
      </main>
      {draft.zeilen.length > 0 && (
        <div className="fuss">
          <Button kind="haupt" sign="fertig" label="Gezählt" disabled={keeps} tap={finish} />
        </div>
      )}
    </>
  )
}

/** A line as it is counted so far: pieces of an article, or a device that is there. */
function Entered({ line, counting }: { line: Line; counting: Counting }) {
  if (!line.isGeraet)
    return (
      <Stepper
        label={line.name}
        artikel_id={line.id}
        value={line.menge}
        change={(menge) => counting.set(line.id, menge)}
      />
    )
  return (
    <div className="reihe">
      <ArtikelSign artikel_id={null} />
      <span className="was">{unbroken(line.name)}</span>
      <Button
        kind="leise"
        label="Weglassen"
        name={`${line.name} weglassen`}
        tap={() => counting.drop(line.id)}
      />
    </div>
  )
}
