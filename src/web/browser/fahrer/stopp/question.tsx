import { Button, LateButton } from "../parts/button.tsx"
import { Moved } from "../parts/moved.tsx"
import { Sheet } from "../parts/sheet.tsx"
import { Thing } from "../parts/thing.tsx"
import { unbroken } from "../parts/words.ts"
import type { StopQuestion, Posten } from "./questions.ts"

type Props = { question: StopQuestion; close: () => void; yes: () => Promise<void>; fail?: () => void }

/** Question about unusual figures, asked once; a yes is accepted. */
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
    <Thing artikel_id={isGeraet ? null : id} />
    <span className="was">
      <span className="zwei">{unbroken(name)}</span>
      <span className="muted">{hinweis}</span>
    </span>
    <Moved menge={menge} direction={direction} />
  </li>
)
