import { useState } from "react"
import { Confirm, Dialog } from "../dialogs/dialog.tsx"
import { Button } from "../parts/button.tsx"
import { firstNames } from "../values/first-names.ts"
import { plural } from "../values/format.ts"
import { type Skipped, type BulkActions, useBulk, type BulkAction } from "./use-bulk.ts"
import { MOST_TICKED } from "./ticks.ts"

type Props<R> = BulkActions<R> & {
  /** The ticked rows. */
  rows: R[]
  /** Removes the ticks of some rows, or of all. */
  untick: (ids?: readonly string[]) => void
  /** Shown even if nothing is ticked. */
  stays?: true
}

/**
 * The bulk actions on ticked rows. Asks once, then does the action to each row, as on its own page; the result names the
 * rows that were skipped, and why.
 */
export function BulkBar<R extends { id: string }>(props: Props<R>) {
  const { rows, one, many, actions, untick, stays, renderMore } = props
  const [asked, setAsked] = useState<BulkAction<R>>()
  const [begun, setBegun] = useState<BulkAction<R>>()
  const { busy, told, run, forget } = useBulk(props)
  if (!stays && rows.length === 0 && !busy && !told) return null
  const start = (value: string): void => {
    setAsked(undefined)
    setBegun(asked)
    if (asked) void run(asked, value)
  }
  const most = rows.length === MOST_TICKED ? ", mehr geht nicht auf einmal" : ""
  return (
    <section className="many no-print" aria-label="Gewählte Zeilen">
      <div className="many-told" role="status">
        {busy ?? told?.text}
        {told && <SkippedRows skipped={told.skipped} />}
      </div>
      {told && <Button look="quiet" icon="close" label="Meldung schließen" onPress={forget} />}
      {(stays || rows.length > 0) && (
        <div className="many-ways">
          <p role="status">
            {rows.length === 0 ? "Nichts gewählt" : `${plural(rows.length, one, many)} gewählt${most}`}
          </p>
          {actions.map((action) => (
            <Button
              key={action.name}
              isPending={busy !== undefined && action === begun}
              isDisabled={rows.length === 0 || (busy !== undefined && action !== begun)}
              onPress={() => setAsked(action)}
            >
              {action.name}
            </Button>
          ))}
          {renderMore?.(rows)}
          {!stays && (
            <Button look="quiet" icon="close" isDisabled={busy !== undefined} onPress={() => untick()}>
              Auswahl aufheben
            </Button>
          )}
        </div>
      )}
      {asked && <Ask {...props} action={asked} run={start} onClose={() => setAsked(undefined)} />}
    </section>
  )
}

const SkippedRows = ({ skipped }: { skipped: readonly Skipped[] }) =>
  skipped.length > 0 && (
    <ul className="many-left">
      {skipped.map(({ id, name, why }) => (
        <li key={id}>{`${name}: ${why}`}</li>
      ))}
    </ul>
  )

/** @returns one line for each reason, with the names of its rows */
const byReason = (skipped: readonly Skipped[], counted: (n: number) => string): Skipped[] =>
  [...Map.groupBy(skipped, ({ why }) => why)].map(([why, all]) => {
    const names = firstNames(all.map(({ name }) => name))
    return { id: why, name: all.length === 1 ? names : `${counted(all.length)} (${names})`, why }
  })

type AskProps<R> = Pick<Props<R>, "rows" | "one" | "many" | "nameOf"> & {
  action: BulkAction<R>
  run: (value: string) => void
  onClose: () => void
}

/** The question: how many rows it is about, and which ticked rows it skips. */
function Ask<R extends { id: string }>({ action, rows, one, many, nameOf, run, onClose }: AskProps<R>) {
  const { input } = action
  const [value, setValue] = useState(input?.initial ?? "")
  const meant = rows.filter((row) => action.against?.(row) === undefined)
  const skipped = rows.flatMap((row) => {
    const why = action.against?.(row)
    return why === undefined ? [] : [{ id: row.id, name: nameOf(row), why }]
  })
  const reasons = <SkippedRows skipped={byReason(skipped, (n) => plural(n, one, many))} />
  // Not a disabled button, which could not say why.
  if (meant.length === 0)
    return (
      <Dialog
        title={`${action.name}: geht hier nicht`}
        isOpen
        onClose={onClose}
        actions={<Button onPress={onClose}>Schließen</Button>}
      >
        {reasons}
      </Dialog>
    )
  return (
    <Confirm
      title={`${plural(meant.length, one, many)} ${action.verb}?`}
      action={action.name}
      look={action.look ?? "primary"}
      isOpen
      onClose={onClose}
      isDisabled={
        input !== undefined && ((!input.isOptional && value === "") || input.fits?.(value) === false)
      }
      run={() => run(value)}
    >
      <div className="stack">
        <p>{action.question}</p>
        <p className="muted">{firstNames(meant.map(nameOf))}</p>
        {input && <input.Show value={value} onChange={setValue} rows={meant} />}
        {skipped.length > 0 && (
          <>
            <p>{`Nicht dabei ${skipped.length === 1 ? "ist" : "sind"} von den Gewählten:`}</p>
            {reasons}
          </>
        )}
      </div>
    </Confirm>
  )
}
