import { pieces } from "../../ui/values/format.ts"
import { Head } from "./head.tsx"
import type { Checked } from "./kinds.ts"

/** Changes of existing records. */
export function Changes({ aenderungen, all }: { aenderungen: Checked["aenderungen"]; all: number }) {
  return (
    <table className="plain-table">
      <caption>
        {all > aenderungen.length
          ? `Die ersten ${aenderungen.length} von ${pieces(all)} Änderungen`
          : "Was sich ändert"}
      </caption>
      <Head columns={[{ text: "Zeile", className: "figures" }, "Eintrag", "Bisher → neu"]} />
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
