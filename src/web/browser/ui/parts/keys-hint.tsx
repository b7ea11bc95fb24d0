type Props = {
  /** The verb of what Strg+Enter does. */
  does: string
  /** Enter goes from one line of the form to the next. */
  hasLines?: boolean
}

/** Says beside a form's buttons which keys send it, where Enter does not. */
export const KeysHint = ({ does, hasLines }: Props) => (
  <span className="muted keys-hint">
    {hasLines && "Enter: nächste Zeile · "}Strg+Enter: {does}
  </span>
)
