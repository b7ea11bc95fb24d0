import { useState } from "react"
import { goToUnread } from "../../ui/values/figure.ts"
import { GRACE } from "../outbox/entry.ts"
import { abschlussOf, fehlschlagOf, type Photo, photoEntryOf, startOf } from "../phone/new-entries.ts"
import { useDraft } from "../phone/draft.ts"
import { phone } from "../phone/phone.ts"
import type { Kunde, Stopp } from "../phone/tag.ts"
import { useDay, usePhone } from "../phone/use.ts"
import { Button } from "../parts/button.tsx"
import { Links } from "../parts/links.tsx"
import { PhotoButton } from "../parts/photo-button.tsx"
import { Sheet } from "../parts/sheet.tsx"
import { Warning } from "../parts/warning.tsx"
import { Ausgabe } from "./ausgabe.tsx"
import { Changed } from "./changed.tsx"
import { Failure } from "./failure.tsx"
import { blankDraft, type Draft, positionenOf, quittungOf, stopLinesOf, withEarlier } from "./form.ts"
import { Question, questionOf, type StopQuestion } from "./question.tsx"
import { enteredInWords } from "./in-words.ts"
import { UnsentDraft } from "./unsent-drafts.tsx"
import { changesOf, planOf } from "./plan.ts"
import { Receipt } from "./receipt.tsx"
import { Ruecknahme } from "./ruecknahme.tsx"
import { countPictures, StopPictures } from "./stop-pictures.tsx"
import { useEnd } from "./use-end.ts"
import { address, span } from "../../ui/values/format.ts"

type Props = { stopp: Stopp; kunde: Kunde }
const CHANGED = "Das Büro hat den Stopp geändert"

/** An open stop: hand over, take back, sign, done. */
export function Work({ stopp, kunde }: Props) {
  const day = useDay()
  const plan = planOf(day, stopp, kunde)
  const { draft, change } = useDraft<Draft>(`stopp ${stopp.id} ${stopp.versuch}`, blankDraft(plan))
  const [asked, setAsked] = useState<"fehlschlag" | "geaendert" | StopQuestion>()
  const end = useEnd()
  if (!draft) return null
  const place = { ...stopp, name: kunde.name }
  const stopLines = stopLinesOf(day, plan, draft)
  const planChange = changesOf(draft.gesehen, plan)
  // A change of the plan is shown before an open question is answered.
  const question = planChange && typeof asked === "object" ? "geaendert" : asked
  const close = (): void => setAsked(undefined)
  const know = (next: Draft): void => {
    change({ ...next, gesehen: plan })
    close()
  }
  const begin = stopp.status === "geplant" ? [startOf(place)] : []
  // With the same grace as the end of a stop, in which it can be removed.
  const photograph = (photo: Photo): Promise<boolean> => phone.put([photoEntryOf(place, photo, GRACE)])
  // Exactly what the screen shows. The draft stays, in case the entry is taken back.
  const complete = (): Promise<void> =>
    end([...begin, abschlussOf(place, plan.zeilen, positionenOf(stopLines, draft), quittungOf(draft))])
  const fail = (grund: string): Promise<void> => end([...begin, fehlschlagOf(place, grund)])
  const finish = (): void => {
    if (goToUnread(document)) return
    const next = planChange ? "geaendert" : questionOf(stopLines, draft)
    if (next) setAsked(next)
    else void complete()
  }
  return (
    <>
      <main className="blatt">
        {planChange && (
          <Warning title={CHANGED}>
            <Changed change={planChange} draft={draft} know={know} />
          </Warning>
        )}
        <UnsentDraft
          id={stopp.id}
          before={stopp.versuch}
          label="Hier weiterzählen"
          use={async (left) => {
            change((before) => withEarlier(before, left.draft))
            return true
          }}
        />
        <Hints stopp={stopp} kunde={kunde} />
        <Links kunde={kunde} />
        <Ausgabe zeilen={stopLines.ausgabe} change={change} />
        <Ruecknahme zeilen={stopLines.ruecknahme} draft={draft} change={change} photograph={photograph} />
        <Photos id={stopp.id} photograph={photograph} />
        <Receipt draft={draft} change={change} />
      </main>
      <Ends fails={() => setAsked("fehlschlag")} finishes={finish} />
      {question === "fehlschlag" && (
        <Failure
          lost={enteredInWords(stopLines, draft)}
          reasons={day.tag.einstellungen.fehlschlag_gruende}
          close={close}
          fail={fail}
          photograph={photograph}
        />
      )}
      {question === "geaendert" && planChange && (
        <Sheet title={CHANGED} close={close}>
          {/* A new key for a new change, so that its buttons wait again before they can be tapped. */}
          <Changed key={JSON.stringify(planChange)} change={planChange} draft={draft} know={know} />
        </Sheet>
      )}
      {typeof question === "object" && (
        <Question question={question} close={close} yes={complete} fail={() => setAsked("fehlschlag")} />
      )}
    </>
  )
}

type PhotosProps = { id: string; photograph: (photo: Photo) => Promise<boolean> }

function Photos({ id, photograph }: PhotosProps) {
  const { entries } = usePhone()
  const button = (label: string, art: Photo["art"]) => (
    <PhotoButton label={label} art={art} count={countPictures(entries, id, art)} taken={photograph} />
  )
  return (
    <section>
      <h2>Fotos</h2>
      <div className="reihe">
        {button("Foto vom Platz", "ort")}
        {button("Anderes Foto", "beweis")}
      </div>
      <StopPictures id={id} />
    </section>
  )
}

/** Both ways in which a stop ends. */
const Ends = ({ fails, finishes }: { fails: () => void; finishes: () => void }) => (
  <div className="fuss">
    <Button sign="nein" label="Geht nicht" tap={fails} />
    <Button kind="haupt" sign="fertig" label="Fertig" tap={finishes} />
  </div>
)

/** What to know about place, time and access. */
function Hints({ stopp, kunde }: { stopp: Stopp; kunde: Kunde }) {
  return (
    <section className="wissen" aria-label="Hinweise">
      {kunde.anlieferungshinweis && <p className="hinweis">{kunde.anlieferungshinweis}</p>}
      {stopp.hinweis && <p className="hinweis">{stopp.hinweis}</p>}
      <p>
        {address(kunde)}
        {kunde.ansprechpartner && <span className="muted"> · {kunde.ansprechpartner}</span>}
      </p>
      {(stopp.zeit_von ?? stopp.zeit_bis) && <p className="muted">{span(stopp.zeit_von, stopp.zeit_bis)}</p>}
      {kunde.bilder && kunde.bilder.length > 0 && (
        <div className="bilder">
          {kunde.bilder.map(({ vorschau_url, titel }) => (
            <img
              key={vorschau_url}
              src={vorschau_url}
              alt={titel ?? "Bild vom Ort"}
              width="160"
              height="120"
            />
          ))}
        </div>
      )}
    </section>
  )
}
