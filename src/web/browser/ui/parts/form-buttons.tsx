import type { ComponentProps, ReactNode } from "react"
import { Button, ButtonLink } from "./button.tsx"
import type { IconName } from "./icons.tsx"

type Props = {
  /** The form's own button. */
  action: ReactNode
  busy: boolean
  look?: "primary" | "bad"
  icon?: IconName
  /** An address to go to, or a function that gives the form up. */
  cancel: string | (() => void)
  cancelLabel?: string
  /** Keys that send it, where Enter does not. */
  keys?: ComponentProps<typeof KeysHint>
}

/** The end of a form: one button that sends it, one that gives it up. */
export function FormButtons({ action, busy, look = "primary", icon, ...props }: Props) {
  const { cancel, cancelLabel = "Abbrechen", keys } = props
  return (
    <div className="buttons">
      <Button type="submit" look={look} isPending={busy} {...(icon && { icon })}>
        {action}
      </Button>
      {typeof cancel === "string" ? (
        <ButtonLink href={cancel} look="quiet">
          {cancelLabel}
        </ButtonLink>
      ) : (
        <Button look="quiet" onPress={cancel}>
          {cancelLabel}
        </Button>
      )}
      {keys && <KeysHint {...keys} />}
    </div>
  )
}

type KeysHintProps = {
  /** The verb of what Strg+Enter does. */
  does: string
  /** Enter goes from one line of the form to the next. */
  hasLines?: boolean
}

/** Says beside a form's buttons which keys send it, where Enter does not. */
export const KeysHint = ({ does, hasLines }: KeysHintProps) => (
  <span className="muted keys-hint">
    {hasLines && "Enter: nächste Zeile · "}Strg+Enter: {does}
  </span>
)
