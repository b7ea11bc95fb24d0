import { useState } from "react"
import { Choice } from "../../ui/fields/field.tsx"
import { pieces, plural } from "../../ui/values/format.ts"
import { Head } from "../../ui/parts/figure-head.tsx"
import { useGet } from "../../ui/state/query.ts"
import { ARTICLE, type Checked, CUSTOMER, type Kind } from "./kinds.ts"

const NONE = "-"

/** Unassigned columns that are named and unfolded at most: hundreds of them would push the result out of sight. */
const MANY = 20

const namesOf = (columns: Checked["spalten"]): string => {
  const names = columns.slice(0, MANY).map(({ ueberschrift }) => ueberschrift)
  const more = columns.length - names.length
  return `${names.join(", ")}${more > 0 ? ` und ${pieces(more)} weitere` : ""}`
}

type Props = {
  kind: Kind
  spalten: Checked["spalten"]
  /** Necessary columns that the file lacks. */
  missing: string[]
  assign: (heading: string, field: string | null) => void
  busy: boolean
}

/** @returns the names of the necessary fields to which no column of the file is assigned */
export function missingOf(kind: Kind, columns: Checked["spalten"]): string[] {
  const isPivot = columns.some(({ feld }) => feld?.startsWith(ARTICLE))
  const areKunden = columns.some(({ feld }) => feld?.startsWith(CUSTOMER))
  const said = new Set([...(isPivot ? ["artikel", "menge"] : []), ...(areKunden ? ["kunde", "menge"] : [])])
  return kind.spalten
    .filter(({ noetig, feld }) => noetig && !said.has(feld))
    .filter(({ feld, oder }) => !columns.some((one) => one.feld === feld || oder.includes(one.feld ?? "")))
    .map(({ name }) => name)
}

/** @returns what a column can be; for balances also an article, or a customer, whose pieces the column holds */
function useOptions(kind: Kind, spalten: Checked["spalten"]): { id: string; label: string }[] {
  const isBalances = kind.art === "anfangsbestaende"
  const { data } = useGet("/api/pfandartikel", { query: { limit: 200, aktiv: 1 } }, { enabled: isBalances })
  return [
    { id: NONE, label: "nicht übernehmen" },
    ...kind.spalten.map(({ feld, name }) => ({ id: feld, label: name })),
    ...spalten.flatMap(({ feld, gelesen_als }) =>
      feld?.startsWith(CUSTOMER) ? [{ id: feld, label: `Stück von ${gelesen_als}` }] : [],
    ),
    ...(isBalances ? (data?.items ?? []) : []).map(({ nummer, bezeichnung }) => ({
      id: ARTICLE + nummer,
      label: `Stück von ${bezeichnung} (${nummer})`,
    })),
  ]
}

/**
 * What each column of the file is. Unfolded if a column was not recognised, unless many were not and none is necessary.
 * Columns that were not recognised come first; the others are folded, so that the result stands close below.
 */
export function Assign({ kind, spalten, missing, assign, busy }: Props) {
  const open = spalten.filter(({ feld }) => feld === null)
  const [asked] = useState(() => new Set(open.map(({ ueberschrift }) => ueberschrift)))
  const unclear = spalten.filter(({ ueberschrift }) => asked.has(ueberschrift))
  const known = spalten.filter(({ ueberschrift }) => !asked.has(ueberschrift))
  // It stays open while somebody assigns the last one.
  const [isOpen, setOpen] = useState(open.length > 0 && (open.length <= MANY || missing.length > 0))
  const options = useOptions(kind, spalten)
  return (
    <details className="stack" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {open.length === 0
          ? `Alle ${spalten.length} Spalten erkannt`
          : `${plural(open.length, "Spalte wird", "Spalten werden")} nicht übernommen: ${namesOf(open)}`}
      </summary>
      {missing.length > 0 && (
        <p className="remark">
          {`Noch keiner Spalte zugeordnet: ${missing.join(", ")}.`}
          {kind.art === "anfangsbestaende" &&
            " Hat jeder Artikel eine eigene Spalte mit seinen Stückzahlen? Dann bitte diese Spalten den Artikeln zuordnen."}
        </p>
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

type ColumnsProps = Omit<Props, "kind" | "missing"> & { options: { id: string; label: string }[] }

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
