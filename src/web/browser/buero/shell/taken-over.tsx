import { useEffect, useState, useSyncExternalStore } from "react"
import { Link } from "react-aria-components"
import { hideTakenOver, onTakenOver } from "../../ui/forms/copies.ts"
import { draftsTakenOver, hasDraftsElsewhere, takeOverDrafts } from "../../ui/forms/draft.ts"
import { Button } from "../../ui/parts/button.tsx"
import { useAccount } from "../../ui/session/account.tsx"

/** @returns whether forms may be shown: input of closed tabs is there by then */
export function useTakeOver(): boolean {
  const { id } = useAccount()
  const [isReady, setReady] = useState(() => !hasDraftsElsewhere(id))
  useEffect(() => void takeOverDrafts(id).then(() => setReady(true)), [id])
  return isReady
}

/** Leads to the forms with input from a closed tab, until it is stored or discarded. */
export function TakenOver() {
  const { id } = useAccount()
  // As text, which is the same as long as nothing changes.
  const told = useSyncExternalStore(onTakenOver, () => JSON.stringify(draftsTakenOver(id)))
  const forms = JSON.parse(told) as ReturnType<typeof draftsTakenOver>
  if (forms.length === 0) return null
  return (
    <div className="banner no-print" role="status">
      <p>
        Aus einem geschlossenen Fenster, noch nicht gespeichert:{" "}
        {forms.map(({ href, title }, i) => (
          <span key={href}>
            {i > 0 && ", "}
            <Link href={href.slice(BASE.length)}>{title.replace(OURS, "")}</Link>
          </span>
        ))}
      </p>
      <Button onPress={hideTakenOver}>Ausblenden</Button>
    </div>
  )
}

/** The router adds it. */
const BASE = "/buero"
/** End of every page's title. */
const OURS = / · Pfandwerk$/
