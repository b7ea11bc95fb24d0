import { useEffect, useState } from "react"
import { Redirect, useLocation } from "wouter"
import { goToUnread } from "../../ui/values/figure.ts"
import { address } from "../../ui/values/format.ts"
import { newId } from "../../ui/values/ids.ts"
import { GRACE } from "../outbox/entry.ts"
import { type Photo, photoEntryOf, photoWords, ungeplantOf } from "../phone/new-entries.ts"
import { type ChangeDraft, isTouched, useDraft } from "../phone/draft.ts"
import { isEnded } from "../phone/ended.ts"
import { type DraftPhoto, dropPhotos, keepPhoto, readPhoto, readPhotos } from "../phone/draft-photos.ts"
import { keep } from "../phone/keep.ts"
import type { ShortKunde } from "../phone/tag.ts"
import { useDay, usePhone } from "../phone/use.ts"
import { Button } from "../parts/button.tsx"
import { Head } from "../parts/head.tsx"
import { Pictures } from "../parts/pictures.tsx"
import { PhotoButton } from "../parts/photo-button.tsx"
import { Sheet } from "../parts/sheet.tsx"
import { ChooseCustomer } from "./choose-customer.tsx"
import { blankDraft, type Draft, positionenOf, quittungOf, stopLinesOf } from "./form.ts"
import { Question, questionOf, type StopQuestion } from "./question.tsx"
import { noPlan } from "./plan.ts"
import { Receipt } from "./receipt.tsx"
import { Ruecknahme } from "./ruecknahme.tsx"
import { useEnd } from "./use-end.ts"

const NOTHING = blankDraft(noPlan(""))
const draftOf = (id: string): string => `entwurf ungeplant ${id}`
type Entered = Draft & { kunde: ShortKunde | null }

/** Goes on with an unplanned pick-up that was begun, or begins a new one. */
export function Ungeplant() {
  const { entries, ended } = usePhone()
  const [, go] = useLocation()
  useEffect(() => {
    const begin = async (): Promise<void> => {
      const begun = await keep.get<string>("ungeplant").catch(() => undefined)
      const open = begun !== undefined && !isEnded({ entries, ended }, draftOf(begun))
      const id = open ? begun : newId()
      await keep.set("ungeplant", id).catch(() => {})
      go(`/ungeplant/${id}`, { replace: true })
    }
    void begin()
  }, [entries, ended, go])
  return null
}

/** A pick-up that nobody planned. @param id becomes that of the delivery */
export function UngeplantPage({ id }: { id: string }) {
  const { stopps } = useDay()
  const known = usePhone()
  // Finished already, and reached by Back: shown, and not sent again.
  if (stopps.some((stopp) => stopp.id === id)) return <Redirect to={`/stopp/${id}`} replace />
  if (isEnded(known, draftOf(id))) return <Redirect to="/ungeplant" replace />
  return <Pickup id={id} />
}

function Pickup({ id }: { id: string }) {
  const { draft, change } = useDraft<Entered>(`ungeplant ${id}`, { ...NOTHING, kunde: null })
  if (!draft) return null
  const { kunde } = draft
  return (
    <>
      <Head title="Ungeplant abholen" />
      {kunde === null ? (
        <ChooseCustomer chosen={(found) => change({ kunde: found })} />
      ) : (
        <Returns id={id} kunde={kunde} draft={draft} change={change} />
      )}
    </>
  )
}

type Props = { id: string; kunde: ShortKunde; draft: Draft; change: ChangeDraft<Entered> }

/** Returns of a customer, their photos and the receipt. */
function Returns({ id, kunde, draft, change: changeAny }: Props) {
  const day = useDay()
  // A picture, or an answer about a code, may come after another customer was chosen: it is dropped then.
  const change: ChangeDraft<Entered> = (parts) =>
    changeAny((now) => (now.kunde?.id === kunde.id ? (typeof parts === "function" ? parts(now) : parts) : {}))
  const [asked, setAsked] = useState<StopQuestion>()
  const end = useEnd()
  const stopLines = stopLinesOf(day, noPlan(kunde.id), draft)
  // Nothing can be handed over here.
  const positionen = positionenOf({ ...stopLines, ausgabe: [] }, draft)
  const complete = async (): Promise<void> => {
    const place = { id, versuch: 1, name: kunde.name }
    const returns = positionen.map(({ ist_ausgabe: _, ...position }) => position)
    const photos = (await readPhotos(draft.fotos)).map((photo) => photoEntryOf(place, photo, GRACE))
    await end([ungeplantOf(place, kunde.id, returns, quittungOf(draft)), ...photos])
  }
  const finish = (): void => {
    if (goToUnread(document)) return
    const question = questionOf(stopLines, draft)
    if (question) setAsked(question)
    else void complete()
  }
  const photograph = async (photo: Photo): Promise<boolean> => {
    const kept = await keepPhoto(draftOf(id), photo)
    if (kept) change(({ fotos }) => ({ fotos: [...fotos, kept] }))
    return kept !== undefined
  }
  const drop = (gone: DraftPhoto[]): void => {
    change(({ fotos }) => ({ fotos: fotos.filter((one) => !gone.includes(one)) }))
    void dropPhotos(gone)
  }
  return (
    <>
      <main className="blatt">
        <Customer
          kunde={kunde}
          begun={draft.fotos.length > 0 || isTouched(draft)}
          leave={() => {
            change({ ...NOTHING, kunde: null })
            void dropPhotos(draft.fotos)
          }}
        />
        <Ruecknahme
          zeilen={stopLines.ruecknahme}
          draft={draft}
          change={change}
          photograph={photograph}
          pickup
        />
        <div className="reihe">
          <PhotoButton
            label="Foto"
            art="beweis"
            count={draft.fotos.filter(({ art }) => art === "beweis").length}
            taken={photograph}
          />
          {draft.fotos.length > 0 && (
            <Button
              label={draft.fotos.length === 1 ? "Foto weglassen" : `${draft.fotos.length} Fotos weglassen`}
              tap={() => drop(draft.fotos)}
            />
          )}
        </div>
        <Pictures
          pictures={draft.fotos.map((photo, i) => ({
            key: "key" in photo ? photo.key : String(i),
            words: photoWords[photo.art],
            load: () => readPhoto(photo),
            drop: () => drop([photo]),
          }))}
        />
        <Receipt draft={draft} change={change} />
      </main>
      <div className="fuss">
        <Button kind="haupt" sign="fertig" label="Fertig" disabled={positionen.length === 0} tap={finish} />
      </div>
      {asked && <Question question={asked} close={() => setAsked(undefined)} yes={complete} />}
    </>
  )
}

type CustomerProps = {
  kunde: ShortKunde
  /** Whether there is input, which choosing another customer discards. */
  begun: boolean
  leave: () => void
}

/** The customer, and the way to another one. */
function Customer({ kunde, begun, leave }: CustomerProps) {
  const [asks, setAsks] = useState(false)
  return (
    <section className="wissen" aria-label="Kunde">
      <h2>{kunde.name}</h2>
      <p>{address(kunde)}</p>
      <Button kind="leise" label="Anderer Kunde" tap={() => (begun ? setAsks(true) : leave())} />
      {asks && (
        <Sheet title="Anderer Kunde?" close={() => setAsks(false)}>
          <p>Was hier schon eingetragen ist, geht verloren.</p>
          <Button kind="schlecht" label="Ja, verwerfen" tap={leave} />
        </Sheet>
      )}
    </section>
  )
}
