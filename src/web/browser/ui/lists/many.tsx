import { useState } from "react"
import { Confirm, Dialog } from "../dialogs/dialog.tsx"
import { Button } from "../parts/button.tsx"
import { firstNames } from "../values/first-names.ts"
import { plural } from "../values/format.ts"
import { type Left, type Many, useEach, type Way } from "./each.ts"
import { MOST_TICKED } from "./ticks.ts"

type Props<R> = Many<R> & {
  /** Those that are ticked. */
  rows: R[]
  /** Takes the ticks away: of some rows, or of all. */
  untick: (ids?: readonly string[]) => void
  /** Stays also where nothing is ticked. */
  stays?: true
}

/**
 * What can be done to the rows that are ticked: asked once, done to each by itself as on its own page, and told with
 * those that stay as they are, and why.
 */
export function ManyBar<R extends { id: string }>(props: Props<R>) {
  const { rows, one, many, ways, untick, stays, renderMore } = props
  const [asked, setAsked] = useState<Way<R>>()
  const [begun, setBegun] = useState<Way<R>>()
  const { busy, told, run, forget } = useEach(props)
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
        {told && <Leftover left={told.left} />}
      </div>
      {told && <Button look="quiet" icon="close" label="Meldung schließen" onPress={forget} />}
      {(stays || rows.length > 0) && (
        <div className="many-ways">
          <p role="status">
            {rows.length === 0 ? "Nichts gewählt" : `${plural(rows.length, one, many)} gewählt${most}`}
          </p>
          {ways.map((way) => (
            <Button
              key={way.name}
              isPending={busy !== undefined && way === begun}
              isDisabled={rows.length === 0 || (busy !== undefined && way !== begun)}
              onPress={() => setAsked(way)}
            >
              {way.name}
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
      {asked && <Ask {...props} way={asked} run={start} onClose={() => setAsked(undefined)} />}
    </section>
  )
}

const Leftover = ({ left }: { left: readonly Left[] }) =>
  left.length > 0 && (
    <ul className="many-left">
      {left.map(({ id, name, why }) => (
        <li key={id}>{`${name}: ${why}`}</li>
      ))}
    </ul>
  )

/** @returns the same with one line for each reason */
const byReason = (left: readonly Left[], counted: (n: number) => string): Left[] =>
  [...Map.groupBy(left, ({ why }) => why)].map(([why, all]) => {
    const names = firstNames(all.map(({ name }) => name))
    return { id: why, name: all.length === 1 ? names : `${counted(all.length)} (${names})`, why }
  })

type AskProps<R> = Pick<Props<R>, "rows" | "one" | "many" | "nameOf"> & {
  way: Way<R>
  run: (value: string) => void
  onClose: () => void
}

/** The one question, with how many it is about, and which of the ticked ones it is not about. */
function Ask<R extends { id: string }>({ way, rows, one, many, nameOf, run, onClose }: AskProps<R>) {
  const { input } = way
  const [value, setValue] = useState(input?.initial ?? "")
  const meant = rows.filter((row) => way.against?.(row) === undefined)
  const left = rows.flatMap((row) => {
    const why = way.against?.(row)
    return why === undefined ? [] : [{ id: row.id, name: nameOf(row), why }]
  })
  const reasons = <Leftover left={byReason(left, (n) => plural(n, one, many))} />
  // A button that cannot be pressed says nothing; this one says why.
  if (meant.length === 0)
    return (
      <Dialog
        title={`${way.name}: geht hier nicht`}
        isOpen
        onClose={onClose}
        actions={<Button onPress={onClose}>Schließen</Button>}
      >
        {reasons}
      </Dialog>
    )
  return (
    <Confirm
      title={`${plural(meant.length, one, many)} ${way.verb}?`}
      action={way.name}
      look={way.look ?? "primary"}
      isOpen
      onClose={onClose}
      isDisabled={
        input !== undefined && ((!input.isOptional && value === "") || input.fits?.(value) === false)
      }
      run={() => run(value)}
    >
      <div className="stack">
        <p>{way.question}</p>
        <p className="muted">{firstNames(meant.map(nameOf))}</p>
        {input && <input.Show value={value} onChange={setValue} rows={meant} />}
        {left.length > 0 && (
          <>
            <p>{`Nicht dabei ${left.length === 1 ? "ist" : "sind"} von den Gewählten:`}</p>
            {reasons}
          </>
        )}
      </div>
    </Confirm>
  )
}
