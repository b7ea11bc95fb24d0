import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from "react"
import { call } from "../ui/api/call.ts"
import { faultAt, messageOf } from "../ui/api/fault.ts"
import { onSessionEnded } from "../ui/api/logged-in.ts"
import { forgetEnded } from "../ui/forms/forgotten.ts"
import { Demo } from "./demo.tsx"
import type { Sitzung } from "../ui/session/account.tsx"
import { advice, enter, noteLoggedIn, soonOver, wasLoggedIn } from "./enter.ts"
import { browserStore } from "../ui/values/stores.ts"

type Entered = { email: string; password: string; tenant_slug: string }
const known = new URLSearchParams(window.location.search)

/** Log-in page. Users who are logged in are redirected. */
export function Login() {
  const [problem, setProblem] = useState<Error>()
  const [warned, setWarned] = useState<Sitzung>()
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState(!wasLoggedIn())
  const [isEnded, setEnded] = useState(known.has("beendet"))
  useEffect(
    () =>
      onSessionEnded(() => {
        forgetEnded()
        setEnded(true)
      }),
    [],
  )
  useEffect(() => {
    if (wasLoggedIn()) call("get", "/api/sitzung").then(enter, () => setAsked(true))
  }, [])
  const logIn = async (entered: Entered): Promise<void> => {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      const sitzung = await call("post", "/api/sitzung", { body: entered })
      // Before the warning is read: the cookie is already the new one, in every tab.
      noteLoggedIn(sitzung)
      if (soonOver(sitzung)) setWarned(sitzung)
      else enter(sitzung)
    } catch (error) {
      setProblem(error as Error)
    } finally {
      setBusy(false)
    }
  }
  if (!asked) return null
  return (
    <main className="login">
      <div className="house">
        <img src="/favicon.svg" alt="" width="40" height="40" />
        <h1>Pfandwerk</h1>
      </div>
      {warned ? (
        <Warning sitzung={warned} />
      ) : (
        <>
          <Entry problem={problem} isEnded={isEnded} busy={busy} logIn={logIn} />
          <Demo busy={busy} logIn={logIn} />
        </>
      )}
      <footer>
        <a href="/docs">Schnittstelle</a>
        <span>Version {document.body.dataset["version"]}</span>
      </footer>
    </main>
  )
}

type EntryProps = {
  problem: Error | undefined
  isEnded: boolean
  busy: boolean
  logIn: (entered: Entered) => Promise<void>
}

function Entry({ problem, isEnded, busy, logIn }: EntryProps) {
  const form = useRef<HTMLFormElement>(null)
  const [slug] = useState(known.get("firma") ?? localStorage.getItem("firma") ?? "")
  const [asksSlug, setAsksSlug] = useState(slug !== "")
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>("[aria-invalid=true], [name=password]")?.focus()
  }, [problem])
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const text = (name: string): string => String(data.get(name) ?? "").trim()
    const entered = {
      email: text("email"),
      password: String(data.get("password")),
      tenant_slug: text("tenant_slug"),
    }
    browserStore.set("firma", entered.tenant_slug)
    void logIn(entered)
  }
  return (
    <form ref={form} className="card" onSubmit={submit} noValidate>
      <h2>Anmelden</h2>
      {isEnded && !problem && (
        <p className="problem" role="status">
          Ihre Anmeldung wurde beendet. Was nicht gespeichert war, ist an diesem Rechner gelöscht.
        </p>
      )}
      {problem && (
        <p className="problem" role="alert">
          {messageOf(problem)} {advice(problem)}
        </p>
      )}
      <Line
        label="E-Mail"
        name="email"
        type="email"
        autoComplete="username"
        fault={faultAt(problem, "email")}
        autoFocus
      />
      <Line
        label="Passwort"
        name="password"
        type="password"
        autoComplete="current-password"
        fault={faultAt(problem, "password")}
      />
      {asksSlug ? (
        <Line label="Firma (Kürzel)" name="tenant_slug" defaultValue={slug} autoComplete="organization" />
      ) : (
        <button type="button" className="button quiet aside" onClick={() => setAsksSlug(true)}>
          Konto in mehreren Firmen?
        </button>
      )}
      <button type="submit" className="button primary" aria-disabled={busy}>
        {busy ? "Meldet an …" : "Anmelden"}
      </button>
    </form>
  )
}

type LineProps = ComponentProps<"input"> & { label: string; name: string; fault?: string | undefined }

function Line({ label, fault, name, ...props }: LineProps) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input
        {...props}
        id={name}
        name={name}
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={fault !== undefined}
        aria-describedby={fault && `${name}-fault`}
      />
      {fault && (
        <p className="fault" id={`${name}-fault`}>
          {fault}
        </p>
      )}
    </div>
  )
}

/** A demo that ends soon is told before it is too late. */
function Warning({ sitzung }: { sitzung: Sitzung }) {
  return (
    <div className="card">
      <h2>Diese Vorführung endet bald</h2>
      <p>{soonOver(sitzung)} Wer sie behalten will, sagt bitte vorher dem Betreiber Bescheid.</p>
      <button type="button" className="button primary" onClick={() => enter(sitzung)}>
        Weiter
      </button>
    </div>
  )
}
