import { useId, useRef } from "react"
import { MOST_PIECES } from "../../../../lib/figures.ts"
import { count, type FigureKind, useFigure } from "../../ui/values/figure.ts"
import { ArtikelSign } from "./artikel-sign.tsx"
import { unbroken } from "../../ui/values/format.ts"

type Props = {
  /** Article whose pieces these are; null for a device. */
  artikel_id: string | null
  label: string
  /** NaN while the text cannot be read: nothing is sent then (`goToUnread`). */
  value: number
  change: (value: number) => void
  /** Planned pieces, shown large. */
  soll?: number
  /** Label of the planned pieces. */
  word?: string
  /** Small text beside them, such as what is usual. */
  more?: string
}

const ANY = count()
/** An emptied field does not count as 0, as the driver may still want to fill it. */
const PIECES: FigureKind = {
  ...ANY,
  read: (text) =>
    text.trim() === "" ? { fault: "Wie viele? Sind es keine, bitte 0 eintragen" } : ANY.read(text),
}

/** A number of pieces, with two large buttons for the thumb, and the telephone's number pad. */
export function Stepper(props: Props) {
  const { artikel_id, label, value, change, soll = 0, word = "geplant", more } = props
  const { fault, mark, input } = useFigure(
    { value, onChange: (pieces) => change(pieces ?? Number.NaN), unread: Number.NaN },
    PIECES,
  )
  const about = useId()
  const field = useRef<HTMLInputElement>(null)
  const step = (by: number): void => {
    // There is no number to begin with.
    if (Number.isNaN(value)) field.current?.focus()
    else change(Math.max(0, Math.min(MOST_PIECES, value + by)))
  }
  return (
    <div className="zaehler" role="group" aria-label={label}>
      <ArtikelSign artikel_id={artikel_id} />
      <span className="name">{unbroken(label)}</span>
      <div className="worum">
        {soll > 0 && (
          <span className="soll">
            {word} <b>{soll}</b>
          </span>
        )}
        {more && <span className="muted">{more}</span>}
      </div>
      <button
        type="button"
        className="schritt"
        aria-label={`${label}: eins weniger`}
        disabled={value === 0}
        onClick={() => step(-1)}
      >
        −
      </button>
      <input
        ref={field}
        className="stueck"
        data-digits={input.value.length}
        enterKeyHint="next"
        aria-label={`${label}: Stück`}
        aria-invalid={fault ? true : undefined}
        aria-describedby={about}
        {...input}
        {...mark}
        // `onChange` alone would miss a 0 typed over a 0, which counts as input.
        onInput={({ currentTarget }) => input.onChange({ target: currentTarget })}
      />
      <button type="button" className="schritt" aria-label={`${label}: eins mehr`} onClick={() => step(1)}>
        +
      </button>
      <p id={about} className="bad" role={fault ? "alert" : undefined}>
        {fault}
      </p>
    </div>
  )
}
