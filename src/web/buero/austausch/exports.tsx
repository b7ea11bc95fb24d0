import { useAccount } from "../../ui/account.tsx"
import { FileButton } from "../../ui/file-button.tsx"

const lists = [
  {
    path: "/api/export/kunden",
    name: "Kunden",
    about: "Alle Angaben, mit den Überschriften des Imports",
    admins: true,
  },
  { path: "/api/export/pfandartikel", name: "Pfandartikel", about: "Mit Pfand und Bestandteilen" },
  { path: "/api/export/geraete", name: "Geräte", about: "Mit Stand, Kunde und Pfand" },
  {
    path: "/api/export/pfandsalden",
    name: "Pfandsalden",
    about: "Wer wie viel Pfand hat, der größte Saldo zuerst",
  },
] as const

/** The lists that leave as tables. */
export function Exports() {
  const mayAll = useAccount().rolle !== "user"
  return (
    <section aria-labelledby="export">
      <h2 id="export">Export</h2>
      <p className="muted">Als CSV-Dateien, die Excel und LibreOffice mit einem Doppelklick öffnen.</p>
      <table className="plain-table exports">
        <tbody>
          {lists
            .filter((list) => mayAll || !("admins" in list))
            .map(({ path, name, about }) => (
              <tr key={path}>
                <th scope="row">
                  <strong>{name}</strong>
                  <br />
                  <span className="muted">{about}</span>
                </th>
                <td className="figures">
                  <FileButton path={path} input={{}} icon="down">
                    {`${name} exportieren`}
                  </FileButton>
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  )
}
