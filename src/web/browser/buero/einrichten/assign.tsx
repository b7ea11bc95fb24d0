import { useState } from "react"
import { Choice } from "../../ui/fields/field.tsx"
import { plural } from "../../ui/values/format.ts"
import { Head } from "./head.tsx"
import type { Checked, Kind } from "./kinds.ts"

const NONE = "-"

type Props = {
  kind: Kind
  spalten: Checked["spalten"]
  assign: (heading: string, field: string | null) => void
  busy: boolean
}

/** @returns the names of the necessary columns that no column of the file is */
export const missingOf = (kind: Kind, columns: Checked["spalten"]): string[] =>
  kind.spalten
    .filter(
      ({ noetig, feld, oder }) =>
        noetig && !columns.some((one) => one.feld === feld || oder.includes(one.feld ?? "")),
    )
    .map(({ name }) => name)

/**
 * Meaning of each column of the file; open at once when a column was not recognised. These come first, and the others
 * only when asked for, so that what came of the table stands close below.
 */
export function Assign({ kind, spalten, assign, busy }: Props) {
  const open = spalten.filter(({ feld }) => feld === null)
  const missing = missingOf(kind, spalten)
  const [asked] = useState(() => new Set(open.map(({ ueberschrift }) => ueberschrift)))
  const unclear = spalten.filter(({ ueberschrift }) => asked.has(ueberschrift))
  const known = spalten.filter(({ ueberschrift }) => !asked.has(ueberschrift))
  // It stays open while somebody assigns the last one.
  const [isOpen, setOpen] = useState(open.length > 0)
  const options = [
    { id: NONE, label: "nicht übernehmen" },
    ...kind.spalten.map(({ feld, name }) => ({ id: feld, label: name })),
  ]
  return (
    <details className="stack" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {open.length === 0
          ? `Alle ${spalten.length} Spalten erkannt`
          : `${plural(open.length, "Spalte wird", "Spalten werden")} nicht übernommen: ${open.map(({ ueberschrift }) => ueberschrift).join(", ")}`}
      </summary>
      {missing.length > 0 && (
        <p className="remark">{`Noch keiner Spalte zugeordnet: ${missing.join(", ")}`}</p>
      )}
      {unclear.length > 0 && <Columns spalten={unclear} assign={assign} options={options} busy={busy} />}
      {unclear.length > 0 && known.length > 0 ? (
        <details>
          <summary>{plural(known.length, "Spalte erkannt", "Spalten erkannt")}</summary>
          <Columns spalten={known} assign={assign} options={options} busy={busy} />
        </details>
      ) : (
        known.length > 0 && <Columns spalten={known} assign={assign} options={options} busy={busy} />
      )}
      <p className="muted">Mit der Übernahme merkt sich Pfandwerk die Zuordnung für die Firma.</p>
    </details>
  )
}

type ColumnsProps = Omit<Props, "kind"> & { options: { id: string; label: string }[] }

function Columns({ spalten, assign, options, busy }: ColumnsProps) {
  return (
    <table className="plain-table">
      <Head columns={["In der Datei", "Ist hier"]} />
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
  )
}
