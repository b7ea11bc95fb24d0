import { Button } from "../teile/button.tsx"
import { Moved } from "../teile/moved.tsx"
import { Sheet } from "../teile/sheet.tsx"
import { Thing } from "../teile/thing.tsx"
import type { Frage, Posten } from "./fragen.ts"

type Props = { frage: Frage; close: () => void; yes: () => Promise<void>; fail?: () => void }

/** Question about unusual figures, asked once; a yes is accepted. */
export function Question({ frage: { titel, posten, text, ja, nein, gehtNicht }, close, yes, fail }: Props) {
  return (
    <Sheet title={titel} close={close}>
      <ul className="liste">
        {posten.map((one) => (
          <Asked key={`${one.richtung} ${one.zeile.id}`} {...one} />
        ))}
      </ul>
      {text && <p>{text}</p>}
      <div className="reihe">
        <Button label={nein} tap={close} />
        <Button kind={gehtNicht ? undefined : "haupt"} label={ja} tap={yes} />
        {gehtNicht && fail && <Button kind="haupt" sign="nein" label="Geht nicht" tap={fail} />}
      </div>
    </Sheet>
  )
}

const Asked = ({ zeile: { id, name, isGeraet, menge }, richtung, hinweis }: Posten) => (
  <li>
    <Thing artikel_id={isGeraet ? null : id} />
    <span className="was">
      <span className="zwei">{name}</span>
      <span className="muted">{hinweis}</span>
    </span>
    <Moved menge={menge} richtung={richtung} />
  </li>
)
