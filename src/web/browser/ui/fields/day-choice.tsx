import { Button } from "../parts/button.tsx"
import { DateField } from "./date-field.tsx"
import { shifted, today } from "../values/format.ts"

type Props = {
  /** `2026-03-31` */
  value: string
  onChange: (day: string) => void
  /** Days with a button of their own, and their distance from today in days. */
  near: readonly { label: string; days: number }[]
}

/** Chooses a day: by typing, the one before or after, or by a button. */
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
