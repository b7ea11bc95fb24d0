import { useEffect, useState } from "react"
import { Confirm } from "../../ui/dialogs/dialog.tsx"
import { countUnsent, forgetAllDrafts } from "../../ui/forms/draft.ts"
import { logOut, useAccount } from "../../ui/session/account.tsx"

const ASK = "log-out"

/** For menus and buttons: logs out, after a question where unsent input would be lost. */
export const askToLogOut = (): void => void window.dispatchEvent(new Event(ASK))

const leave = (account: string): void => void logOut(() => forgetAllDrafts(account))

/** @param unsent number of forms with unsent input */
export const lossOf = (unsent: number): string =>
  `${unsent === 1 ? "In einem Formular" : `In ${unsent} Formularen`} stehen Eingaben, die nicht gespeichert oder gebucht sind. Mit dem Abmelden gehen sie verloren.`

/** Logging out forgets unsent input, so that on a shared computer nobody finds somebody else's. */
export function LogOut() {
  const { id } = useAccount()
  const [unsent, setUnsent] = useState(0)
  useEffect(() => {
    const ask = (): void => {
      const count = countUnsent(id)
      if (count === 0) leave(id)
      else setUnsent(count)
    }
    window.addEventListener(ASK, ask)
    return () => window.removeEventListener(ASK, ask)
  }, [id])
  return (
    <Confirm
      title="Abmelden, ohne zu speichern?"
      isOpen={unsent > 0}
      onClose={() => setUnsent(0)}
      action="Trotzdem abmelden"
      run={() => leave(id)}
    >
      <p>{lossOf(unsent)}</p>
    </Confirm>
  )
}
