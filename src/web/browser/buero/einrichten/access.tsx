import { saveFile } from "../../ui/api/file.ts"
import { Button } from "../../ui/parts/button.tsx"
import { Head } from "./head.tsx"
import type { Checked } from "./kinds.ts"

/** Passwords of new accounts: they are shown here once, and kept nowhere. */
export function Access({ zugaenge }: { zugaenge: Checked["zugaenge"] }) {
  const save = (): void => {
    const lines = [
      ["Name", "E-Mail", "Passwort"],
      ...zugaenge.map(({ name, email, passwort }) => [name, email, passwort]),
    ]
    const text = lines
      .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(";"))
      .join("\r\n")
    saveFile({ file: new Blob(["\uFEFF", text], { type: "text/csv" }), name: "Zugänge.csv" })
  }
  return (
    <>
      <p className="remark">
        Diese Passwörter stehen nur hier: bitte jetzt speichern und weitergeben. Jeder kann seines unter
        „Eigenes Konto“ ändern.
      </p>
      <div>
        <Button icon="down" onPress={save}>
          Zugänge speichern
        </Button>
      </div>
      <table className="plain-table">
        <Head columns={["Name", "E-Mail", "Passwort"]} />
        <tbody>
          {zugaenge.map(({ name, email, passwort }) => (
            <tr key={email}>
              <td>{name}</td>
              <td>{email}</td>
              <td>
                <code>{passwort}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
