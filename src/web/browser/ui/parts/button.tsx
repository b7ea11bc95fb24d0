import type { ReactNode, Ref } from "react"
import { Button as AriaButton, type ButtonProps, Link as AriaLink } from "react-aria-components"
import { Icon, type IconName } from "./icons.tsx"

type Look = {
  /** `primary`: the one thing to do here; `quiet`: beside others; `bad`: cannot be undone. */
  look?: "plain" | "primary" | "quiet" | "bad"
  icon?: IconName
  children?: ReactNode
}

type Props = Omit<ButtonProps, "children" | "className"> &
  Look & { label?: string; ref?: Ref<HTMLButtonElement> }

/** @param props.label for screen readers, where the words are not beside the icon */
export function Button({ look = "plain", icon, children, label, ...props }: Props) {
  return (
    <AriaButton
      {...props}
      aria-label={label}
      className={children ? `button ${look}` : `button ${look} wordless`}
    >
      {icon && <Icon name={icon} />}
      {children}
    </AriaButton>
  )
}

/** Looks like a button and leads somewhere: it can be opened in another tab. */
export function ButtonLink({ look = "plain", icon, children, href }: Look & { href: string }) {
  return (
    <AriaLink href={href} className={`button ${look}`}>
      {icon && <Icon name={icon} />}
      {children}
    </AriaLink>
  )
}
