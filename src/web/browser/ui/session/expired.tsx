import { type FormEvent, useState } from "react"
import { type Account, type Sitzung, toLogin } from "./account.tsx"
import { call } from "../api/call.ts"
import { faultAt, messageOf } from "../api/fault.ts"
import { Dialog } from "../dialogs/dialog.tsx"
import { Faults, type Faulty } from "../fields/faults.tsx"
import { TextField } from "../fields/field.tsx"
import { refreshAll } from "../state/query.ts"
import { FormButtons } from "../parts/form-buttons.tsx"

type Props = { account: Account; onLogIn: (sitzung: Sitzung) => void }

/**
 * Asks for the password over the present screen, so that everything half typed stays. The screen is hidden meanwhile, as
 * a log-in may also end because a device was lost, or somebody has left.
 */
export function Expired({ account, onLogIn }: Props) {
  const [password, setPassword] = useState("")
  const [faults, setFaults] = useState<Faulty>({})
  const [busy, setBusy] = useState(false)
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const { email, tenant_slug } = account
      onLogIn(
        await call("post", "/api/sitzung", { body: { email, password, tenant_slug: tenant_slug ?? "" } }),
      )
      // Requests that were refused meanwhile are repeated.
      void refreshAll()
    } catch (error) {
      setBusy(false)
      setFaults({ password: faultAt(error, "password") ?? messageOf(error) })
    }
  }
  return (
    <Dialog title="Die Anmeldung ist abgelaufen" isOpen onClose={toLogin} role="alertdialog" hides>
      <form className="form" onSubmit={(event) => void send(event)} noValidate>
        <p>
          Bitte noch einmal das Passwort von <strong>{account.email}</strong> eingeben. Was schon eingetragen
          war, ist noch da.
        </p>
        <Faults value={faults}>
          <TextField
            label="Passwort"
            name="password"
            type="password"
            value={password}
            onChange={setPassword}
            autoComplete="current-password"
            autoFocus
          />
        </Faults>
        <FormButtons
          action="Anmelden"
          busy={busy}
          cancel={toLogin}
          cancelLabel="Als jemand anderes anmelden"
        />
      </form>
    </Dialog>
  )
}
