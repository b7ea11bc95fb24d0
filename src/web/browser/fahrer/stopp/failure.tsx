import { grund as reasonField } from "../../../../lib/felder/quittung.ts"
import { useState } from "react"
import type { Photo } from "../phone/new-entries.ts"
import { Button } from "../parts/button.tsx"
import { Field } from "../parts/field.tsx"
import { PhotoButton } from "../parts/photo-button.tsx"
import { signOfReason } from "../parts/kinds.ts"
import { Sheet } from "../parts/sheet.tsx"

type Props = {
  /** What was entered at the stop, in German: a failure discards it. */
  lost: string[]
  reasons: string[]
  close: () => void
  fail: (grund: string) => Promise<void>
  photograph: (photo: Photo) => Promise<unknown>
}

/** Reports why a stop could not be done. The photo comes first, as tapping a reason closes the sheet. */
export function Failure({ lost, reasons, close, fail, photograph }: Props) {
  const [words, setWords] = useState("")
  const [isSure, setSure] = useState(lost.length === 0)
  if (!isSure) return <Lost lost={lost} close={close} goOn={() => setSure(true)} />
  return (
    <Sheet title="Warum geht es nicht?" close={close}>
      <PhotoButton label="Foto machen" art="beweis" taken={photograph} />
      <div className="gruende">
        {reasons.map((grund) => (
          <Button key={grund} sign={signOfReason(grund)} label={grund} tap={() => fail(grund)} />
        ))}
      </div>
      <Field label="Anderer Grund" most={reasonField.max} value={words} change={setWords} />
      {words.trim() !== "" && (
        <Button kind="haupt" label={`Melden: ${words.trim()}`} tap={() => fail(words.trim())} />
      )}
    </Sheet>
  )
}

type LostProps = { lost: string[]; close: () => void; goOn: () => void }

/** Asks before the input is discarded, as the service only takes the reason. */
const Lost = ({ lost, close, goOn }: LostProps) => (
  <Sheet title="Hier ist schon etwas eingetragen" close={close}>
    <p>„Geht nicht“ meldet nur den Grund und verwirft:</p>
    <ul className="liste">
      {lost.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
    <div className="reihe">
      <Button label="Zurück zum Stopp" tap={close} />
      <Button kind="schlecht" label="Trotzdem geht nicht" tap={goOn} />
    </div>
  </Sheet>
)
