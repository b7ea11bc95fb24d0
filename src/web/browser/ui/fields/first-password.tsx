import { NewPassword } from "./new-password.tsx"

type Props = {
  name: string
  value: string
  onChange: (password: string) => void
  /** Of the form that it belongs to: what was said of an earlier one no longer holds. */
  form: { set: (values: object, inFaults: string[]) => void }
}

/** The password that somebody else chooses for a new account. Not of the form's values: no draft may keep it. */
export const FirstPassword = ({ form, onChange, ...props }: Props) => (
  <NewPassword
    {...props}
    onChange={(next) => {
      onChange(next)
      form.set({}, [props.name])
    }}
    label="Erstes Passwort"
    hint="Mindestens 6 Zeichen. Die Person ändert es nach der ersten Anmeldung unter „Eigenes Konto“."
  />
)
