import { useState } from "react"
import { useLocation } from "wouter"
import { abschlussOf, type Aufnahme, bildOf, fehlschlagOf, startOf } from "../phone/deeds.ts"
import { useDraft } from "../phone/draft.ts"
import type { NewEntry } from "../outbox/entry.ts"
import { useOnce } from "../phone/once.ts"
import { phone } from "../phone/phone.ts"
import type { Kunde, KundeKurz, Stopp } from "../phone/tag.ts"
import { useDay } from "../phone/use.ts"
import { Links } from "../teile/links.tsx"
import { PhotoButton } from "../teile/photo-button.tsx"
import { Sheet } from "../teile/sheet.tsx"
import { Ausgabe } from "./ausgabe.tsx"
import { Failure } from "./failure.tsx"
import { blankDraft, type Draft, positionenOf, quittungOf, ruecknahmen, surprises } from "./form.ts"
import { Hints } from "./hints.tsx"
import { Receipt } from "./receipt.tsx"
import { Ruecknahme } from "./ruecknahme.tsx"

type Props = { stopp: Stopp; kunde: KundeKurz & Partial<Kunde> }

/** What is done at a stop: hand over, take back, sign, done. */
export function Work({ stopp, kunde }: Props) {
  const day = useDay()
  const [, go] = useLocation()
  const { draft, change } = useDraft<Draft>(`stopp ${stopp.id} ${stopp.versuch}`, blankDraft(stopp))
  const [asked, setAsked] = useState<"fehlschlag" | string[]>()
  const end = useOnce(async (entries: NewEntry[]) => {
    const kept = await phone.put(entries)
    if (kept) go("/")
    return kept
  })
  const wo = { ...stopp, name: kunde.name }
  if (!draft) return null
  const zeilen = ruecknahmen(stopp, kunde, draft.mehr, day.artikel)
  const begin = stopp.status === "geplant" ? [startOf(wo)] : []
  const photograph = (foto: Aufnahme): Promise<boolean> => phone.put([bildOf(wo, foto)])
  const complete = (): Promise<void> =>
    // The draft stays: who takes it back goes on where they were.
    end([...begin, abschlussOf(wo, positionenOf(draft), quittungOf(draft))])
  const fail = (grund: string): Promise<void> => end([...begin, fehlschlagOf(wo, grund)])
  const finish = (): void => {
    const found = surprises(draft, stopp, zeilen)
    if (found.length > 0) setAsked(found)
    else void complete()
  }
  return (
    <>
      <main className="blatt">
        <Hints stopp={stopp} kunde={kunde} />
        <Links kunde={kunde} />
        <Ausgabe stopp={stopp} draft={draft} change={change} />
        <Ruecknahme kunde={kunde} zeilen={zeilen} draft={draft} change={change} photograph={photograph} />
        <section>
          <h2>Fotos</h2>
          <div className="reihe">
            <PhotoButton label="Vom Ort" taken={(foto) => photograph({ ...foto, art: "ort" })} />
            <PhotoButton label="Als Beweis" taken={(foto) => photograph({ ...foto, art: "beweis" })} />
          </div>
        </section>
        <Receipt draft={draft} change={change} />
      </main>
      <div className="fuss">
        <button type="button" className="taste" onClick={() => setAsked("fehlschlag")}>
          Geht nicht
        </button>
        <button type="button" className="taste haupt" onClick={finish}>
          Fertig
        </button>
      </div>
      {asked === "fehlschlag" && (
        <Failure
          gruende={day.tag.einstellungen.fehlschlag_gruende}
          close={() => setAsked(undefined)}
          fail={fail}
          photograph={photograph}
        />
      )}
      {Array.isArray(asked) && (
        <Surprises found={asked} close={() => setAsked(undefined)} complete={complete} />
      )}
    </>
  )
}

type SurpriseProps = { found: string[]; close: () => void; complete: () => Promise<void> }

/** Asked once, with the figures; whoever says yes is right. */
export function Surprises({ found, close, complete }: SurpriseProps) {
  return (
    <Sheet title="Stimmt das so?" close={close}>
      <ul className="liste">
        {found.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <div className="reihe">
        <button type="button" className="taste" onClick={close}>
          Noch einmal zählen
        </button>
        <button type="button" className="taste haupt" onClick={() => void complete()}>
          Ja, so ist es
        </button>
      </div>
    </Sheet>
  )
}
