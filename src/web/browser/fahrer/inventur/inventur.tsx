import { useState } from "react"
import { type Day, useDay } from "../phone/use.ts"
import { Scanner } from "../scan/scanner.tsx"
import { AddArticle } from "../stopp/add-article.tsx"
import { Head } from "../teile/head.tsx"
import { Sign } from "../teile/sign.tsx"
import { Stepper } from "../teile/stepper.tsx"
import { Thing } from "../teile/thing.tsx"
import { Counted } from "./counted.tsx"
import { type Counting, type Line, useCounting } from "./use-counting.ts"

/** The yard is counted: what stands in front of one, by hand or camera, also without a network. */
export function InventurPage() {
  const { inventur } = useDay().tag
  return (
    <>
      <Head title="Hof zählen" />
      {inventur ? (
        <Count key={inventur.id} inventur={inventur} />
      ) : (
        <main className="blatt">
          <p className="leer">Gerade wird nicht gezählt.</p>
        </main>
      )}
    </>
  )
}

function Count({ inventur }: { inventur: NonNullable<Day["tag"]["inventur"]> }) {
  const counting = useCounting(inventur.id)
  const [scans, setScans] = useState(false)
  const [told, setTold] = useState("")
  if (!counting) return null
  const { draft, add, name, keeps, problem, finish } = counting
  return (
    <>
      <main className="blatt">
        <p className="muted">
          {inventur.bezeichnung}: zählen, was vor Ihnen steht. Es kommt zu dem dazu, was schon gezählt ist;
          andere zählen zugleich.
        </p>
        <label className="feld">
          Wo
          <input
            maxLength={60}
            placeholder="etwa Halle 2"
            value={draft.ort}
            onChange={({ target }) => name(target.value)}
          />
        </label>
        {draft.zeilen.map((line) => (
          <Entered key={line.id} line={line} counting={counting} />
        ))}
        <div className="reihe">
          <AddArticle
            add={({ id, bezeichnung }) => add({ id, isGeraet: false, name: bezeichnung, menge: 0 })}
          />
          <button type="button" className="taste" onClick={() => setScans(true)}>
            <Sign name="scannen" />
            Scannen
          </button>
        </div>
        {problem && <p className="bad">Es konnte nicht gespeichert werden.</p>}
        <Counted inventur_id={inventur.id} />
      </main>
      {scans && (
        <Scanner
          close={() => setScans(false)}
          told={told}
          found={(code) => void counting.scan(code).then(setTold)}
        />
      )}
      {draft.zeilen.length > 0 && (
        <div className="fuss">
          <button type="button" className="taste haupt" disabled={keeps} onClick={() => void finish()}>
            <Sign name="fertig" />
            Gezählt
          </button>
        </div>
      )}
    </>
  )
}

/** A line as it is counted so far: pieces of an article, or a device that is there. */
function Entered({ line, counting }: { line: Line; counting: Counting }) {
  const { artikel } = useDay()
  if (!line.isGeraet)
    return (
      <Stepper
        label={line.name}
        sign={<Thing artikel={artikel.get(line.id)} isGeraet={false} />}
        value={line.menge}
        change={(menge) => counting.set(line.id, menge)}
      />
    )
  return (
    <div className="reihe">
      <Thing artikel={undefined} isGeraet />
      <span className="was">{line.name}</span>
      <button
        type="button"
        className="taste leise"
        aria-label={`${line.name} weglassen`}
        onClick={() => counting.drop(line.id)}
      >
        Weglassen
      </button>
    </div>
  )
}
