import { TextField } from "./field.tsx"

type Props = { name: string; value: string; onChange: (password: string) => void }

/** The password that somebody else chooses for a new account. Not of the form's values: no draft may keep it. */
export const FirstPassword = (props: Props) => (
  <TextField
    {...props}
    label="Erstes Passwort"
    type="password"
    autoComplete="new-password"
    isRequired
    hint="Mindestens 6 Zeichen. Die Person ändert es nach der ersten Anmeldung unter „Eigenes Konto“."
  />
)
