import { Button, LateButton } from "../parts/button.tsx"
import { Moved, ArtikelSign } from "../parts/artikel-sign.tsx"
import { Sheet } from "../parts/sheet.tsx"
import { isTouched } from "../phone/draft.ts"
import { type Draft, enteredOf, type StopLines, type Stoppzeile } from "./form.ts"
import type { Direction } from "./plan.ts"
import { unbroken } from "../../ui/values/format.ts"

type Props = { question: StopQuestion; close: () => void; yes: () => Promise<void>; fail?: () => void }

/** Asks about unusual figures, before a stop is finished. */
export function Question({
  question: { titel, posten, text, confirmLabel, declineLabel, offersFailure },
  close,
  yes,
  fail,
}: Props) {
  return (
    <Sheet title={titel} close={close}>
      <ul className="liste">
        {posten.map((one) => (
          <Asked key={`${one.direction} ${one.zeile.id}`} {...one} />
        ))}
      </ul>
      {text && <p>{text}</p>}
      <div className="reihe">
        <Button label={declineLabel} tap={close} />
        <LateButton kind={offersFailure ? undefined : "haupt"} label={confirmLabel} tap={yes} />
        {offersFailure && fail && <LateButton kind="haupt" sign="nein" label="Geht nicht" tap={fail} />}
      </div>
    </Sheet>
  )
}

const Asked = ({ zeile: { id, name, isGeraet, menge }, direction, hinweis }: Posten) => (
  <li>
    <ArtikelSign artikel_id={isGeraet ? null : id} />
    <span className="was">
      <span className="zwei">{unbroken(name)}</span>
      <span className="muted">{hinweis}</span>
    </span>
    <Moved menge={menge} direction={direction} />
  </li>
)

/** A line that a question is about, and the figure to compare it with, in German. */
type Posten = { zeile: Stoppzeile; direction: Direction; hinweis: string }

/** A question before a stop is finished. */
export type StopQuestion = {
  titel: string
  posten: Posten[]
  text?: string
  confirmLabel: string
  declineLabel: string
  /** Whether reporting a failure is the better answer. */
  offersFailure: boolean
}

/** More pieces than this are asked about, if nothing was planned and nothing is usual. */
const MANY = 50

/** @returns the first question that has to be asked before the stop is sent; undefined for none */
export function questionOf(stopLines: StopLines, draft: Draft): StopQuestion | undefined {
  const shared = { declineLabel: "Noch einmal zählen", offersFailure: false }
  const planned = stopLines.ausgabe.filter(({ soll }) => soll > 0)
  const notHandedOver = planned.map(outOf)
  const notBack = stopLines.ruecknahme.filter(({ soll, menge }) => soll > 0 && menge === 0).map(backOf)
  // Nobody has entered a 0 for these.
  const uncounted = notBack.filter((one) => enteredOf(draft, { ...one.zeile, ...one }) === undefined)
  if ([...stopLines.ausgabe, ...stopLines.ruecknahme].every(({ menge }) => menge === 0))
    return {
      titel: "Nichts abgegeben, nichts zurück?",
      posten: [...notHandedOver, ...notBack],
      text: "Ging es nicht, bitte „Geht nicht“ tippen und den Grund sagen: Dann plant das Büro neu.",
      confirmLabel: "Ja, fertig ohne alles",
      declineLabel: "Noch einmal zählen",
      offersFailure: true,
    }
  if (planned.length > 0 && planned.every(({ menge }) => menge === 0))
    return {
      ...shared,
      titel: "Nichts abgegeben?",
      posten: [...notHandedOver, ...uncounted],
      confirmLabel: "Ja, so ist es",
    }
  // If nothing was touched, everything has to be read once: the thumb that opened the stop may have tapped twice.
  const unread = isTouched(draft) ? surprises(stopLines) : stopLines.ausgabe.map(outOf)
  const posten = [...unread, ...uncounted]
  if (posten.length === 0) return undefined
  const titel = isTouched(draft) ? "Stimmt das so?" : "Alles abgegeben, nichts zurück?"
  return { ...shared, titel, posten, confirmLabel: "Ja, so ist es" }
}

const outOf = (zeile: Stoppzeile): Posten => ({
  zeile,
  direction: "ausgabe",
  hinweis: `geplant ${zeile.soll}`,
})

const backOf = (zeile: Stoppzeile): Posten => {
  const hinweis = zeile.soll > 0 ? `geplant ${zeile.soll}` : `üblich ${zeile.usual}`
  return { zeile, direction: "ruecknahme", hinweis }
}

/** @returns lines with more than three times the planned or usual pieces */
const surprises = ({ ausgabe, ruecknahme }: StopLines): Posten[] => [
  ...ausgabe.filter(({ menge, soll }) => isMuch(menge, soll)).map(outOf),
  ...ruecknahme.filter(({ menge, soll, usual }) => isMuch(menge, Math.max(soll, usual))).map(backOf),
]

const isMuch = (menge: number, basis: number): boolean => (basis > 0 ? menge > 3 * basis : menge > MANY)
