import { type ComponentType, type ReactNode, useState } from "react"
import { isExpired, isUnanswered, messageOf } from "../api/fault.ts"
import { toast } from "../parts/toast.tsx"
import { useIsThere } from "../state/is-there.ts"
import { refreshAll } from "../state/query.ts"
import { plural } from "../values/format.ts"

/** An action on each of several rows. */
export type BulkAction<R> = {
  /** Text of its button: `Löschen`. */
  name: string
  /** Verb of the question: `löschen`. */
  verb: string
  /** Participle, for the result: `gelöscht`. */
  done: string
  /** What it means, for the question before it. */
  question: string
  look?: "primary" | "bad"
  /** @returns why it cannot be done to this row, as far as that is known beforehand */
  against?: (row: R) => string | undefined
  /** A value that has to be entered for it. */
  input?: {
    /** A function for what depends on the day: a page may be open for days. */
    initial: string | (() => string)
    /** It may be left empty. */
    isOptional?: true
    /** @returns whether this value is valid; left out, any is */
    fits?: (value: string) => boolean
    /** The field; `rows` are those that the action is done to. */
    Show: ComponentType<{ value: string; onChange: (value: string) => void; rows: readonly R[] }>
  }
  run: (row: R, value: string) => Promise<unknown>
}

export type BulkActions<R> = {
  one: string
  many: string
  /** @returns number and name of a row */
  nameOf: (row: R) => string
  actions: readonly BulkAction<R>[]
  /** Further buttons for the rows. */
  renderMore?: (rows: R[]) => ReactNode
}

/** A row that the action was not done to, and why. */
export type Skipped = { id: string; name: string; why: string }
type Told = { text: string; skipped: readonly Skipped[] }
type Props<R> = BulkActions<R> & { rows: R[]; untick: (ids?: readonly string[]) => void }

const STOPPED = "nicht mehr versucht"

/**
 * Does an action to one row after the other. It goes on when the screen is left; the result is then shown as a toast.
 *
 * @returns `busy`: the progress, `told`: the result, `run`: starts it with the present rows, `forget`: removes the result
 */
export function useBulk<R extends { id: string }>({ rows, one, many, nameOf, untick }: Props<R>) {
  const [busy, setBusy] = useState<string>()
  const [told, setTold] = useState<Told>()
  const isThere = useIsThere()
  const run = async (action: BulkAction<R>, value: string): Promise<void> => {
    setTold(undefined)
    const ended: string[] = []
    const skipped: Skipped[] = []
    let stopped = false
    for (const [index, row] of rows.entries()) {
      setBusy(`${index + 1} von ${rows.length} …`)
      let why = stopped ? STOPPED : action.against?.(row)
      try {
        if (why === undefined) await action.run(row, value)
      } catch (error) {
        why = messageOf(error)
        // The others would wait in vain as well, or be refused for the same reason.
        stopped = isUnanswered(error) || isExpired(error)
      }
      if (why === undefined) ended.push(row.id)
      else skipped.push({ id: row.id, name: nameOf(row), why })
    }
    await refreshAll()
    const text = `${ended.length} von ${plural(rows.length, one, many)} ${action.done}${skipped.length > 0 ? `; ${skipped.length} nicht:` : "."}`
    setBusy(undefined)
    if (isThere.current) {
      setTold({ text, skipped })
      untick(ended)
    } else
      toast([text, ...skipped.map(({ name, why }) => `${name}: ${why}`)].join(" "), {
        bad: skipped.length > 0,
      })
  }
  return { busy, told, run, forget: () => setTold(undefined) }
}
