import { toLogin, useAccount } from "../../ui/session/account.tsx"
import { call } from "../../ui/api/call.ts"
import { Button } from "../../ui/parts/button.tsx"
import { AskButton } from "../../ui/dialogs/dialog.tsx"
import { countUnsent } from "../../ui/forms/draft.ts"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { date } from "../../ui/values/format.ts"
import { Page } from "../../ui/page/page.tsx"
import { FactList } from "../../ui/parts/fact-list.tsx"
import { askToLogOut, lossOf } from "../shell/log-out.tsx"
import { roleInWords } from "../shell/navigation.tsx"
import { PasswordForm } from "./password.tsx"

/** One's own account: who one is, another password, and an end to all log-ins. */
export default function Konto() {
  const account = useAccount()
  return (
    <Page
      title="Eigenes Konto"
      actions={
        <Button icon="logout" onPress={askToLogOut}>
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
              ["Rolle", roleInWords[account.rolle]],
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

/** Drawn when it is asked, as the count is of that moment. */
function Question() {
  const unsent = countUnsent(useAccount().id)
  const after = "Danach melden Sie sich hier mit Ihrem Passwort wieder an."
  return unsent > 0 ? `${lossOf(unsent)} ${after}` : after
}

/** Nothing is read any more until the log-in page is there: it would be refused. */
const untilGone = (): Promise<void> => new Promise(() => {})

function Everywhere() {
  const { busy, run } = useAction()
  return (
    <section aria-labelledby="ueberall">
      <h2 id="ueberall">Überall abmelden</h2>
      <p className="muted">
        Beendet jede Anmeldung dieses Kontos, auf jedem Gerät, auch diese hier. Richtig, wenn ein Telefon
        verloren ging.
      </p>
      <AskButton
        icon="logout"
        isPending={busy}
        title="Überall abmelden?"
        action="Überall abmelden"
        question={<Question />}
        run={() => run(() => call("post", "/api/auth/logout-all").then(toLogin).then(untilGone))}
      >
        Überall abmelden
      </AskButton>
    </section>
  )
}
