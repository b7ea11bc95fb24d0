import { type RefObject, useRef } from "react"
import type { Faulty } from "../fields/faults.tsx"
import { useFocusLater } from "../keys/focus.ts"

type Box = RefObject<HTMLTableSectionElement | null>

export type LinesFocus = { box: Box; goTo: (id: string | undefined) => void }

const adds = (box: Box): HTMLElement | null | undefined =>
  box.current?.closest("form")?.querySelector<HTMLElement>(".add-line input")

/**
 * Where the lines are, and what goes to one of them as soon as it is drawn; where there is none, to add one.
 *
 * @param fieldOf selector of a line's first figure
 */
export function useLinesFocus(fieldOf = (id: string): string => `[data-line="out ${id}"]`): LinesFocus {
  const box: Box = useRef(null)
  const focusLater = useFocusLater(box)
  return { box, goTo: (id) => (id ? focusLater(fieldOf(id)) : adds(box)?.focus()) }
}

/** @returns the name of a line in faults that are seen before anything is sent */
export const lineField = (index: number): string => `lines[${index}]`

type Rows<L> = {
  box: Box
  lines: readonly L[]
  faults: Faulty
  /** Whether a line is sent. */
  isSent: (line: L) => boolean
  set: (lines: L[]) => void
}

/** Properties of a row, beside its line. */
export type Row<L> = {
  /** Its place among the lines that are sent, by which the interface names it; -1 of one that is not. */
  place: number
  /** Its name in faults that are seen before anything is sent. */
  field: string
  fault: string | undefined
  change: (part: Partial<L>) => void
  remove: () => void
  /** To such a field of the next line, or, behind the last one, to where the next article is added. */
  next: (figure: string) => void
}

/** @returns the lines of a form, each with what is wrong with it and what can be done with it */
export const useRows = <L>({ box, lines, faults, isSent, set }: Rows<L>): (Row<L> & { line: L })[] =>
  lines.map((line, index) => {
    const place = isSent(line) ? lines.slice(0, index).filter(isSent).length : -1
    const field = lineField(index)
    return {
      line,
      place,
      field,
      fault:
        faults[field] ??
        Object.entries(faults).find(([path]) => path.startsWith(`positionen[${place}]`))?.[1],
      change: (part) => set(lines.map((one) => (one === line ? { ...one, ...part } : one))),
      remove: () => set(lines.filter((one) => one !== line)),
      next: (figure) => {
        const fields = box.current?.querySelectorAll<HTMLElement>(figure)
        ;(fields?.[index + 1] ?? adds(box))?.focus()
      },
    }
  })
