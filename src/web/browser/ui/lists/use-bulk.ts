import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react"
import type { PathWith } from "../api/call.ts"
import { isExpired, isUnanswered, messageOf } from "../api/fault.ts"
import { toast } from "../parts/toast.tsx"
import { refresh } from "../state/query.ts"
import { plural } from "../values/format.ts"

/** What can be done to each of several rows. */
export type BulkAction<R> = {
  /** Word of its buttons: `Löschen`. */
  name: string
  /** Verb of the question: `löschen`. */
  verb: string
  /** The same, done: `gelöscht`. */
  done: string
  /** What that means; asked before it is done. */
  question: string
  look?: "primary" | "bad"
  /** @returns why it is not done to this row, as far as that is seen before */
  against?: (row: R) => string | undefined
  /** What has to be said for it. */
  input?: {
    initial: string
    /** It may be left empty. */
    isOptional?: true
    /** @returns whether it can be done with this value, where not with any */
    fits?: (value: string) => boolean
    /** `rows`: those that it is done to. */
    Show: ComponentType<{ value: string; onChange: (value: string) => void; rows: readonly R[] }>
  }
  run: (row: R, value: string) => Promise<unknown>
}

export type BulkActions<R> = {
  one: string
  many: string
  /** Number and name of a row. */
  nameOf: (row: R) => string
  actions: readonly BulkAction<R>[]
  /** Addresses that are read again afterwards. */
  changed: readonly PathWith<"get">[]
  /** Further buttons for the rows. */
  renderMore?: (rows: R[]) => ReactNode
}

/** A row that something was not done to, and why. */
export type Skipped = { id: string; name: string; why: string }
type Told = { text: string; skipped: readonly Skipped[] }
type Props<R> = BulkActions<R> & { rows: R[]; untick: (ids?: readonly string[]) => void }

const STOPPED = "nicht mehr versucht"

/**
 * Does something to row after row. It goes on when the screen is left, and is told then all the same.
 *
 * @returns how far it is, what became of it, what starts it with the rows of now, and what takes the words away
 */
export function useBulk<R extends { id: string }>({ rows, one, many, nameOf, changed, untick }: Props<R>) {
  const [busy, setBusy] = useState<string>()
  const [told, setTold] = useState<Told>()
  const isThere = useRef(true)
  useEffect(() => {
    isThere.current = true
    return () => void (isThere.current = false)
  }, [])
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
        // Each of the others would wait in vain, or be refused for the same reason.
        stopped = isUnanswered(error) || isExpired(error)
      }
      if (why === undefined) ended.push(row.id)
      else skipped.push({ id: row.id, name: nameOf(row), why })
    }
    await refresh(...changed)
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
