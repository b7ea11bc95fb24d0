import { useRef, useState } from "react"
import { call } from "../../ui/api/call.ts"
import { Button } from "../../ui/parts/button.tsx"
import { FormButtons } from "../../ui/parts/form-buttons.tsx"
import { AskButton, Dialog } from "../../ui/dialogs/dialog.tsx"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { NewPassword } from "../../ui/fields/new-password.tsx"
import { Form, useForm } from "../../ui/forms/form.tsx"
import { useSecret } from "../../ui/forms/use-secret.ts"
import { toast } from "../../ui/parts/toast.tsx"
import { Credentials } from "./welcome.tsx"

type Account = { id: string; name: string; email: string }

/** A new password for somebody who forgot theirs; in a dialog of its own, apart from the page's form. */
export function Password(account: Account) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-labelledby="passwort">
      <h2 id="passwort">Neues Passwort</h2>
      <p className="muted">
        Richtig, wenn jemand seines vergessen hat. Beendet alle Anmeldungen dieses Kontos.
      </p>
      <Button icon="key" onPress={() => setOpen(true)}>
        Neues Passwort setzen …
      </Button>
      {isOpen && <SetPassword {...account} onClose={() => setOpen(false)} />}
    </section>
  )
}

/** Shows the password after it is set, until the dialog is closed: nobody may have read a proposed one before. */
function SetPassword({ id, name, email, onClose }: Account & { onClose: () => void }) {
  const [made, setMade] = useState("")
  // Apart from the form's values, so that no draft keeps it.
  const [password, setPassword] = useSecret("")
  // As it was sent: another one may be typed meanwhile.
  const sent = useRef("")
  const form = useForm<object, unknown>({
    draft: `mitarbeiter/${id}/passwort`,
    initial: {},
    save: () => {
      sent.current = password
      return call("post", "/api/mitarbeiter/{id}/passwort", { path: { id }, body: { password } })
    },
    saved: () => {
      setMade(sent.current)
      setPassword("")
      toast(`${name} hat ein neues Passwort; alle Anmeldungen sind beendet`)
    },
  })
  // Closed while it is set, it would show the password to nobody.
  const close = (): void => {
    if (!form.busy) onClose()
  }
  if (made)
    return (
      <Dialog title={`Neues Passwort für ${name}`} role="alertdialog" isOpen onClose={onClose}>
        <Credentials email={email} password={made} until="bis Sie dieses Fenster schließen">
          <Button look="primary" autoFocus onPress={onClose}>
            Fertig
          </Button>
        </Credentials>
      </Dialog>
    )
  return (
    <Dialog title={`Neues Passwort für ${name}`} isOpen onClose={close}>
      <Form form={form} label="Neues Passwort">
        <NewPassword
          form={form}
          label="Neues Passwort"
          name="password"
          value={password}
          onChange={setPassword}
          hint="Mindestens 6 Zeichen"
          autoFocus
        />
        <FormButtons action="Passwort setzen" busy={form.busy} cancel={close} />
      </Form>
    </Dialog>
  )
}

/** Ends every log-in of an account, as when a telephone was lost. */
export function Everywhere({ id, name }: { id: string; name: string }) {
  const { run } = useAction()
  const logOut = () => call("post", "/api/mitarbeiter/{id}/abmelden", { path: { id } })
  return (
    <section aria-labelledby="ueberall">
      <h2 id="ueberall">Überall abmelden</h2>
      <p className="muted">
        Richtig, wenn ein Telefon verloren ging: Beim nächsten Kontakt mit dem Server ist es abgemeldet. Was
        darauf noch nicht gesendet war, bleibt dort liegen; gesendet wird es erst nach einer neuen Anmeldung.
      </p>
      <AskButton
        icon="logout"
        title="Überall abmelden?"
        action="Abmelden"
        question={`${name} meldet sich danach mit dem Passwort wieder an.`}
        run={() => run(logOut, `${name} ist überall abgemeldet`)}
      >
        Überall abmelden
      </AskButton>
    </section>
  )
}
