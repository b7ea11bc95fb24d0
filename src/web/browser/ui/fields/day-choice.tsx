import { Button } from "../parts/button.tsx"
import { DateField } from "./date-field.tsx"
import { shifted, today } from "../values/format.ts"

type Props = {
  /** `2026-03-31` */
  value: string
  onChange: (day: string) => void
  /** The days that are one press away, and how many days from today they are. */
  near: readonly { label: string; days: number }[]
}

/** Another day: typed, the one before, the one after, or one that is asked for often. */
export function DayChoice({ value, onChange, near }: Props) {
  const now = today()
  return (
    <>
      <Button look="quiet" icon="left" label="Tag davor" onPress={() => onChange(shifted(value, -1))} />
      <DateField label="Tag" value={value} onChange={(day) => day && onChange(day)} bare weekday />
      <Button look="quiet" icon="right" label="Tag danach" onPress={() => onChange(shifted(value, 1))} />
      {near
        .map(({ label, days }) => ({ label, day: shifted(now, days) }))
        .map(({ label, day }) => (
          <Button
            key={label}
            look={day === value ? "plain" : "quiet"}
            aria-current={day === value ? "date" : undefined}
            onPress={() => onChange(day)}
          >
            {label}
          </Button>
        ))}
    </>
  )
}
