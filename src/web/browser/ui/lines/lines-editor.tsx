import { useAction } from "../dialogs/use-action.ts"
import type { Faulty } from "../fields/faults.tsx"
import type { Thing } from "../state/thing.ts"
import { ThingSelect } from "../fields/thing-select.tsx"
import { type Line, LINES, readLine } from "./lines.ts"
import { LinesTable } from "./lines-table.tsx"
import type { LinesFocus } from "./rows.ts"

type WithLines = { lines: Line[] }
type Props = {
  focus: LinesFocus
  kundeId: string
  /** Day on which the lines are to go out, `YYYY-MM-DD`; left out for what is out already. */
  day?: string
  /** The form, whose values have the lines. */
  form: {
    values: WithLines
    faults: Faulty
    set: (part: WithLines, names: string[]) => void
    /** Changes the lines, based on what they are at that moment. */
    change: (by: (before: WithLines) => WithLines) => void
  }
}

/** The lines of a delivery, and the field that adds one. */
export function LinesEditor({ focus, kundeId, day, form }: Props) {
  const { lines } = form.values
  const { run } = useAction()
  const add = async (thing: Thing): Promise<void> => {
    if (lines.some(({ id }) => id === thing.id)) return focus.goTo(thing.id)
    const line = { ...(await readLine(thing, kundeId)), isAdded: true }
    form.change(({ lines: before }) => ({
      lines: before.some(({ id }) => id === line.id) ? before : [...before, line],
    }))
    // A device is one piece: the next one can be scanned at once.
    if (!line.isDevice) focus.goTo(line.id)
  }
  return (
    <>
      <LinesTable
        focus={focus}
        {...(day && { day })}
        kundeId={kundeId}
        lines={lines}
        faults={form.faults}
        set={(now) => form.set({ lines: now }, LINES)}
      />
      <div className="add-line">
        <ThingSelect kundeId={kundeId} onFind={(thing) => run(() => add(thing))} />
      </div>
    </>
  )
}
