import { mitarbeiterfelder } from "../../../../lib/felder/mitarbeiter.ts"
import { useState } from "react"
import { logOut, toLogin, useAccount } from "../../ui/session/account.tsx"
import { call } from "../../ui/api/call.ts"
import { Button } from "../../ui/parts/button.tsx"
import { Confirm } from "../../ui/dialogs/dialog.tsx"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { date } from "../../ui/values/format.ts"
import { Page } from "../../ui/page/page.tsx"
import { FactList } from "../../ui/parts/fact-list.tsx"
import { PasswordForm } from "./password.tsx"

const rollen = { superadmin: "Betreiber", ...mitarbeiterfelder.rolle.words }

/** One's own account: who one is, another password, and an end to all log-ins. */
export default function Konto() {
  const account = useAccount()
  return (
    <Page
      title="Eigenes Konto"
      actions={
        <Button icon="logout" onPress={() => void logOut()}>
          Abmelden
        </Button>
      }
    >
      <div className="forms account">
        <section aria-labelledby="wer">
          <h2 id="wer">{account.name}</h2>
          <FactList
            rows={[
              ["E-Mail", account.email],
              ["Rolle", rollen[account.rolle]],
              account.tenant_name && ["Firma", account.tenant_name],
              ["Dabei seit", date(account.erstellt_am)],
            ]}
          />
        </section>
        <PasswordForm />
        <Everywhere />
      </div>
    </Page>
  )
}

function Everywhere() {
  const [isOpen, setOpen] = useState(false)
  const { run } = useAction()
  const logOutEverywhere = () => call("post", "/api/auth/logout-all").then(toLogin)
  return (
    <section aria-labelledby="ueberall">
      <h2 id="ueberall">Überall abmelden</h2>
      <p className="muted">
        Beendet jede Anmeldung dieses Kontos, auf jedem Gerät, auch diese hier. Richtig, wenn ein Telefon
        verloren ging.
      </p>
      <Button icon="logout" onPress={() => setOpen(true)}>
        Überall abmelden
      </Button>
      <Confirm
        title="Überall abmelden?"
        action="Überall abmelden"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        run={() => run(logOutEverywhere)}
      >
        <p>Danach melden Sie sich hier mit Ihrem Kennwort wieder an.</p>
      </Confirm>
    </section>
  )
}
