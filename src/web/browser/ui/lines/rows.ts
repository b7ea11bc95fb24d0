import { type RefObject, useEffect, useEffectEvent, useRef } from "react"
import type { Faulty } from "../fields/faults.tsx"
import { useFocusLater } from "../keys/focus-trail.ts"
import { toast } from "../parts/toast.tsx"
import { lineField } from "./lines.ts"

type Box = RefObject<HTMLTableSectionElement | null>

export type Column = "out" | "back"
export type LinesFocus = { box: Box; goTo: (id: string | undefined, column?: Column) => void }

const adds = (box: Box): HTMLElement | null | undefined =>
  box.current?.closest("form")?.querySelector<HTMLElement>(".add-line input")

/**
 * @param fieldOf selector of a line's figure
 * @returns a ref for the rows, and a function that puts the focus into a line as soon as it is drawn; without an id, into
 *   the field that adds one
 */
export function useLinesFocus(
  fieldOf = (id: string, column: Column = "out"): string => `[data-line="${column} ${id}"]`,
): LinesFocus {
  const box: Box = useRef(null)
  const focusLater = useFocusLater(box)
  return { box, goTo: (id, column) => (id ? focusLater(fieldOf(id, column)) : adds(box)?.focus()) }
}

type Removal<L> = {
  /** Puts the focus into a line; without an id, into the field that adds one. */
  goTo: (id: string | undefined) => void
  lines: readonly L[]
  /** @returns the unique name of a line */
  rowOf: (line: L) => string
  /** Whether a line is sent. */
  isSent: (line: L) => boolean
  set: (lines: L[]) => void
}

type Rows<L> = Omit<Removal<L>, "goTo"> & { focus: LinesFocus; faults: Faulty }

type Named = { bezeichnung: string }

/** A row: what belongs to a line in the form. */
export type Row<L> = {
  /** Its name in the faults. */
  field: string
  fault: string | undefined
  change: (part: Partial<L>) => void
  remove: () => void
  /** Focuses this field of the next line; after the last line, the field that adds one. */
  next: (figure: string) => void
}

/** @returns the lines of a form as rows, with their faults and what can be done to them */
export function useRows<L extends Named>(rows: Rows<L>): (Row<L> & { line: L })[] {
  const { focus, lines, faults, isSent, set } = rows
  const remove = useRemove({ ...rows, goTo: focus.goTo })
  return lines.map((line, index) => {
    const own = lineField(index)
    // The service names a line by its index among those that are sent.
    const place = isSent(line) ? lines.slice(0, index).filter(isSent).length : -1
    const told = Object.keys(faults).find((path) => path.startsWith(`positionen[${place}]`))
    const field = faults[own] === undefined ? (told ?? own) : own
    return {
      line,
      field,
      fault: faults[field],
      change: (part) => set(lines.map((one) => (one === line ? { ...one, ...part } : one))),
      remove: () => remove(line),
      next: (figure) => {
        const fields = focus.box.current?.querySelectorAll<HTMLElement>(figure)
        ;(fields?.[index + 1] ?? adds(focus.box))?.focus()
      },
    }
  })
}

/**
 * @returns a function that removes a line, and focuses the one beside it; a counted line can be put back for a while
 */
export function useRemove<L extends Named>(removal: Removal<L>): (line: L) => void {
  const { goTo, lines, rowOf, isSent, set } = removal
  const offers = useRef<(() => void)[]>([])
  // When the form is closed, its toasts go, as nothing could be put back.
  useEffect(() => () => offers.current.forEach((withdraw) => withdraw()), [])
  const putBack = useEffectEvent((line: L, index: number): void => {
    if (!lines.some((one) => rowOf(one) === rowOf(line))) set(lines.toSpliced(index, 0, line))
    goTo(rowOf(line))
  })
  return (line) => {
    const index = lines.indexOf(line)
    const beside = lines[index + 1] ?? lines[index - 1]
    goTo(beside && rowOf(beside))
    set(lines.filter((one) => one !== line))
    if (!isSent(line)) return
    const action = { label: "Rückgängig", run: () => putBack(line, index) }
    offers.current.push(toast(`${line.bezeichnung} aus der Liste genommen`, { action }))
  }
}
