import type { RefObject } from "react"
import { State } from "../parts/badge.tsx"
import { Button } from "../parts/button.tsx"
import type { Faulty } from "../fields/faults.tsx"
import { count } from "../values/figure.ts"
import { FigureInput } from "../fields/figure-input.tsx"
import { isNamed, type Line, overdueOn } from "./lines.ts"

const PIECES = count()
const ONE = count({ max: 1 })

type Props = {
  /** Where the lines are, for moving the focus among them. */
  box: RefObject<HTMLTableSectionElement | null>
  day?: string
  lines: Line[]
  faults: Faulty
  set: (lines: Line[]) => void
}

/** Issues and returns, one line below the other. Enter goes on to the next line. */
export function LinesTable({ box, day, lines, faults, set }: Props) {
  return (
    <table className="delivery-lines" hidden={lines.length === 0}>
      <thead>
        <tr>
          <th scope="col">Artikel oder Gerät</th>
          <th scope="col" className="figures">
            Hin
          </th>
          <th scope="col" className="figures">
            Zurück
          </th>
          <th scope="col">
            <span className="hidden">Entfernen</span>
          </th>
        </tr>
      </thead>
      <tbody ref={box}>
        {lines.map((line, index) => {
          const place = isNamed(line) ? lines.slice(0, index).filter(isNamed).length : -1
          return (
            <LineRow
              key={line.id}
              line={line}
              warning={day ? overdueOn(day, line) : undefined}
              fault={place < 0 ? undefined : faultOf(faults, place)}
              change={(part) => set(lines.map((one) => (one === line ? { ...one, ...part } : one)))}
              remove={() => set(lines.filter((one) => one !== line))}
              next={(column) => focusOn(box.current, column, index + 1)}
            />
          )
        })}
      </tbody>
    </table>
  )
}

type Column = "out" | "back"
type RowProps = {
  line: Line
  warning: string | undefined
  fault: string | undefined
  change: (change: Partial<Line>) => void
  remove: () => void
  next: (column: Column) => void
}

function LineRow({ line, warning, fault, change, remove, next }: RowProps) {
  const { bezeichnung, nummer, isDevice, elsewhere } = line
  const cell = (column: Column, label: string) => (
    <td className="count">
      <FigureInput
        kind={isDevice ? ONE : PIECES}
        label={`${label} ${bezeichnung}`}
        name={`${column} ${line.id}`}
        data-line={`${column} ${line.id}`}
        isWrong={fault !== undefined}
        placeholder="0"
        value={line[column]}
        onChange={(pieces) => change({ [column]: pieces })}
        onEnter={() => next(column)}
      />
    </td>
  )
  return (
    <tr className={isNamed(line) ? "counted" : undefined}>
      <th scope="row">
        <span className="name">{bezeichnung}</span>{" "}
        <span className="muted">{isDevice ? `Gerät ${nummer}` : nummer}</span>{" "}
        {elsewhere && <State of="geraet" value={elsewhere} />}
        {warning && (
          <p className="remark" role="status">
            {warning}
          </p>
        )}
        {fault && (
          <p className="fault" role="alert">
            {fault}
          </p>
        )}
      </th>
      {cell("out", "Hin")}
      {cell("back", "Zurück")}
      <td className="remove">
        <Button look="quiet" icon="close" label={`${bezeichnung} aus der Liste nehmen`} onPress={remove} />
      </td>
    </tr>
  )
}

/** Faults of one line, from the interface. */
const faultOf = (faults: Faulty, place: number): string | undefined =>
  Object.entries(faults).find(([path]) => path.startsWith(`positionen[${place}]`))?.[1]

/** Goes to the same column of a line, or, behind the last one, to where the next article is added. */
function focusOn(box: HTMLElement | null, column: Column, index: number): void {
  const field = box?.querySelectorAll<HTMLElement>(`[data-line^="${column} "]`)[index]
  const next = field ?? box?.closest("form")?.querySelector<HTMLElement>(".add-line input")
  next?.focus()
}
