import { State } from "../parts/badge.tsx"
import type { Faulty } from "../fields/faults.tsx"
import { count } from "../values/figure.ts"
import { FigureInput } from "../fields/figure-input.tsx"
import { pieces } from "../values/format.ts"
import { type EntryColumn, EntryLines } from "./entry-lines.tsx"
import { isNamed, type Line, overdueOn } from "./lines.ts"
import { PlannedElsewhere } from "./planned-elsewhere.tsx"
import { type Column, type LinesFocus, useRows } from "./rows.ts"

const PIECES = count()
const ONE = count({ max: 1 })

type Props = {
  focus: LinesFocus
  day?: string
  kundeId: string
  lines: Line[]
  faults: Faulty
  set: (lines: Line[]) => void
}

const figures = (column: Column, label: string): EntryColumn<Line> => ({
  label,
  head: "figures",
  className: "count",
  // An empty field counts as 0, which is shown in grey; planned returns have none, as they are asked about if left
  // empty.
  renderCell: ({ line, fault, change, next }) => (
    <FigureInput
      kind={line.isDevice ? ONE : PIECES}
      label={`${label} ${line.bezeichnung}`}
      name={`${column} ${line.id}`}
      data-line={`${column} ${line.id}`}
      isWrong={fault !== undefined}
      placeholder={column === "back" && line.plannedBack !== undefined ? undefined : "0"}
      value={line[column]}
      onChange={(figure) => change({ [column]: figure })}
      onEnter={() => next(`[data-line^="${column} "]`)}
    />
  ),
})

const columns = [figures("out", "Hin"), figures("back", "Zurück")]
const rowOf = ({ id }: Line): string => id

/** The pieces that go out and come back. Enter moves to the next line. */
export function LinesTable({ focus, day, kundeId, lines, faults, set }: Props) {
  const rows = useRows({ focus, lines, faults, rowOf, isSent: isNamed, set })
  return (
    <EntryLines
      className="delivery-lines"
      focus={focus}
      rows={rows}
      columns={columns}
      rowOf={rowOf}
      isCounted={isNamed}
      renderNotes={({ line }) => (
        <>
          <Notes line={line} warning={day ? overdueOn(day, line) : undefined} />
          {day && line.isDevice && line.out && (
            <PlannedElsewhere geraet_id={line.id} except={{ kunde_id: kundeId }} />
          )}
        </>
      )}
    />
  )
}

const Notes = ({
  line: { plannedBack, elsewhere },
  warning,
}: {
  line: Line
  warning: string | undefined
}) => (
  <>
    {elsewhere && <State of="geraet" value={elsewhere} />}
    {plannedBack && <p className="muted">Zurück geplant: {pieces(plannedBack)}</p>}
    {warning && (
      <p className="remark" role="status">
        {warning}
      </p>
    )}
  </>
)
