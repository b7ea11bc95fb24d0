import { useSyncExternalStore } from "react"
import { makeEmitter } from "../../ui/api/emitter.ts"
import { saveFile } from "../../ui/api/file.ts"
import { Button } from "../../ui/parts/button.tsx"
import { Head } from "../../ui/parts/figure-head.tsx"
import type { Checked } from "./kinds.ts"

type Zugang = Checked["zugaenge"][number]

/** New accounts whose passwords nobody has saved yet. They are kept only here, and shown until then. */
let open: readonly Zugang[] = []
const changed = makeEmitter()

function put(next: readonly Zugang[]): void {
  open = next
  changed.emit()
}

/** Shows passwords of new accounts until somebody has saved them. */
export const showNewAccounts = (zugaenge: readonly Zugang[]): void => put([...open, ...zugaenge])

function save(): void {
  const lines = [
    ["Name", "E-Mail", "Passwort"],
    ...open.map(({ name, email, passwort }) => [name, email, passwort]),
  ]
  const text = lines
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(";"))
    .join("\r\n")
  saveFile({ file: new Blob(["\uFEFF", text], { type: "text/csv" }), name: "Zugänge.csv" })
}

/** While there are any, the browser asks before it leaves the office, whichever screen is shown. */
addEventListener("beforeunload", (event) => {
  if (open.length > 0) event.preventDefault()
})

/** Passwords of new accounts, which are shown only here; nothing without any. */
export function NewAccounts() {
  const zugaenge = useSyncExternalStore(changed.listen, () => open)
  if (zugaenge.length === 0) return null
  return (
    <section aria-label="Neue Zugänge" className="stack">
      <p className="remark">
        Diese Passwörter stehen nur hier: bitte jetzt speichern und weitergeben. Jeder kann seines unter
        „Eigenes Konto“ ändern.
      </p>
      <div className="answers">
        <Button look="primary" icon="download" onPress={save}>
          Zugänge speichern
        </Button>
        <Button onPress={() => put([])}>Gespeichert oder notiert: nicht mehr zeigen</Button>
      </div>
      <table className="plain-table">
        <Head columns={["Name", "E-Mail", "Passwort"]} />
        <tbody>
          {zugaenge.map(({ name, email, passwort }) => (
            <tr key={`${email} ${passwort}`}>
              <td>{name}</td>
              <td>{email}</td>
              <td>
                <code>{passwort}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
