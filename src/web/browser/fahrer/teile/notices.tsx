import { moment } from "../../ui/values/format.ts"
import { phone, type State } from "../phone/phone.ts"

/** Notice of data that the telephone could not keep. */
export function Notices({ state }: { state: State }) {
  return (
    <>
      {!state.lesbar && (
        <p className="leiste schlecht">
          Das Telefon kann seinen Speicher nicht öffnen. Was schon wartet, ist gerade nicht zu sehen, und
          Neues kann nicht gespeichert werden: bitte Platz schaffen und die App neu öffnen.
        </p>
      )}
      <Lost state={state} />
    </>
  )
}

/** Notice of lost entries with all known details, shown until it was read. */
function Lost({ state: { verloren } }: { state: State }) {
  if (verloren.length === 0) return null
  return (
    <div className="leiste schlecht" role="alert">
      <p>
        <strong>Auf diesem Telefon ist verloren gegangen, was noch nicht gesendet war.</strong> Der Browser
        hat seinen Speicher geleert, meist weil das Telefon voll war. Bitte dem Büro sagen:
      </p>
      <ul className="liste">
        {verloren.map(({ key, titel, getippt }) => (
          <li key={key}>
            <span>{titel}</span> <span>{moment(new Date(getippt).toISOString())}</span>
          </li>
        ))}
      </ul>
      <button type="button" className="taste" onClick={() => void phone.confirmLost()}>
        Ist dem Büro gesagt
      </button>
    </div>
  )
}
