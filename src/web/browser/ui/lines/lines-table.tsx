import { State } from "../parts/badge.tsx"
import { Button } from "../parts/button.tsx"
import type { Faulty } from "../fields/faults.tsx"
import { count } from "../values/figure.ts"
import { FigureInput } from "../fields/figure-input.tsx"
import { pieces } from "../values/format.ts"
import { isNamed, type Line, overdueOn } from "./lines.ts"
import { type Column, type LinesFocus, type Row, useRows } from "./rows.ts"

const PIECES = count()
const ONE = count({ max: 1 })

type Props = {
  focus: LinesFocus
  day?: string
  lines: Line[]
  faults: Faulty
  set: (lines: Line[]) => void
}

/** Issues and returns, one line below the other. Enter goes on to the next line. */
export function LinesTable({ focus, day, lines, faults, set }: Props) {
  const { box } = focus
  const rows = useRows({ focus, lines, faults, rowOf: ({ id }) => id, isSent: isNamed, set })
  return (
    <table className="entry-lines delivery-lines" hidden={lines.length === 0}>
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
        {rows.map((row) => (
          <LineRow key={row.line.id} {...row} warning={day ? overdueOn(day, row.line) : undefined} />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = Row<Line> & { line: Line; warning: string | undefined }

function LineRow({ line, field, warning, fault, change, remove, next }: RowProps) {
  const { bezeichnung, nummer, isDevice, plannedBack, elsewhere } = line
  // A grey 0 is what an empty field counts as; returns that were planned and left empty are asked about.
  const isAsked = plannedBack !== undefined
  const cell = (column: Column, label: string) => (
    <td className="count">
      <FigureInput
        kind={isDevice ? ONE : PIECES}
        label={`${label} ${bezeichnung}`}
        name={`${column} ${line.id}`}
        data-line={`${column} ${line.id}`}
        isWrong={fault !== undefined}
        placeholder={column === "back" && isAsked ? undefined : "0"}
        value={line[column]}
        onChange={(figure) => change({ [column]: figure })}
        onEnter={() => next(`[data-line^="${column} "]`)}
      />
    </td>
  )
  return (
    <tr className={isNamed(line) ? "counted" : undefined} data-field={field}>
      <th scope="row">
        <span className="name">{bezeichnung}</span>{" "}
        <span className="muted">{isDevice ? `Gerät ${nummer}` : nummer}</span>{" "}
        {elsewhere && <State of="geraet" value={elsewhere} />}
        {plannedBack && <p className="muted">Zurück geplant: {pieces(plannedBack)}</p>}
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
