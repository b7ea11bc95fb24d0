import { type InputHTMLAttributes, type KeyboardEvent, useId } from "react"
import { useFault } from "./faults.tsx"
import { type FigureKind, type FigureProps, useFigure } from "../values/figure.ts"

type Props = FigureProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, keyof FigureProps> & {
    kind: FigureKind
    label: string
    /** Name of the field in the interface's faults. */
    path?: string
    /** Marked as faulty, for a fault that is shown elsewhere. */
    isWrong?: boolean
    /** Called at Enter, to go on to the next field. */
    onEnter?: () => void
    [data: `data-${string}`]: string | undefined
  }

/** A figure in a table. Its label is hidden; its fault floats below it. */
export function FigureInput({ kind, label, path, isWrong, onEnter, ...props }: Props) {
  const { name, value, onChange, empty, unread, ...rest } = props
  const told = useFault(path)
  const { fault = told, understood, mark, input } = useFigure({ name, value, onChange, empty, unread }, kind)
  const about = useId()
  const goOn = (event: KeyboardEvent): void => {
    mark.onKeyDown(event)
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || !onEnter) return
    event.preventDefault()
    onEnter()
  }
  return (
    <span className="figure-input">
      <input
        className="figures"
        data-field={path}
        {...rest}
        {...input}
        {...mark}
        aria-label={label}
        aria-invalid={fault || isWrong ? true : undefined}
        aria-describedby={about}
        onKeyDown={goOn}
      />
      <span id={about} className={fault ? "fault" : "understood"} role={fault ? "alert" : undefined}>
        {fault ?? understood}
      </span>
    </span>
  )
}
