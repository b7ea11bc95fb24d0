import { Fragment } from "react"

/** A settlement's number: `ABR-2026-00001`. */
const NUMBER = /\b([A-Z]{3}-\d{4}-\d{5,})\b/

/** Text in which no line breaks at a hyphen of a settlement's number. The font has no non-breaking hyphen. */
export const UnbrokenNumbers = ({ children }: { children: string }) =>
  children.split(NUMBER).map((part, i) => {
    // Every second part is a number.
    const key = `${i} ${part}`
    return i % 2 === 1 ? (
      <span key={key} className="unparted">
        {part}
      </span>
    ) : (
      <Fragment key={key}>{part}</Fragment>
    )
  })
