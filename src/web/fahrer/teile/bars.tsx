import { type FormEvent, useState } from "react"
import { useLocation } from "wouter"
import { type Entry, isDue, isOpen } from "../outbox/entry.ts"
import { phone, type State } from "../phone/phone.ts"
import { useNow } from "../phone/use.ts"
import { applyUpdate, useUpdate } from "../phone/worker.ts"

/** What is said above every screen: what is missing, what can be taken back, who has to log in. */
export function Bars({ state }: { state: State }) {
  return (
    <>
      <div className="leisten" aria-live="polite">
        {!window.isSecureContext && <Insecure />}
        {state.fehler && <p className="leiste schlecht">{state.fehler}</p>}
        {state.netz === "anmelden" && state.konto && <LogIn name={state.konto.name} />}
        {state.netz === "fremd" && state.konto && <Foreign state={state} />}
        <Update />
      </div>
      <div aria-live="polite">
        <TakeBack entries={state.entries} />
      </div>
    </>
  )
}

/** Without TLS a browser keeps half of what this needs from a page. */
function Insecure() {
  return (
    <div className="leiste warnung">
      <p>
        <strong>Diese Verbindung ist nicht verschlüsselt.</strong> Deshalb gibt es hier keine Kamera zum
        Scannen und keinen Tag ohne Netz. Die Firma richtet das mit <a href="/zertifikat">/zertifikat</a>{" "}
        einmal ein; danach diese Adresse mit https:// öffnen.
      </p>
    </div>
  )
}

/** The log-in is over, in mid-tour perhaps: work goes on, sending waits. */
function LogIn({ name }: { name: string }) {
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get("password"))
    void phone.logIn(password).then(setProblem)
  }
  return (
    <form className="leiste warnung" onSubmit={submit}>
      <label htmlFor="kennwort">
        <strong>Bitte neu anmelden.</strong> Alles Erfasste ist sicher; gesendet wird mit dem Kennwort von{" "}
        {name}.
      </label>
      <div className="reihe">
        <input id="kennwort" name="password" type="password" autoComplete="current-password" required />
        <button type="submit" className="taste haupt">
          Anmelden
        </button>
      </div>
      {problem && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}

function Foreign({ state: { konto, entries } }: { state: State }) {
  const wartet = entries.filter(isOpen).length
  return (
    <div className="leiste warnung">
      <p>
        Hier {wartet === 1 ? "wartet 1 Eintrag" : `warten ${wartet} Einträge`} von{" "}
        <strong>{konto?.name}</strong>, aber angemeldet ist jemand anderes. Gesendet wird nur mit dem eigenen
        Konto.
      </p>
      <div className="reihe">
        <a className="taste haupt" href="/anmelden?weiter=/fahrer">
          Als {konto?.name} anmelden
        </a>
        <button type="button" className="taste" onClick={() => void phone.changeKonto()}>
          Ohne sie weiter
        </button>
      </div>
    </div>
  )
}

function Update() {
  const waiting = useUpdate()
  if (!waiting) return null
  return (
    <div className="leiste reihe">
      <p>Eine neue Fassung ist da.</p>
      <button type="button" className="taste" onClick={() => applyUpdate(waiting)}>
        Jetzt laden
      </button>
    </div>
  )
}

const final = new Set<Entry["art"]>(["abschluss", "fehlschlag", "ungeplant"])

/** For ten seconds what is final can be taken back. */
function TakeBack({ entries }: { entries: Entry[] }) {
  const [, go] = useLocation()
  const candidates = entries.filter(
    (entry) => final.has(entry.art) && entry.stand === "wartet" && entry.gesendet === 0,
  )
  const now = useNow(500, candidates.length > 0)
  const last = candidates.findLast((entry) => !isDue(entry, now))
  if (!last) return null
  const takeBack = async (): Promise<void> => {
    // Pictures that came with it wait as long, and go first.
    const bilder = entries.filter(
      ({ folge, art, nr }) => folge === last.folge && art === "bild" && nr > last.nr,
    )
    for (const { nr } of bilder) await phone.takeBack(nr)
    if (await phone.takeBack(last.nr))
      go(`/${last.art === "ungeplant" ? "ungeplant" : "stopp"}/${last.folge}`)
  }
  return (
    <div className="zurueck">
      <p className="kurz">{last.titel}</p>
      <button type="button" className="taste" onClick={() => void takeBack()}>
        Zurücknehmen ({Math.max(1, Math.ceil((last.ab - now) / 1000))})
      </button>
    </div>
  )
}
