import type { ReactNode } from "react"
import { Button, ButtonLink } from "../../ui/parts/button.tsx"
import { copyText } from "../../ui/parts/copy-text.ts"
import { FactList } from "../../ui/parts/fact-list.tsx"

export type Made = { name: string; email: string; password: string }

/** What a new colleague has to be told: address, e-mail and password. */
export const Welcome = ({ made, again }: { made: Made; again: () => void }) => (
  <Credentials {...made} until="bis Sie die Seite verlassen">
    <Button icon="plus" onPress={again}>
      Noch ein Mitarbeiter
    </Button>
    <ButtonLink href="/mitarbeiter" look="primary">
      Fertig
    </ButtonLink>
  </Credentials>
)

type CredentialsProps = Omit<Made, "name"> & { until: string; children: ReactNode }

/** Address, e-mail and new password, to be copied. @param props.until how long they are shown, in German words */
export function Credentials({ email, password, until, children }: CredentialsProps) {
  const address = window.location.origin
  const all = `${address}\nE-Mail: ${email}\nPasswort: ${password}`
  return (
    <div className="stack">
      <FactList
        rows={[
          [
            "Adresse",
            <a key="adresse" href={address}>
              {address}
            </a>,
          ],
          ["E-Mail", email],
          [
            "Passwort",
            <code key="passwort" className="key">
              {password}
            </code>,
          ],
        ]}
      />
      <p className="muted">
        Das Passwort steht nur hier, {until}. Später lässt es sich nur durch ein neues ersetzen.
      </p>
      <p className="buttons">
        <Button icon="copy" onPress={() => void copyText(password, "Das Passwort ist kopiert")}>
          Passwort kopieren
        </Button>
        <Button icon="copy" onPress={() => void copyText(all, "Die Zugangsdaten sind kopiert")}>
          Alles kopieren
        </Button>
        {children}
      </p>
    </div>
  )
}
