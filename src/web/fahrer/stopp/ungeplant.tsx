import { useEffect, useState } from "react"
import { useLocation } from "wouter"
import { address } from "../../ui/format.ts"
import { newId } from "../../ui/ids.ts"
import { BEDENKZEIT, type NewEntry } from "../outbox/entry.ts"
import { bildOf, ungeplantOf } from "../phone/deeds.ts"
import { type Change, useDraft } from "../phone/draft.ts"
import { keep } from "../phone/keep.ts"
import { useOnce } from "../phone/once.ts"
import { phone } from "../phone/phone.ts"
import type { KundeKurz } from "../phone/tag.ts"
import { useDay, usePhone } from "../phone/use.ts"
import { Head } from "../teile/head.tsx"
import { PhotoButton } from "../teile/photo-button.tsx"
import { ChooseCustomer } from "./choose-customer.tsx"
import { blankDraft, type Draft, positionenOf, quittungOf, ruecknahmen, surprises } from "./form.ts"
import { Receipt } from "./receipt.tsx"
import { Ruecknahme } from "./ruecknahme.tsx"
import { Surprises } from "./work.tsx"

const NOTHING = { positionen: [] }
type Pickup = Draft & { kunde: KundeKurz | null }

/** Goes on with the one that was begun and not finished, or begins another. */
export function Ungeplant() {
  const { entries } = usePhone()
  const [, go] = useLocation()
  useEffect(() => {
    const begin = async (): Promise<void> => {
      const begun = await keep.get<string>("ungeplant").catch(() => undefined)
      const open = begun !== undefined && !entries.some(({ folge }) => folge === begun)
      const id = open ? begun : newId()
      await keep.set("ungeplant", id).catch(() => {})
      go(`/ungeplant/${id}`, { replace: true })
    }
    void begin()
  }, [entries, go])
  return null
}

/** A pick-up that nobody planned, marked as such. @param id becomes the delivery's */
export function UngeplantPage({ id }: { id: string }) {
  const day = useDay()
  const [, go] = useLocation()
  const { draft, change } = useDraft<Pickup>(`ungeplant ${id}`, { ...blankDraft(NOTHING), kunde: null })
  const [asked, setAsked] = useState<string[]>()
  const end = useOnce(async (entries: NewEntry[]) => {
    const kept = await phone.put(entries)
    if (kept) go("/")
    return kept
  })
  if (!draft) return null
  const { kunde } = draft
  const zeilen = ruecknahmen(NOTHING, day.kunden.get(kunde?.id ?? ""), draft.mehr, day.artikel)
  const positionen = positionenOf(draft).filter(({ ist_ruecknahme }) => ist_ruecknahme)
  const complete = async (): Promise<void> => {
    if (!kunde) return
    const wo = { id, versuch: 1, name: kunde.name }
    const returns = positionen.map(({ ist_ausgabe: _, ...position }) => position)
    const bilder = draft.fotos.map((foto) => bildOf(wo, foto, BEDENKZEIT))
    await end([ungeplantOf(id, kunde, returns, quittungOf(draft)), ...bilder])
  }
  const finish = (): void => {
    const found = surprises(draft, NOTHING, zeilen)
    if (found.length > 0) setAsked(found)
    else void complete()
  }
  const changeStop: Change<Draft> = (next) =>
    change((before) => ({ ...before, ...(typeof next === "function" ? next(before) : next) }))
  const photograph = (foto: Draft["fotos"][number]): void =>
    change((before) => ({ ...before, fotos: [...before.fotos, foto] }))
  return (
    <>
      <Head title="Ungeplant abholen" />
      {kunde === null ? (
        <ChooseCustomer chosen={(found) => change({ ...draft, kunde: found })} />
      ) : (
        <>
          <main className="blatt">
            <section className="wissen" aria-label="Kunde">
              <h2>{kunde.name}</h2>
              <p>{address(kunde)}</p>
              <button
                type="button"
                className="taste leise"
                onClick={() => change({ ...blankDraft(NOTHING), kunde: null })}
              >
                Anderer Kunde
              </button>
            </section>
            <Ruecknahme
              kunde={kunde}
              zeilen={zeilen}
              draft={draft}
              change={changeStop}
              photograph={photograph}
              pickup
            />
            <div className="reihe">
              <PhotoButton label="Foto" taken={(foto) => photograph({ ...foto, art: "beweis" })} />
              {draft.fotos.length > 0 && (
                <button type="button" className="taste" onClick={() => change({ ...draft, fotos: [] })}>
                  {draft.fotos.length === 1 ? "Foto weglassen" : `${draft.fotos.length} Fotos weglassen`}
                </button>
              )}
            </div>
            <Receipt draft={draft} change={changeStop} />
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
