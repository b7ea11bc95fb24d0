import { useEffect, useState } from "react"
import { Link, useLocation } from "wouter"
import { address } from "../../ui/format.ts"
import { newId } from "../../ui/ids.ts"
import { BEDENKZEIT } from "../outbox/entry.ts"
import { bildOf, ungeplantOf } from "../phone/deeds.ts"
import { useDraft } from "../phone/draft.ts"
import { phone } from "../phone/phone.ts"
import { searchKunden } from "../phone/remote.ts"
import type { KundeKurz } from "../phone/tag.ts"
import { useDay } from "../phone/use.ts"
import { PhotoButton } from "../teile/photo-button.tsx"
import { blankDraft, type Draft, positionenOf, quittungOf, ruecknahmen, surprises } from "./form.ts"
import { Receipt } from "./receipt.tsx"
import { Ruecknahme } from "./ruecknahme.tsx"
import { Surprises } from "./work.tsx"

const NOTHING = { positionen: [] }
type Pickup = Draft & { id: string; kunde: KundeKurz | null }

/** A pick-up that nobody planned, marked as such. */
export function Ungeplant() {
  const day = useDay()
  const [, go] = useLocation()
  const { draft, change, forget } = useDraft<Pickup>("ungeplant", {
    ...blankDraft(NOTHING),
    id: newId(),
    kunde: null,
  })
  const [asked, setAsked] = useState<string[]>()
  if (!draft) return null
  const { kunde } = draft
  const zeilen = ruecknahmen(NOTHING, day.kunden.get(kunde?.id ?? ""), draft.mehr, day.artikel)
  const positionen = positionenOf(draft).filter(({ ist_ruecknahme }) => ist_ruecknahme)
  const complete = async (): Promise<void> => {
    if (!kunde) return
    const wo = { id: draft.id, versuch: 1, name: kunde.name }
    const returns = positionen.map(({ ist_ausgabe: _, ...position }) => position)
    const bilder = draft.fotos.map((foto) => bildOf(wo, foto, BEDENKZEIT))
    if (!(await phone.put([ungeplantOf(draft.id, kunde, returns, quittungOf(draft)), ...bilder]))) return
    go("/")
  }
  const finish = (): void => {
    const found = surprises(draft, NOTHING, zeilen)
    if (found.length > 0) setAsked(found)
    else void complete()
  }
  const photograph = (foto: Draft["fotos"][number]): void =>
    change({ ...draft, fotos: [...draft.fotos, foto] })
  return (
    <>
      <header className="oben">
        <Link className="taste leise" href="/">
          ‹ Mein Tag
        </Link>
        <h1>Ungeplant abholen</h1>
      </header>
      {kunde === null ? (
        <Choose chosen={(found) => change({ ...draft, kunde: found })} />
      ) : (
        <>
          <main className="blatt">
            <section className="wissen" aria-label="Kunde">
              <h2>{kunde.name}</h2>
              <p>{address(kunde)}</p>
              <button
                type="button"
                className="taste leise"
                onClick={() =>
                  void forget().then(() => change({ ...blankDraft(NOTHING), id: newId(), kunde: null }))
                }
              >
                Anderer Kunde
              </button>
            </section>
            <Ruecknahme
              kunde={kunde}
              zeilen={zeilen}
              draft={draft}
              change={(next) => change({ ...draft, ...next })}
              photograph={photograph}
            />
            <div className="reihe">
              <PhotoButton label="Foto" taken={(foto) => photograph({ ...foto, art: "beweis" })} />
            </div>
            <Receipt draft={draft} change={(next) => change({ ...draft, ...next })} />
          </main>
          <div className="fuss">
            <button type="button" className="taste haupt" disabled={positionen.length === 0} onClick={finish}>
              Fertig
            </button>
          </div>
        </>
      )}
      {asked && <Surprises found={asked} close={() => setAsked(undefined)} complete={complete} />}
    </>
  )
}

/** Those of the day and of the last weeks at once; everybody else with a network. */
function Choose({ chosen }: { chosen: (kunde: KundeKurz) => void }) {
  const { kunden } = useDay()
  const [typed, setTyped] = useState("")
  const [others, setOthers] = useState<KundeKurz[]>([])
  const wanted = typed.trim().toLowerCase()
  useEffect(() => {
    const search = async (): Promise<void> => {
      const answer = wanted.length < 2 ? "offline" : await searchKunden(wanted)
      setOthers(answer !== "offline" && answer.status === 200 ? answer.body.items : [])
    }
    const timer = setTimeout(() => void search(), 250)
    return () => clearTimeout(timer)
  }, [wanted])
  const known = [...kunden.values()].filter((one) =>
    `${one.name} ${one.ort ?? ""} ${one.kundennummer}`.toLowerCase().includes(wanted),
  )
  const found = [...known, ...others.filter(({ id }) => !kunden.has(id))]
  return (
    <main className="blatt">
      <input
        type="search"
        className="suche"
        aria-label="Kunden suchen"
        placeholder="Name oder Ort"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <ul className="wahl">
        {found.slice(0, 50).map((one) => (
          <li key={one.id}>
            <button type="button" onClick={() => chosen(one)}>
              <span>{one.name}</span>
              <span className="muted">{address(one)}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className="leer">Auf diesem Telefon nicht bekannt. Mit Netz wird überall gesucht.</p>
      )}
    </main>
  )
}
