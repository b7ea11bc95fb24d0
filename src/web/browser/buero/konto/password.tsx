import { type FormEvent, useRef, useState } from "react"
import { call } from "../../ui/api/call.ts"
import { ApiFault, messageOf } from "../../ui/api/fault.ts"
import { Button } from "../../ui/parts/button.tsx"
import { Faults, type Faulty, without } from "../../ui/fields/faults.tsx"
import { TextField } from "../../ui/fields/field.tsx"
import { NewPassword } from "../../ui/fields/new-password.tsx"
import { useFocusLater } from "../../ui/keys/focus-trail.ts"
import { useSecret } from "../../ui/forms/use-secret.ts"
import { toast } from "../../ui/parts/toast.tsx"

const EMPTY = { currentPassword: "", newPassword: "", again: "" }

/** Changes one's own password. Without useForm, which would keep passwords as a draft. */
export function PasswordForm() {
  const [values, setValues] = useSecret(EMPTY)
  const [faults, setFaults] = useState<Faulty>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const focus = useFocusLater(form)
  const refuse = (wrong: Faulty): void => {
    setFaults(wrong)
    focus(`[name=${Object.keys(wrong)[0]}]`)
  }
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const { again, ...body } = values
    // A password that was shown is typed only once.
    if (form.current?.querySelector("[name=again]") && again !== body.newPassword)
      return refuse({ again: "stimmt nicht mit dem neuen überein" })
    setBusy(true)
    setFaults({})
    try {
      await call("post", "/api/auth/change-password", { body })
      setValues(EMPTY)
      toast("Das Passwort ist geändert. Andere Anmeldungen dieses Kontos sind beendet.")
    } catch (error) {
      refuse(faultsOf(error))
    } finally {
      setBusy(false)
    }
  }
  const field = (name: keyof typeof EMPTY) => ({
    name,
    type: "password" as const,
    value: values[name],
    onChange: (value: string) => setValues({ ...values, [name]: value }),
  })
  return (
    <section aria-labelledby="passwort">
      <h2 id="passwort">Passwort ändern</h2>
      <form ref={form} className="form" onSubmit={(event) => void send(event)} noValidate>
        <Faults value={faults}>
          <TextField
            label="Bisheriges Passwort"
            {...field("currentPassword")}
            autoComplete="current-password"
          />
          <NewPassword
            label="Neues Passwort"
            hint="Mindestens 6 Zeichen"
            form={{ set: (_, names) => setFaults((before) => without(before, names)) }}
            name="newPassword"
            value={values.newPassword}
            onChange={(newPassword) => setValues({ ...values, newPassword })}
            whileHidden={<TextField label="Noch einmal" {...field("again")} autoComplete="new-password" />}
          />
          <div>
            <Button type="submit" look="primary" isPending={busy}>
              Passwort ändern
            </Button>
          </div>
        </Faults>
      </form>
    </section>
  )
}

/** @returns the faults by field; the service names none when the present password is wrong */
function faultsOf(error: unknown): Faulty {
  const named = error instanceof ApiFault ? error.faults.map(({ path, msg }) => [path, msg] as const) : []
  return named.length > 0 ? Object.fromEntries(named) : { currentPassword: messageOf(error) }
}
