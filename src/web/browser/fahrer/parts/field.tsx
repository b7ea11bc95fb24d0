type Props = {
  label: string
  value: string
  change: (value: string) => void
  /** Maximum length. */
  most: number
  /** Number of lines; left out, a single one. */
  rows?: number
  placeholder?: string
  autoComplete?: "off"
}

/** A text field with its label. */
export function Field({ label, change, most, rows, ...more }: Props) {
  const field = {
    ...more,
    maxLength: most,
    onChange: ({ target }: { target: { value: string } }) => change(target.value),
  }
  return (
    <label className="feld">
      {label}
      {rows ? <textarea rows={rows} {...field} /> : <input {...field} />}
    </label>
  )
}
