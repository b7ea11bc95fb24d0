import type { KeyboardEvent } from "react"
import { Button } from "../../ui/button.tsx"
import { MoneyField } from "../../ui/field.tsx"
import { euro, pieces } from "../../ui/format.ts"
import { type Art, isCounted, type Line, rowOf, sumOf } from "./lines.ts"

const arten = { ruecknahme: "Rücknahme", ausgabe: "Ausgabe" } as const
const besondere = {
  korrektur_plus: "Korrektur +",
  korrektur_minus: "Korrektur −",
  anfangsbestand: "Anfangsbestand",
} as const

type Props = {
  line: Line
  /** Its place among the lines that are sent, by which the interface names what is wrong with it. */
  place: number
  /** What the customer has of it. */
  held: number | undefined
  fault: string | undefined
  isAdmin: boolean
  change: (change: Partial<Line>) => void
  remove: () => void
  next: () => void
}

/** One line: which way, how many, what it is worth. Enter goes on to the next number of pieces. */
export function LineRow({ line, place, held, fault, isAdmin, change, remove, next }: Props) {
  const { bezeichnung, nummer, art, menge, pfand_cent, betrag_cent, isDevice } = line
  const goOn = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    next()
  }
  const options = isAdmin ? { ...arten, ...besondere } : arten
  return (
    <tr className={isCounted(line) ? "counted" : undefined}>
      <th scope="row">
        <span className="name">{bezeichnung}</span> <span className="muted">{nummer}</span>
        {fault && (
          <p className="fault" role="alert">
            {fault}
          </p>
        )}
      </th>
      <td className="line-art">
        <select
          aria-label={`Art von ${bezeichnung}${line.again ? `, Zeile ${line.again + 1}` : ""}`}
          value={art}
          onChange={(event) => change({ art: event.target.value as Art })}
        >
          {Object.entries(options).map(([id, label]) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </td>
      <td className="count">
        <input
          className="figures"
          data-menge={rowOf(line)}
          name={place < 0 ? undefined : `positionen[${place}].menge`}
          aria-label={`Stück ${bezeichnung}${line.again ? `, ${options[art as keyof typeof options]}` : ""}`}
          aria-invalid={fault ? true : undefined}
          inputMode="numeric"
          autoComplete="off"
          placeholder="0"
          maxLength={6}
          readOnly={isDevice}
          value={menge ?? ""}
          onChange={(event) => change({ menge: countOf(event.target.value) })}
          onFocus={(event) => event.target.select()}
          onKeyDown={goOn}
        />
      </td>
      <td className="figures muted held">{held === undefined ? "" : pieces(held)}</td>
      <td className="figures muted each">
        {isAdmin ? (
          <MoneyField
            label={`Pfand je Stück ${bezeichnung}`}
            bare
            value={betrag_cent ?? pfand_cent}
            onChange={(cent) => change({ betrag_cent: cent === null || cent === pfand_cent ? null : cent })}
          />
        ) : (
          euro(pfand_cent)
        )}
      </td>
      <td className="figures sum">{isCounted(line) ? euro(sumOf(line)) : ""}</td>
      <td className="remove">
        <Button look="quiet" icon="close" label={`${bezeichnung} aus der Liste nehmen`} onPress={remove} />
      </td>
    </tr>
  )
}

function countOf(text: string): number | null {
  const digits = text.replaceAll(/\D/g, "")
  return digits === "" ? null : Math.min(100_000, Number(digits))
}
