import { createContext, type KeyboardEvent, useContext, useState } from "react"
import { type Limits, MOST_PIECES, readCent, readCount, type Reading } from "../../../../lib/figures.ts"
import { euro, pieces } from "./format.ts"

/** How one kind of figure is read and written. */
export type FigureKind = {
  read: (text: string) => Reading
  write: (value: number) => string
  inputMode: "numeric" | "decimal"
}

/** Money in cents, typed as `12,50`. */
export const money = (limits?: Limits): FigureKind => ({
  read: (text) => readCent(text, limits),
  write: euro,
  inputMode: "decimal",
})

/** A whole number. @param grouped whether it is shown as `1.000` */
export const count = ({ max = MOST_PIECES, ...limits }: Limits = {}, grouped = false): FigureKind => ({
  read: (text) => readCount(text, { ...limits, max }),
  write: grouped ? pieces : String,
  inputMode: "numeric",
})

/** Unreadable text by the fields' names, kept with a form's draft. */
type Unread = {
  texts: Readonly<Record<string, string>>
  keep: (name: string, text: string | undefined) => void
}

export const UnreadTexts = createContext<Unread>({ texts: {}, keep: () => {} })

export type FigureProps = {
  name?: string
  value: number | null
  onChange: (value: number | null) => void
  /** The value of an empty field. */
  empty?: number | null
  /** The value while the text cannot be read; a form is not sent then. */
  unread?: number | null
}

/**
 * A field for a figure. The text stays as it was typed until the field is left; the value changes with every key. Text
 * that cannot be read is a fault and no value.
 *
 * @returns the properties for the `<input>`; the fault, once the field was left; and the figure as it is understood, if
 *   that differs from what was typed
 */
export function useFigure(
  { name = "", value, onChange, empty = null, unread = empty }: FigureProps,
  kind: FigureKind,
) {
  const { texts, keep } = useContext(UnreadTexts)
  // An unreadable value whose text was not kept is shown as an empty field.
  const [typed, setTyped] = useState(texts[name] ?? (Number.isNaN(value) ? "" : undefined))
  const [isTold, setTold] = useState(typed !== undefined)
  const meant = (reading: Reading): number | null => ("fault" in reading ? unread : (reading.value ?? empty))
  const reading = typed === undefined ? undefined : kind.read(typed)
  const isOurs = reading !== undefined && Object.is(meant(reading), value)
  // The value was changed from outside: the typed text no longer counts.
  if (typed !== undefined && !isOurs) setTyped(undefined)
  const fault = isOurs && "fault" in reading ? reading.fault : undefined
  const written = value === null || Number.isNaN(value) ? "" : kind.write(value)
  const change = (text: string): void => {
    const next = kind.read(text)
    setTyped(text)
    setTold(false)
    keep(name, "fault" in next ? text : undefined)
    onChange(meant(next))
  }
  const leave = (): void => {
    if (fault) setTold(true)
    else setTyped(undefined)
  }
  return {
    fault: isTold ? fault : undefined,
    /**
     * For the `<input>` itself: a form sends nothing while one of its fields has the mark, and a field of React Aria
     * with an `onKeyDown` keeps every key to itself, also the Escape that closes its panel.
     */
    mark: {
      "data-unread": fault ? "" : undefined,
      onKeyDown: (event: KeyboardEvent) => event.key === "Enter" && leave(),
    },
    understood: isOurs && !fault && typed?.trim() !== "" && typed?.trim() !== written ? written : undefined,
    input: {
      value: isOurs && typed !== undefined ? typed : written,
      inputMode: kind.inputMode,
      autoComplete: "off",
      onChange: (event: { target: { value: string } }) => change(event.target.value),
      onFocus: ({ target }: { target: Element }) => {
        if (fault) setTold(true)
        // Typing replaces the present value; what cannot be read is put right instead.
        else if (target instanceof HTMLInputElement) target.select()
      },
      onBlur: leave,
    } as const,
  }
}

/** The fields that a button outside of a form depends on: those beside it, or all of its panel. */
const TOGETHER = ".field-row, form, .panel"

/** `goToUnread` for such a button. */
export const goToUnreadAround = (button: Element): boolean => goToUnread(button.closest(TOGETHER))

/** Puts the focus into the first field that cannot be read, which then says why. @returns whether there is one */
export function goToUnread(box: ParentNode | null): boolean {
  const field = box?.querySelector<HTMLElement>("[data-unread]")
  // A day is typed in parts.
  const part = field?.querySelector<HTMLElement>("[role=spinbutton]") ?? field
  part?.focus()
  return field != null
}
