import { useState } from "react"
import { Choice } from "../../ui/fields/field.tsx"
import type { Checked, Kind } from "./kinds.ts"

const NONE = "-"

type Props = {
  kind: Kind
  spalten: Checked["spalten"]
  assign: (heading: string, feld: string | null) => void
  busy: boolean
}

/** Meaning of each column of the file; open at once when a column was not recognised. */
export function Assign({ kind, spalten, assign, busy }: Props) {
  const open = spalten.filter(({ feld }) => feld === null)
  const missing = kind.spalten.filter(
    ({ noetig, feld }) => noetig && !spalten.some((one) => one.feld === feld),
  )
  // It stays open while somebody assigns the last one.
  const [isOpen, setOpen] = useState(open.length > 0)
  const options = [
    { id: NONE, label: "nicht übernehmen" },
    ...kind.spalten.map(({ feld, name }) => ({ id: feld, label: name })),
  ]
  return (
    <details className="assign" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {open.length === 0
          ? `Alle ${spalten.length} Spalten erkannt`
          : `${open.length === 1 ? "1 Spalte wird" : `${open.length} Spalten werden`} nicht übernommen: ${open.map(({ ueberschrift }) => ueberschrift).join(", ")}`}
      </summary>
      {missing.length > 0 && (
        <p className="remark">{`Noch keiner Spalte zugeordnet: ${missing.map(({ name }) => name).join(", ")}`}</p>
      )}
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">In der Datei</th>
            <th scope="col">Ist hier</th>
          </tr>
        </thead>
        <tbody>
          {spalten.map(({ ueberschrift, feld }) => (
            <tr key={ueberschrift}>
              <th scope="row">{ueberschrift}</th>
              <td>
                <Choice
                  bare
                  label={`Was „${ueberschrift}“ ist`}
                  value={feld ?? NONE}
                  onChange={(id) => assign(ueberschrift, id === NONE ? null : id)}
                  options={options}
                  isDisabled={busy}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted">Mit der Übernahme merkt sich Pfandwerk die Zuordnung für die Firma.</p>
    </details>
  )
}
