import { type FormEvent, useState } from "react"
import { isOpen } from "../outbox/entry.ts"
import { isColleague } from "../phone/account.ts"
import { phone } from "../phone/phone.ts"
import { isForeign, type State } from "../phone/state.ts"
import { applyUpdate } from "../phone/worker.ts"
import { Button, LinkButton } from "./button.tsx"
import { Notices } from "./notices.tsx"
import { TakeBack } from "./take-back.tsx"

/** The bars above every screen: faults, log-in, entries that can be taken back. */
export function Bars({ state }: { state: State }) {
  return (
    <>
      <div className="leisten" aria-live="polite">
        {!window.isSecureContext && <Insecure />}
        {state.fault && <p className="leiste schlecht">{state.fault}</p>}
        {state.network === "anmelden" && state.konto && <LogIn name={state.konto.name} />}
        {isForeign(state) && (state.network === "fremd" || state.entries.some(isOpen)) && (
          <Foreign state={state} />
        )}
        <Notices state={state} />
        {state.update && <Update waiting={state.update} />}
      </div>
      <div aria-live="polite">{!isForeign(state) && <TakeBack entries={state.entries} />}</div>
    </>
  )
}

/** Without TLS a browser withholds half of what this application needs. */
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

/** The log-in has expired: work goes on, sending waits for the password. */
function LogIn({ name }: { name: string }) {
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get("password"))
    void phone.logIn(password).then(setProblem)
  }
  return (
    <form className="leiste warnung" onSubmit={submit}>
      <label htmlFor="passwort">
        <strong>Bitte neu anmelden.</strong> Alles Erfasste ist sicher; gesendet wird mit dem Passwort von{" "}
        {name}.
      </label>
      <div className="reihe">
        <input id="passwort" name="password" type="password" autoComplete="current-password" required />
        <Button kind="haupt" label="Anmelden" />
      </div>
      {problem && (
        <p className="bad" role="alert">
          {problem} Geht das Konto nicht mehr? Dann meldet sich{" "}
          <a href="/anmelden?weiter=/fahrer">jemand aus dem Büro hier an</a> und übernimmt, was wartet.
        </p>
      )}
    </form>
  )
}

function Foreign({ state: { konto, entries, stranger } }: { state: State }) {
  const waiting = entries.filter(isOpen).length
  // What a company's drivers have seen is nobody else's: not another company's, and not the operator's.
  const isSame = isColleague(konto, stranger)
  const isOffice = isSame && stranger?.rolle !== "fahrer"
  return (
    <div className="leiste warnung">
      <p>
        {waiting === 0
          ? "Hier liegt Angefangenes von "
          : `Hier ${waiting === 1 ? "wartet 1 Eintrag" : `warten ${waiting} Einträge`} von `}
        <strong>{konto?.name}</strong>, aber angemeldet ist jemand anderes
        {stranger && !isSame && " aus einer anderen Firma"}. Gesendet wird nur mit dem eigenen Konto
        {isOffice ? ", oder es geht an das Büro" : ""}. Angefangenes, das nicht fertig ist, geht dabei
        verloren.
      </p>
      <div className="reihe">
        <LinkButton
          kind="haupt"
          label={`Als ${konto?.name} anmelden`}
          href="/anmelden?weiter=/fahrer"
          leaves
        />
        {isOffice && waiting > 0 && <Button label="Als Büro übernehmen" tap={phone.giveToOffice} />}
        <Button label="Ohne sie weiter" tap={phone.changeKonto} />
      </div>
    </div>
  )
}

function Update({ waiting }: { waiting: ServiceWorker }) {
  return (
    <div className="leiste reihe">
      <p>Eine neue Fassung ist da.</p>
      <Button label="Jetzt laden" tap={() => applyUpdate(waiting)} />
    </div>
  )
}
