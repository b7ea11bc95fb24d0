import { moment, unbroken } from "../../ui/values/format.ts"
import type { Noted } from "../phone/notes.ts"
import { phone } from "../phone/phone.ts"
import type { State } from "../phone/state.ts"
import { Button } from "./button.tsx"

/** Notices about data that the telephone could not store, or has lost. */
export const Notices = ({ state: { readable, lost, arrived } }: { state: State }) => (
  <>
    {!readable && (
      <p className="leiste schlecht">
        Das Telefon kann seinen Speicher nicht öffnen. Was schon wartet, ist gerade nicht zu sehen, und Neues
        kann nicht gespeichert werden: bitte Platz schaffen und die App neu öffnen.
      </p>
    )}
    {lost.length > 0 && (
      <div className="leiste schlecht" role="alert">
        <p>
          <strong>Auf diesem Telefon ist verloren gegangen, was noch nicht gesendet war.</strong> Das Telefon
          war voll, oder jemand anderes hat hier weitergemacht. Bitte dem Büro sagen:
        </p>
        <List noted={lost} />
        <Button label="Ist dem Büro gesagt" tap={phone.confirmLost} />
      </div>
    )}
    {/* A full telephone shows them nowhere else, and nobody is to enter them again. */}
    {arrived.length > 0 && (
      <div className="leiste" role="status">
        <p>
          <strong>Gesendet und beim Büro angekommen</strong> ist, was sich das volle Telefon nicht mehr merken
          konnte. Bitte nicht noch einmal eintragen:
        </p>
        <List noted={arrived} />
        <Button label="Gelesen" tap={phone.confirmArrived} />
      </div>
    )}
  </>
)

const List = ({ noted }: { noted: Noted[] }) => (
  <ul className="liste">
    {noted.map(({ key, titel, getippt }) => (
      <li key={key}>
        <span>{unbroken(titel)}</span> <span>{moment(new Date(getippt).toISOString())}</span>
      </li>
    ))}
  </ul>
)
