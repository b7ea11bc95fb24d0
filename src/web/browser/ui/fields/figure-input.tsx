import { type InputHTMLAttributes, type KeyboardEvent, useId } from "react"
import { useFault } from "./faults.tsx"
import { type FigureKind, type FigureProps, useFigure } from "../values/figure.ts"

type Props = FigureProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, keyof FigureProps> & {
    kind: FigureKind
    label: string
    /** Name of the field in the interface's faults. */
    path?: string
    /** Something is wrong with it that is said elsewhere. */
    isWrong?: boolean
    /** Enter goes on from here. */
    onEnter?: () => void
    [data: `data-${string}`]: string | undefined
  }

/** A figure in a table: without its label in sight; what is to be said of it stands below, above all else. */
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
