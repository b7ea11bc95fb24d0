import { useState } from "react"
import { moment, unbroken } from "../../ui/values/format.ts"
import { type Entry, isOpen } from "../outbox/entry.ts"
import { findBegun } from "../phone/draft.ts"
import { phone } from "../phone/phone.ts"
import { saveEntry } from "../phone/save-entry.ts"
import { type State, state as phoneState } from "../phone/state.ts"
import { usePhone } from "../phone/use.ts"
import { Button } from "../parts/button.tsx"
import { Discard } from "../parts/discard.tsx"
import { Head } from "../parts/head.tsx"
import { Sheet } from "../parts/sheet.tsx"

/** The outbox: all entries with their state. */
export function Postausgang() {
  const state = usePhone()
  const newest = state.entries.toReversed()
  const waiting = state.entries.filter(isOpen).length
  return (
    <>
      <Head title="Postausgang" isOutbox />
      <main className="blatt">
        <p className="leer">{summary(state, waiting)}</p>
        <Button
          label={state.sending ? "Sendet …" : "Jetzt senden"}
          disabled={state.sending}
          tap={() => phone.sync(true)}
        />
        {newest.length > 0 && (
          <ul className="eintraege">
            {newest.map((entry) => (
              <Item key={entry.nr} entry={entry} />
            ))}
          </ul>
        )}
        <Account state={state} waiting={waiting} />
      </main>
    </>
  )
}

function summary({ network, entries, readable, lost }: State, waiting: number): string {
  if (!readable) return "Was wartet, ist gerade nicht zu lesen."
  if (waiting === 0 && lost.length > 0) return "Es wartet nichts mehr; was oben steht, kam nie an."
  if (waiting === 0) return "Es ist alles gesendet."
  const waitingWords = waiting === 1 ? "1 Eintrag wartet" : `${waiting} Einträge warten`
  const needing = entries.filter(({ stand }) => stand === "braucht dich").length
  if (needing > 0) return `${waitingWords}, bei ${needing} musst du etwas tun: Darunter steht, was.`
  if (network === "nein") return `${waitingWords} auf ein Netz. Sie sind auf diesem Telefon sicher.`
  if (network === "anmelden" || network === "fremd") return `${waitingWords} auf die Anmeldung.`
  return `${waitingWords}.`
}

const stateWords: Record<Entry["stand"], string> = {
  wartet: "wartet",
  gesendet: "gesendet",
  "braucht dich": "braucht dich",
  uebergeben: "beim Büro",
}

/** @returns the refusal in the service's words, unless those are about the form of the request (400) */
const said = ({ status, text }: NonNullable<Entry["antwort"]>): string =>
  status === 400 ? "So kann es der Dienst nicht annehmen. Das Büro kann es klären." : `Abgelehnt: ${text}`

function Item({ entry }: { entry: Entry }) {
  const refused = entry.stand === "braucht dich"
  return (
    <li className={refused ? "schlecht" : ""}>
      <p className="name">{unbroken(entry.titel)}</p>
      <p className="muted">
        {moment(new Date(entry.getippt).toISOString())} ·{" "}
        <strong className={refused ? "bad" : ""}>{stateWords[entry.stand]}</strong>
      </p>
      {isOpen(entry) && entry.antwort && <p>{said(entry.antwort)}</p>}
      {refused && <Refused entry={entry} />}
    </li>
  )
}

/** Actions for a refused entry. */
function Refused({ entry }: { entry: Entry }) {
  const [gives, setGives] = useState(false)
  // These cannot become a question for the office: a file has to do.
  const byFile = entry.art === "klaerung" || entry.art === "bild" || entry.art === "inventur"
  const give = async (): Promise<void> => {
    setGives(true)
    await phone.handOver(entry.folge)
    setGives(false)
  }
  return (
    <div className="reihe">
      {byFile ? (
        <Button kind="haupt" label="Als Datei sichern" tap={() => saveEntry(entry)} />
      ) : (
        <Button
          kind="haupt"
          label={gives ? "Wartet, bis gesendet ist …" : "Ans Büro geben"}
          disabled={gives}
          tap={give}
        />
      )}
      <Button label="Noch einmal" tap={() => phone.retry(entry.nr)} />
      <Discard kind="leise" discard={() => phone.discard(entry)}>
        {unbroken(entry.titel)}:{" "}
        {byFile
          ? "Das Büro bekommt es dann nicht."
          : "Das bekommt dann niemand. Besser ist, es ans Büro zu geben."}
      </Discard>
    </div>
  )
}

function Account({ state: { konto, fetched }, waiting }: { state: State; waiting: number }) {
  const [begun, setBegun] = useState<string[]>()
  const logOut = async (): Promise<void> => {
    const found = await findBegun(phoneState())
    if (waiting > 0 || found.length > 0) setBegun(found)
    else await phone.logOut()
  }
  return (
    <section className="konto">
      <p className="muted">
        Angemeldet als {konto?.name}.{" "}
        {fetched && `Der Tag ist von ${moment(new Date(fetched.am).toISOString())}.`}
      </p>
      <p>
        <a href="/hilfe/fahrer" target="_blank" rel="noopener">
          Hilfe: ein Tag mit der App
        </a>
      </p>
      <Button kind="leise" label="Abmelden" tap={logOut} />
      {begun && (
        <Sheet
          title={waiting > 0 ? "Noch nicht alles gesendet" : "Noch nicht alles fertig"}
          close={() => setBegun(undefined)}
        >
          {waiting > 0 && (
            <p>
              {waiting === 1 ? "1 Eintrag ist" : `${waiting} Einträge sind`} noch nur auf diesem Telefon. Was
              wartet, bleibt hier und wird erst gesendet, wenn {konto?.name} sich wieder anmeldet.
            </p>
          )}
          {begun.length > 0 && (
            <>
              <p>Angefangen und nicht fertig; beim Abmelden geht verloren, was dort schon gezählt ist:</p>
              <ul className="liste">
                {begun.map((words) => (
                  <li key={words}>{words}</li>
                ))}
              </ul>
            </>
          )}
          <Button kind="schlecht" label="Trotzdem abmelden" tap={phone.logOut} />
        </Sheet>
      )}
    </section>
  )
}
