import { useId } from "react"

type Props<T extends string> = {
  label: string
  value: T
  onChange: (value: T) => void
  options: readonly { id: T; label: string }[]
}

/** A choice of one among two or three, side by side. Unlike <Choice>, it needs nothing of React Aria. */
export function Segments<T extends string>({ label, value, onChange, options }: Props<T>) {
  const name = useId()
  return (
    <fieldset className="segments">
      <legend className="hidden">{label}</legend>
      {options.map(({ id, label: text }) => (
        <label key={id}>
          <input type="radio" name={name} checked={id === value} onChange={() => onChange(id)} />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
