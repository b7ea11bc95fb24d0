import { date, moment, telephone, unbroken } from "../../ui/values/format.ts"
import { photoEntryOf } from "../phone/new-entries.ts"
import { phone } from "../phone/phone.ts"
import { type Stopp, thingId } from "../phone/tag.ts"
import { useDay, useNow, usePhone } from "../phone/use.ts"
import { Moved, ArtikelSign } from "../parts/artikel-sign.tsx"
import { PhotoButton } from "../parts/photo-button.tsx"
import { kundeOf, nameOf, stateOf } from "../parts/words.ts"
import { UnsentForOffice } from "./unsent-drafts.tsx"
import { StopPictures } from "./stop-pictures.tsx"
import { isDue } from "../outbox/entry.ts"
import { Button, LinkButton } from "../parts/button.tsx"
import { endOf, isRevocable, useTakeBack } from "../parts/take-back.tsx"
import { useState } from "react"
import { Sheet } from "../parts/sheet.tsx"
import { askLink, type Beleglink } from "../phone/remote.ts"

/** A finished stop; pictures can still be added. */
export function Done({ stopp }: { stopp: Stopp }) {
  const day = useDay()
  const kunde = kundeOf(day, stopp)
  const positionen = stopp.positionen.filter((p) => (p.ist_ausgabe ?? 0) + (p.ist_ruecknahme ?? 0) > 0)
  return (
    <main className="blatt">
      <UnsentForOffice
        id={stopp.id}
        why="Der Stopp wurde abgeschlossen, während der Fahrer ihn offen hatte."
        {...(stopp.status === "zugestellt" && { booked: stopp })}
      />
      <p>
        <strong className={stopp.offen === "braucht dich" ? "bad" : ""}>{stateOf(stopp)}</strong>
        {stopp.erfasst_am && ` · ${moment(stopp.erfasst_am)}`}
      </p>
      {stopp.grund && <p className="hinweis">{stopp.grund}</p>}
      {stopp.empfaenger_name && (
        <p>
          Angenommen von {stopp.empfaenger_name}
          {stopp.unterschrieben && ", unterschrieben"}
        </p>
      )}
      {positionen.length > 0 && (
        <ul className="liste">
          {positionen.map((position) => (
            <li key={thingId(position)}>
              <ArtikelSign artikel_id={position.pfandartikel_id} />
              <span className="was">{unbroken(nameOf(day, position))}</span>
              {position.ist_ausgabe ? <Moved menge={position.ist_ausgabe} direction="ausgabe" /> : null}
              {position.ist_ruecknahme ? (
                <Moved menge={position.ist_ruecknahme} direction="ruecknahme" />
              ) : null}
            </li>
          ))}
        </ul>
      )}
      <TakeBackHere stopp={stopp} />
      {day.tag.firma.links && stopp.status === "zugestellt" && stopp.offen === null && (
        <CustomerCopy id={stopp.id} />
      )}
      {stopp.status !== "storniert" && (
        <div className="reihe">
          <PhotoButton
            label="Foto"
            art="beweis"
            taken={(photo) => phone.put([photoEntryOf({ ...stopp, name: kunde.name }, photo)])}
          />
        </div>
      )}
      <StopPictures id={stopp.id} />
    </main>
  )
}

const time = new Intl.DateTimeFormat("de-DE", { timeStyle: "medium" })

/** Says until when the end of a stop can be taken back here, and who can undo it afterwards. */
function TakeBackHere({ stopp }: { stopp: Stopp }) {
  const { name, telefon } = useDay().tag.firma
  const { entries } = usePhone()
  const takeBack = useTakeBack()
  const end = endOf(entries, stopp.id)
  const isHere = end !== undefined && isRevocable(end)
  const now = useNow(isHere)
  if (stopp.offen === "braucht dich") return null
  if (isHere)
    return (
      <section className="ende">
        <p>
          {isDue(end, now)
            ? "Noch nicht gesendet: Bis wieder Netz da ist, lässt es sich zurücknehmen."
            : `Bis ${time.format(end.ab)} lässt es sich zurücknehmen, danach kann es nur das Büro stornieren.`}
        </p>
        <Button sign="rueckgaengig" label="Zurücknehmen" tap={() => takeBack(end)} />
      </section>
    )
  return (
    <section className="ende">
      <p>{outcome[stopp.status] ?? ""}</p>
      {telefon && <LinkButton sign="anrufen" label={`${name} anrufen`} href={telephone(telefon)} leaves />}
    </section>
  )
}

const outcome: Partial<Record<Stopp["status"], string>> = {
  zugestellt: "Das ist endgültig. Stimmt etwas nicht, kann es das Büro stornieren.",
  nicht_zugestellt: "Das ist endgültig. Geht es doch noch, kann es das Büro neu planen.",
}

/** The delivery note for the customer, as a QR code for their telephone. It needs a network. */
function CustomerCopy({ id }: { id: string }) {
  const [link, setLink] = useState<Beleglink>()
  const [fault, setFault] = useState("")
  const [isBusy, setBusy] = useState(false)
  const show = async (): Promise<void> => {
    setBusy(true)
    setFault("")
    const answer = await askLink(id)
    if (answer === "offline") setFault("Dafür braucht es Netz. Später noch einmal versuchen.")
    else if (answer.status === 200) setLink(answer.body)
    else setFault(answer.body.error ?? "Das ging nicht.")
    setBusy(false)
  }
  return (
    <>
      <Button label="Lieferschein für den Kunden" tap={show} disabled={isBusy} />
      {fault && (
        <p className="bad" role="alert">
          {fault}
        </p>
      )}
      {link && (
        <Sheet title="Lieferschein für den Kunden" close={() => setLink(undefined)}>
          <p>{`Der Kunde sieht mit der Kamera seines Telefons darauf. Der Link gilt bis ${date(link.gueltig_bis)}.`}</p>
          <img
            className="kundencode"
            src={`data:image/svg+xml,${encodeURIComponent(link.qr)}`}
            alt="QR-Code zum Lieferschein"
            width="280"
            height="280"
          />
        </Sheet>
      )}
    </>
  )
}
