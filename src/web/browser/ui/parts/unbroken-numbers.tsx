import { Fragment } from "react"

/** A settlement's number, which no line break may part at its hyphens: `ABR-2026-00001`. */
const NUMBER = /\b([A-Z]{3}-\d{4}-\d{5,})\b/

/** Text, in which numbers of settlements stay whole. The font has no hyphen that does not break. */
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
