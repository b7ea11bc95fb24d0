import { useEffect, useState } from "react"
import { Link } from "wouter"
import { Sign, type SignName } from "./signs.tsx"

type Look = {
  /** `haupt`: the main one; `leise`: beside others; `schlecht`: destroys something. */
  kind?: "haupt" | "leise" | "schlecht" | undefined
  sign?: SignName
  label: string
}

type Props = Look & {
  /** Called at a tap; its promise is not awaited. Left out, the button sends its form. */
  tap?: () => unknown
  disabled?: boolean | undefined
  /** Name for screen readers, if the label alone does not say enough. */
  name?: string
}

const classOf = (kind: Look["kind"]): string => (kind ? `taste ${kind}` : "taste")

/** Button for a thumb. */
export const Button = ({ kind, sign, label, tap, disabled, name }: Props) => (
  <button
    type={tap ? "button" : "submit"}
    className={classOf(kind)}
    aria-label={name}
    disabled={disabled}
    onClick={() => void tap?.()}
  >
    {sign && <Sign name={sign} />}
    {label}
  </button>
)

/** A second tap within this time is still meant for the button that was in this place before. In ms. */
const SECOND_TAP = 500

/**
 * A button that appears where another one was just tapped; it waits a moment. Otherwise, tapping "Fertig" twice would say
 * yes to a question that nobody has read, or begin the next stop.
 */
export function LateButton({ disabled, ...props }: Props) {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), SECOND_TAP)
    return () => clearTimeout(timer)
  }, [])
  return <Button {...props} disabled={disabled || !isReady} />
}

/** Link that looks like a button. @param leaves whether it leads out of this application */
export function LinkButton({ kind, sign, label, href, leaves }: Look & { href: string; leaves?: true }) {
  const To = leaves ? "a" : Link
  return (
    <To className={classOf(kind)} href={href}>
      {sign && <Sign name={sign} />}
      {label}
    </To>
  )
}
