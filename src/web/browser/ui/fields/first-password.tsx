import type { ComponentProps } from "react"
import { NewPassword } from "./new-password.tsx"

type Props = Omit<ComponentProps<typeof NewPassword>, "label" | "hint">

/** The password that somebody else chooses for a new account. */
export const FirstPassword = (props: Props) => (
  <NewPassword
    {...props}
    label="Erstes Passwort"
    hint="Mindestens 6 Zeichen. Die Person ändert es nach der ersten Anmeldung unter „Eigenes Konto“."
  />
)
