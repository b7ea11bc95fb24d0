import { useState } from "react"
import { goToUnread } from "../../ui/values/figure.ts"
import { inventurOf } from "../phone/deeds.ts"
import { useDraft } from "../phone/draft.ts"
import { phone } from "../phone/phone.ts"
import { type Day, useDay } from "../phone/use.ts"
import { recognize } from "../scan/recognize.ts"
import { Scanner } from "../scan/scanner.tsx"
import { AddArticle } from "../stopp/add-article.tsx"
import { Head } from "../teile/head.tsx"
import { Sign } from "../teile/sign.tsx"
import { Stepper } from "../teile/stepper.tsx"
import { Thing } from "../teile/thing.tsx"
import { Counted } from "./counted.tsx"

type Line = { id: string; isGeraet: boolean; name: string; menge: number }
type Draft = { zeilen: Line[]; ort: string }
const blank: Draft = { zeilen: [], ort: "" }

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
  const day = useDay()
  const { draft, change } = useDraft(`inventur ${inventur.id}`, blank)
  const [scans, setScans] = useState(false)
  const [told, setTold] = useState("")
  const [problem, setProblem] = useState(false)
  const [keeps, setKeeps] = useState(false)
  if (!draft) return null
  const add = (line: Line): void =>
    change((before) => ({
      ...before,
      zeilen: before.zeilen.some(({ id }) => id === line.id)
        ? before.zeilen.map((one) =>
            one.id === line.id && !one.isGeraet ? { ...one, menge: one.menge + line.menge } : one,
          )
        : [...before.zeilen, line],
    }))
  const scanned = async (code: string): Promise<void> => {
    const found = await recognize(day, [], code)
    if ("told" in found) return setTold(found.told)
    if ("artikel" in found) add({ id: found.artikel.id, isGeraet: false, name: found.name, menge: 1 })
    else add({ id: found.geraet.id, isGeraet: true, name: found.name, menge: 1 })
    setTold(`${found.name}: gezählt`)
  }
  const set = (id: string, menge: number): void =>
    change((before) => ({
      ...before,
      zeilen: before.zeilen.map((one) => (one.id === id ? { ...one, menge } : one)),
    }))
  const drop = (id: string): void =>
    change((before) => ({ ...before, zeilen: before.zeilen.filter((one) => one.id !== id) }))
  const finish = async (): Promise<void> => {
    if (keeps || goToUnread(document)) return
    setKeeps(true)
    const kept = await phone.put([entryOf(inventur.id, draft)])
    setKeeps(false)
    setProblem(!kept)
    if (kept) change((before) => ({ ...before, zeilen: [] }))
  }
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
            onChange={({ target }) => change((before) => ({ ...before, ort: target.value }))}
          />
        </label>
        {draft.zeilen.map((line) =>
          line.isGeraet ? (
            <div key={line.id} className="reihe">
              <Thing artikel={undefined} isGeraet />
              <span className="was">{line.name}</span>
              <button
                type="button"
                className="taste leise"
                aria-label={`${line.name} weglassen`}
                onClick={() => drop(line.id)}
              >
                Weglassen
              </button>
            </div>
          ) : (
            <Stepper
              key={line.id}
              label={line.name}
              sign={<Thing artikel={day.artikel.get(line.id)} isGeraet={false} />}
              value={line.menge}
              change={(menge) => set(line.id, menge)}
            />
          ),
        )}
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
      {scans && <Scanner close={() => setScans(false)} told={told} found={(code) => void scanned(code)} />}
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

/** @returns what will be sent; its title says what it is, as the outbox shows it */
function entryOf(inventur_id: string, { zeilen, ort }: Draft) {
  const words = zeilen.map(({ isGeraet, menge, name }) => (isGeraet ? name : `${menge} × ${name}`))
  const more = words.length > 3 ? ` und ${words.length - 3} weitere` : ""
  return inventurOf(
    inventur_id,
    `Gezählt: ${words.slice(0, 3).join(", ")}${more}`,
    zeilen.map(({ id, isGeraet, menge }) =>
      isGeraet ? { geraet_id: id, menge: 1 } : { pfandartikel_id: id, menge },
    ),
    ort.trim(),
  )
}
