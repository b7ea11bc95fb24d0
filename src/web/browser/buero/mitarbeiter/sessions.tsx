import { type FormEvent, useRef, useState } from "react"
import { call } from "../../ui/api/call.ts"
import { ApiFault, messageOf } from "../../ui/api/fault.ts"
import { Button } from "../../ui/parts/button.tsx"
import { AskButton } from "../../ui/dialogs/dialog.tsx"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { Faults } from "../../ui/fields/faults.tsx"
import { TextField } from "../../ui/fields/field.tsx"
import { useFocusLater } from "../../ui/keys/focus-trail.ts"
import { refresh } from "../../ui/state/query.ts"
import { toast } from "../../ui/parts/toast.tsx"

/** Another password for somebody who forgot theirs. Not by useForm: passwords are never kept as a draft. */
export function Password({ id, name }: { id: string; name: string }) {
  const [password, setPassword] = useState("")
  const [fault, setFault] = useState("")
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const focus = useFocusLater(form)
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setFault("")
    try {
      await call("post", "/api/mitarbeiter/{id}/passwort", { path: { id }, body: { password } })
      setPassword("")
      // It is another version of the account now, about which the form beside this one is.
      void refresh("/api/mitarbeiter")
      toast(`${name} hat ein neues Passwort; alle Anmeldungen sind beendet`)
    } catch (error) {
      setFault((error instanceof ApiFault && error.faults[0]?.msg) || messageOf(error))
      focus("[name=password]")
    } finally {
      setBusy(false)
    }
  }
  return (
    <section aria-labelledby="passwort">
      <h2 id="passwort">Neues Passwort setzen</h2>
      <form ref={form} className="form" onSubmit={(event) => void send(event)} noValidate>
        <Faults value={fault === "" ? {} : { password: fault }}>
          <TextField
            label="Neues Passwort"
            name="password"
            type="password"
            autoComplete="new-password"
            value={password}
            onChange={setPassword}
            hint="Mindestens 6 Zeichen. Beendet alle Anmeldungen dieses Kontos."
          />
          <div>
            <Button type="submit" isPending={busy}>
              Passwort setzen
            </Button>
          </div>
        </Faults>
      </form>
    </section>
  )
}

/** For a telephone that was lost. */
export function Everywhere({ id, name }: { id: string; name: string }) {
  const { run } = useAction("/api/mitarbeiter")
  const logOut = () => call("post", "/api/mitarbeiter/{id}/abmelden", { path: { id } })
  return (
    <section aria-labelledby="geraete">
      <h2 id="geraete">Alle Geräte abmelden</h2>
      <p className="muted">
        Richtig, wenn ein Telefon verloren ging: Beim nächsten Kontakt mit dem Server ist es abgemeldet. Was
        darauf noch nicht gesendet war, bleibt dort liegen; gesendet wird es erst nach einer neuen Anmeldung.
      </p>
      <AskButton
        icon="logout"
        title="Alle Geräte abmelden?"
        action="Abmelden"
        question={`${name} meldet sich danach mit dem Passwort wieder an.`}
        run={() => run(logOut, `${name} ist auf allen Geräten abgemeldet`)}
      >
        Alle Geräte abmelden
      </AskButton>
    </section>
  )
}
