type Props = {
  label: string
  value: string
  change: (value: string) => void
  /** Letters at most. */
  most: number
  /** Lines to write on, where it is more than one. */
  rows?: number
  placeholder?: string
  autoComplete?: "off"
}

/** Words that are typed, below what they are about. */
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
