import type { FocusEvent } from "react"

type Props = {
  label: string
  value: number
  change: (value: number) => void
  /** Said beside it: what was planned, what is usual. */
  hint?: string
}

const MOST = 100_000

/** Pieces, for a thumb: two large buttons, and the telephone's own number pad. */
export function Stepper({ label, value, change, hint }: Props) {
  const set = (wanted: number): void => change(Math.max(0, Math.min(MOST, Math.trunc(wanted) || 0)))
  return (
    <div className="zaehler" role="group" aria-label={label}>
      <div className="worum">
        <span className="name">{label}</span>
        {hint && <span className="muted">{hint}</span>}
      </div>
      <button
        type="button"
        className="schritt"
        aria-label={`${label}: eins weniger`}
        disabled={value === 0}
        onClick={() => set(value - 1)}
      >
        −
      </button>
      <input
        className="stueck"
        inputMode="numeric"
        pattern="[0-9]*"
        enterKeyHint="next"
        aria-label={`${label}: Stück`}
        value={String(value)}
        onFocus={selectAll}
        onChange={({ target }) => set(Number(target.value.replaceAll(/\D/g, "")))}
      />
      <button
        type="button"
        className="schritt"
        aria-label={`${label}: eins mehr`}
        onClick={() => set(value + 1)}
      >
        +
      </button>
    </div>
  )
}

/** What is typed replaces what stands there. */
const selectAll = ({ target }: FocusEvent<HTMLInputElement>): void => target.select()
