import { Moved } from "../teile/moved.tsx"
import { Sheet } from "../teile/sheet.tsx"
import { Sign } from "../teile/sign.tsx"
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
        <button type="button" className="taste" onClick={close}>
          {nein}
        </button>
        <button type="button" className={gehtNicht ? "taste" : "taste haupt"} onClick={() => void yes()}>
          {ja}
        </button>
        {gehtNicht && fail && (
          <button type="button" className="taste haupt" onClick={fail}>
            <Sign name="nein" />
            Geht nicht
          </button>
        )}
      </div>
    </Sheet>
  )
}

const Asked = ({ zeile: { name, artikel, isGeraet, menge }, richtung, hinweis }: Posten) => (
  <li>
    <Thing artikel={artikel} isGeraet={isGeraet} />
    <span className="was">
      <span className="zwei">{name}</span>
      <span className="muted">{hinweis}</span>
    </span>
    <Moved menge={menge} richtung={richtung} />
  </li>
)
