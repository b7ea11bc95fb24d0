import { useEffect, useState, useSyncExternalStore } from "react"
import { Link } from "react-aria-components"
import { AskButton } from "../../ui/dialogs/dialog.tsx"
import { hideTakenOver, onTakenOver, type TakenOver as Form } from "../../ui/forms/copies.ts"
import {
  discardTakenOver,
  draftsTakenOver,
  hasDraftsElsewhere,
  takeOverDrafts,
} from "../../ui/forms/draft.ts"
import { forgetOthers, takeForgotten } from "../../ui/forms/forgotten.ts"
import { Button } from "../../ui/parts/button.tsx"
import { toast } from "../../ui/parts/toast.tsx"
import { useAccount } from "../../ui/session/account.tsx"
import { plural } from "../../ui/values/format.ts"

/** Takes over unsent input of closed tabs. @returns whether that is done, and forms may be shown */
export function useTakeOver(): boolean {
  const { id } = useAccount()
  const [isReady, setReady] = useState(() => !hasDraftsElsewhere(id))
  useEffect(() => {
    forgetOthers(id)
    const gone = takeForgotten(id)
    if (gone > 0) toast(goneInWords(gone), { bad: true })
    void takeOverDrafts(id).finally(() => setReady(true))
  }, [id])
  return isReady
}

const goneInWords = (count: number): string =>
  `${plural(count, "nicht gespeicherte Eingabe ist gelöscht", "nicht gespeicherte Eingaben sind gelöscht")}: Ihre Anmeldung wurde beendet, oder an diesem Rechner hat sich jemand anderes angemeldet.`

/** Leads to the forms with input from a closed tab, until it is stored or discarded. */
export function TakenOver() {
  const { id } = useAccount()
  // As text: a new object each time would draw it again for ever.
  const told = useSyncExternalStore(onTakenOver, () => JSON.stringify(draftsTakenOver(id)))
  const forms = onePerPage(JSON.parse(told) as Form[])
  if (forms.length === 0) return null
  return (
    <div className="banner no-print">
      <p role="status">
        Aus einem geschlossenen Fenster, noch nicht gespeichert:{" "}
        {forms.map((form, i) => (
          <span key={form.href}>
            {i > 0 && ", "}
            <Link href={form.href.slice(BASE.length)}>{titleOf(form)}</Link>
          </span>
        ))}
      </p>
      <AskButton
        title="Nicht gespeicherte Eingaben verwerfen?"
        question={`${forms.map(titleOf).join(", ")}: Was dort eingetragen ist, geht verloren.`}
        action="Verwerfen"
        run={() => {
          discardTakenOver(id)
          // Or an open form would go on showing it.
          window.location.reload()
        }}
      >
        Verwerfen …
      </AskButton>
      <Button onPress={hideTakenOver}>Ausblenden</Button>
    </div>
  )
}

/** Several forms may stand on one page. */
const onePerPage = (forms: Form[]): Form[] => [...new Map(forms.map((form) => [form.href, form])).values()]

/** The router adds it. */
const BASE = "/buero"
/** Without the end of every page's title. */
const titleOf = ({ title }: Form): string => title.replace(/ · Pfandwerk$/, "")
