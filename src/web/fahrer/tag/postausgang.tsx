import { useState } from "react"
import { Link } from "wouter"
import { moment } from "../../ui/format.ts"
import { type Entry, isOpen } from "../outbox/entry.ts"
import { phone, type State } from "../phone/phone.ts"
import { usePhone } from "../phone/use.ts"
import { Sheet } from "../teile/sheet.tsx"

/** What was tapped, and what has become of it; nothing disappears here by itself. */
export function Postausgang() {
  const state = usePhone()
  const neueste = state.entries.toReversed()
  const wartet = state.entries.filter(isOpen).length
  return (
    <>
      <header className="oben">
        <Link className="taste leise" href="/">
          ‹ Mein Tag
        </Link>
        <h1>Postausgang</h1>
      </header>
      <main className="blatt">
        <p className="leer">{summary(state, wartet)}</p>
        <button type="button" className="taste" disabled={state.sendet} onClick={() => void phone.sync(true)}>
          {state.sendet ? "Sendet …" : "Jetzt senden"}
        </button>
        {neueste.length > 0 && (
          <ul className="eintraege">
            {neueste.map((entry) => (
              <Item key={entry.nr} entry={entry} />
            ))}
          </ul>
        )}
        <Account state={state} wartet={wartet} />
      </main>
    </>
  )
}

function summary({ netz, entries }: State, wartet: number): string {
  if (wartet === 0) return "Es ist alles gesendet."
  const viele = wartet === 1 ? "1 Eintrag wartet" : `${wartet} Einträge warten`
  const braucht = entries.filter(({ stand }) => stand === "braucht dich").length
  if (braucht > 0) return `${viele}, ${braucht} davon auf dich: Darunter steht, warum.`
  if (netz === "nein") return `${viele} auf ein Netz. Sie sind auf diesem Telefon sicher.`
  if (netz === "anmelden" || netz === "fremd") return `${viele} auf die Anmeldung.`
  return `${viele}.`
}

const worte: Record<Entry["stand"], string> = {
  wartet: "wartet",
  gesendet: "gesendet",
  "braucht dich": "braucht dich",
  uebergeben: "beim Büro",
}

function Item({ entry }: { entry: Entry }) {
  const [asks, setAsks] = useState(false)
  const refused = entry.stand === "braucht dich"
  return (
    <li className={refused ? "schlecht" : ""}>
      <p className="name">{entry.titel}</p>
      <p className="muted">
        {moment(new Date(entry.getippt).toISOString())} ·{" "}
        <strong className={refused ? "bad" : ""}>{worte[entry.stand]}</strong>
      </p>
      {isOpen(entry) && entry.antwort && <p>Das Büro sagt: {entry.antwort.text}</p>}
      {refused && (
        <>
          <div className="reihe">
            {entry.art !== "klaerung" && entry.art !== "bild" && (
              <button type="button" className="taste haupt" onClick={() => void phone.handOver(entry.folge)}>
                Ans Büro geben
              </button>
            )}
            <button type="button" className="taste" onClick={() => void phone.retry(entry.nr)}>
              Noch einmal
            </button>
            <button type="button" className="taste leise" onClick={() => setAsks(true)}>
              Verwerfen
            </button>
          </div>
        </>
      )}
      {asks && (
        <Sheet title="Wirklich verwerfen?" close={() => setAsks(false)}>
          <p>{entry.titel}: das wird dann nirgends gebucht. Besser ist, es ans Büro zu geben.</p>
          <button
            type="button"
            className="taste schlecht"
            onClick={() => void phone.discard(entry.nr).then(() => setAsks(false))}
          >
            Ja, verwerfen
          </button>
        </Sheet>
      )}
    </li>
  )
}

function Account({ state: { konto, geholt }, wartet }: { state: State; wartet: number }) {
  const [asks, setAsks] = useState(false)
  const logOut = (): void => (wartet > 0 ? setAsks(true) : void phone.logOut())
  return (
    <section className="konto">
      <p className="muted">
        Angemeldet als {konto?.name}.{" "}
        {geholt && `Der Tag ist von ${moment(new Date(geholt.am).toISOString())}.`}
      </p>
      <p>
        <a href="/hilfe/fahrer" target="_blank" rel="noopener">
          Hilfe: ein Tag mit der App
        </a>
      </p>
      <button type="button" className="taste leise" onClick={logOut}>
        Abmelden
      </button>
      {asks && (
        <Sheet title="Noch nicht alles gesendet" close={() => setAsks(false)}>
          <p>
            {wartet === 1 ? "1 Eintrag ist" : `${wartet} Einträge sind`} noch nur auf diesem Telefon. Was
            wartet, bleibt hier und wird erst gesendet, wenn {konto?.name} sich wieder anmeldet.
          </p>
          <button type="button" className="taste schlecht" onClick={() => void phone.logOut()}>
            Trotzdem abmelden
          </button>
        </Sheet>
      )}
    </section>
  )
}
