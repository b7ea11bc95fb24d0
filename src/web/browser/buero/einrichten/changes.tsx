import { pieces } from "../../ui/values/format.ts"
import type { Checked } from "./kinds.ts"

/** Changes of existing records. */
export function Changes({ aenderungen, all }: { aenderungen: Checked["aenderungen"]; all: number }) {
  return (
    <table className="plain-table import-changes">
      <caption>
        {all > aenderungen.length
          ? `Die ersten ${aenderungen.length} von ${pieces(all)} Änderungen`
          : "Was sich ändert"}
      </caption>
      <thead>
        <tr>
          <th scope="col" className="figures">
            Zeile
          </th>
          <th scope="col">Eintrag</th>
          <th scope="col">Bisher → neu</th>
        </tr>
      </thead>
      <tbody>
        {aenderungen.map(({ zeile, nummer, name, felder }) => (
          <tr key={zeile}>
            <td className="figures">{zeile}</td>
            <td>{[nummer, name].filter(Boolean).join(" · ")}</td>
            <td>
              <ul>
                {felder.map(({ spalte, von, nach }) => (
                  <li key={spalte}>
                    <span className="muted">{`${spalte}: `}</span>
                    {`${von ?? "leer"} → ${nach ?? "leer"}`}
                  </li>
                ))}
              </ul>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
