import { type KeyboardEvent, useEffect, useEffectEvent, useState } from "react"
import { Button, Input, SearchField as AriaSearchField } from "react-aria-components"
import { Icon } from "../parts/icons.tsx"

type Props = {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
  /** Called at Enter without the pause, as a scanner types fast. */
  onEnter?: (text: string) => void
}

/** The search begins after this pause in typing. In ms. */
const PAUSE = 120

/**
 * The arrow down moves into the list below: to the row where one was, or to the first as soon as there is one
 * (`useFollow`).
 */
function toList(event: KeyboardEvent<HTMLElement>): void {
  const { dataset } = event.currentTarget
  delete dataset["toList"]
  if (event.key !== "ArrowDown") return
  event.preventDefault()
  const row = document.querySelector<HTMLElement>(".table [data-open][tabindex='0']")
  if (row) row.focus()
  else dataset["toList"] = ""
}

/** The first field of a list: searches while one types, and the arrow down moves into the result. */
export function SearchField({ label, placeholder, value, onChange, onEnter }: Props) {
  const [text, setText] = useState(value)
  const [before, setBefore] = useState(value)
  // The value was changed from outside, as by Back.
  if (value !== before) {
    setBefore(value)
    setText(value)
  }
  const found = useEffectEvent(onChange)
  useEffect(() => {
    if (text === value) return undefined
    const timer = setTimeout(() => found(text), PAUSE)
    return () => clearTimeout(timer)
  }, [text, value])
  const enter = (typed: string): void => {
    // At once: after the pause, one may have left the screen.
    if (typed !== value) onChange(typed)
    onEnter?.(typed)
  }
  return (
    <AriaSearchField
      aria-label={label}
      value={text}
      onChange={setText}
      onSubmit={enter}
      className="search"
      autoFocus
    >
      <Icon name="search" />
      <Input placeholder={placeholder} onKeyDown={toList} />
      <Button className="inside clear" aria-label="Leeren">
        <Icon name="close" />
      </Button>
    </AriaSearchField>
  )
}
