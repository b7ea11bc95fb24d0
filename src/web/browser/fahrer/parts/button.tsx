import { useEffect, useState } from "react"
import { Link } from "wouter"
import { Sign, type SignName } from "./signs.tsx"

type Look = {
  /** The one that goes on, one that steps back, or one that destroys. */
  kind?: "haupt" | "leise" | "schlecht" | undefined
  sign?: SignName
  label: string
}

type Props = Look & {
  /** Called at a tap; nobody waits for what it promises. Without it the button sends its form. */
  tap?: () => unknown
  disabled?: boolean | undefined
  /** Name for screen readers, where the label alone does not say enough. */
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

/** Time in which somebody's second tap is still meant for the button that was in this place before, in ms. */
const SECOND_TAP = 500

/**
 * Button of a new screen or question that stands where the button before it was. Tapped twice, "Fertig" would say yes
 * to a question that nobody has read, or begin the next stop.
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
